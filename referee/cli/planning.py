"""From an event, or the options of a run, to its plan."""

from typing import TYPE_CHECKING, Any

import click

from referee.cli.event import called_for, spelled_out
from referee.cli.options import GAMES
from referee.cli.sandbox import make_sandbox
from referee.cli.wish import SetupWish, make_setup

if TYPE_CHECKING:
    from referee.tournament.plan import Plan
    from referee.tournament.planning import Format
    from referee.tournament.store import RunReader

SEATS = 5
"""Players of a game when the number of bots is none that the game allows."""

SEEDS = ("--seed", "--seed-from")
"""The options that a ladder takes, besides its bots."""


def stored_plan(ctx: click.Context, stored: "Plan") -> "Plan":
    """Return the plan of the run that is resumed; options that would change it are out of place."""
    if named := spelled_out(ctx):
        raise click.UsageError(
            f"--resume without BOTs takes the plan as it is; leave out {', '.join(named)}."
        )
    return stored


def new_plan(ctx: click.Context, given: dict[str, Any], stored: "Plan | None") -> "Plan":
    """Return the plan that is asked for; a run that is resumed keeps its seed unless one is given.

    Raises UsageError, EventError, CommandError, BuildError, SetupError or PlanError.
    """
    from protocol.messages import Clock, Limits
    from referee.cli.entrants import find_entrants
    from referee.tournament.plan import OPEN_END, Stop
    from referee.tournament.planning import make_plan

    event = called_for(ctx, given)
    called = event.options
    form = _format(called)
    commands = find_entrants(event.bots)
    seats = called["seats"] or _seats(form.name, len(commands))
    setup = SetupWish(called["preset"], called["cast"], called["districts"], called["characters"])
    plan = make_plan(
        commands,
        make_setup(setup, seats),
        seats=seats,
        games=called["games"] or (OPEN_END if called["for"] else GAMES),
        seed=_seed(called, stored),
        clock=Clock(move_ms=called["move_ms"], bank_ms=called["bank_ms"]),
        limits=Limits(start_ms=called["start_ms"]),
        on_fault=called["on_fault"],
        bench_after=called["bench_after"],
        fresh=called["fresh"],
        sandbox=make_sandbox(called["sandbox"], called["memory_mb"], freeze=called["freeze"]),
        name=called.get("name", ""),
        form=form,
        stop=Stop(seconds=called["for"]),
        duplicate=called["duplicate"],
        separate_authors=called["separate_authors"],
    )
    return _stopping(plan, called)


def joined_plan(ctx: click.Context, given: dict[str, Any], run: "RunReader") -> "Plan":
    """Return the plan of a run that goes on with new bots.

    Raises UsageError, EventError, CommandError, BuildError or PlanError.
    """
    from referee.cli.entrants import find_entrants
    from referee.tournament.ladder import joined

    event = called_for(ctx, given)
    others = [flag for flag in event.spelled if flag not in SEEDS]
    others += [flag for flag in ("--for", "--out", "--resume") if given[flag.removeprefix("--")]]
    if others:
        named = ", ".join(others)
        raise click.UsageError(f"--ladder goes on with the run as it was planned; leave out {named}.")
    return joined(run, find_entrants(event.bots), _seed(event.options, None))


def _stopping(plan: "Plan", called: dict[str, Any]) -> "Plan":
    """Return the plan with the rule that is asked for to stop early, if any."""
    from referee.tournament.plan import stopping

    if not called["until"]:
        if called["until_strict"] or called["first_look"]:
            raise click.UsageError(
                "--until-strict and --first-look say how to test --until; name that as well."
            )
        return plan
    if len(plan.stages) > 1:
        raise click.UsageError(
            "--until looks at one table of bots; pods and their final have so many --games."
        )
    plan = stopping(plan, called["until"], strict=called["until_strict"], first_look=called["first_look"])

    from referee.tournament.statistics.outlook import outlook

    if plan.until and not outlook(plan, plan.until).first_look:
        blocks = f"{plan.until.first_look} blocks in which the bots compared both play"
        raise click.UsageError(f"--until looks first after {blocks}, and there are fewer: raise --games.")
    return plan


def _format(called: dict[str, Any]) -> "Format":
    from referee.tournament.planning import Format

    name = called["form"]
    sizes = {key: called[key] for key in ("pods", "advance", "final_games") if called[key]}
    if sizes and name != "pods":
        flag = "--" + next(iter(sizes)).replace("_", "-")
        raise click.UsageError(f"{flag} is for --format pods, not for {name}.")
    if name == "pods" and called["for"]:
        raise click.UsageError("Pods and their final have so many --games; a time cannot end them.")
    return Format(name, **sizes)


def _seats(form: str, bots: int) -> int:
    """Return the players of a game: all bots that play at a time, if a table has room for them."""
    at_a_time = {"patch": bots - 1, "pods": SEATS}.get(form, bots)
    return at_a_time if 2 <= at_a_time <= 8 else SEATS


def _seed(called: dict[str, Any], stored: "Plan | None") -> str:
    from referee.tournament.seeds import fresh_seed

    seed, public = called["seed"], called["seed_from"]
    if seed and public:
        raise click.UsageError("--seed and --seed-from both decide the seed; leave one of them out.")
    return str(public or seed or (stored.seed if stored else fresh_seed()))
