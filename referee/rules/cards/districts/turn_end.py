"""Unique districts that matter at the end of a turn: Poor House, Park. Neither is optional (TRN-16)."""

from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.moments import AT_TURN_END
from referee.rules.state import State

PARK_CARDS = 2


def _poor_house(state: State, seat: int, out: Events) -> None:
    """One gold with an empty stash, before an Alchemist's refund (ALC-05)."""
    if not state.seats[seat].gold:
        changes.gain_gold(state, seat, 1, "poor_house", out)


def _park(state: State, seat: int, out: Events) -> None:
    """Two cards with an empty hand, as far as the deck goes (DCK-09)."""
    if not state.seats[seat].hand:
        changes.gain_cards(state, seat, PARK_CARDS, "park", out)


AT_TURN_END["poor_house"] = _poor_house
AT_TURN_END["park"] = _park
