"""`referee replay`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import json_option, print_json

if TYPE_CHECKING:
    from referee.match import Replay


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--game", metavar="NUMBER|ID", help="Which game of the run in the folder PATH.")
@json_option
@click.option("--raw", is_flag=True, help="Print the replay itself, JSON lines that `referee verify` reads.")
def replay(path: Path, game: str | None, *, as_json: bool, raw: bool) -> None:
    """Tell a game in words: turns, boards, scores.

    PATH is the file of a replay, or the folder of a run together with --game. With --json, every event is
    printed as a line, nothing hidden.
    """
    if as_json and raw:
        raise click.UsageError("--json and --raw exclude each other.")
    from referee.cli.replays import chosen_replay
    from referee.match import read_replay, tell_game

    chosen = chosen_replay(path, game)
    if raw:
        click.echo(chosen.text, nl=False)
    elif as_json:
        _print_events(read_replay(chosen.text))
    else:
        for line in tell_game(read_replay(chosen.text), chosen.names):
            click.echo(line)


def _print_events(game: "Replay") -> None:
    from referee.match import play_back

    for moment in play_back(game):
        for event in moment.events:
            print_json({"step": moment.step, "event": event})
