"""States for unit tests, changed by hand: only what a test says, the rest as the deal has it."""

from collections.abc import Sequence

from msgspec.structs import replace

from protocol.cards import District
from referee.rules import State, make_setup, new_game
from referee.rules.frames import AskTurn, EndRound, FinishTurn
from referee.rules.state import Placed, Turn
from tests.strategies import FIRST_GAME

UNIQUES = ("basilica", "capitol", "dragon_gate", "factory", "haunted_quarter", "imperial_treasury", "ivory_tower",
           "map_room", "museum", "monument", "quarry", "secret_vault", "statue", "wishing_well")  # fmt: skip
"""Unique districts, most of which score."""


def table(seats: int = 4, seed: str = "table", districts: Sequence[str] = FIRST_GAME.districts) -> State:
    """Return a state before its first pick, with the first game's characters and empty hands."""
    setup = make_setup(seats, FIRST_GAME.cast[: 9 if seats in (3, 8) else 8], districts)
    state, _ = new_game(setup, seats, seed)
    for seat in state.seats:
        state.deck += seat.hand
        seat.hand = []
    return state


def deal(state: State, seat: int, *cards: District) -> None:
    """Move `cards` from the deck to the hand of a seat."""
    for card in cards:
        state.deck.remove(card)
        state.seats[seat].hand.append(card)


def build_up(state: State, seat: int, *districts: str) -> None:
    """Move districts from the deck to a city; a `+` after the name is the Artist's gold."""
    for name in districts:
        district = name.removesuffix("+")
        state.deck.remove(district)
        state.seats[seat].city.append(Placed(district, beautified=name.endswith("+")))


def put_beneath(state: State, seat: int, *cards: District) -> None:
    """Put cards that lie nowhere beneath the Museum that stands first in a city."""
    city = state.seats[seat].city
    city[0] = replace(city[0], beneath=cards)


def in_turn(state: State, seat: int, character: str, *, builds: int = 1, gathered: bool = True) -> State:
    """Put the state into the turn of a seat as `character`."""
    player = state.seats[seat]
    player.characters, player.shown = [character], [character]
    for place in (state.pile, state.faceup, state.facedown):
        if character in place:
            place.remove(character)
    state.turn = Turn(seat, character, builds, gathered)
    state.stack = [EndRound(), FinishTurn(), AskTurn(seat)]
    state.called = 9
    return state
