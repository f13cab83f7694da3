"""A table imagined from one seat's view: that seat cannot tell it from the true one, and it can be played."""

from collections import Counter

import msgspec
import pytest

from protocol.views import OwnView, PlayerView, TableView
from referee.rules import (
    PRESETS,
    ImaginationError,
    State,
    apply,
    determinize,
    imagine,
    options,
    pending,
    preset,
    view,
)
from referee.rules.frames import AskKeep, AskStudy
from referee.rules.invariants import violations
from tests.strategies import BOXES, TASTES, Game, choose, game

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableView).decode


def seen(state: State, seat: int) -> TableView:
    """Return the view of a seat as it arrives, over the wire."""
    return decode(encode(view(state, seat)))


def check(one: Game, state: State) -> str:
    """Imagine the state for the seat that is asked; return the decision."""
    ask = pending(state)
    imagined = imagine(one.setup, seen(state, ask.seat), ask.decision)
    where = f"{one.seed} P{ask.seat} {ask.decision} round {state.round}"
    assert encode(view(imagined, ask.seat)) == encode(view(state, ask.seat)), where
    assert pending(imagined) == ask or either_drawing(imagined), where
    assert options(imagined) == options(state), where
    assert violations(imagined) == [], where
    return ask.decision


def either_drawing(state: State) -> bool:
    """Tell whether it is the same if the last cards of the deck were drawn for gathering or for studying."""
    ask = pending(state)
    return isinstance(ask, AskKeep | AskStudy) and not state.deck and len(state.seats[ask.seat].drawn) < 4


def play_on(one: Game, state: State) -> None:
    """Play a state to its end."""
    while (ask := pending(state)) is not None:
        apply(state, ask.seat, choose(one.rng, state, TASTES[one.taste]))
    assert violations(state) == []


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_the_seat_that_is_asked_cannot_tell_the_imagined_table_from_the_true_one(seats, characters):
    decisions = Counter[str]()
    for number in range(12):
        one = game(seats, characters, 500 + number)
        for state in one.walk():
            if not one.over:
                decisions[check(one, state)] += 1
    assert decisions["pick"] > 50
    assert decisions["turn"] > 500


@pytest.mark.parametrize("name", PRESETS)
def test_every_decision_of_a_preset_can_be_imagined(name):
    for seats in (2, 3, 4, 5, 6, 7, 8):
        one = game(seats, 9 if seats in (3, 8) else 8, 600 + PRESETS.index(name))
        one.setup = preset(name, seats)
        one.__post_init__()
        for state in one.walk():
            if not one.over:
                check(one, state)


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_an_imagined_table_plays_to_its_end_and_so_do_those_drawn_from_it(seats, characters):
    for number in range(4):
        one = game(seats, characters, 700 + number)
        for state in one.walk():
            if one.over or one.rng.random() > 0.03:
                continue
            seat = pending(state).seat
            imagined = imagine(one.setup, seen(state, seat), pending(state).decision)
            drawn = determinize(imagined, seat, one.seed)
            assert encode(view(drawn, seat)) == encode(view(state, seat))
            assert violations(drawn) == []
            play_on(one, drawn)
            play_on(one, imagined)


def test_every_kind_of_decision_occurs():
    decisions = Counter[str]()
    for number in range(80):
        one = game(*BOXES[number % len(BOXES)], 800 + number)
        for state in one.walk():
            if not one.over:
                decisions[pending(state).decision] += 1
                if pending(state).decision not in ("pick", "turn", "keep", "gather"):
                    check(one, state)
    assert len(decisions) == 12


def test_what_is_not_asked_in_a_view_is_refused():
    one = game(4, 8, 0)
    for state in one.walk():
        if pending(state).decision == "turn":
            break
    with pytest.raises(ImaginationError, match="not asked for give_cards"):
        imagine(one.setup, view(state, pending(state).seat), "give_cards")


def test_a_view_that_no_game_shows_is_refused():
    setup = preset("first-game", 4)
    offer = ("assassin", "thief", "magician", "king")
    own = OwnView(0, (), characters=("king",), offers=(offer,))
    players = (PlayerView(2, 4, ()), PlayerView(2, 4, (), ("thief",)), *(PlayerView(2, 4, ()),) * 2)
    impossible = TableView(1, 3, 52, players, own, called=8, faceup=("bishop", "warlord"))
    with pytest.raises(ImaginationError, match="No selection of characters"):
        imagine(setup, impossible, "turn")
