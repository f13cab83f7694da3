"""What happens in a run, as lines of JSON for programs."""

import os
from typing import IO, TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from structlog.typing import FilteringBoundLogger

    from referee.tournament.chronicle import Report
    from referee.tournament.happenings import Happening

STDOUT = "-"


class EventFile(NamedTuple):
    """Where the events go, and what the user calls it."""

    name: str
    stream: IO[bytes]


def _opened(_ctx: click.Context, _parameter: click.Parameter, name: str | None) -> EventFile | None:
    if name is None:
        return None
    try:
        return EventFile(name, click.open_file(name, "ab"))
    except OSError as error:
        raise click.BadParameter(f"{name} cannot be written: {error.strerror}") from error


events_option = click.option(
    "--events",
    metavar="FILE",
    callback=_opened,
    help="Append what happens to FILE as lines of JSON, `-` being standard output; see `referee schema events`.",
)


class EventStream:
    """Writes each happening at once. When nobody takes them any more, that is logged and the run goes on."""

    def __init__(self, file: EventFile, log: "FilteringBoundLogger") -> None:
        self._file = file
        self._log = log
        self._lost = False

    def report(self, happening: "Happening") -> None:
        """Write a line."""
        import msgspec

        if self._lost:
            return
        try:
            self._file.stream.write(msgspec.json.encode(happening) + b"\n")
            self._file.stream.flush()
        except OSError as error:
            self._lost = True
            self._log.warning("events are no longer written", file=self._file.name, why=str(error))
            self._drop_what_is_left()

    def _drop_what_is_left(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._file.stream.fileno())
        os.close(nowhere)


def on_stdout(file: EventFile | None) -> bool:
    """Tell whether the events take standard output, which then has no room for anything else."""
    return file is not None and file.name == STDOUT


def reporting(listeners: "Sequence[Report]", file: EventFile | None, log: "FilteringBoundLogger") -> "Report":
    """Return what tells the listeners of a happening after it was written into the file, if there is one."""
    told = [EventStream(file, log).report, *listeners] if file else listeners

    def report(happening: "Happening") -> None:
        for listener in told:
            listener(happening)

    return report
