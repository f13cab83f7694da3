"""An event, described by a file, in place of BOTs and options."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from referee.cli.options import PLANNING

if TYPE_CHECKING:
    from referee.tournament.event import Entrant, Setting

SUFFIX = ".toml"

OPTIONS = {"format": "form"}
"""The keys of an event whose options are called otherwise in the program."""


class Called(NamedTuple):
    """The bots of a run and its options by name; `spelled` are the options that somebody gave, as flags."""

    bots: "Sequence[Entrant]"
    options: dict[str, Any]
    spelled: tuple[str, ...]


def spelled_out(ctx: click.Context) -> tuple[str, ...]:
    """Return the options on the line that the plan would follow from, as flags."""
    parameters = [each for each in ctx.command.params if each.name in PLANNING]
    return tuple(each.opts[0] for each in parameters if _on_the_line(ctx, each))


def _on_the_line(ctx: click.Context, parameter: click.Parameter) -> bool:
    return ctx.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE


def called_for(ctx: click.Context, given: dict[str, Any]) -> Called:
    """Return the bots and the options: those of an event, where one is named, but for options on the line.

    Raises UsageError, EventError.
    """
    from referee.tournament.event import Entrant, read_event

    bots: tuple[str, ...] = given["bots"]
    events = [bot for bot in bots if bot.endswith(SUFFIX) and " " not in bot and not _is_manifest(Path(bot))]
    if not events:
        return Called([Entrant(bot) for bot in bots], given, spelled_out(ctx))
    if len(bots) > 1:
        raise click.UsageError(f"{events[0]} describes a whole event; leave out the other BOTs.")
    event = read_event(Path(events[0]))
    parameters = {parameter.name: parameter for parameter in ctx.command.params}
    options, spelled = dict(given), list(spelled_out(ctx))
    for key, setting in event.settings.items():
        parameter = parameters.get(OPTIONS.get(key, key))
        if parameter is None:
            options[key] = setting.value
        elif not _on_the_line(ctx, parameter):
            options[str(parameter.name)] = _processed(ctx, parameter, setting)
            spelled.append(parameter.opts[0])
    return Called(event.bots, options, tuple(spelled))


def _is_manifest(path: Path) -> bool:
    """Tell whether a file says how one bot is run, and is no event."""
    import tomllib

    try:
        return "run" in tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False


def _processed(ctx: click.Context, parameter: click.Parameter, setting: "Setting") -> Any:
    """Return the value of a key as its option would have it."""
    value = setting.value
    try:
        return parameter.process_value(ctx, ",".join(map(str, value)) if isinstance(value, list) else value)
    except click.BadParameter as error:
        raise click.UsageError(f"{setting.where}: {error.message}") from error
