"""Whether a plan that was read is one that can be played. Whoever wrote the file may have meant harm."""

from typing import TYPE_CHECKING

import msgspec

from referee.tournament.stages import Final, Gauntlet, Newcomers, Patch, Stage, entrants
from referee.tournament.until import Until, UntilError, parse, shown

if TYPE_CHECKING:
    from referee.tournament.plan import Plan

MOST_BOTS = 10_000

MOST_GAMES = 1_000_000_000
"""Of a stage; a run that a time ends has as many."""

LONGEST_MS = 1_000_000_000
"""Of all times; more than eleven days."""


def check(plan: "Plan") -> None:
    """Raise ValueError, with a sentence, for a plan that cannot be."""
    if not 2 <= plan.seats <= 8:
        raise ValueError(f"Citadels is played by 2 to 8, not by {plan.seats}")
    if plan.setup == ():
        raise ValueError("a run needs a setup")
    _check_numbers(plan)
    _check_bots(plan)
    _check_stages(plan)
    if plan.until:
        _check_rule(plan, plan.until)


def _check_numbers(plan: "Plan") -> None:
    times = (*msgspec.structs.astuple(plan.clock), *msgspec.structs.astuple(plan.limits))
    seconds = plan.stop.seconds or 0
    if not all(0 <= number <= LONGEST_MS for number in (*times, seconds, plan.bench_after)):
        raise ValueError(f"times, limits and other numbers are from 0 to {LONGEST_MS:,}")


def _check_bots(plan: "Plan") -> None:
    if not 1 <= plan.entered <= len(plan.bots) <= MOST_BOTS:
        raise ValueError(f"{plan.entered} bots entered make no {len(plan.bots)} entries")
    for bot in plan.bots:
        words = (bot.name, bot.folder, bot.source, *bot.argv)
        if not bot.argv or any("\0" in word for word in words):
            raise ValueError("a bot has no program")


def _check_stages(plan: "Plan") -> None:
    start = 0
    for stage in plan.stages:
        if stage.start != start or not 1 <= stage.games <= MOST_GAMES:
            raise ValueError(
                f"the stage that should start with game {start} does not, or has {stage.games} games"
            )
        start += stage.games
        _check_entrants(plan, stage)
    if not start:
        raise ValueError("a run has at least one stage")


def _check_entrants(plan: "Plan", stage: Stage) -> None:
    bots = entrants(stage)
    if len(set(bots)) != len(bots) or not all(0 <= bot < len(plan.bots) for bot in bots):
        raise ValueError("a stage has bots that are not in the plan, or has one twice")
    match stage:
        case Final():
            enough = stage.advance >= 1 and (not bots or len(bots) >= plan.seats) and stage.start > 0
        case Gauntlet():
            enough = len(bots) >= plan.seats
        case Patch():
            enough = len(bots) > plan.seats and stage.games % 2 == 0
        case Newcomers():
            enough = len(bots) >= plan.seats and bool(stage.bots) and 1 <= stage.meetings <= MOST_GAMES
        case _:
            enough = len(bots) >= plan.seats
    if not enough:
        raise ValueError(f"a stage has too few bots for {plan.seats} seats, or cannot be otherwise")


def _check_rule(plan: "Plan", rule: Until) -> None:
    names = tuple(bot.name for bot in plan.bots)
    try:
        parse(shown(rule), names, entered=plan.entered, strict=rule.strict, first_look=rule.first_look)
    except UntilError as error:
        raise ValueError(str(error)) from error
