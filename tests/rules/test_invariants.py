"""Every thing that can be wrong with a state is found and named."""

from collections.abc import Callable

import pytest

from referee.rules import State
from referee.rules.frames import EndRound
from referee.rules.invariants import violations
from referee.rules.state import Batch, Placed
from tests.strategies import game


@pytest.fixture
def state() -> State:
    """A state in the turn of somebody, with cards in every hand."""
    one = game(4, 8, 0)
    return next(state for state in one.walk() if state.turn and all(seat.hand for seat in state.seats))


def shuffle_away(state: State) -> None:
    state.deck.pop()


def copy_card(state: State) -> None:
    state.deck.append("palace")
    state.deck.append("palace")


def build_from_nothing(state: State) -> None:
    state.seats[0].city.append(Placed("castle"))


def hide_beneath(state: State) -> None:
    state.seats[0].city.append(Placed(state.deck.pop(), beneath=("tavern",)))


def play_from_nothing(state: State) -> None:
    state.turn.played = "manor"


def draw_from_nothing(state: State) -> None:
    state.seats[1].drawn = ["manor"]


def foreign_character(state: State) -> None:
    outsider = next(one for one in ("witch", "assassin") if one not in state.setup.cast)
    state.facedown.append(outsider)


def character_twice(state: State) -> None:
    state.facedown.append(state.seats[0].characters[0])


def character_nowhere(state: State) -> None:
    state.facedown.pop()


def shown_not_held(state: State) -> None:
    state.seats[0].shown.append(state.facedown[0])


def debt(state: State) -> None:
    state.seats[2].gold = -1


def negative_tax(state: State) -> None:
    state.taxes = -1


def lost_crown(state: State) -> None:
    state.crown = 4


def first_but_not_complete(state: State) -> None:
    state.first_completed = 1


def overdrawn(state: State) -> None:
    state.turn.builds = -1


def too_deep(state: State) -> None:
    state.beneath = [Batch(len(state.deck) + 1, ())]


def false_memory(state: State) -> None:
    state.seats[0].known[1] = ("palace",) * 9


def nobody_asked(state: State) -> None:
    state.stack.append(EndRound())


def over_without_scores(state: State) -> None:
    state.stack = []


SPOILED: dict[Callable[[State], None], str] = {
    shuffle_away: "cards on the table",
    copy_card: "palace: 5 cards on the table, 3 in the box",
    build_from_nothing: "castle: 5 cards",
    hide_beneath: "tavern: 6 cards",
    play_from_nothing: "manor: 6 cards",
    draw_from_nothing: "manor: 6 cards",
    foreign_character: "is not in the cast",
    character_twice: "is in 2 places",
    character_nowhere: "a character is nowhere",
    shown_not_held: "P0 has shown a character it does not hold",
    debt: "P2 has -1 gold",
    negative_tax: "the token holds -1 gold",
    lost_crown: "the crown is at seat 4",
    first_but_not_complete: "P1 completed first",
    overdrawn: "overdrawn: -1",
    too_deep: "more cards are said to be beneath the deck",
    false_memory: "P0 knows cards in the hand of P1",
    nobody_asked: "nobody is asked",
    over_without_scores: "over but not scored",
}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_a_spoiled_state_is_found(spoil, state):
    assert violations(state) == []
    spoil(state)
    found = violations(state)
    assert any(SPOILED[spoil] in sentence for sentence in found), found
