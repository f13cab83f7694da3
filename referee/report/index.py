"""What a page knows of games before it opens one: who played, how it ended, and the cards."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from protocol.messages import Setup
from referee.match import SeatFault
from referee.report.film import Film
from referee.rules import Card, card
from referee.rules.editions import EDITIONS
from referee.tournament.store import GameResult


class Listed(Struct, frozen=True):
    """A game as lists show it: `bots` are indices by seat, as are `totals` and `ranks`; `faults` are seats."""

    number: int
    id: str
    bots: tuple[int, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    faults: tuple[int, ...]


class Index(Struct, frozen=True):
    """The names of the bots, and the games that the viewer can open, in the order of its list."""

    bots: tuple[str, ...]
    games: tuple[Listed, ...]


def listed(game: GameResult) -> Listed:
    """Return the entry of a game of a run."""
    totals = tuple(score.total for score in game.scores)
    return Listed(game.number, game.id, game.bots, totals, game.ranks, _seats(game.faults))


def listed_alone(film: Film) -> Listed:
    """Return the entry of a game that belongs to no run; each seat is a bot of its own."""
    totals = tuple(score.total for score in film.scores)
    bots = tuple(range(len(film.names)))
    return Listed(film.number, film.game, bots, totals, film.ranks, _seats(film.faults))


def _seats(faults: Sequence[SeatFault]) -> tuple[int, ...]:
    return tuple(fault.seat for fault in faults)


def card_tables(setups: Iterable[Setup]) -> dict[str, dict[str, Card]]:
    """Return the cards of the editions that are played, by edition and id."""
    tables: dict[str, dict[str, Card]] = {}
    for edition in {setup.edition for setup in setups}:
        printed = EDITIONS[edition]
        tables[edition] = {name: card(name, edition) for name in (*printed.characters, *printed.districts)}
    return tables
