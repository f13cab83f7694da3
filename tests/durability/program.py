"""The referee as a program that can be starved, stopped and killed, and what must be true of its run afterwards."""

import json
import os
import select
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from referee.bots.reaper import become_subreaper, descendants
from referee.tournament.database import FILE as DATABASE
from referee.tournament.export import export
from referee.tournament.plan import FILE as PLAN
from referee.tournament.plan import PlanError
from referee.tournament.processes import children
from referee.tournament.store import StoreError, read

ROOT = Path(__file__).parents[2]
DICER = ROOT / "tests" / "tournament" / "bots" / "dicer.py"
GAMES = 24
DEADLINE_S = 300

Victim: TypeAlias = Literal["referee", "worker", "everything"]


def referee(*words: object) -> list[str]:
    """Return the command line of the program."""
    return [sys.executable, "-m", "referee", "--log-level", "warning", *map(str, words)]


def new_run(folder: Path, *bots: object, games: int = GAMES, workers: int = 2) -> list[str]:
    """Return the command line of a run that always has the same results."""
    options = ("--games", games, "--seed", "durable", "--move-ms", 600_000, "--json")
    return referee("run", *(bots or (DICER, DICER)), *options, "-j", workers, "--no-pin", "--out", folder)


def rest_of_run(folder: Path, workers: int = 2) -> list[str]:
    """Return the command line that goes on with a run, or begins it when it was killed before it was laid out."""
    if not (folder / PLAN).exists():
        return new_run(folder, workers=workers)
    return referee("run", "--resume", "--out", folder, "-j", workers, "--no-pin", "--json")


def done(command: list[str], *, status: int = 0) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, which must be the one that is expected."""
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S)
    assert ended.returncode == status, ended.stderr
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended


def results(folder: Path) -> bytes:
    """Return the canonical results of a run as far as it was played, none where it was not even laid out."""
    try:
        with read(folder) as run:
            return b"".join(export(run, "jsonl"))
    except (PlanError, StoreError):
        return b""


def digest(printed: str) -> Any:
    """Return the digest that a run has printed."""
    return json.loads(printed)["results_sha256"]


def workers_of(process: int) -> list[int]:
    """Return the worker processes of a referee."""
    return [pid for pid in descendants(process) if b"spawn_main" in command_line(pid)]


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def strike(process: int, victim: Victim) -> bool:
    """Kill a referee, one of its workers, or it and all that descends from it. Return whether anybody was hit."""
    victims = {
        "referee": [process],
        "worker": workers_of(process)[:1],
        "everything": [process, *descendants(process)],
    }
    hit = False
    for pid in victims[victim]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            hit = True
    return hit


class Moment(NamedTuple):
    """When to strike: so many times the journal of the database has grown, and then after a while."""

    commits: int
    delay_s: float


class Struck(NamedTuple):
    """How a command ended, and whether there was anybody left to strike when the moment came."""

    status: int
    printed: str
    told: str
    hit: bool


def struck(command: list[str], folder: Path, victim: Victim, moment: Moment) -> Struck:
    """Play a run and strike at a moment, unless it has ended by then. No process may outlive it."""
    become_subreaper()
    before = children()
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        hit = came(process, folder, victim, moment) and strike(process.pid, victim)
        printed, told = process.communicate(timeout=DEADLINE_S)
    assert_all_end(before)
    return Struck(process.returncode, printed, told, hit)


def came(process: "subprocess.Popen[str]", folder: Path, victim: Victim, moment: Moment) -> bool:
    """Wait for a moment in a run at which there is a victim. Return whether it came before the end."""
    journal = folder / f"{DATABASE}-wal"
    sizes = {0}
    while len(sizes) <= moment.commits or (victim == "worker" and not workers_of(process.pid)):
        with suppress(FileNotFoundError):
            sizes.add(journal.stat().st_size)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.002)
        if process.poll() is not None:
            return False
    with suppress(subprocess.TimeoutExpired):
        process.wait(moment.delay_s)
    return process.poll() is None


def assert_all_end(before: set[int]) -> None:
    """Wait for the processes that this one has adopted since to end by themselves."""
    while adopted := children() - before:
        for pid in adopted:
            handle = os.pidfd_open(pid)
            waiting = select.poll()
            waiting.register(handle, select.POLLIN)
            assert waiting.poll(DEADLINE_S * 1000), f"{command_line(pid)!r} lives on"
            os.close(handle)
            os.waitpid(pid, 0)


def assert_whole(folder: Path, printed: str, expected: bytes, expected_digest: str) -> None:
    """The run has the results of one that nothing happened to, every game once, in a sound database."""
    assert digest(printed) == expected_digest
    assert results(folder) == expected
    database = sqlite3.connect(folder / DATABASE)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for table in ("games", "sqlar"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (GAMES,)
    finally:
        database.close()


class Blow(NamedTuple):
    """What a blow did: how many games it left recorded, and what the run printed in the end."""

    left: int
    printed: str


def struck_and_resumed(folder: Path, victim: Victim, moment: Moment) -> Blow | None:
    """Play a run that is struck once, then its rest. Return None when it ended before anybody could be hit."""
    first = struck(new_run(folder), folder, victim, moment)
    if victim == "worker" or not first.hit:
        assert first.status == 0, first.told
        return Blow(GAMES, first.printed) if first.hit else None
    assert first.status == -signal.SIGKILL, first.told
    return Blow(results(folder).count(b"\n"), done(rest_of_run(folder)).stdout)
