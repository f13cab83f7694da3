"""Who sits down together in each block of a stage."""

from functools import lru_cache
from typing import NamedTuple

from referee.tournament.design import (
    Design,
    Lineup,
    balanced_lineups,
    full_length,
    longest_length,
    relabelled,
)
from referee.tournament.draws import Draws
from referee.tournament.newcomers import newcomers_lineups
from referee.tournament.plan import Plan
from referee.tournament.spans import Span
from referee.tournament.stages import Final, Gauntlet, Newcomers, Patch, RoundRobin, entrants


class Pool(NamedTuple):
    """Bots of whom lineups are drawn: those who sit at every table, the others, and the places for these."""

    always: Lineup
    others: Lineup
    places: int


def _pool(stage: RoundRobin | Final | Gauntlet | Patch, seats: int) -> Pool:
    """Return of whom the lineups of a stage are drawn; of the two that a patch test compares, the new one."""
    match stage:
        case RoundRobin(bots=bots) | Final(bots=bots):
            return Pool((), bots, seats)
        case Gauntlet(bot=bot, field=field) | Patch(new=bot, field=field):
            return Pool((bot,), field, seats - 1)


def cycle(plan: Plan, span: Span) -> int:
    """Return after how many blocks of a stage its lineups come again, be it in another order or with others.

    Where meetings cannot be made equal, the cycle is long, so that they are nearly so.
    """
    if isinstance(span.stage, Newcomers):
        return span.planned
    of = _pool(span.stage, plan.seats)
    if len(of.others) == of.places:
        return 1
    length = full_length(len(of.others), of.places, apart(plan, of.others))
    if length >= span.planned or _design(plan, span, of, length).exact:
        return length
    return longest_length(len(of.others), of.places)


def apart(plan: Plan, bots: Lineup) -> Lineup:
    """Return a number for each bot, the same for those that may not sit at one table; empty if all may."""
    if not plan.separate_authors:
        return ()
    authors = [plan.bots[bot].author or bot for bot in bots]
    numbers = {author: number for number, author in enumerate(dict.fromkeys(authors))}
    return tuple(numbers[author] for author in authors) if len(numbers) < len(bots) else ()


def comes_again(plan: Plan, span: Span) -> bool:
    """Tell whether the same lineups come again in each cycle of a stage, in the same order."""
    if isinstance(span.stage, Newcomers):
        return True
    of = _pool(span.stage, plan.seats)
    return len(of.others) == of.places or _design(plan, span, of, cycle(plan, span)).exact


def table(plan: Plan, span: Span, position: int) -> Lineup:
    """Return who sits down in the block at a position of a stage: those who always do, then others, ascending."""
    if isinstance(span.stage, Newcomers):
        return newcomers(plan, span.stage)[position]
    of = _pool(span.stage, plan.seats)
    if len(of.others) == of.places:
        return (*of.always, *of.others)
    length = cycle(plan, span)
    epoch, place = divmod(position, length)
    design = _design(plan, span, of, min(length, span.planned - epoch * length))
    names = of.others
    if not design.exact:
        names = _relabelled(names, apart(plan, names), plan.seed, span.stage.start, epoch)
    return (*of.always, *sorted(names[bot] for bot in design.lineups[place]))


def newcomers(plan: Plan, stage: Newcomers) -> tuple[Lineup, ...]:
    """Return the lineups of a stage of newcomers."""
    names = entrants(stage)
    lineups = newcomers_lineups(
        len(stage.field), len(stage.bots), plan.seats, stage.meetings, stage.seed, apart(plan, names)
    )
    return tuple(tuple(names[bot] for bot in lineup) for lineup in lineups)


def _design(plan: Plan, span: Span, of: Pool, length: int) -> Design:
    labels = apart(plan, of.others)
    return balanced_lineups(len(of.others), of.places, length, plan.seed, span.stage.start, labels)


@lru_cache(maxsize=4)
def _relabelled(bots: Lineup, labels: Lineup, seed: str, *place: int) -> Lineup:
    """Lineups that cannot be balanced exactly are dealt to other bots each time round."""
    order = relabelled(labels or tuple(range(len(bots))), Draws(seed, "relabelling", *place))
    return tuple(bots[name] for name in order)
