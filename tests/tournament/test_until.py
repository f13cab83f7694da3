"""Rules to stop early: how they are written, and that runs stop where they say, whatever the order of games."""

import signal

import pytest

from referee.tournament.driver import drive
from referee.tournament.export import export, results_sha256
from referee.tournament.following import Follower
from referee.tournament.happenings import GamesRecorded, RunEnded, RunStopped
from referee.tournament.lookout import Lookout
from referee.tournament.plan import digest, load, stopping
from referee.tournament.statistics import analyse
from referee.tournament.statistics.outlook import block_sd, outlook
from referee.tournament.store import create, read, resume
from referee.tournament.until import Until, UntilError, parse, shown
from referee.tournament.worker import SliceResult
from tests.soak.stopping import Setting, stopping_blocks
from tests.tournament.factory import plan
from tests.tournament.statistics.test_analysis import stronger
from tests.tournament.test_driver import MadeUp

NAMES = ("a", "b", "a>b", "best", "x@1")


def parsed(text, names=NAMES, *, entered=None, strict=False, first_look=None):
    return parse(text, names, entered=entered or len(names), strict=strict, first_look=first_look)


@pytest.mark.parametrize(
    ("text", "claim", "confidence"),
    [
        ("a>b@95", ("a", "b"), 95),
        (" b > a @ 99.5", ("b", "a"), 99.5),
        ("best@90", None, 90),
        ("best>a@95", ("best", "a"), 95),
        ("a>b>a@95", ("a>b", "a"), 95),
        ("a>x@1@95", ("a", "x@1"), 95),
    ],
)
def test_rules_that_can_be_read(text, claim, confidence):
    assert parsed(text) == Until(claim, confidence, strict=False, first_look=30)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a>b", "lacks the confidence: write A>B@95 or best@95"),
        ("a>c@95", "the bots are a, b, a>b, best, x@1"),
        ("a@95", "nor two different bots"),
        ("a>a@95", "nor two different bots"),
        ("a>b@0.95", "percentage above 50"),
        ("a>b@100", "percentage above 50"),
        ("a>b@nan", "percentage above 50"),
        ("a>b@", "percentage above 50"),
    ],
)
def test_rules_that_cannot(text, message):
    with pytest.raises(UntilError, match=message):
        parsed(text)


def test_the_best_is_among_those_entered():
    with pytest.raises(UntilError, match="needs two bots at least; only a is entered"):
        parsed("best@95", ("a", "a-2"), entered=1)
    assert parsed("a>a-2@95", ("a", "a-2"), entered=1).claim == ("a", "a-2")


def test_the_first_look_suits_the_test():
    assert parsed("best@95", strict=True).first_look == 1
    assert parsed("best@95", first_look=10).first_look == 10
    with pytest.raises(UntilError, match="10 blocks or later, not after 9"):
        parsed("best@95", first_look=9)


def test_a_rule_is_shown_as_it_is_written():
    for text in ("a>b@95", "best@99.5"):
        assert shown(parsed(text)) == text


def ruled(rule="bot0>bot2@95", *, bots=3, seats=3, games=300, strict=False, first_look=None):
    return stopping(plan(bots, seats=seats, games=games), rule, strict=strict, first_look=first_look)


def test_a_rule_is_part_of_the_plan(tmp_path):
    of = ruled()
    create(tmp_path, of).close()
    assert load(tmp_path) == of
    digests = {digest(each) for each in (plan(games=300), of, ruled(strict=True), ruled(first_look=31))}
    assert len(digests) == 4


class Backwards(MadeUp):
    """Plays the games in which the first bots are stronger; the newest slice is done first."""

    def settle(self):
        while self.out:
            numbers, future = self.out.pop()
            if not future.cancelled():
                made = tuple(stronger(self.of, number) for number in numbers)
                future.set_result(SliceResult(records=made, void=(), seconds=0.01 * len(numbers), cpu_us={}))

    def at_end(self):
        return True


def played(folder, of, workers, report=lambda _: None):
    with create(folder, of) as run:
        return drive(run, Backwards(of), workers=workers, report=report)


def exported(folder):
    with read(folder) as run:
        return b"".join(export(run, "jsonl"))


@pytest.mark.parametrize("rule", ["bot0>bot2@95", "best@95"])
def test_the_number_of_workers_does_not_show(tmp_path, rule):
    of = ruled(rule, bots=4, games=1200)
    outcomes = {played(tmp_path / str(workers), of, workers) for workers in (1, 2, 7)}
    assert len({exported(tmp_path / str(workers)) for workers in (1, 2, 7)}) == 1
    (outcome,) = outcomes
    assert outcome.decided
    assert not outcome.interrupted
    assert outcome.games < 1200
    with read(tmp_path / "7") as run:
        found = analyse(run)
    assert (found.stopped.state, found.stopped.games, found.recorded) == (
        "decided",
        outcome.games,
        outcome.games,
    )


