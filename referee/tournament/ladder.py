"""New bots join a run that was played: what they miss is played, what was played stays as it is."""

from collections import Counter
from collections.abc import Sequence
from math import comb

from msgspec.structs import replace

from referee.bots import BotCommand
from referee.tournament.lineups import apart, newcomers
from referee.tournament.plan import Plan, PlanError, PlanningError, Stop, repeated, sha256
from referee.tournament.planning import named
from referee.tournament.spans import block_games, block_of
from referee.tournament.stages import Newcomers, RoundRobin
from referee.tournament.store import RunReader


def joined(run: RunReader, commands: Sequence[BotCommand], seed: str) -> Plan:
    """Return the plan of a run to which bots are added; the games that they miss follow from a seed of their own.

    Raises PlanError where the run is not finished, is no round-robin, or has one of the bots already.
    """
    _check(run, commands)
    played, plan = run.count(), run.plan
    field = tuple(range(len(plan.bots)))
    entered = tuple(range(len(field), len(field) + len(commands)))
    bots = (*plan.bots, *named(commands, [bot.name for bot in plan.bots]))
    stage = Newcomers(
        start=played,
        games=0,
        bots=entered,
        field=field,
        meetings=_meetings(plan, played),
        commitment=sha256(seed),
        seed=seed,
    )
    longer = replace(plan, bots=bots, entered=len(bots), stop=Stop(), stages=(*plan.stages, stage))
    lineups = newcomers(longer, stage)
    stage = replace(stage, games=len(lineups) * plan.seats)
    return replace(longer, stages=(*plan.stages, stage))


def _check(run: RunReader, commands: Sequence[BotCommand]) -> None:
    plan, played = run.plan, run.count()
    if not all(isinstance(stage, RoundRobin | Newcomers) for stage in plan.stages):
        raise PlanError(f"{run.folder}: only a round-robin takes new bots in")
    if repeated(plan):
        raise PlanError(
            f"{run.folder}: bots play there more than once, to fill the table; new ones need a new run"
        )
    missing = next(run.missing(), None)
    whole = missing is None or block_games(plan, block_of(plan, missing)).start == missing
    if missing is not None and not (plan.stop.seconds and played == missing and whole):
        raise PlanError(f"{run.folder}: the run is not finished; --resume --out {run.folder} goes on with it")
    known = {bot.sha256: bot.name for bot in plan.bots}
    for command in commands:
        if command.sha256 in known:
            raise PlanningError(f"{command.name} is in {run.folder} already, as {known[command.sha256]}")


def _meetings(plan: Plan, played: int) -> int:
    """Return in how many blocks two bots have met so far, on average."""
    last = plan.stages[-1]
    if isinstance(last, Newcomers):
        return last.meetings
    labels = apart(plan, tuple(range(len(plan.bots))))
    pairs = comb(len(plan.bots), 2) - sum(comb(alike, 2) for alike in Counter(labels).values())
    return max(1, round(played / plan.seats * comb(plan.seats, 2) / pairs))
