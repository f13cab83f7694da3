"""The drawing of a run in progress on a terminal."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from referee.cli.pace import clock_time
from referee.cli.tables import clipped
from referee.report.wording import counted

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from referee.tournament.happenings import Line
    from referee.tournament.progress import Progress

WIDEST = 80
"""Columns that the drawing takes at most, so that most changes of the window's size leave it as it is."""

LONGEST_NAME = 24
LONGEST_PLOT = 24
SHORTEST_PLOT = 8
OTHER_LINES = 5
"""Lines of a drawing that are no bot's."""

FEWEST_BOTS = 3


class Signs(NamedTuple):
    """The characters of a drawing."""

    playing: str
    point: str
    reach: str
    axis: str


UNICODE = Signs("▸", "●", "━", "·")
ASCII = Signs(">", "o", "-", ".")


class Room(NamedTuple):
    """What a drawing has to fit into, and whether it may use signs beyond ASCII."""

    width: int
    height: int
    signs: Signs


class Column(NamedTuple):
    """A column of figures, its width, and from which width of the drawing on it is shown."""

    heading: str
    width: int
    shown_from: int
    cell: Callable[["Line"], str]


def _reach(line: "Line") -> str:
    return f"{(line.interval[1] - line.interval[0]) / 2:.3f}" if line.interval else "-"


COLUMNS = (
    Column("points", 6, 0, lambda line: f"{line.points:.3f}"),
    Column("±", 5, 36, _reach),
    Column("games", 6, 44, lambda line: str(line.games)),
    Column("wins", 6, 60, lambda line: str(line.wins)),
    Column("faults", 6, 52, lambda line: str(line.faults)),
)


def drawing(progress: "Progress", elapsed_s: float, room: Room) -> "RenderableType":
    """Return what is to be seen of a run that has gone on for so many seconds."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    width = min(room.width, WIDEST)
    bots = max(FEWEST_BOTS, room.height - OTHER_LINES)
    lines = Table.grid()
    lines.add_column(max_width=width)
    lines.add_row(headline(progress, elapsed_s))
    lines.add_row(ProgressBar(total=progress.planned, completed=progress.games, width=width))
    for line in _table(progress, progress.standings[:bots], width, room.signs):
        lines.add_row(line)
    if len(progress.standings) > bots:
        lines.add_row(f"  and {counted(len(progress.standings) - bots, 'bot')} more", style="dim")
    return lines


def headline(progress: "Progress", elapsed_s: float) -> "Text":
    """Return how far a run has come, in a sentence."""
    from rich.text import Text

    extent = counted(progress.games, "game")
    if progress.planned is not None:
        extent = f"{progress.games} of {counted(progress.planned, 'game')}"
    text = Text(f"{extent}, {progress.rate():.1f}/s")
    text.append(f", {clock_time(elapsed_s)} gone, ")
    text.append("stopping" if progress.stopping else f"{clock_time(progress.left_s())} left")
    text.append(f", {counted(progress.faults, 'fault')}", style="red" if progress.faults else "")
    if progress.benched:
        text.append(f", {len(progress.benched)} benched", style="red")
    if progress.void:
        text.append(f", {progress.void} void", style="yellow")
    if progress.started and progress.started.workers:
        text.append(f", {counted(progress.started.workers, 'worker')}")
    return text


def _table(progress: "Progress", lines: "tuple[Line, ...]", width: int, signs: Signs) -> "list[Text]":
    columns = [column for column in COLUMNS if column.shown_from <= width]
    name = max([3, *(len(clipped(line.bot, LONGEST_NAME)) for line in lines)])
    figures = sum(column.width + 2 for column in columns)
    plot = min(width - figures - name - 4, LONGEST_PLOT)
    if plot < SHORTEST_PLOT:
        plot, name = 0, max(3, min(name, width - figures - 2))
    playing = progress.playing()
    return [
        _heading(columns, name, plot),
        *(_row(line, columns, name, plot, signs, plays=line.bot in playing) for line in lines),
    ]


def _heading(columns: list[Column], name: int, plot: int) -> "Text":
    from rich.text import Text

    cells = [f"  {'bot':{name}}", *(f"{column.heading:>{column.width}}" for column in columns)]
    axis = f"{'0':{plot - 1}}1" if plot else ""
    return Text("  ".join([*cells, axis]).rstrip(), style="bold", no_wrap=True, overflow="crop")


def _row(line: "Line", columns: list[Column], name: int, plot: int, signs: Signs, *, plays: bool) -> "Text":
    from rich.text import Text

    text = Text(f"{signs.playing if plays else ' '} ", style="green", no_wrap=True, overflow="crop")
    text.append(f"{clipped(line.bot, name):{name}}", style="default")
    for column in columns:
        failed = column.heading == "faults" and line.faults
        text.append(f"  {column.cell(line):>{column.width}}", style="red" if failed else "default")
    if plot:
        text.append("  ")
        text.append(interval_plot(line, plot, signs), style="cyan")
    return text


def interval_plot(line: "Line", width: int, signs: Signs) -> str:
    """Return points and interval on an axis from 0 to 1 that takes so many characters."""

    def place(points: float) -> int:
        return round(points * (width - 1))

    cells = [signs.axis] * width
    if line.interval:
        first, last = map(place, line.interval)
        cells[first : last + 1] = [signs.reach] * (last + 1 - first)
    cells[place(line.points)] = signs.point
    return "".join(cells)
