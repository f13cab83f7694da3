"""The one configuration of structlog: lines on standard error, readable or as JSON."""

import logging
import os
import sys
from typing import Literal, TypeAlias

import structlog

LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]
LogFormat: TypeAlias = Literal["text", "json"]


def _coloured() -> bool:
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in ("dumb", "unknown")
    return wanted and sys.stderr.isatty()


def configure(level: LogLevel, form: LogFormat) -> structlog.typing.FilteringBoundLogger:
    """Set the level and the form of all log lines, and return a logger."""
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if form == "text":
        renderer = structlog.dev.ConsoleRenderer(colors=_coloured(), pad_event_to=0, sort_keys=False)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger()
    return logger
