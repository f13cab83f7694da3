"""The cards: all that one card does stands in one place and hooks the moments of `referee.rules.moments`.

Importing this package registers every card; `BUILT` names those whose behaviour exists.
"""

from referee.rules import moments, turn
from referee.rules.cards import rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9
from referee.rules.cards.districts import (
    activated,
    building,
    gathering,
    protection,
    scoring,
    theater,
    turn_end,
)

MODULES = (
    rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9,
    activated, building, gathering, protection, scoring, theater, turn_end,
)  # fmt: skip
"""Where the cards are."""

BUILT: frozenset[str] = frozenset().union(
    turn.ABILITIES,
    turn.DISTRICT_ACTIONS,
    moments.COURSE,
    moments.AFTER_SELECTION,
    moments.GATHER_EXTRA_CARDS,
    moments.GATHER_EXTRA_GOLD,
    moments.GATHER_KEEP_ALL,
    moments.COUNTS_FOR_INCOME,
    moments.COST,
    moments.ALLOWS_DUPLICATES,
    moments.TAKES_CARDS,
    moments.OFF_LIMIT,
    moments.BARRED,
    moments.SACRIFICED,
    moments.BUILT_BY_SACRIFICE,
    moments.PROTECTED_DISTRICT,
    moments.SURCHARGE,
    moments.AT_TURN_END,
    moments.AT_TURN_END_AS,
    moments.SCORE,
    moments.SCORE_FROM_HAND,
    moments.ANY_TYPE_IN_SCORING,
)
"""The characters and unique districts whose behaviour is built."""
