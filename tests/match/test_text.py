"""A game told in words."""

import re
from typing import get_args

import msgspec
import pytest

from protocol.events import AnyEvent, RoundEnded
from referee import rules
from referee.match import VerifyError, play_back, play_game, read_replay, tell_game, verify
from referee.match.ledger import Ledger
from tests.match.fakes import game, players

RECORD = play_game(game(4), players())
STORY = list(tell_game(read_replay(RECORD.replay), ("ann", "bob", "cyd", "dan")))


@pytest.mark.parametrize("cards", rules.PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_ledger_holds_what_the_rules_say(seats, cards):
    record = play_game(game(seats, seed="ledger", cards=cards), players(seats))
    ledger = Ledger(seats)
    for moment in play_back(read_replay(record.replay)):
        for event in moment.events:
            ledger.follow(event)
        for seat in range(seats):
            view = rules.view(moment.state, seat)
            holding = ledger.holding(seat)
            assert holding.gold == view.players[seat].gold
            assert tuple(sorted(holding.hand.elements())) == view.you.hand
            city = [msgspec.structs.replace(placed, beneath=0) for placed in view.players[seat].city]
            assert holding.city == city


@pytest.mark.parametrize("cards", rules.PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_game_can_be_told(seats, cards):
    replay = read_replay(play_game(game(seats, seed="story", cards=cards), players(seats)).replay)
    verify(play_game(game(seats, seed="story", cards=cards), players(seats)).replay)
    story = list(tell_game(replay))
    rounds = [line for line in story if re.match(r"Round \d+, P\d wears the crown$", line)]
    ended = [
        event for moment in play_back(replay) for event in moment.events if isinstance(event, RoundEnded)
    ]
    assert len(rounds) == len(ended) == replay.outcome.rounds


def test_the_games_of_all_presets_bring_up_every_kind_of_event():
    """So that the tests above leave none of them untold."""
    kinds = set()
    for cards in rules.PRESETS:
        for seats in range(2, 9):
            replay = read_replay(play_game(game(seats, seed="story", cards=cards), players(seats)).replay)
            kinds |= {type(event) for moment in play_back(replay) for event in moment.events}
    assert {kind.__name__ for kind in get_args(AnyEvent)} == {kind.__name__ for kind in kinds}


def test_players_are_named():
    assert "Players: P0 ann, P1 bob, P2 cyd, P3 dan" in STORY


def test_a_turn_is_told_from_the_call_to_what_is_left():
    call = STORY.index("  The Thief is called.")
    assert re.fullmatch(r"    P\d \w+ is the Thief\.", STORY[call + 1])
    end = next(line for line in STORY[call:] if " ends the turn with " in line)
    assert re.fullmatch(r"    P\d \w+ ends the turn with \d+ gold; hand: .+; city: .+\.", end)


def test_the_points_of_the_account_add_up_to_the_score():
    totals = {}
    end = next(at for at, line in enumerate(STORY) if line.startswith("The game is over after "))
    for line in STORY[end:]:
        if head := re.match(r"Rank \d: (P\d) \w+ with (\d+) points", line):
            player = head[1]
            totals[player] = [int(head[2]), 0]
        elif points := re.match(r" +(\d+)  ", line):
            totals[player][1] += int(points[1])
    assert len(totals) == 4
    for total, added in totals.values():
        assert total == added


def test_a_broken_replay_is_told_up_to_the_break():
    text = RECORD.replay.splitlines(keepends=True)
    del text[40]
    told = []

    def tell():
        told.extend(iter(tell_game(read_replay(b"".join(text)))))

    with pytest.raises(VerifyError):
        tell()
    assert told == list(tell_game(read_replay(RECORD.replay)))[: len(told)]
    assert len(told) > 40
