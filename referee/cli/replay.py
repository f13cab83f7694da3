"""`referee replay`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import json_option, print_json
from referee.cli.rerun import feed_game, hold_conversation, only_bot

if TYPE_CHECKING:
    from referee.match import Replay


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--game", metavar="NUMBER|ID", help="Which game of the run in the folder PATH.")
@json_option
@click.option(
    "--as", "seat", type=click.IntRange(0, 7), metavar="SEAT", help="Feed the game to BOT in this seat."
)
@click.option("--raw", is_flag=True, help="Print the replay itself, JSON lines that `referee verify` reads.")
@click.option("--html", is_flag=True, help="Print a web page that shows the game on a board, step by step.")
@click.argument("bots", metavar="[-- BOT]", nargs=-1)
@click.pass_context
def replay(
    ctx: click.Context,
    path: Path,
    game: str | None,
    bots: tuple[str, ...],
    *,
    seat: int | None,
    as_json: bool,
    raw: bool,
    html: bool,
) -> None:
    """Tell a game in words: turns, boards, scores.

    PATH is the file of a replay, or the folder of a run together with --game. With --json, every event is
    printed as a line, nothing hidden. The page of --html is one file that opens from disk: add `> game.html`.

    With --as SEAT -- BOT, the game is fed to a bot again, up to the first answer that is not the recorded one; it is
    shown with the options, the bot's view, and the rule if one was broken. A file that `referee run --trace` wrote
    takes the place of PATH and --as. The exit code is 1 when there is such an answer.
    """
    if as_json + raw + html > 1:
        raise click.UsageError("--json, --raw and --html exclude each other.")
    from protocol.codec import printable
    from referee.cli.replays import about, chosen_replay
    from referee.match import read_replay, tell_game

    if path.suffix == ".trace":
        ctx.exit(hold_conversation(path, only_bot(bots), as_json=as_json))
    if bots and seat is None:
        raise click.UsageError("Which seat is the bot to take? --as SEAT")
    chosen = chosen_replay(path, game)
    if seat is not None:
        ctx.exit(feed_game(chosen, seat, only_bot(bots), as_json=as_json))
    if raw:
        click.echo(chosen.text, nl=False)
        return
    with about(path):
        told = read_replay(chosen.text)
        if as_json:
            _print_events(told)
        elif html:
            _print_page(told, chosen.names)
        else:
            for line in tell_game(told, chosen.names):
                click.echo(printable(line))


def _print_page(game: "Replay", names: tuple[str, ...]) -> None:
    from referee.report.replays import replay_page

    for piece in replay_page(game, names):
        click.echo(piece, nl=False)


def _print_events(game: "Replay") -> None:
    from referee.match import play_back

    for moment in play_back(game):
        for event in moment.events:
            print_json({"step": moment.step, "event": event})
