"""A referee that stands still in the middle of a request: the game is void, played again, and nobody's loss."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.bots.process import BEAT_MS, STALL_MS
from referee.tournament.store import read
from tests.durability.program import DEADLINE_S, DICER, ROOT, done, new_run, referee, results

HOLDER = DICER.with_name("holder.py")
STALL_S = 2.0


def stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def stall(pids: Sequence[int]) -> None:
    """Stop processes, see that they stand still, and let them go on after a while."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    deadline = time.monotonic() + DEADLINE_S
    while not all(map(stopped, pids)):
        assert time.monotonic() < deadline
    time.sleep(STALL_S)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def children_of(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize("machine", [False, True], ids=["the referee", "referee and bots"])
def test_a_stall_in_the_middle_of_a_request_is_nobodys_loss(tmp_path, machine):
    asked, go = tmp_path / "asked", tmp_path / "go"
    holder = shlex.join([sys.executable, str(HOLDER), str(asked), str(go)])
    go.touch()
    done(new_run(tmp_path / "quiet", holder, DICER, games=2, workers=1))
    go.unlink()
    os.mkfifo(asked)
    command = new_run(tmp_path / "run", holder, DICER, games=2, workers=1)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        worker = int(asked.read_text())
        stall([worker, *(children_of(worker) if machine else ())])
        go.touch()
        _, told = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0, told
    with read(tmp_path / "run") as run:
        (void,) = run.void_games()
        assert not list(run.fault_reports())
    assert void.number == 0
    stalled_ms = re.fullmatch(r"The referee was not running for ([0-9]+) ms\.", void.reason)
    assert stalled_ms
    assert int(stalled_ms[1]) >= STALL_S * 1000 - BEAT_MS > STALL_MS
    assert results(tmp_path / "run") == results(tmp_path / "quiet")
    told = done(referee("standings", "--faults", tmp_path / "run")).stdout
    assert told == f"game 0 was void and played again: {void.reason}\n"
