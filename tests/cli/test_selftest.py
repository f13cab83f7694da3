"""`referee selftest` and `referee scenario`."""

import json
from pathlib import Path

import pytest

from referee.cli.exits import ExitCode
from referee.hostile import bench, rows
from referee.rules import leaktest
from referee.rules.leaktest import Leak, Report

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def test_the_leak_test_passes(invoke):
    result = invoke("selftest", "leak", "--states", 60)
    assert result.exit_code == 0
    assert result.output.endswith(" states compared, 0 leaks.\n")


def test_the_leak_test_as_json(invoke):
    report = json.loads(invoke("selftest", "leak", "--states", 60, "--json").stdout)
    assert report["states"] >= 60
    assert report["leaks"] == []


def test_a_leak_is_shown_and_ends_with_1(invoke, monkeypatch):
    leaks = [Leak(4, "seed:7", number, 2, "view", '{"deck":5}', '{"deck":6}') for number in range(7)]
    monkeypatch.setattr(leaktest, "run", lambda states, *_: Report(states, leaks))
    result = invoke("selftest", "leak", "--states", 9)
    assert result.exit_code == ExitCode.FOUND
    assert 'P2 of 4, game seed:7, decision 0: view\n  true:    {"deck":5}\n' in result.output
    assert "... and 2 more\n9 states compared, 7 leaks.\n" in result.output


@pytest.fixture
def two_rows(monkeypatch):
    monkeypatch.setattr(rows, "ROWS", rows.ROWS[4:6])
    monkeypatch.setattr(bench, "warm_up", lambda: None)


def good(row: rows.Row) -> bench.Result:
    return bench.Result(row.bot, row.does, row.expected, row.expected, 12, 312, 100, 0, True, True)


@pytest.mark.parametrize(
    ("change", "code"),
    [({}, ExitCode.OK), ({"got": None}, ExitCode.FOUND), ({"survivors": 1}, ExitCode.FOUND),
     ({"late_ms": 101}, ExitCode.FOUND), ({"others_valid": False}, ExitCode.FOUND)],
)  # fmt: skip
def test_hostile_bots_are_judged(invoke, monkeypatch, two_rows, change, code):
    import msgspec

    monkeypatch.setattr(bench, "play", lambda row: msgspec.structs.replace(good(row), **change))
    text = invoke("selftest", "hostile")
    assert text.exit_code == code
    assert text.output.count("WRONG") == (0 if code == ExitCode.OK else 2)
    printed = json.loads(invoke("selftest", "hostile", "--json").stdout)
    assert printed["passed"] == (code == ExitCode.OK)
    assert printed["bounds"] == {"late_ms": 100, "memory_kib": 4096, "survivors": 0}
    assert [result["bot"] for result in printed["results"]] == ["silent", "crash_at_start"]
    table = invoke("selftest", "hostile", "--markdown").output.splitlines()
    assert len(table) == 4
    assert table[2].startswith("| `silent` | Never answers `hello` | ")


def test_a_hostile_bot_is_really_played(invoke, monkeypatch):
    row = next(row for row in rows.ROWS if row.bot == "garbage")
    monkeypatch.setattr(rows, "ROWS", (row,))
    result = invoke("selftest", "hostile")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("ok     garbage                  bad_json ")


def test_scenarios_that_hold(invoke):
    result = invoke("scenario", "run", SCENARIOS / "2016" / "setup")
    assert result.exit_code == 0, result.output
    assert " scenarios hold, " in result.output


def test_a_scenario_file_with_mistakes_ends_with_1_and_names_the_lines(invoke, tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text("flavour: sweet\n")
    result = invoke("scenario", "run", path)
    assert result.exit_code == ExitCode.FOUND
    assert f"{path}:1:1: " in result.output
    report = json.loads(invoke("scenario", "run", path, "--json").stdout)
    assert report["problems"][0]["line"] == 1


def test_a_folder_without_scenarios_is_wrong_usage(invoke, tmp_path):
    assert invoke("scenario", "run", tmp_path).exit_code == ExitCode.USAGE


def test_coverage(invoke):
    printed = json.loads(invoke("scenario", "coverage", "--json").stdout)
    text = invoke("scenario", "coverage").output
    assert f"{printed['covered']} of {printed['testable']} rules are cited." in text
    assert text.count("no scenario cites ") == len(printed["uncovered"])


def test_hostile_bots_are_chosen_by_name(invoke):
    result = invoke("selftest", "hostile", "exits_with_7", "garbage", "--json")
    assert [row["bot"] for row in json.loads(result.stdout)["results"]] == ["exits_with_7", "garbage"]
    result = invoke("selftest", "hostile", "garbag")
    assert result.exit_code == 2
    assert "no hostile bot 'garbag'. Did you mean garbage?" in result.stderr
