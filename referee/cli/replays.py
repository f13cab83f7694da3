"""Finding the replay that the user means."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from protocol.messages import Clock
    from referee.match import GameSpec
    from referee.tournament.store import RunReader


class Chosen(NamedTuple):
    """The text of a replay, and where it belongs to a run, the names of the bots by seat and what they were told."""

    text: bytes
    names: tuple[str, ...]
    spec: "GameSpec | None" = None

    @property
    def clock(self) -> "Clock":
        """The time that the bots had."""
        from protocol.messages import Clock

        return self.spec.clock if self.spec else Clock(move_ms=1000, bank_ms=5000)

    def bot_seed(self, seat: int) -> str:
        """Return the randomness that the bot in a seat was given, zeros where it is not known."""
        known = self.spec and seat < len(self.spec.bot_seeds)
        return self.spec.bot_seeds[seat] if self.spec and known else "0" * 32


def chosen_replay(path: Path, game: str | None) -> Chosen:
    """Return the replay in a file, or that of one game (number or id) of the run in a folder."""
    if not path.is_dir():
        if game is not None:
            raise click.UsageError(f"{path} is one replay; --game chooses from the folder of a run.")
        return Chosen(replay_text(path), ())
    from referee.tournament.schedule import spec
    from referee.tournament.store import read

    with read(path) as run:
        number = _number(run, game)
        result = run.result(number)
        names = tuple(run.plan.bots[bot].name for bot in result.bots)
        return Chosen(run.replay(number), names, spec(run.plan, number))


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


@contextmanager
def about(path: Path) -> Iterator[None]:
    """Name the file or folder in what is told of a replay that does not hold."""
    from referee.match import VerifyError

    try:
        yield
    except VerifyError as error:
        error.add_note(str(path))
        raise


def replay_text(path: Path) -> bytes:
    """Return what is in the file of a replay, as far as a replay may be long."""
    from referee.match.replay import REPLAY_BYTES

    with path.open("rb") as file:
        return file.read(REPLAY_BYTES + 1)
