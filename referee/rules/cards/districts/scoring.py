"""Unique districts that only score: extra points at the end of the game."""

from referee.rules.moments import ANY_TYPE_IN_SCORING, SCORE
from referee.rules.scoring import Tally


def _dragon_gate(_tally: Tally) -> int:
    """Two extra points (SCR-13)."""
    return 2


def _imperial_treasury(tally: Tally) -> int:
    """One for each gold in the stash after the round's end (SCR-11)."""
    return tally.state.seats[tally.seat].gold


def _map_room(tally: Tally) -> int:
    """One for each card in hand (SCR-09)."""
    return len(tally.state.seats[tally.seat].hand)


def _statue(tally: Tally) -> int:
    """Five for the crown after the round's end (SCR-12, STA-01)."""
    return 5 if tally.state.crown == tally.seat else 0


def _wishing_well(tally: Tally) -> int:
    """One for each unique district, itself included; a Haunted Quarter as it counts (SCR-06)."""
    return tally.types.count("unique")


SCORE["dragon_gate"] = _dragon_gate
SCORE["imperial_treasury"] = _imperial_treasury
SCORE["map_room"] = _map_room
SCORE["statue"] = _statue
SCORE["wishing_well"] = _wishing_well
ANY_TYPE_IN_SCORING.add("haunted_quarter")
