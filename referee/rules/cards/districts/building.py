"""Unique districts that matter when something is built.

Factory, Framework, Monument, Necropolis, Quarry, Stables, Thieves' Den.
"""

from protocol.cards import District
from referee.rules.editions import EDITIONS
from referee.rules.moments import (
    ALLOWS_DUPLICATES,
    BARRED,
    BUILT_BY_SACRIFICE,
    COST,
    COUNTS_AS,
    OFF_LIMIT,
    SACRIFICED,
    TAKES_CARDS,
)
from referee.rules.state import State

MONUMENT_BAR = 5
"""With so many districts in the city a Monument can no longer be built."""


def _factory(district: District) -> int:
    """One gold less for any other unique district (DST-22)."""
    card = EDITIONS["2016"].districts[district]
    return -1 if card.type == "unique" and district != "factory" else 0


def _monument_barred(state: State, seat: int) -> str | None:
    """Districts are counted as cards, before any of them is sacrificed (DST-16, DST-28, DST-29)."""
    return "DST-28" if len(state.seats[seat].city) >= MONUMENT_BAR else None


COST["factory"] = _factory
ALLOWS_DUPLICATES.add("quarry")
TAKES_CARDS.add("thieves_den")
BARRED["monument"] = _monument_barred
COUNTS_AS["monument"] = 2
OFF_LIMIT["stables"] = {None}
SACRIFICED.add("framework")
BUILT_BY_SACRIFICE.add("necropolis")
