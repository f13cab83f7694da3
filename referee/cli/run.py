"""`referee run`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click
from click.core import ParameterSource

from referee.cli.event_stream import EventFile, events_option, on_stdout, reporting
from referee.cli.exits import ExitCode
from referee.cli.parameters import json_option, print_json
from referee.cli.sandbox import described, make_sandbox, sandbox_options
from referee.cli.wish import SetupWish, setup_options

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

    from referee.bots import Sandbox
    from referee.tournament.driver import Outcome
    from referee.tournament.plan import Plan, Recipe
    from referee.tournament.store import RunWriter
    from referee.tournament.until import Until

SEATS = 5
"""Players of a game when the number of bots is none that the game allows."""

PLANNING = (
    "games", "seats", "preset", "cast", "districts", "characters", "seed", "move_ms", "bank_ms", "start_ms",
    "on_fault", "bench_after", "fresh", "sandbox", "memory_mb", "until", "until_strict", "first_look",
)  # fmt: skip
"""The options that the plan follows from, besides the bots."""


class PlanWish(NamedTuple):
    """What the user said about the plan."""

    bots: tuple[str, ...]
    games: int
    seats: int | None
    setup: SetupWish
    seed: str | None
    move_ms: int
    bank_ms: int
    start_ms: int
    on_fault: Literal["play-on", "forfeit"]
    bench_after: int
    fresh: bool
    until: str | None
    until_strict: bool
    first_look: int | None
    sandbox: "Sandbox"


class Manner(NamedTuple):
    """How to play: nothing of it changes a result."""

    workers: int | None
    pin: bool
    keep_going: bool
    strict: bool
    as_json: bool
    events: EventFile | None


MILLISECONDS = click.IntRange(min=0)
POSITIVE_MS = click.IntRange(min=1)


@click.command()
@click.argument("bots", metavar="BOT...", nargs=-1)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option(
    "--seats", type=click.IntRange(2, 8), help="Players of each game.  [default: the bots, 2 to 8; else 5]"
)
@setup_options
@click.option("--seed", metavar="TEXT", help="Decides everything random.  [default: fresh, and printed]")
@click.option(
    "-j",
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Games played at the same time, by a process each.  [default, and the most: one per usable processor]",
)
@click.option("--no-pin", is_flag=True, help="Let workers change cores.")
@click.option("--move-ms", type=POSITIVE_MS, default=1000, show_default=True, help="Time for each decision.")
@click.option(
    "--bank-ms", type=MILLISECONDS, default=5000, show_default=True, help="Spare time for each game."
)
@click.option(
    "--start-ms", type=POSITIVE_MS, default=10_000, show_default=True, help="Time to start and greet."
)
@click.option(
    "--on-fault",
    type=click.Choice(("play-on", "forfeit")),
    default="play-on",
    show_default=True,
    help="A failed bot's seat gets harmless moves; with forfeit it also ranks last.",
)
@click.option(
    "--bench-after",
    type=click.IntRange(min=0),
    metavar="N",
    default=10,
    show_default=True,
    help="A bot that failed in N games in a row sits out the rest; 0 for never.",
)
@click.option(
    "--until",
    metavar="A>B@95|best@95",
    help="Stop when bot A is found better than B, or any bot the best, with 95% confidence; --games is the most.",
)
@click.option(
    "--until-strict",
    is_flag=True,
    help="Test --until exactly, whatever results are like, instead of asymptotically; takes about twice the games.",
)
@click.option(
    "--first-look",
    type=click.IntRange(min=1),
    metavar="BLOCKS",
    help="Blocks before --until looks first.  [default: 30; 1 with --until-strict]",
)
@click.option("--fresh", is_flag=True, help="Start the bots anew for each game.")
@sandbox_options
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Folder of the run.  [default: runs/TIME]"
)
@click.option(
    "--resume", is_flag=True, help="Go on with the run in --out; without BOTs with those of its plan."
)
@click.option("--keep-going", is_flag=True, help="Play even when a bot cannot be started.")
@click.option("--strict", is_flag=True, help="Exit with 1 when a bot failed in a game.")
@events_option
@json_option
@click.pass_context
def run(ctx: click.Context, /, **given: Any) -> None:
    """Play games between bots and rank them.

    BOT is a .py file, an executable file, a folder with a bot.toml, or a quoted command line. A bot may be named
    several times. The same bots play a block of games, each of them in each seat once; what is drawn of a setup is
    drawn anew for each block, and the presets take turns block by block.

    Every game, fault and time goes into the folder of the run, from which `referee standings`,
    `export`, `replay` and `verify` read, and in which --resume goes on.
    """
    manner = _manner(given)
    wish = _plan_wish(given)
    with _open(ctx, wish, given["out"], resume=given["resume"], keep_going=manner.keep_going) as folder:
        _announce(folder)
        outcome = _play(ctx, folder, manner)
        if outcome is None or outcome.interrupted:
            click.echo(_how_to_resume(folder, manner), err=True)
            ctx.exit(ExitCode.INTERRUPTED)
        faults = _print_result(folder, manner)
    ctx.exit(ExitCode.FOUND if manner.strict and faults else ExitCode.OK)


def _manner(given: dict[str, Any]) -> Manner:
    manner = Manner(
        workers=given["workers"],
        pin=not given["no_pin"],
        keep_going=given["keep_going"],
        strict=given["strict"],
        as_json=given["as_json"],
        events=given["events"],
    )
    if manner.as_json and on_stdout(manner.events):
        raise click.UsageError("--json and --events - both want standard output; give the events a file.")
    return manner


def _plan_wish(given: dict[str, Any]) -> PlanWish:
    return PlanWish(
        bots=given["bots"],
        games=given["games"],
        seats=given["seats"],
        setup=SetupWish(given["preset"], given["cast"], given["districts"], given["characters"]),
        seed=given["seed"],
        move_ms=given["move_ms"],
        bank_ms=given["bank_ms"],
        start_ms=given["start_ms"],
        on_fault=given["on_fault"],
        bench_after=given["bench_after"],
        fresh=given["fresh"],
        until=given["until"],
        until_strict=given["until_strict"],
        first_look=given["first_look"],
        sandbox=make_sandbox(given["sandbox"], given["memory_mb"]),
    )


def _open(
    ctx: click.Context, wish: PlanWish, out: Path | None, *, resume: bool, keep_going: bool
) -> "RunWriter":
    """Return the run that is to be played, new or begun earlier, after its bots have shaken hands."""
    from referee.bots.sandbox.probe import require
    from referee.cli.entrants import shake_hands
    from referee.tournament import plan as plans
    from referee.tournament import store

    if resume and out is None:
        raise click.UsageError("--resume needs the folder of the run: --out DIR.")
    stored = plans.load(out) if resume and out else None
    plan = _stored_plan(ctx, stored) if stored and not wish.bots else _new_plan(wish, stored)
    require(plan.sandbox)
    if not keep_going:
        shake_hands(plan)
    if resume and out:
        return store.resume(out, plan)
    return store.create(out or _free_folder(), plan)


def _stored_plan(ctx: click.Context, stored: "Plan") -> "Plan":
    """Return the plan of the run that is resumed; options that would change it are out of place."""
    named = [name for name in PLANNING if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if named:
        options = ", ".join("--" + name.replace("_", "-") for name in named)
        raise click.UsageError(f"--resume without BOTs takes the plan as it is; leave out {options}.")
    return stored


def _new_plan(wish: PlanWish, stored: "Plan | None") -> "Plan":
    """Return the plan that the options ask for; a run that is resumed keeps its seed unless one is given."""
    import secrets

    from protocol.messages import Clock, Limits
    from referee.cli.entrants import find_bots
    from referee.cli.wish import make_setup
    from referee.tournament.plan import make_plan

    if not wish.bots:
        raise click.UsageError("Name at least one bot.")
    commands = find_bots(wish.bots)
    seats = wish.seats or (len(commands) if 2 <= len(commands) <= 8 else SEATS)
    plan = make_plan(
        commands,
        make_setup(wish.setup, seats),
        seats=seats,
        games=wish.games,
        seed=wish.seed or (stored.seed if stored else secrets.token_hex(16)),
        clock=Clock(move_ms=wish.move_ms, bank_ms=wish.bank_ms),
        limits=Limits(start_ms=wish.start_ms),
        on_fault=wish.on_fault,
        bench_after=wish.bench_after,
        fresh=wish.fresh,
        sandbox=wish.sandbox,
    )
    return _stopping(plan, wish)


def _stopping(plan: "Plan", wish: PlanWish) -> "Plan":
    """Return the plan with the rule that is asked for to stop early, if any."""
    from referee.tournament.plan import stopping

    if not wish.until:
        if wish.until_strict or wish.first_look:
            raise click.UsageError(
                "--until-strict and --first-look say how to test --until; name that as well."
            )
        return plan
    plan = stopping(plan, wish.until, strict=wish.until_strict, first_look=wish.first_look)

    from referee.tournament.statistics.outlook import outlook

    if plan.until and not outlook(plan, plan.until).first_look:
        blocks = f"{plan.until.first_look} blocks in which the bots compared both play"
        raise click.UsageError(f"--until looks first after {blocks}, and there are fewer: raise --games.")
    return plan


def _free_folder() -> Path:
    """Return the first folder for a run of this moment that does not exist."""
    from datetime import datetime
    from itertools import count

    stamp = Path("runs") / datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (stamp.with_name(f"{stamp.name}-{number}") for number in count(2))
    return stamp if not stamp.exists() else next(name for name in names if not name.exists())


def _announce(run: "RunWriter") -> None:
    """Tell what is going to be played; the seed's hash is published before, the seed itself afterwards."""
    from referee.tournament.plan import commitment, repeated

    plan = run.plan
    click.echo(
        f"{plan.games} games of {plan.seats} players, {len(plan.bots)} bots, in {run.folder}", err=True
    )
    click.echo(f"Sandbox: {described(plan.sandbox)}", err=True)
    if isinstance(plan.setup, tuple):
        click.echo(_setups(plan.seats, plan.setup), err=True)
    if repeated(plan):
        click.echo(f"Too few bots for a table; repeated are: {', '.join(repeated(plan))}", err=True)
    if plan.until:
        click.echo(_rule(plan, plan.until), err=True)
    if run.count():
        click.echo(f"{run.count()} games are recorded already.", err=True)
    click.echo(f"SHA-256 of the seed: {commitment(plan)}", err=True)


