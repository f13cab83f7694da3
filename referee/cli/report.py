"""`referee report`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from referee.cli.parameters import FOLDER

Told = Callable[[int, int], None]
"""Is told how many games of how many are done."""

GAMES = "200"


def _number(_ctx: click.Context, _parameter: click.Parameter, value: str) -> int | None:
    """Return how many games are wanted, None for all."""
    if value == "all":
        return None
    if not value.isdecimal():
        raise click.BadParameter(f"{value!r} is neither a number of games nor `all`.")
    return int(value)


@click.command(short_help="Write a web page about a run.")
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to write the page.  [default: report.html in DIR]",
)
@click.option(
    "--games",
    metavar="N|all",
    callback=_number,
    default=GAMES,
    show_default=True,
    help="How many games the page has to look at, each about 15 KB: the best, the worst and the faulty ones of "
    "each bot first, then others at random.",
)
def report(folder: Path, output: Path | None, games: int | None) -> None:
    """Write a web page about a run: standings, figures, bots, and games to look at.

    The page is one file that opens from disk and loads nothing. The run may be unfinished; the page says so
    then. The name of the file is printed.
    """
    from referee.report.runs import run_page
    from referee.tournament.store import read

    path = output or folder / "report.html"
    with read(folder) as run, _progress() as told:
        _write(path, run_page(run, games, told))
    click.echo(path)


def _write(path: Path, pieces: Iterator[str]) -> None:
    """Write a file, all of it or nothing."""
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
        draft.replace(path)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _progress() -> Iterator[Told]:
    """Show a bar on a terminal's standard error, a line now and then elsewhere."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Preparing games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, games: bar.update(task, completed=done, total=games)
