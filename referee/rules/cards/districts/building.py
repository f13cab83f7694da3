"""Unique districts that matter when something is built: Factory, Quarry, Thieves' Den."""

from protocol.cards import District
from referee.rules.editions import EDITIONS
from referee.rules.moments import ALLOWS_DUPLICATES, COST, TAKES_CARDS


def _factory(district: District) -> int:
    """One gold less for any other unique district (DST-22)."""
    card = EDITIONS["2016"].districts[district]
    return -1 if card.type == "unique" and district != "factory" else 0


COST["factory"] = _factory
ALLOWS_DUPLICATES.add("quarry")
TAKES_CARDS.add("thieves_den")
