"""Each clause has a bot that breaks it and no other; a good bot keeps them all."""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from protocol.messages import Clock, Limits
from referee.bots import BotCommand
from referee.check import CLAUSES, junit_xml, plays, robust, try_bot
from referee.check.trial import ONE_BY_ONE
from referee.rules import PRESETS

BAD_BOT = Path(__file__).with_name("bad_bot.py")
CLOCK = Clock(5_000, 1_000)
LIMITS = Limits(start_ms=5_000)


def command(breaks=""):
    return BotCommand(breaks or "good", (sys.executable, str(BAD_BOT), breaks), str(BAD_BOT.parent))


def test_a_good_bot_keeps_every_clause():
    good = try_bot(command(), "deterministic", CLOCK, LIMITS)
    assert [finding.clause.id for finding in good.findings] == [clause.id for clause in CLAUSES]
    assert {finding.verdict for finding in good.findings} == {"kept"}
    assert good.passed


@pytest.fixture
def fewer_games(monkeypatch):
    """Every fourth table and forty games in a row: enough for a bot that is known to be bad."""
    tables = plays.tables()[::4]
    monkeypatch.setattr(plays, "tables", lambda: tables)
    monkeypatch.setattr(robust, "GAMES", 40)


@pytest.mark.usefixtures("fewer_games")
@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_each_clause_is_broken_by_its_bad_bot_alone(clause):
    trial = try_bot(command(clause.id), clause.level, CLOCK, LIMITS)
    broken = [finding for finding in trial.findings if finding.verdict == "broken"]
    assert [finding.clause.id for finding in broken] == [clause.id]
    assert broken[0].detail
    assert not trial.passed
    untried = [finding.clause for finding in trial.findings if finding.verdict == "untried"]
    later = CLAUSES[CLAUSES.index(clause) + 1 :]
    builds_on_it = [other for other in later if other.level == clause.level and other.level in ONE_BY_ONE]
    assert untried == builds_on_it


@pytest.mark.usefixtures("fewer_games")
def test_all_broken_clauses_of_a_level_are_told_at_once():
    trial = try_bot(command("unknown-fields,notices"), "robust", CLOCK, LIMITS)
    assert [finding.clause.id for finding in trial.findings if finding.verdict == "broken"] == [
        "unknown-fields",
        "notices",
    ]


def test_tables_cover_every_preset_every_number_of_players_and_every_seat():
    tables = plays.tables()
    assert {(table.players, table.seat) for table in tables} == {
        (players, seat) for players in range(2, 9) for seat in range(players)
    }
    assert {table.preset for table in tables} == set(PRESETS)


def test_a_finding_shows_what_was_said():
    trial = try_bot(command("json-only"), "robust", CLOCK, LIMITS)
    broken = next(finding for finding in trial.findings if finding.verdict == "broken")
    assert "thinking..." in broken.received[0]
    assert "standard error" in broken.clause.hint
    untried = [finding.clause.id for finding in trial.findings if finding.verdict == "untried"]
    assert untried == [clause.id for clause in CLAUSES[3:] if clause.level != "deterministic"]


def test_a_program_that_cannot_start_breaks_the_greeting():
    gone = BotCommand("gone", ("/nowhere/bot",), str(BAD_BOT.parent))
    trial = try_bot(gone, "speaks", CLOCK, LIMITS)
    broken = [finding for finding in trial.findings if finding.verdict == "broken"]
    assert [finding.clause.id for finding in broken] == ["hello"]
    assert "/nowhere/bot" in broken[0].detail


def test_junit_xml_has_a_case_for_each_clause():
    good = try_bot(command(), "speaks", CLOCK, LIMITS)
    bad = try_bot(command("ready"), "speaks", CLOCK, LIMITS)
    root = ET.fromstring(junit_xml([good, bad]))
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["good", "ready"]
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    speaks = [clause.id for clause in CLAUSES if clause.level == "speaks"]
    assert [case.get("name") for case in suites[0].findall("testcase")] == speaks
    failure = suites[1].find("testcase[@name='ready']/failure")
    assert "another" in failure.get("message")
    assert suites[1].find("testcase[@name='answers']/skipped") is not None


def test_hostile_output_stays_well_formed_xml():
    trial = try_bot(command("control-characters"), "speaks", CLOCK, LIMITS)
    assert not trial.passed
    ET.fromstring(junit_xml([trial]))
