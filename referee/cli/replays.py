"""Finding the replay that the user means."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from referee.tournament.store import RunReader


class Chosen(NamedTuple):
    """The text of a replay, and the names of the bots by seat where they are known."""

    text: bytes
    names: tuple[str, ...]


def chosen_replay(path: Path, game: str | None) -> Chosen:
    """Return the replay in a file, or that of one game (number or id) of the run in a folder."""
    if not path.is_dir():
        if game is not None:
            raise click.UsageError(f"{path} is one replay; --game chooses from the folder of a run.")
        return Chosen(replay_text(path), ())
    from referee.tournament.store import read

    with read(path) as run:
        number = _number(run, game)
        result = run.result(number)
        return Chosen(run.replay(number), tuple(run.plan.bots[bot].name for bot in result.bots))


def _number(run: "RunReader", game: str | None) -> int:
    """Return the number of the game that is meant."""
    from referee.tournament.store import StoreError

    if game is None:
        raise click.UsageError(f"{run.folder} holds a run; choose a game with --game NUMBER (or its id).")
    try:
        number = int(game) if game.isdecimal() else run.number(game)
        run.result(number)
    except StoreError as error:
        raise click.UsageError(f"{error}.") from error
    return number


def replay_text(path: Path) -> bytes:
    """Return what is in the file of a replay, as far as a replay may be long."""
    from referee.match.replay import REPLAY_BYTES

    with path.open("rb") as file:
        return file.read(REPLAY_BYTES + 1)
