"""What becomes of a game in which bots fail."""

from typing import get_args

import msgspec
import pytest

from protocol.events import Score
from protocol.faults import FaultCode
from protocol.messages import GameEnd, Request
from referee.match import play_back, play_game, read_replay, tell_game, verify
from referee.match.record import ranked
from referee.rules import fallback
from tests.match.fakes import FakeSeat, choice, game, players, random_answers


def failing(at: str | None, code: FaultCode = "move_timeout", seed: int = 7) -> FakeSeat:
    return FakeSeat(random_answers(seed), fails={at: code})


@pytest.mark.parametrize("at", [None, "r1", "r2", "r3", "r7", "r15"])
@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_a_seat_that_fails_is_played_on_to_the_end(at, seats):
    bad = failing(at)
    record = play_game(game(seats), [*players(seats - 1), bad])
    (fault,) = record.faults
    assert (fault.seat, fault.code, fault.request) == (seats - 1, "move_timeout", at)
    assert fault.detail == f"Failed at {at}."
    assert record.evidence[0].stderr == "stderr"
    steps = read_replay(record.replay).steps
    forced = [step.forced for step in steps if step.seat == seats - 1]
    answered = int(at[1:]) - 1 if at else 0
    assert forced == [None] * answered + ["move_timeout"] * (len(forced) - answered)
    assert len(forced) > answered
    verify(record.replay)


@pytest.mark.parametrize("code", get_args(FaultCode))
def test_every_fault_code_can_stand_in_a_replay(code):
    record = play_game(game(3), [failing("r3", code), *players(2)])
    assert [fault.code for fault in record.faults] == [code]
    verify(record.replay)


def test_a_forced_step_is_the_fallback_of_the_rules():
    record = play_game(game(4), [failing("r2"), *players(3)])
    replay = read_replay(record.replay)
    moments = play_back(replay)
    state = next(moments).state
    forced = 0
    for step in replay.steps:
        if step.forced:
            forced += 1
            assert step.action == fallback(state)
        next(moments)
    assert forced


def test_a_failed_bot_is_neither_asked_nor_told_anything_more():
    bad = failing("r4")
    play_game(game(4), [bad, *players(3)])
    assert isinstance(bad.lines[-1], Request)
    assert bad.lines[-1].request == "r4"


def test_opponents_see_the_same_game_as_when_the_seat_had_played_the_same_itself():
    """Nothing tells the others that a bot failed, nor which one."""
    others = players(3)
    record = play_game(game(4), [failing("r3"), *others])
    script = iter([step.action for step in read_replay(record.replay).steps if step.seat == 0])
    same = players(3)

    def replays(request):
        return msgspec.structs.replace(choice(request, 0), choice=None, action=next(script))

    healthy = play_game(game(4), [FakeSeat(replays), *same])
    assert healthy.faults == ()
    assert [seat.raw for seat in same] == [seat.raw for seat in others]


def test_all_bots_may_fail_and_the_game_still_ends():
    record = play_game(game(5), [failing(None, "start_failed") for _ in range(5)])
    assert [fault.seat for fault in record.faults] == list(range(5))
    assert record.rounds >= 1
    verify(record.replay)


def test_two_failures_in_one_game():
    record = play_game(game(4), [failing("r9"), *players(2), failing("r2", "exited")])
    assert [(fault.seat, fault.code) for fault in record.faults] == [(0, "move_timeout"), (3, "exited")]
    assert [fault.code for fault in record.evidence] == ["move_timeout", "exited"]
    verify(record.replay)


def test_play_on_leaves_the_ranks_to_the_scores():
    record = play_game(game(4), [failing("r20"), *players(3)])
    assert record.ranks == tuple(score.rank for score in record.scores)


def test_forfeiting_seats_share_the_last_place_and_keep_their_scores():
    seats = [failing("r20"), *players(2), failing("r15", "exited")]
    record = play_game(game(4, on_fault="forfeit"), seats)
    assert (record.ranks[0], record.ranks[3]) == (4, 4)
    assert sorted(record.ranks[1:3]) == [1, 2]
    by_score = sorted((1, 2), key=lambda seat: record.scores[seat].rank)
    assert [record.ranks[seat] for seat in by_score] == [1, 2]
    end = seats[1].lines[-1]
    assert isinstance(end, GameEnd)
    assert (end.ranks, end.scores) == (record.ranks, record.scores)
    same_play = play_game(game(4), [failing("r20"), *players(2), failing("r15", "exited")])
    assert same_play.scores == record.scores
    verify(record.replay)


def score(rank: int) -> Score:
    return Score(districts=0, types=0, completion=0, unique=0, total=0, rank=rank)


@pytest.mark.parametrize(
    ("ranks", "forfeited", "expected"),
    [
        ((1, 2, 3), (), (1, 2, 3)),
        ((1, 2, 3), (0,), (3, 1, 2)),
        ((1, 1, 3), (2,), (1, 1, 3)),
        ((2, 2, 1), (2,), (1, 1, 3)),
        ((1, 2, 3, 4), (0, 1), (4, 4, 1, 2)),
        ((1, 2), (0, 1), (2, 2)),
    ],
)
def test_ranks(ranks, forfeited, expected):
    assert ranked([score(rank) for rank in ranks], forfeited) == expected


def test_the_text_tells_the_failure():
    record = play_game(game(3), [failing("r3"), *players(2)])
    story = "\n".join(tell_game(read_replay(record.replay), ("ann", "bob", "cyd")))
    assert "P0 ann failed at r3 with move_timeout: Failed at r3." in story
    assert "(P0 ann failed with move_timeout; the referee plays on.)" in story
