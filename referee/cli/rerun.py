"""A recorded game fed to a bot again: `referee replay PATH --as SEAT -- BOT`, `referee replay FILE.trace -- BOT`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.entrants import find_bots
from referee.cli.exits import ExitCode
from referee.cli.parameters import print_json

if TYPE_CHECKING:
    from referee.bots import BotCommand
    from referee.cli.replays import Chosen
    from referee.match.rerun import Difference, Rerun


def only_bot(bots: tuple[str, ...]) -> "BotCommand":
    """Return the one bot that is named, built."""
    if len(bots) != 1:
        raise click.UsageError("Name one bot to feed the game to: referee replay PATH --as SEAT -- BOT")
    return find_bots(bots)[0]


def feed_game(chosen: "Chosen", seat: int, bot: "BotCommand", *, as_json: bool) -> ExitCode:
    """Feed a replay to a bot, print the first difference, and return the exit code."""
    from protocol.messages import Limits
    from referee.bots import BotSeat
    from referee.match import VerifyError, read_replay
    from referee.match.rerun import rerun

    player = BotSeat(bot, Limits(), None)
    try:
        bot_seed = chosen.bot_seed(seat)
        again = rerun(
            read_replay(chosen.text), seat, player, bot_seed=bot_seed, clock=chosen.clock, limits=Limits()
        )
    except VerifyError as error:
        raise click.UsageError(f"The game cannot be fed to a bot: {error}") from error
    finally:
        player.close()
    if as_json:
        print_json(again)
    else:
        _print(again)
    return ExitCode.FOUND if again.difference else ExitCode.OK


def _print(again: "Rerun") -> None:
    if again.difference is None:
        click.echo(f"The bot answers all {again.same} requests as recorded.")
        return
    click.echo(f"The bot answers {again.same} requests as recorded, and then something else:")
    for line in _difference(again.difference):
        click.echo(line)


def _difference(difference: "Difference") -> list[str]:
    """Return the difference in lines: what was done then and now, what was refused, and what the bot saw."""
    import msgspec

    def shown(thing: object) -> str:
        return msgspec.json.encode(thing).decode()

    lines = [
        f"step {difference.step}, decision {difference.decision}",
        f"  recorded  {shown(difference.recorded)}",
    ]
    if difference.answered is not None:
        lines.append(f"  answered  {shown(difference.answered)}")
    for refusal in difference.refusals:
        lines += [
            f"  refused   {shown(refusal.answer)}",
            f"            {refusal.code} by {refusal.rule}: {refusal.sentence}",
            f"            the nearest legal action: {shown(refusal.nearest)}",
        ]
    if difference.fault:
        lines.append(f"  failed    {difference.fault.code}: {difference.fault.detail}")
    lines.append("  legal")
    lines += [f"    {number:3}  {shown(option)}" for number, option in enumerate(difference.legal)]
    return [*lines, f"  view      {shown(difference.view)}"]


def hold_conversation(path: Path, bot: "BotCommand", *, as_json: bool) -> ExitCode:
    """Hold the conversation of a trace with a bot, print the first other answer, and return the exit code."""
    from referee.bots import Sandbox
    from referee.match.trace import converse, said

    try:
        again = converse(list(said(path.read_text(encoding="utf-8"))), bot, Sandbox())
    except ValueError as error:
        raise click.UsageError(f"{path} is no trace: {error}.") from error
    if as_json:
        print_json(again)
    elif again.recorded is None:
        click.echo(f"The bot says all {again.same} lines as recorded.")
    else:
        click.echo(f"The bot says {again.same} lines as recorded, and then something else:")
        click.echo(f"  asked     {again.asked}\n  recorded  {again.recorded}\n  answered  {again.answered}")
    return ExitCode.OK if again.recorded is None else ExitCode.FOUND
