"""What to expect of a rule to stop early, before anything is played."""

from itertools import islice
from math import sqrt
from typing import NamedTuple

import numpy as np

from referee.tournament.plan import Plan
from referee.tournament.schedule import lineup
from referee.tournament.spans import block_games, blocks
from referee.tournament.statistics import sequential
from referee.tournament.statistics.analysis import rule_of
from referee.tournament.until import Until

DIFFERENCES = (0.2, 0.1, 0.05)
"""Points by which a bot may be better."""

FARTHEST = 10_000
"""Blocks that are looked ahead."""


class Outlook(NamedTuple):
    """The game after which a rule looks first, and the games by which it mostly finds the differences given.

    None is beyond the last game of the run, or too far to tell.
    """

    first_look: int | None
    found: tuple[tuple[float, int | None], ...]


def outlook(plan: Plan, until: Until) -> Outlook:
    """Return what to expect of a rule in a plan, among bots that are otherwise equal."""
    rule = rule_of(plan, until)
    pair = set(rule.claim or (0, 1))
    ends = [
        block_games(plan, block).stop
        for block in islice(range(blocks(plan)), FARTHEST)
        if pair <= set(lineup(plan, block))
    ]

    def game(block: int | None) -> int | None:
        return None if block is None or block > len(ends) else ends[block - 1]

    count = np.arange(1.0, len(ends) + 1)
    found: list[tuple[float, int | None]] = []
    for difference in DIFFERENCES:
        wealth = sequential.typical_wealth(
            count, difference, block_sd(plan.seats), rule.alpha / rule.rivals, strict=rule.strict
        )
        enough = (wealth >= rule.threshold) & (count >= rule.first)
        found.append((difference, game(int(enough.argmax()) + 1 if enough.any() else None)))
    return Outlook(game(rule.first), tuple(found))


def block_sd(seats: int) -> float:
    """Return the standard deviation of the difference of two equal bots in a block of as many games as seats."""
    return sqrt((seats + 1) / 6) / (seats - 1)