def _rule(plan: "Plan", until: "Until") -> str:
    """Return when a rule stops the run, as far as that can be foreseen."""
    from referee.tournament.statistics.outlook import outlook
    from referee.tournament.until import shown

    first, found = outlook(plan, until)
    kind = "exact" if until.strict else "asymptotic"
    likely = ", ".join(
        f"{difference:g} points by game {game}" if game else f"{difference:g} points not in this run"
        for difference, game in found
    )
    return (
        f"Stops when {shown(until)} is found true ({kind} test, looked at from game {first} on).\n"
        f"More often than not it has found a difference of {likely}."
    )


def _setups(seats: int, recipes: "tuple[Recipe, ...]") -> str:
    if len(recipes) == 1:
        return f"The setup is drawn anew for every {seats} games."
    return f"{len(recipes)} setups take turns, {seats} games each time."


def _play(ctx: click.Context, run: "RunWriter", manner: Manner) -> "Outcome | None":
    """Play what is missing; return None when the games in progress were broken off."""
    from referee.cli.logs import logger
    from referee.cli.presenter import presenter
    from referee.tournament.driver import play

    log = logger(ctx)
    try:
        with presenter(log) as shown:
            report = reporting([shown.report], manner.events, log)
            return play(run, workers=_workers(manner, log), pin=manner.pin, report=report)
    except KeyboardInterrupt:
        return None


