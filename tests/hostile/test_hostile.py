"""Every misbehaving bot ends with its fault, in bounded time and memory, and leaves nothing behind."""

import ast
import os
from pathlib import Path

import pytest

from protocol.faults import FAULTS
from referee.bots import reaper
from referee.hostile import behaviours, bench, programs
from referee.hostile.bench import Result, passed
from referee.hostile.rows import ROWS, Row

LATE_MS = 10_000
"""Far above what a quiet machine shows (some milliseconds), for machines that are not."""

MEMORY_KIB = 8_192

ROOT = Path(__file__).parents[2]
FOR_A_RUN = {"benched"}
"""Faults that no single game can show."""


def descriptors() -> set[str]:
    return {entry.name for entry in Path("/proc/self/fd").iterdir()}


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    bench.warm_up()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.bot)
def test_a_misbehaving_bot(row: Row, tmp_path: Path):
    before = descriptors()
    log = tmp_path / "bot.log"
    result = bench.play(row, log)
    assert passed(result, LATE_MS, MEMORY_KIB), result
    assert descriptors() == before
    assert reaper.marked(f"{os.getpid()}-") == set()
    assert not log.exists() or log.stat().st_size < 140_000


GOOD = Result("silent", "", "start_timeout", "start_timeout", 12, 312, 100, 0, True, True)


def test_what_is_within_bounds_passes():
    assert passed(GOOD)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("got", "exited"),
        ("got", None),
        ("late_ms", 101),
        ("memory_kib", 4_097),
        ("survivors", 1),
        ("others_valid", False),
        ("next_game", False),
    ],
)
def test_what_is_not_does_not(field: str, value: object):
    fields = {name: getattr(GOOD, name) for name in GOOD.__struct_fields__}
    assert not passed(Result(**fields | {field: value}))


def test_a_bot_that_is_expected_to_fail_otherwise_is_found_out():
    result = bench.play(Row("garbage", "exited"))
    assert (result.got, passed(result)) == ("bad_json", False)


def test_the_table_names_every_bot_once():
    assert sorted(row.bot for row in ROWS) == sorted([*behaviours.BEHAVIOURS, *programs.PROGRAMS])
    assert all(row.does.endswith(".") for row in ROWS)


def test_every_fault_is_provoked():
    assert {row.expected for row in ROWS} - {None} == set(FAULTS) - FOR_A_RUN


def test_the_bots_use_nothing_of_the_referee():
    for family in behaviours.FAMILIES:
        tree = ast.parse(Path(family.__file__).read_text(encoding="utf-8"))
        names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name for name in names if name.startswith("referee")} == {"referee.hostile.talk"}


def test_the_readme_lists_every_row_with_its_verdict():
    table = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| `")]
    listed = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table]
    shown = [(cells[0], cells[1], cells[2]) for cells in listed if len(cells) == 9]
    assert shown == [
        (f"`{row.bot}`", row.does.rstrip("."), f"`{row.expected}`" if row.expected else "none: legal")
        for row in ROWS
    ]
