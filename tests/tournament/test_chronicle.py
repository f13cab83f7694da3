"""What is told of a run, in which order, and what whoever follows it comes to know."""

import pytest

from referee.tournament.chronicle import SNAPSHOT_S, Chronicle
from referee.tournament.happenings import (
    BotFailed,
    GamesRecorded,
    GameVoid,
    RunEnded,
    RunStarted,
    RunStopped,
    Standings,
)
from referee.tournament.plan import commitment, digest
from referee.tournament.progress import Progress
from referee.tournament.store import create
from tests.tournament.factory import plan, record


class Story:
    """A chronicle of a made-up run, its clock, and all that was told."""

    def __init__(self, run):
        self.told = []
        self.now = 100.0
        self.progress = Progress()
        self.chronicle = Chronicle(run.plan, self.hear, lambda: self.now)
        self.chronicle.begin(run, workers=3)

    def hear(self, happening):
        self.told.append(happening)
        self.progress.follow(happening)

    def record(self, *numbers, broken=False):
        of = self.chronicle._plan
        self.chronicle.recorded([record(of, number, broken=broken) for number in numbers])

    def kinds(self):
        return [type(happening) for happening in self.told]


@pytest.fixture
def run(tmp_path):
    with create(tmp_path, plan(games=12)) as opened:
        yield opened


@pytest.fixture
def story(run):
    return Story(run)


def test_the_opening_says_what_is_played_and_commits_to_the_seed_without_telling_it(run):
    run.record([record(run.plan, 0), record(run.plan, 7, broken=True)], [(3, "no memory")])
    story = Story(run)
    opening, standings = story.told
    assert isinstance(opening, RunStarted)
    assert (opening.planned, opening.recorded, opening.void, opening.faults) == (12, 2, 1, 1)
    assert (opening.plan_sha256, opening.commitment) == (digest(run.plan), commitment(run.plan))
    assert [bot.name for bot in opening.bots] == ["bot0", "bot1", "bot2"]
    assert (opening.seats, opening.workers, opening.folder) == (3, 3, str(run.folder))
    assert run.plan.seed not in repr(opening)
    assert isinstance(standings, Standings)
    assert standings.recorded == 2


def test_a_game_is_told_with_its_points_and_then_its_failures(story):
    story.now += 2.5
    story.record(4, broken=True)
    played, failed = story.told[-2:]
    (game,) = played.games
    assert isinstance(played, GamesRecorded)
    assert (played.elapsed_ms, played.recorded, game.number) == (2500, 1, 4)
    assert sorted(zip(game.ranks, game.points, strict=True)) == [(1, 1.0), (2, 0.5), (3, 0.0)]
    assert isinstance(failed, BotFailed)
    assert (failed.number, failed.seat, failed.bot) == (4, 2, game.bots[2])
    assert (failed.code, failed.request) == ("move_timeout", "r3")


def test_standings_come_once_in_a_while_and_only_when_they_are_new(story):
    del story.told[:]
    story.now += SNAPSHOT_S / 2
    story.record(0)
    story.chronicle.glance()
    assert Standings not in story.kinds()
    story.now += SNAPSHOT_S / 2
    story.chronicle.glance()
    assert story.kinds() == [GamesRecorded, Standings]
    story.now += 10 * SNAPSHOT_S
    story.chronicle.glance()
    assert story.kinds() == [GamesRecorded, Standings]


def test_the_last_standings_are_of_all_games(story):
    story.record(*range(12))
    story.chronicle.end("00", finished=True)
    standings, ended = story.told[-2:]
    assert isinstance(standings, Standings)
    assert standings.recorded == 12
    assert isinstance(ended, RunEnded)
    assert (ended.outcome, ended.results_sha256, ended.seed) == ("finished", "00", "seed")


def test_a_run_that_its_rule_has_ended_is_finished(story):
    story.record(0)
    story.chronicle.stopped("decided", [5, 3])
    story.chronicle.end("00", finished=True)
    *_, stopped, ended = (each for each in story.told if not isinstance(each, Standings))
    assert (stopped.why, stopped.taken_back) == ("decided", (3, 5))
    assert (ended.outcome, ended.recorded, ended.planned, ended.seed) == ("finished", 1, 12, "seed")


def test_the_seed_of_a_run_that_goes_on_later_stays_secret(story):
    story.record(0)
    story.chronicle.stopped("interrupted", [5, 3])
    story.chronicle.end("00", finished=False)
    assert RunStopped in story.kinds()
    assert (story.told[-1].outcome, story.told[-1].seed) == ("interrupted", None)


def test_void_games_are_told_with_the_reason(story):
    story.chronicle.recorded([], [(3, "no memory"), (4, "no memory")])
    assert [(void.number, void.why) for void in story.told if isinstance(void, GameVoid)] == [
        (3, "no memory"),
        (4, "no memory"),
    ]
    assert story.progress.void == 2


def test_progress_knows_pace_and_time_left(story):
    progress = story.progress
    assert (progress.games, progress.planned, progress.left_s()) == (0, 12, None)
    story.now += 2
    story.record(0, 1, 2, broken=True)
    assert (progress.rate(), progress.left_s(), progress.faults) == (1.5, 6.0, 3)
    story.record(*range(3, 12))
    assert progress.left_s() == 0


def test_progress_leaves_games_of_earlier_out_of_the_pace(run):
    run.record([record(run.plan, number) for number in range(6)])
    story = Story(run)
    story.now += 2
    story.record(6, 7)
    assert (story.progress.games, story.progress.rate(), story.progress.left_s()) == (8, 1.0, 4.0)


def test_progress_knows_who_plays(tmp_path):
    with create(tmp_path, plan(bots=5, seats=2, games=40)) as run:
        story = Story(run)
        story.chronicle.begun([0, 1])
        first = set(story.told[-1].bots)
        assert len(first) == 2
        story.chronicle.begun([2, 3])
        second = set(story.told[-1].bots)
        assert story.progress.playing() == first | second
        story.record(0, 1)
        assert story.progress.playing() == second
        story.chronicle.stopped("interrupted", [2, 3])
        assert story.progress.playing() == set()
        assert story.progress.stopping
