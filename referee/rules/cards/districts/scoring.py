"""Unique districts that only score: extra points at the end of the game."""

from referee.rules.editions import EDITIONS
from referee.rules.moments import ANY_TYPE_IN_SCORING, SCORE, SCORE_FROM_HAND, Bonus
from referee.rules.scoring import Tally


def _basilica(tally: Tally) -> int:
    """One for each district with an odd cost, the Artist's gold included (SCR-07)."""
    cards = EDITIONS[tally.state.setup.edition].districts
    city = tally.state.seats[tally.seat].city
    return sum(((cards[one.district].cost or 0) + one.beautified) % 2 for one in city)


def _capitol(tally: Tally) -> int:
    """Three, once, if three districts share a type (SCR-08)."""
    return 3 if any(tally.types.count(kind) >= 3 for kind in tally.types) else 0


def _ivory_tower(tally: Tally) -> int:
    """Five if it is the only unique district (SCR-05)."""
    return 5 if tally.types.count("unique") == 1 else 0


def _museum(tally: Tally) -> int:
    """One for each card beneath it (SCR-14, DST-12)."""
    return sum(len(one.beneath) for one in tally.state.seats[tally.seat].city)


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


def _secret_vault(_tally: Tally) -> int:
    """Three, from the hand (SCR-10)."""
    return 3


SCORE["basilica"] = Bonus("SCR-07", _basilica)
SCORE["capitol"] = Bonus("SCR-08", _capitol)
SCORE["dragon_gate"] = Bonus("SCR-13", _dragon_gate)
SCORE["ivory_tower"] = Bonus("SCR-05", _ivory_tower)
SCORE["museum"] = Bonus("SCR-14", _museum)
SCORE["imperial_treasury"] = Bonus("SCR-11", _imperial_treasury)
SCORE["map_room"] = Bonus("SCR-09", _map_room)
SCORE["statue"] = Bonus("SCR-12", _statue)
SCORE["wishing_well"] = Bonus("SCR-06", _wishing_well)
ANY_TYPE_IN_SCORING.add("haunted_quarter")
SCORE_FROM_HAND["secret_vault"] = Bonus("SCR-10", _secret_vault)