def test_a_rule_that_is_never_fulfilled_plays_all_games(tmp_path):
    outcome = played(tmp_path, ruled("bot2>bot0@95"), 2)
    assert (outcome.games, outcome.decided) == (300, False)


def test_an_interruption_does_not_show(tmp_path):
    of = ruled("best@95", games=900)
    played(tmp_path / "whole", of, 2)

    interrupted = []

    def interrupt(happening):
        if isinstance(happening, GamesRecorded) and not interrupted:
            interrupted.append(happening)
            signal.raise_signal(signal.SIGINT)

    outcome = played(tmp_path / "part", of, 2, interrupt)
    assert outcome.interrupted
    with resume(tmp_path / "part") as run:
        assert drive(run, Backwards(of), workers=3, report=lambda _: None).decided
    assert exported(tmp_path / "part") == exported(tmp_path / "whole")


def test_a_run_that_was_decided_asks_for_nothing(tmp_path):
    of = ruled()
    played(tmp_path, of, 2)
    executor = Backwards(of)
    told = []
    with resume(tmp_path) as run:
        outcome = drive(run, executor, workers=2, report=told.append)
        sha256 = results_sha256(run)
    assert (outcome.decided, outcome.games, executor.slices) == (True, 90, [])
    assert (told[-1].outcome, told[-1].results_sha256, told[-1].seed) == ("finished", sha256, "seed")


def test_nothing_beyond_the_stop_is_ever_on_record_and_all_is_told(tmp_path):
    of = ruled()
    told = []
    with create(tmp_path, of) as run:

        def report(happening):
            told.append(happening)
            assert [result.number for result in run.results()] == list(range(run.count()))

        drive(run, Backwards(of), workers=4, report=report)
    begun = [
        number for each in told if hasattr(each, "bots") and hasattr(each, "games") for number in each.games
    ]
    recorded = [game.number for each in told if isinstance(each, GamesRecorded) for game in each.games]
    (stopped,) = (each for each in told if isinstance(each, RunStopped))
    assert recorded == list(range(90))
    assert stopped.why == "decided"
    assert set(stopped.taken_back) <= set(begun) - set(recorded)
    assert (told[-1].outcome, told[-1].recorded) == ("finished", 90)


def test_a_watcher_knows_that_a_decided_run_has_ended(tmp_path):
    played(tmp_path, ruled(), 2)
    told = []
    assert not Follower(tmp_path, told.append).look()
    assert isinstance(told[-1], RunEnded)
    assert told[-1].outcome == "finished"


def test_games_wait_for_earlier_ones_and_pass_without_a_rule(tmp_path):
    of = ruled()
    with create(tmp_path / "ruled", of) as run:
        lookout = Lookout(run)
    assert lookout.release([stronger(of, number) for number in (2, 4, 1)]) == []
    assert lookout.waiting == 3
    assert [game.number for game in lookout.release([stronger(of, 0)])] == [0, 1, 2]
    assert lookout.waiting == 1
    with create(tmp_path / "free", plan()) as run:
        free = Lookout(run)
    assert [game.number for game in free.release([stronger(of, 7)])] == [7]
    assert free.waiting == 0


@pytest.mark.parametrize(("bots", "seats", "first"), [(5, 5, 150), (2, 2, 60)])
def test_the_first_look_is_foreseen(bots, seats, first):
    of = ruled("bot0>bot1@95", bots=bots, seats=seats, games=1000)
    assert outlook(of, of.until).first_look == first


def test_bots_that_do_not_always_meet_are_looked_at_later():
    of = ruled("bot0>bot1@95", bots=6, seats=3, games=1000)
    looked = outlook(of, of.until).first_look
    # Two of six meet in a fifth of the blocks of three games.
    assert 400 < looked < 500
    few = ruled("bot0>bot1@95", bots=6, seats=3, games=400)
    assert outlook(few, few.until).first_look is None


@pytest.mark.parametrize("strict", [False, True])
def test_more_often_than_not_a_difference_is_found_by_the_game_foreseen(strict):
    of = ruled("bot0>bot1@95", bots=5, seats=5, games=10_000, strict=strict)
    test = Setting("bets" if strict else "mixture", of.until.first_look, 600)
    for difference, game in outlook(of, of.until).found:
        found = stopping_blocks(test, difference, 300, seed=1)
        assert (found * 5 <= game).mean() > 0.45
        assert (found * 5 <= game / 2).mean() < 0.5 or game == 150


def test_equal_bots_differ_by_chance_as_the_formula_says():
    import numpy as np

    from tests.soak.stopping import blocks_of_equals

    for seats in (2, 5, 8):
        x = blocks_of_equals(np.random.default_rng(1), (20_000, 1), seats)
        assert x.std() == pytest.approx(block_sd(seats), rel=0.02)
