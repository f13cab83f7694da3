import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from referee.bots.reaper import descendants
from referee.tournament.driver import drive, play
from referee.tournament.executor import LocalExecutor
from referee.tournament.export import export
from referee.tournament.happenings import GamesRecorded
from referee.tournament.lock import RunLockedError
from referee.tournament.statistics import analyse
from referee.tournament.store import create, read, resume
from referee.tournament.verify import verify_run
from tests.tournament.factory import RANDOM, presets
from tests.tournament.real import ROOT, bot, played, real_plan

DEADLINE_MS = 120_000


def exported(folder: Path) -> bytes:
    with read(folder) as run:
        return b"".join(export(run, "jsonl"))


def dead(handle: int, within_ms: int = DEADLINE_MS) -> bool:
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    return bool(waiting.poll(within_ms))


@contextmanager
def watched(pid: int) -> Iterator[list[int]]:
    """Hold on to a process and all its descendants, as handles that cannot mean another process."""
    handles = []
    for process in (pid, *descendants(pid)):
        try:
            handles.append(os.pidfd_open(process))
        except ProcessLookupError:
            continue
    try:
        yield handles
    finally:
        for handle in handles:
            os.close(handle)


@contextmanager
def referee(folder: Path, workers: int) -> "Iterator[subprocess.Popen[str]]":
    """A referee at work in a folder, as a process group of its own."""
    command = [sys.executable, "-m", "tests.tournament.real", str(folder), str(workers)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def until_games(process: "subprocess.Popen[str]", games: int) -> None:
    assert process.stdout
    for line in process.stdout:
        if int(line) >= games:
            return
    pytest.fail("the run ended too early")


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """A run of twelve games of three dicers at two seats, by one worker."""
    folder = tmp_path_factory.mktemp("reference") / "run"
    plan = real_plan(*[bot("dicer")] * 3, games=12)
    assert played(folder, plan).games == 12
    return folder


def test_the_number_of_workers_does_not_show(reference, tmp_path):
    with read(reference) as run:
        plan = run.plan
    played(tmp_path / "two", plan, workers=2)
    played(tmp_path / "loose", plan, workers=3, pin=False)
    assert exported(tmp_path / "two") == exported(reference)
    assert exported(tmp_path / "loose") == exported(reference)
    assert len(exported(reference).splitlines()) == 12


def test_drawn_setups_and_presets_are_the_same_however_they_are_played(tmp_path):
    plan = real_plan(*[bot("dicer")] * 3, games=36, seats=3, recipes=(*presets(3), RANDOM))
    played(tmp_path / "one", plan, workers=1)
    played(tmp_path / "two", plan, workers=2)
    assert exported(tmp_path / "one") == exported(tmp_path / "two")
    for folder in (tmp_path / "one", tmp_path / "two"):
        with read(folder) as run:
            assert verify_run(run, lambda _: None).games == 36
            assert analyse(run).faults == 0


def test_bots_that_remember_nothing_play_alike_when_fresh(reference, tmp_path):
    played(tmp_path / "fresh", real_plan(*[bot("dicer")] * 3, games=12, fresh=True), workers=2)
    assert exported(tmp_path / "fresh") == exported(reference)


def test_another_seed_leads_to_other_games(reference, tmp_path):
    played(tmp_path / "run", real_plan(*[bot("dicer")] * 3, games=12, seed="other"), workers=2)
    assert exported(tmp_path / "run") != exported(reference)


def test_a_run_that_was_played_holds(reference):
    told = []
    with read(reference) as run:
        verified = verify_run(run, told.append)
        made = analyse(run)
    assert (verified.games, verified.planned) == (12, 12)
    assert told == list(range(1, 13))
    assert (made.games, made.void, made.faults) == (12, 0, 0)
    assert [line.games for line in made.standings] == [8, 8, 8]
    assert len(made.times) == 3
    assert all(line.decisions > 20 for line in made.times)


def test_nothing_is_left_of_the_bots(tmp_path):
    before = descendants(os.getpid())
    played(tmp_path / "run", real_plan(*[bot("dicer")] * 3, games=6), workers=2)
    left = descendants(os.getpid()) - before
    assert not [pid for pid in left if "dicer" in Path(f"/proc/{pid}/cmdline").read_text()]


def test_a_referee_that_is_killed_leaves_nothing_and_loses_little(tmp_path):
    plan = real_plan(*[bot("dicer")] * 3, games=120)
    played(tmp_path / "whole", plan, workers=2)
    create(tmp_path / "run", plan).close()
    with referee(tmp_path / "run", 2) as process:
        until_games(process, 2)
        with watched(process.pid) as handles:
            os.killpg(process.pid, signal.SIGKILL)
            assert len(handles) > 4
            assert all(dead(handle) for handle in handles)
    with resume(tmp_path / "run") as run:
        assert 2 <= run.count() < 120
        play(run, workers=2, pin=True, report=lambda _: None)
    assert exported(tmp_path / "run") == exported(tmp_path / "whole")


def test_a_worker_that_is_killed_loses_nothing(reference, tmp_path):
    with read(reference) as run:
        plan = run.plan
    killed = []
    with create(tmp_path / "run", plan) as run, LocalExecutor(2) as executor:

        def kill_one(happening):
            if isinstance(happening, GamesRecorded) and not killed:
                killed.extend(executor.pids[:1])
                os.kill(killed[0], signal.SIGKILL)

        outcome = drive(run, executor, workers=2, report=kill_one)
        assert run.void() > 0
        assert killed[0] not in executor.pids
    assert (outcome.games, outcome.interrupted) == (12, False)
    assert exported(tmp_path / "run") == exported(reference)


def test_a_second_referee_is_refused(tmp_path):
    create(tmp_path / "run", real_plan(*[bot("dicer")] * 2, games=2000)).close()
    with referee(tmp_path / "run", 1) as process:
        until_games(process, 1)
        with pytest.raises(RunLockedError, match="another referee is at work"):
            resume(tmp_path / "run")
        with read(tmp_path / "run") as run:
            assert run.count() >= 1
        with watched(process.pid) as handles:
            process.kill()
            assert all(dead(handle) for handle in handles)


def test_ctrl_c_lets_the_games_in_progress_end(tmp_path):
    plan = real_plan(*[bot("dicer")] * 2, games=2000)
    create(tmp_path / "run", plan).close()
    with referee(tmp_path / "run", 2) as process:
        until_games(process, 1)
        with watched(process.pid) as handles:
            os.killpg(process.pid, signal.SIGINT)
            *_, last = process.stdout
            assert all(dead(handle) for handle in handles)
    assert process.wait() == 0
    assert "interrupted=True" in last
    with read(tmp_path / "run") as run:
        assert f"games={run.count()}," in last
        assert 1 <= run.count() < 2000
        assert run.void() == 0


def test_ctrl_c_again_breaks_games_off(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    staller = bot("staller")
    stalling = msgspec.structs.replace(staller, argv=(*staller.argv, str(pipe)))
    create(tmp_path / "run", real_plan(stalling, bot("dicer"), games=4)).close()
    with referee(tmp_path / "run", 1) as process:
        pipe.read_text()
        with watched(process.pid) as handles:
            for _ in range(100):
                os.kill(process.pid, signal.SIGINT)
                if dead(handles[0], within_ms=1000):
                    break
            assert all(dead(handle) for handle in handles)
        assert process.wait() != 0
    with read(tmp_path / "run") as run:
        assert run.count() == 0
        assert run.void() == 0


def test_a_bot_that_fails_is_charged_and_played_on(tmp_path):
    played(tmp_path / "run", real_plan(bot("dicer"), bot("quitter"), games=8), workers=2)
    with read(tmp_path / "run") as run:
        made = analyse(run)
        reports = list(run.fault_reports())
        assert verify_run(run, lambda _: None).games == 8
    assert (made.games, made.void, made.faults) == (8, 0, 8)
    assert {line.bot: line.faults for line in made.standings} == {"dicer": 0, "quitter": 8}
    assert all(report.code == "exited" and report.request == "r6" for report in reports)
    assert "I have had enough." in reports[0].evidence
    assert [path.name.startswith("quitter.") for path in (tmp_path / "run" / "stderr").iterdir()] != []
    for path in (tmp_path / "run" / "stderr").iterdir():
        assert "I have had enough." in path.read_text()