def _workers(manner: Manner, log: "FilteringBoundLogger") -> int:
    """Return how many games to play at the same time: no more than there are processors to think with.

    Bots that share a processor would lose on time what the others think.
    """
    from referee.tournament.cpus import usable_cpus

    cpus = usable_cpus()
    wanted = manner.workers or cpus.usable
    if wanted > cpus.usable:
        log.warning("more workers than usable processors", wanted=wanted, used=cpus.usable)
    return min(wanted, cpus.usable)


def _how_to_resume(run: "RunWriter", manner: Manner) -> str:
    """Return the message after an interruption, with the exact command to go on."""
    import shlex

    words = ["referee", "run", "--resume", "--out", str(run.folder)]
    words += ["-j", str(manner.workers)] if manner.workers else []
    flags = {
        "--no-pin": not manner.pin,
        "--keep-going": manner.keep_going,
        "--strict": manner.strict,
        "--json": manner.as_json,
    }
    words += [flag for flag, wanted in flags.items() if wanted]
    if manner.events:
        words += ["--events", manner.events.name]
    return f"Interrupted: {run.count()} of {run.plan.games} games are recorded. Go on with\n  {shlex.join(words)}"


def _print_result(run: "RunWriter", manner: Manner) -> int:
    """Print the standings and return the number of faults."""
    from referee.cli.sections import short
    from referee.tournament.statistics import analyse
    from referee.tournament.statistics.results import summary

    analysis = analyse(run)
    if manner.as_json:
        print_json(summary(analysis))
    else:
        click.echo(short(analysis), err=on_stdout(manner.events))
    if analysis.faults:
        import shlex

        command = shlex.join(["referee", "standings", str(run.folder), "--faults"])
        click.echo(f"Bots failed; see\n  {command}", err=True)
    click.echo(f"Seed: {run.plan.seed}", err=True)
    return analysis.faults
