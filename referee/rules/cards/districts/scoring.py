"""Unique districts that only score: extra points at the end of the game."""

from referee.rules.editions import EDITIONS
from referee.rules.moments import ANY_TYPE_IN_SCORING, SCORE, SCORE_FROM_HAND, SCORE_RULE
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


SCORE["basilica"] = _basilica
SCORE["capitol"] = _capitol
SCORE["dragon_gate"] = _dragon_gate
SCORE["ivory_tower"] = _ivory_tower
SCORE["museum"] = _museum
SCORE["imperial_treasury"] = _imperial_treasury
SCORE["map_room"] = _map_room
SCORE["statue"] = _statue
SCORE["wishing_well"] = _wishing_well
ANY_TYPE_IN_SCORING.add("haunted_quarter")
SCORE_FROM_HAND["secret_vault"] = 3

SCORE_RULE |= {
    "basilica": "SCR-07",
    "capitol": "SCR-08",
    "dragon_gate": "SCR-13",
    "ivory_tower": "SCR-05",
    "museum": "SCR-14",
    "imperial_treasury": "SCR-11",
    "map_room": "SCR-09",
    "statue": "SCR-12",
    "wishing_well": "SCR-06",
    "secret_vault": "SCR-10",
}
