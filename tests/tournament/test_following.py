"""A run is followed by what its folder holds."""

import pytest

from referee.tournament.following import Follower
from referee.tournament.happenings import GamesRecorded, GameVoid, RunEnded, RunStarted, Standings
from referee.tournament.plan import PlanError
from referee.tournament.store import create, resume
from tests.tournament.factory import plan, record


@pytest.fixture
def told():
    return []


@pytest.fixture
def follower_of(told):
    return lambda folder: Follower(folder, told.append)


def test_what_is_new_is_told_once_and_in_the_order_of_recording(tmp_path, told, follower_of):
    of = plan(games=6)
    with create(tmp_path, of) as run:
        run.record([record(of, 1)])
        follower = follower_of(tmp_path)
        assert [type(happening) for happening in told] == [RunStarted, Standings]
        assert (told[0].recorded, told[0].workers) == (1, None)
        run.record([record(of, 5), record(of, 0)], [(2, "no memory")])
        assert follower.look()
        assert [type(happening) for happening in told[2:]] == [GameVoid, GamesRecorded]
        assert [game.number for game in told[3].games] == [5, 0]
        assert follower.look()
        assert len(told) == 4


def test_a_complete_run_has_ended_even_if_its_referee_is_still_there(tmp_path, told, follower_of):
    of = plan(games=6)
    with create(tmp_path, of) as run:
        follower = follower_of(tmp_path)
        run.record([record(of, number) for number in range(6)])
        assert not follower.look()
    assert isinstance(told[-1], RunEnded)
    assert (told[-1].outcome, told[-1].recorded, told[-1].seed) == ("finished", 6, "seed")


def test_a_run_that_nobody_plays_any_more_has_ended_incomplete(tmp_path, told, follower_of):
    of = plan(games=6)
    with create(tmp_path, of) as run:
        follower = follower_of(tmp_path)
        assert follower.look()
        run.record([record(of, 3)])
    assert not follower.look()
    assert (told[-1].outcome, told[-1].recorded, told[-1].seed) == ("interrupted", 1, None)


def test_following_keeps_nobody_from_resuming(tmp_path, follower_of):
    create(tmp_path, plan(games=6)).close()
    follower = follower_of(tmp_path)
    assert not follower.look()
    with resume(tmp_path):
        assert follower.look()


def test_a_folder_without_a_run_is_refused(tmp_path, follower_of):
    with pytest.raises(PlanError, match="holds no run"):
        follower_of(tmp_path)
