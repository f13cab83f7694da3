"""What the user sees of a run in progress: a live display on a terminal, plain lines anywhere else."""

from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from referee.cli.pace import Pace, Ticker, clock_time
from referee.cli.tables import clipped

if TYPE_CHECKING:
    from rich.console import RenderableType
    from structlog.typing import FilteringBoundLogger

    from referee.tournament.driver import Progress
    from referee.tournament.standings import Standing

LEADERS = 8
"""Bots in the live display."""


class Presenter(Protocol):
    """Shows a run; it is entered before the first report and left after the last."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Stop showing."""

    def report(self, progress: "Progress") -> None:
        """Show how far the run has come."""


class LinePresenter:
    """A log line at the start, every few seconds, and at the end."""

    def __init__(self, log: "FilteringBoundLogger", every_s: float = 5.0) -> None:
        self._log = log
        self._ticker = Ticker(every_s)
        self._pace = Pace()
        self._latest: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._latest is not None:
            self._print(self._latest)

    def report(self, progress: "Progress") -> None:
        """Print a line when it is time for one."""
        self._pace.count(progress.games)
        if self._latest is None or self._ticker.due():
            self._print(progress)
        self._latest = progress

    def _print(self, progress: "Progress") -> None:
        left = self._pace.left_s(progress.planned)
        leader = next(iter(progress.standings()), None) if progress.games else None
        self._log.info(
            "progress",
            games=progress.games,
            of=progress.planned,
            per_second=round(self._pace.rate(), 1),
            left=clock_time(left),
            leader=clipped(leader.bot) if leader else None,
            faults=progress.faults,
            void=progress.void,
        )


class LivePresenter:
    """A bar and the leading bots, drawn again and again on the terminal of standard error."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._pace = Pace()
        self._latest: Progress | None = None
        self._leaders: tuple[Standing, ...] = ()
        self._live = Live(
            console=Console(stderr=True),
            get_renderable=self._drawn,
            refresh_per_second=4,
            transient=True,
            redirect_stdout=False,
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._live.stop()

    def report(self, progress: "Progress") -> None:
        """Take note of what the next drawing is to show."""
        self._pace.count(progress.games)
        self._leaders = progress.standings()[:LEADERS]
        self._latest = progress

    def _drawn(self) -> "RenderableType":
        from rich.table import Table
        from rich.text import Text

        if self._latest is None:
            return Text("Starting ...")
        lines = Table.grid()
        lines.add_row(self._headline(self._latest))
        lines.add_row(self._bar(self._latest))
        lines.add_row(self._table())
        return lines

    def _headline(self, progress: "Progress") -> "RenderableType":
        from rich.text import Text

        left = clock_time(self._pace.left_s(progress.planned))
        text = Text(f"{progress.games} of {progress.planned} games, {self._pace.rate():.1f}/s, {left} left")
        text.append(f", {progress.faults} faults", style="red" if progress.faults else "")
        if progress.void:
            text.append(f", {progress.void} void", style="yellow")
        return text

    @staticmethod
    def _bar(progress: "Progress") -> "RenderableType":
        from rich.progress_bar import ProgressBar

        return ProgressBar(total=progress.planned, completed=progress.games, width=60)

    def _table(self) -> "RenderableType":
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False)
        table.add_column("bot")
        for heading in ("games", "points", "wins", "faults"):
            table.add_column(heading, justify="right")
        for line in self._leaders:
            table.add_row(
                Text(clipped(line.bot)),
                str(line.games),
                f"{line.points:.3f}",
                str(line.wins),
                str(line.faults),
            )
        return table


def presenter(log: "FilteringBoundLogger", *, live: bool) -> Presenter:
    """Return what shows a run, `live` on a terminal."""
    return LivePresenter() if live else LinePresenter(log)
