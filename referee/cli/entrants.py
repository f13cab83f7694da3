"""The bots of a run before its first game: found, built, and able to shake hands."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from referee.cli.exits import BotTrouble
from referee.cli.tables import fault_lines

if TYPE_CHECKING:
    from referee.bots import BotCommand, Fault
    from referee.tournament.event import Entrant
    from referee.tournament.plan import Plan


def find_bots(specs: Sequence[str]) -> "list[BotCommand]":
    """Return the programs that the user names on the command line, built. Raises CommandError or BuildError."""
    from referee.tournament.event import Entrant

    return find_entrants([Entrant(spec) for spec in specs])


def find_entrants(entrants: "Sequence[Entrant]") -> "list[BotCommand]":
    """Return the programs that the user means, built. Raises UsageError, CommandError or BuildError."""
    from referee.bots import build

    commands = [_found(entrant) for entrant in entrants]
    for command in {(command.folder, command.build): command for command in reversed(commands)}.values():
        if command.build:
            click.echo(f"Building {command.name} ...", err=True)
            build(command)
    return commands


def _found(entrant: "Entrant") -> "BotCommand":
    from msgspec.structs import replace

    from referee.bots import CommandError, resolve

    try:
        command = resolve(entrant.path, entrant.beside)
    except CommandError as error:
        if entrant.where:
            raise click.UsageError(f"{entrant.where}: {error}") from error
        raise
    return replace(command, name=entrant.name or command.name, author=entrant.author or command.author)


def shake_hands(plan: "Plan") -> None:
    """Start each program of a plan once and exchange `hello`. Raises BotTrouble for all that fail, HostFault."""
    from referee.bots import BotCommand, BotFailed, BotSeat

    complaints = []
    for entry in {(bot.argv, bot.folder): bot for bot in reversed(plan.bots)}.values():
        command = BotCommand(entry.name, entry.argv, entry.folder)
        seat = BotSeat(command, plan.limits, None, plan.sandbox)
        try:
            seat.start()
        except BotFailed as failed:
            complaints.append(complaint(command, failed.fault))
        finally:
            seat.close()
    if complaints:
        raise BotTrouble("\n".join([*complaints, "  --keep-going plays all the same."]))


def complaint(command: "BotCommand", fault: "Fault") -> str:
    """Return what to tell of a bot that could not be started."""
    head, *evidence = fault_lines(fault)
    advice = f"  `referee explain {fault.code}` tells more."
    return "\n".join([f"{command.name} cannot play: {head}", *evidence, advice])
