"""`referee watch`."""

from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import click

from referee.cli.event_stream import EventFile, events_option, on_stdout, reporting
from referee.cli.exits import ExitCode
from referee.cli.parameters import FOLDER

if TYPE_CHECKING:
    from referee.tournament.progress import Progress

LOOK_S = 0.5
"""Seconds between two looks into the folder."""


@click.command(short_help="Follow a run that is played elsewhere.")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--once", is_flag=True, help="Print how far the run has come, and leave.")
@events_option
@click.pass_context
def watch(ctx: click.Context, folder: Path, *, once: bool, events: EventFile | None) -> None:
    """Show a run in progress, until it ends, and then its standings.

    The folder is only read. When nobody is at work on a run that is not complete, because it was interrupted or
    killed, that is told with the command that goes on, and the exit code is 1. A watch that is ended by Ctrl-C
    leaves the run alone.
    """
    from referee.tournament.progress import Progress

    progress = Progress()
    _follow(ctx, folder, events, progress, once=once)
    _print_standings(folder, to_stderr=on_stdout(events))
    if progress.ended is None:
        click.echo("A referee is at work on it.", err=True)
    elif progress.ended.outcome != "finished":
        click.echo(f"Nobody is at work on it. Go on with\n  {_resume_command(folder)}", err=True)
        ctx.exit(ExitCode.FOUND)


def _follow(
    ctx: click.Context, folder: Path, events: EventFile | None, progress: "Progress", *, once: bool
) -> None:
    """Show what happens until the run ends, or what has happened up to now."""
    from contextlib import nullcontext

    from referee.cli.logs import logger
    from referee.cli.presenter import presenter
    from referee.tournament.following import Follower
    from referee.tournament.interrupts import Interrupts

    log = logger(ctx)
    with nullcontext() if once else presenter(log) as shown, Interrupts() as interrupts:
        listeners = [progress.follow, shown.report] if shown else [progress.follow]
        follower = Follower(folder, reporting(listeners, events, log))
        while follower.look() and not once:
            sleep(LOOK_S)
            if interrupts.count:
                raise KeyboardInterrupt


def _print_standings(folder: Path, *, to_stderr: bool) -> None:
    from referee.cli.sections import short
    from referee.tournament.statistics import analyse
    from referee.tournament.store import read

    with read(folder) as run:
        click.echo(short(analyse(run)), err=to_stderr)


def _resume_command(folder: Path) -> str:
    import shlex

    return shlex.join(["referee", "run", "--resume", "--out", str(folder)])
