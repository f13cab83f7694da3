"""The options of logging, and the logger that follows from them."""

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

    from referee.log import LogFormat, LogLevel

LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")


class LogChoice(NamedTuple):
    """What the user chose."""

    level: str
    form: str


def logger(ctx: click.Context) -> "FilteringBoundLogger":
    """Return the logger of a command, configured as the user chose."""
    from referee.log import configure

    chosen: Any = ctx.obj
    return configure(cast("LogLevel", chosen.level), cast("LogFormat", chosen.form))
