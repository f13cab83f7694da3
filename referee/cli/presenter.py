"""What the user sees of a run in progress: a live table on a terminal, plain lines anywhere else."""

import os
import sys
import threading
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from referee.cli.live_table import ASCII, UNICODE, WIDEST, Room, drawing
from referee.cli.pace import Ticker, clock_time
from referee.cli.tables import clipped

if TYPE_CHECKING:
    from rich.console import RenderableType
    from structlog.typing import FilteringBoundLogger

    from referee.tournament.happenings import Happening


class Presenter(Protocol):
    """Shows a run; it is entered before the first happening and left after the last."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Stop showing."""

    def report(self, happening: "Happening") -> None:
        """Show what has happened."""


class LinePresenter:
    """A log line at the start, every few seconds, and at the end."""

    def __init__(self, log: "FilteringBoundLogger", every_s: float = 5.0) -> None:
        from referee.tournament.progress import Progress

        self._log = log
        self._ticker = Ticker(every_s)
        self._progress = Progress()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._progress.started:
            self._print()

    def report(self, happening: "Happening") -> None:
        """Print a line when it is time for one, and when a bot is benched."""
        from referee.tournament.happenings import BotBenched

        first = self._progress.started is None
        self._progress.follow(happening)
        if isinstance(happening, BotBenched):
            self._log.warning("benched", bot=clipped(happening.bot), from_game=happening.number)
        if first or self._ticker.due():
            self._print()

    def _print(self) -> None:
        progress = self._progress
        leader = progress.standings[0] if progress.games and progress.standings else None
        self._log.info(
            "progress",
            games=progress.games,
            of=progress.planned,
            per_second=round(progress.rate(), 1),
            left=clock_time(progress.left_s()),
            leader=clipped(leader.bot) if leader else None,
            faults=progress.faults,
            void=progress.void,
        )


class LivePresenter:
    """A bar and the leading bots, drawn again and again on the terminal of standard error."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live

        from referee.tournament.progress import Progress

        self._progress = Progress()
        self._heard = monotonic()
        self._lock = threading.Lock()
        self._drawn_width = 0
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(
            console=self._console,
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

    def report(self, happening: "Happening") -> None:
        """Take note of what the next drawing is to show."""
        with self._lock:
            self._progress.follow(happening)
            self._heard = monotonic()

    def _drawn(self) -> "RenderableType":
        from rich.text import Text

        self._make_room()
        size = self._console.size
        signs = UNICODE if self._console.encoding.startswith("utf") else ASCII
        with self._lock:
            if self._progress.started is None:
                return Text("Starting ...")
            elapsed_s = self._progress.elapsed_ms / 1000 + monotonic() - self._heard
            return drawing(self._progress, elapsed_s, Room(size.width, size.height, signs))

    def _make_room(self) -> None:
        """Wipe the screen when the window has become too narrow for the lines that are there, and wraps them."""
        from rich.control import Control

        width = min(self._console.size.width, WIDEST)
        if width < self._drawn_width:
            self._console.control(Control.clear(), Control.home())
        self._drawn_width = width


def presenter(log: "FilteringBoundLogger") -> Presenter:
    """Return what shows a run: a live table where standard error is a terminal that can move its cursor."""
    live = sys.stderr.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
    return LivePresenter() if live else LinePresenter(log)
