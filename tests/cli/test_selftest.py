"""`referee selftest` and `referee scenario`."""

import json
from pathlib import Path

import pytest

from referee.bots import selftest as bots
from referee.bots.selftest import HostileResult
from referee.cli.exits import ExitCode
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
def two_cases(monkeypatch):
    monkeypatch.setattr(bots, "CASES", bots.CASES[:2])


def good(case: bots.Case) -> HostileResult:
    return HostileResult(case.bot, case.expected, case.expected, 12, 0, 100)


@pytest.mark.parametrize(
    ("change", "code"),
    [({}, ExitCode.OK), ({"got": None}, ExitCode.FOUND), ({"survivors": 1}, ExitCode.FOUND),
     ({"overrun_ms": 60_000}, ExitCode.FOUND)],
)  # fmt: skip
def test_hostile_bots_are_judged(invoke, monkeypatch, two_cases, change, code):
    import msgspec

    monkeypatch.setattr(bots, "play", lambda case: msgspec.structs.replace(good(case), **change))
    assert invoke("selftest", "hostile").exit_code == code
    printed = json.loads(invoke("selftest", "hostile", "--json").stdout)
    assert printed["passed"] == (code == ExitCode.OK)
    assert len(printed["results"]) == 2


def test_a_hostile_bot_is_really_played(invoke, monkeypatch):
    case = next(case for case in bots.CASES if case.bot == "garbage")
    monkeypatch.setattr(bots, "CASES", (case,))
    result = invoke("selftest", "hostile")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("ok     garbage         bad_json ")


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
