"""Every misbehaving bot ends with its fault, in bounded time and memory, and leaves nothing behind."""

import os
from pathlib import Path

import pytest

from protocol.faults import FAULTS
from referee.bots import hostile, reaper
from referee.bots.selftest import CASES, Case, HostileResult, command, play, run

OVERRUN_MS = 10_000
"""Far above what a quiet machine shows (some milliseconds), for machines that are not."""

MEMORY_KIB = 8_192


def descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.bot)
def test_a_misbehaving_bot(case: Case, tmp_path: Path):
    before = descriptors()
    log = tmp_path / "bot.log"
    result = play(case, log)
    assert result.got == case.expected
    assert result.overrun_ms < OVERRUN_MS
    assert result.survivors == 0
    assert result.memory_kib < MEMORY_KIB
    assert descriptors() == before
    assert reaper.marked(f"{os.getpid()}-") == set()
    assert not log.exists() or log.stat().st_size < 70_000


def test_the_table_names_every_bot_once():
    assert [case.bot for case in CASES] == list(hostile.BEHAVIOURS)
    assert len({case.bot for case in CASES}) == len(CASES)


def test_every_fault_is_provoked():
    assert {case.expected for case in CASES} - {None} == set(FAULTS)


def test_a_run_gives_one_result_for_each_case():
    cases = (Case("garbage", "bad_json"), Case("exits", None))
    results = run(cases)
    assert [(one.bot, one.expected, one.got) for one in results] == [
        ("garbage", "bad_json", "bad_json"),
        ("exits", None, "exited"),
    ]
    assert all(isinstance(one, HostileResult) for one in results)


def test_the_command_is_a_file_of_the_package():
    assert Path(command("silent").argv[1]) == Path(hostile.__file__)
