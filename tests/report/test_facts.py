"""The lines at the head of a report."""

import pytest
from msgspec.structs import replace

from referee.report.facts import facts, finished
from referee.report.index import listed
from referee.tournament.statistics import analyse
from referee.tournament.statistics.results import Stopped
from tests.report.recorded import GAMES

pytestmark = pytest.mark.xdist_group("report")


@pytest.fixture(scope="module")
def analysis(run):
    return analyse(run)


@pytest.fixture
def told(run, analysis):
    games = [listed(result) for result in run.results()]
    return lambda **changed: {
        fact.label: fact.text for fact in facts(run.plan, replace(analysis, **changed), games)
    }


def stopped(state):
    return Stopped(
        rule="A>B@95",
        strict=False,
        confidence=0.95,
        state=state,
        games=30,
        better="A",
        sentence="A is better than B.",
    )


def test_the_balance_is_counted_from_the_games(told):
    lines = told()
    assert lines["Games of each bot"] == "36"
    assert lines["… in each seat"] == "12"
    assert lines["… with each other bot"] == "24"
    assert lines["… next to each other bot"] == "12"


def test_the_seed_stays_secret_until_the_run_is_finished(run, told):
    assert told()["Seed"] == run.plan.seed
    assert told(recorded=GAMES - 1)["Seed"] == "published when the run is finished"
    assert told(recorded=30, stopped=stopped("open"))["Seed"] == "published when the run is finished"
    assert told(recorded=30, stopped=stopped("decided"))["Seed"] == run.plan.seed


def test_the_stopping_rule_says_whether_it_fired(told, analysis):
    assert told()["Stopping rule"] == "none; all games planned"
    assert told(stopped=stopped("decided"))["Stopping rule"] == "A is better than B."
    assert finished(replace(analysis, recorded=30, stopped=stopped("decided")))
    assert not finished(replace(analysis, recorded=30, stopped=stopped("undecided")))
