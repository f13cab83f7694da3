"""Where the stages of a run lie: games and blocks are counted through all of them.

A block is one lineup in one circular order, played once from every seat; in a patch test, twice. Blocks are what the
statistics take as independent.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from referee.tournament.plan import Plan
from referee.tournament.stages import Final, Patch, Stage


class Span(NamedTuple):
    """Where a stage lies in its run: its games, its blocks, and the games of a block.

    `planned` is the number of blocks that it was to have; newcomers may have come before the last one.
    """

    stage: Stage
    games: range
    blocks: range
    size: int
    planned: int


def spans(plan: Plan) -> tuple[Span, ...]:
    """Return where the stages of a run lie."""
    return _spans(plan.stages, plan.seats)


@lru_cache(maxsize=8)
def _spans(stages: tuple[Stage, ...], seats: int) -> tuple[Span, ...]:
    found: list[Span] = []
    ends = [*(later.start for _, later in pairwise(stages)), stages[-1].start + stages[-1].games]
    first = 0
    for stage, end in zip(stages, ends, strict=True):
        size = seats * (2 if isinstance(stage, Patch) else 1)
        blocks = range(first, first - (stage.start - end) // size)
        found.append(Span(stage, range(stage.start, end), blocks, size, -(-stage.games // size)))
        first = blocks.stop
    return tuple(found)


def span_of_game(plan: Plan, number: int) -> Span:
    """Return where the stage of a game lies. Raises IndexError for a game that is not planned."""
    if not 0 <= number < plan.games:
        raise IndexError(f"the plan has games 0 to {plan.games - 1}, no game {number}")
    found = spans(plan)
    return found[bisect_right(found, number, key=lambda span: span.games.start) - 1]


def span_of_block(plan: Plan, block: int) -> Span:
    """Return where the stage of a block lies."""
    found = spans(plan)
    return found[bisect_right(found, block, key=lambda span: span.blocks.start) - 1]


def decisive(plan: Plan, last: int | None) -> range:
    """Return the games that the standings rest on when those up to the `last` are played: a final's, once it is on."""
    final = spans(plan)[-1]
    begun = isinstance(final.stage, Final) and last is not None and last in final.games
    return final.games if begun else range(plan.games)


def blocks(plan: Plan) -> int:
    """Return the number of blocks; the last one of a stage is cut short when its games do not come out even."""
    return spans(plan)[-1].blocks.stop


def block_of(plan: Plan, number: int) -> int:
    """Return the number of the block that a game belongs to. Raises IndexError for a game that is not planned."""
    span = span_of_game(plan, number)
    return span.blocks.start + (number - span.games.start) // span.size


def block_games(plan: Plan, block: int) -> range:
    """Return the numbers of the games of a block."""
    span = span_of_block(plan, block)
    first = span.games.start + (block - span.blocks.start) * span.size
    return range(first, min(first + span.size, span.games.stop))
