"""`referee run --until`."""

import json
import re

import pytest

from referee.cli.exits import ExitCode
from tests.cli.conftest import GREEDY, RANDOM, program

RULE = "greedy_bot>random_bot@95"


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """A run that a rule has stopped, and what it printed."""
    folder = tmp_path_factory.mktemp("until") / "run"
    words = ("--games", 1000, "--seed", 1, "--until", RULE, "--out", folder, "-j", 2)
    return folder, program("run", GREEDY, RANDOM, *words)


def test_a_run_stops_when_its_rule_is_fulfilled_and_says_so(stopped):
    _, done = stopped
    assert done.returncode == 0, done.stderr
    sentence = (
        f"{RULE} stopped the run after game 60: greedy_bot is better than random_bot (asymptotic test).\n"
    )
    assert sentence in done.stdout
    assert re.search(
        r"greedy_bot less random_bot: 0\.\d+ points, \S+ to \S+ \(95%, at all times\)\n", done.stdout
    )
    assert "\n60 games, 0 void, 0 faults, results " in done.stdout
    assert f"Stops when {RULE} is found true (asymptotic test, looked at from game 60 on).\n" in done.stderr
    assert re.search(r"a difference of 0\.2 points by game \d+, 0\.1 points by game \d+, ", done.stderr)
    assert "Seed: 1\n" in done.stderr


def test_the_standings_and_the_json_know_of_it(invoke, stopped):
    folder, _ = stopped
    assert "stopped the run after game 60" in invoke("standings", folder).output
    known = json.loads(invoke("standings", folder, "--json").stdout)
    assert known["stopped"]["rule"] == RULE
    assert known["stopped"]["better"] == "greedy_bot"
    assert (known["stopped"]["state"], known["stopped"]["games"]) == ("decided", 60)
    (course,) = known["running"]
    assert course["points"][-1]["games"] == 60
    assert course["points"][-1]["log_wealth"] >= course["threshold"]


def test_resuming_it_plays_nothing_more(stopped):
    folder, done = stopped
    again = program("run", "--resume", "--out", folder)
    assert again.returncode == 0, again.stderr
    assert again.stdout == done.stdout
    other = program("run", GREEDY, RANDOM, "--games", 1000, "--resume", "--out", folder)
    assert other.returncode == ExitCode.FOLDER
    assert "until was " in other.stderr


def test_it_verifies_and_is_watched_as_finished(invoke, stopped):
    folder, _ = stopped
    assert invoke("verify", folder).output == f"{folder} holds: 60 of 1000 planned games verified.\n"
    watched = invoke("watch", folder)
    assert watched.exit_code == 0
    assert "Go on with" not in watched.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--until", "greedy>random_bot@95"], "the bots are greedy_bot, random_bot"),
        (["--until", "best@5"], "percentage above 50"),
        (["--until", "best@95", "--games", 58], "raise --games"),
        (["--until", "best@95", "--first-look", 9], "10 blocks or later"),
        (["--until-strict"], "say how to test --until"),
        (["--first-look", 40], "say how to test --until"),
    ],
)
def test_rules_that_make_no_sense_are_refused_before_anything_is_played(invoke, tmp_path, words, message):
    folder = tmp_path / "run"
    result = invoke("run", GREEDY, RANDOM, "--games", 1000, *words, "--out", folder)
    assert result.exit_code == ExitCode.USAGE
    assert message in result.stderr
    assert not folder.exists()


def test_the_rule_of_a_run_that_is_resumed_stays(invoke, stopped):
    result = invoke("run", "--resume", "--out", stopped[0], "--until", RULE)
    assert result.exit_code == ExitCode.USAGE
    assert "leave out --until" in result.stderr
