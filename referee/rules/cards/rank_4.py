"""Rank 4. King: take the crown, gain gold for noble districts."""

from protocol import events
from protocol.cards import Character
from referee.rules import changes
from referee.rules.cards.income import gold_income
from referee.rules.engine import Events
from referee.rules.moments import AT_ROUND_END, ON_REVEAL
from referee.rules.state import State


def _take_crown(state: State, seat: int, out: Events) -> None:
    """The moment within the turn has no effect on anything else, so it is the reveal (TRN-18)."""
    changes.move_crown(state, seat, out)


def show_killed(state: State, character: Character, out: Events) -> int | None:
    """Show a killed rank 4 character at the end of the round; return its seat, None if nobody holds it."""
    if state.marked("killed", character):
        for number, seat in enumerate(state.seats):
            if character in seat.characters:
                seat.shown.append(character)
                out.append(events.CharacterRevealed(number, character))
                return number
    return None


def _inherit(state: State, out: Events) -> None:
    """A killed King is shown and takes the crown all the same (KIL-05, KIL-08)."""
    heir = show_killed(state, "king", out)
    if heir is not None:
        changes.move_crown(state, heir, out)


gold_income("king")
ON_REVEAL["king"] = _take_crown
AT_ROUND_END["king"] = _inherit
