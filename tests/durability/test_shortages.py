"""A machine that runs out of something: the run ends with advice, no bot is charged, and the rest is the same."""

import os
import re
import resource
import shlex
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from referee.tournament import worker
from referee.tournament.benching import Benching
from referee.tournament.driver import slice_of
from referee.tournament.store import read
from referee.tournament.worker import play_slice
from tests.durability.program import DICER, digest, done, new_run, referee, rest_of_run, results
from tests.tournament.real import bot, real_plan

SMALL_KIB, LARGE_KIB = 700, 64 * 1024
EIGHT = (DICER,) * 8


class Disk(NamedTuple):
    """A place with little room: where it is, what a command needs before it, and how it becomes large."""

    folder: Path
    prefix: list[str]
    enlarge: Callable[[], object]


@contextmanager
def tmpfs(folder: Path) -> Iterator[Disk]:
    """A file system of its own, where one may be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_KIB}k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        with limited_files(folder / "files") as disk:
            yield disk
        return
    try:
        size = f"remount,size={LARGE_KIB}k"
        yield Disk(folder, [], lambda: subprocess.run(["mount", "-o", size, folder], check=True))
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def limited_files(folder: Path) -> Iterator[Disk]:
    """A limit on the size of each file, which the kernel enforces like a quota."""
    folder.mkdir()
    prefix = ["prlimit", f"--fsize={SMALL_KIB * 1024}", "--"]
    yield Disk(folder, prefix, prefix.clear)


@pytest.mark.parametrize("small_disk", [tmpfs, limited_files], ids=["file system", "file size"])
def test_a_full_disk_ends_the_run_with_advice_and_room_lets_it_go_on(undisturbed, tmp_path, small_disk):
    with small_disk(tmp_path / "disk") as disk:
        folder = disk.folder / "run"
        told = done([*disk.prefix, *new_run(folder, workers=1)], status=5).stderr
        recorded = re.search(r"^([0-9]+) games are recorded\. Go on with$", told, re.MULTILINE)
        assert recorded
        assert 0 < int(recorded[1]) < 24
        assert f"{folder}/run.db cannot be written: " in told
        with read(folder) as run:
            assert run.count() == int(recorded[1])
            assert not list(run.fault_reports())
        if not disk.prefix:
            assert re.search(
                r"missing take about [0-9.]+ MiB of disk; [0-9.]+ MiB are free\.$", told, re.MULTILINE
            )
        again = shlex.split(told.rstrip().splitlines()[-1])
        assert again[:5] == ["referee", "run", "--resume", "--out", str(folder)]
        disk.enlarge()
        printed = done([*disk.prefix, *referee(*again[1:])]).stdout
        assert digest(printed) == undisturbed.digest
        assert results(folder) == undisturbed.results


def test_a_disk_that_is_full_from_the_start_is_named(tmp_path):
    with tmpfs(tmp_path / "disk") as disk:
        (disk.folder / "ballast").write_bytes(bytes((SMALL_KIB - 16) * 1024)) if not disk.prefix else None
        told = done([*disk.prefix, *new_run(disk.folder / "run", games=10_000, workers=1)], status=5).stderr
        assert told.startswith("Error: ")


def test_output_that_cannot_be_written_is_named(undisturbed):
    with Path("/dev/full").open("w") as full:
        command = referee("export", undisturbed.folder)
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (
        5,
        "Error: This machine cannot go on: No space left on device.\n",
    )


@pytest.fixture(scope="module")
def large_table(tmp_path_factory):
    """The results of a game of eight."""
    folder = tmp_path_factory.mktemp("large") / "run"
    done(new_run(folder, *EIGHT, games=1, workers=1))
    return results(folder)


@pytest.mark.parametrize("descriptors", [9, 14, 30])
def test_too_few_descriptors_end_the_run_with_advice(large_table, tmp_path, descriptors):
    """They run out before the run begins, where its workers start, and where the bots do."""
    folder = tmp_path / "run"
    limit = ["prlimit", f"--nofile={descriptors}", "--"]
    told = done([*limit, *new_run(folder, *EIGHT, games=1, workers=1)], status=5).stderr
    assert "Too many open files" in told
    if (folder / "plan.json").exists():
        assert "0 games are recorded. Go on with\n  referee run --resume" in told
        with read(folder) as run:
            assert not list(run.fault_reports())
        done(rest_of_run(folder, workers=1))
    else:
        done(new_run(folder, *EIGHT, games=1, workers=1))
    assert results(folder) == large_table


def test_a_shortage_that_passes_voids_the_game_and_nothing_else(tmp_path, monkeypatch):
    plan = real_plan(bot("dicer"), bot("dicer"), games=2, fresh=True)
    run = SimpleNamespace(plan=plan, stderr=tmp_path, traces={})
    part = slice_of(run, range(2), Benching(plan))
    quiet = play_slice(part)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    pauses = []

    def recover(seconds: float) -> None:
        pauses.append(seconds)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

    monkeypatch.setattr(worker.time, "sleep", recover)
    highest = max(int(entry.name) for entry in Path("/proc/self/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 4, before[1]))
    try:
        short = play_slice(part)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert pauses == [worker.PAUSES_S[0]]
    assert short.void == ((0, "A bot could not be started: Too many open files."),)
    assert short.trouble == ""
    assert [record.replay for record in short.records] == [record.replay for record in quiet.records]
    assert not any(record.faults for record in short.records)
