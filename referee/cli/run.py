"""`referee run`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from referee.cli.event_stream import EventFile, events_option, on_stdout, reporting
from referee.cli.exits import ExitCode, FolderTrouble, explained
from referee.cli.options import planning_options
from referee.cli.parameters import FOLDER, json_option, nearest
from referee.cli.planning import joined_plan, new_plan, stored_plan
from referee.cli.telling import announce, print_result

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

    from referee.tournament.driver import Outcome
    from referee.tournament.store import RunWriter


class Manner(NamedTuple):
    """How to play: nothing of it changes a result."""

    workers: int | None
    pin: bool
    keep_going: bool
    strict: bool
    as_json: bool
    events: EventFile | None
    traced: tuple[str, ...]


@click.command()
@click.argument("bots", metavar="BOT...", nargs=-1)
@planning_options
@click.option(
    "-j",
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Games played at the same time, by a process each.  [default, and the most: one per usable processor]",
)
@click.option("--no-pin", is_flag=True, help="Let workers change cores.")
@click.option(
    "--ladder",
    type=FOLDER,
    metavar="DIR",
    help="Add the BOTs to the finished run in DIR, and play what they miss.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Folder of the run.  [default: runs/TIME]"
)
@click.option(
    "--resume", is_flag=True, help="Go on with the run in --out; without BOTs with those of its plan."
)
@click.option("--keep-going", is_flag=True, help="Play even when a bot cannot be started.")
@click.option("--strict", is_flag=True, help="Exit with 1 when a bot failed in a game.")
@click.option(
    "--trace",
    metavar="BOT",
    multiple=True,
    help="Write down all that is said to and by a bot, in DIR/traces; once for each bot, by its name.",
)
@events_option
@json_option
@click.pass_context
def run(ctx: click.Context, /, **given: Any) -> None:
    """Play games between bots and rank them.

    BOT is a .py file, an executable file, a folder with a bot.toml, another manifest (.toml), or a quoted command
    line. A bot may be named several times. A single file EVENT.toml in their place describes bots and options;
    options beside it win over what it says.

    The same bots play a block of games, each of them in each seat once; what is drawn of a setup is
    drawn anew for each block, and the presets take turns block by block.

    Every game, fault and time goes into the folder of the run, from which `referee standings`,
    `export`, `replay` and `verify` read, and in which --resume goes on.
    """
    manner = _manner(given)
    with _open(ctx, given) as folder:
        _trace(folder, manner.traced)
        announce(folder)
        outcome = _play(ctx, folder, manner, _longer(folder, given))
        if outcome is None or outcome.interrupted:
            click.echo(f"Interrupted: {_how_to_resume(folder, manner)}", err=True)
            ctx.exit(ExitCode.INTERRUPTED)
        folder.reveal()
        faults = print_result(folder, as_json=manner.as_json, aside=on_stdout(manner.events))
    ctx.exit(ExitCode.FOUND if manner.strict and faults else ExitCode.OK)


def _manner(given: dict[str, Any]) -> Manner:
    manner = Manner(
        workers=given["workers"],
        pin=not given["no_pin"],
        keep_going=given["keep_going"],
        strict=given["strict"],
        as_json=given["as_json"],
        events=given["events"],
        traced=given["trace"],
    )
    if manner.as_json and on_stdout(manner.events):
        raise click.UsageError("--json and --events - both want standard output; give the events a file.")
    return manner


def _open(ctx: click.Context, given: dict[str, Any]) -> "RunWriter":
    """Return the run that is to be played, new or begun earlier, after its bots have shaken hands."""
    from referee.bots.sandbox.probe import require
    from referee.cli.entrants import shake_hands
    from referee.tournament import plan as plans
    from referee.tournament import store

    out, resume = given["out"], given["resume"]
    if resume and out is None:
        raise click.UsageError("--resume needs the folder of the run: --out DIR.")
    if not resume and not given["bots"]:
        raise click.UsageError("Name at least one bot, or an event.")
    if given["ladder"]:
        return _join(ctx, given)
    stored = plans.load(out) if resume else None
    plan = stored_plan(ctx, stored) if stored and not given["bots"] else new_plan(ctx, given, stored)
    require(plan.sandbox)
    if not given["keep_going"]:
        shake_hands(plan)
    return store.resume(out, plan) if resume else store.create(out or _free_folder(), plan)


def _join(ctx: click.Context, given: dict[str, Any]) -> "RunWriter":
    """Return a finished run that goes on with new bots, after all have shaken hands."""
    from contextlib import ExitStack

    from referee.bots.sandbox.probe import require
    from referee.cli.entrants import shake_hands
    from referee.tournament.store import resume

    with ExitStack() as refused:
        run = refused.enter_context(resume(given["ladder"]))
        plan = joined_plan(ctx, given, run)
        require(plan.sandbox)
        if not given["keep_going"]:
            shake_hands(plan)
        run.extend(plan)
        refused.pop_all()
    return run


def _trace(run: "RunWriter", names: tuple[str, ...]) -> None:
    """Have the conversations of bots written down. Raises UsageError for a name that none has."""
    known = [bot.name for bot in run.plan.bots]
    for name in names:
        if name not in known:
            hint = nearest(name, known) or f" There are {', '.join(known)}."
            raise click.UsageError(f"No bot of this run is called {name!r}.{hint}")
        run.trace(name)


def _longer(run: "RunWriter", given: dict[str, Any]) -> int | None:
    """Return for how many seconds more a run is to be played than was planned."""
    if not given["resume"] or given["bots"] or not given["for"]:
        return None
    if run.plan.stop.seconds is None:
        raise click.UsageError(
            "--resume --for goes on with a run that --for has ended; this one has its games."
        )
    return int(given["for"])


def _free_folder() -> Path:
    """Return the first folder for a run of this moment that does not exist."""
    from datetime import datetime
    from itertools import count

    stamp = Path("runs") / datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (stamp.with_name(f"{stamp.name}-{number}") for number in count(2))
    return stamp if not stamp.exists() else next(name for name in names if not name.exists())


def _play(ctx: click.Context, run: "RunWriter", manner: Manner, longer: int | None) -> "Outcome | None":
    """Play what is missing; return None when the games in progress were broken off.

    When the machine or the folder fails, say how to go on.
    """
    from referee.bots import HostFault
    from referee.cli.logs import logger
    from referee.cli.presenter import presenter
    from referee.tournament.driver import play
    from referee.tournament.executor import WorkerLost
    from referee.tournament.store import StoreError

    log = logger(ctx)
    try:
        with presenter(log) as shown:
            report = reporting([shown.report], manner.events, log)
            return play(run, workers=_workers(manner, log), pin=manner.pin, report=report, longer=longer)
    except KeyboardInterrupt:
        return None
    except (HostFault, StoreError, WorkerLost, MemoryError, OSError) as trouble:
        known = explained(trouble)
        if known is None:
            raise
        lines = [known.message, *_lack_of_room(run), _how_to_resume(run, manner)]
        raise FolderTrouble("\n".join(lines)) from trouble


def _lack_of_room(run: "RunWriter") -> list[str]:
    """Return a sentence about the disk if it is too small for the rest of a run."""
    import shutil

    needed, free = run.room_needed(), shutil.disk_usage(run.folder).free
    if free >= needed:
        return []
    sizes = tuple(f"{size / 2**20:,.1f} MiB" for size in (needed, free))
    return ["The games that are missing take about {} of disk; {} are free.".format(*sizes)]


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
    """Return how far the run has come, with the exact command to go on."""
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
    words += [word for name in manner.traced for word in ("--trace", name)]
    if manner.events:
        words += ["--events", manner.events.name]
    return f"{run.count()} games are recorded. Go on with\n  {shlex.join(words)}"
