"""Which games of a run are worth a look: each bot's best, worst and faulty ones, and some at random."""

from collections.abc import Sequence
from itertools import chain, islice, zip_longest

from msgspec import Struct

from referee.report.index import Listed

SHOWN = 3
"""Best games of a bot, and as many worst ones."""

FAULTY = 10
"""Faulty games of a bot that are listed one by one."""


class Appearance(Struct, frozen=True):
    """A game from where one of its bots sat; `margin` is its score less the best of the others."""

    game: Listed
    seat: int

    @property
    def rank(self) -> int:
        """Rank, 1 for the winner."""
        return self.game.ranks[self.seat]

    @property
    def total(self) -> int:
        """Points scored."""
        return self.game.totals[self.seat]

    @property
    def margin(self) -> int:
        """Points scored less those of the best other seat."""
        return self.total - max(total for seat, total in enumerate(self.game.totals) if seat != self.seat)


class Highlights(Struct, frozen=True):
    """The games of one bot that stand out. `faulty` are the first of those in which it failed, `failed` in all."""

    best: tuple[Appearance, ...]
    worst: tuple[Appearance, ...]
    faulty: tuple[Appearance, ...]
    failed: int

    def in_turn(self) -> tuple[Appearance, ...]:
        """Return all of them, those first that one would look at first."""
        mixed = chain.from_iterable(zip_longest(self.best, self.worst, self.faulty))
        return tuple(one for one in mixed if one)


def highlights(games: Sequence[Listed], bots: int) -> tuple[Highlights, ...]:
    """Return the highlights of each bot."""
    appearances: list[list[Appearance]] = [[] for _ in range(bots)]
    for game in games:
        for seat, bot in enumerate(game.bots):
            appearances[bot].append(Appearance(game, seat))
    return tuple(_of_one(own) for own in appearances)


def _of_one(appearances: list[Appearance]) -> Highlights:
    faulty = [one for one in appearances if one.seat in one.game.faults]
    ordered = sorted(appearances, key=lambda one: (one.rank, -one.margin, one.game.number))
    worst = tuple(reversed(ordered[SHOWN:][-SHOWN:]))
    return Highlights(tuple(ordered[:SHOWN]), worst, tuple(faulty[:FAULTY]), len(faulty))


def selected(games: Sequence[Listed], shown: Sequence[Highlights], most: int | None) -> tuple[Listed, ...]:
    """Return at most `most` games in the order of the run: highlights first, then others at random.

    The ids of games are random, so that their order is a fair draw, the same each time.
    """
    if most is None or len(games) <= most:
        return tuple(games)
    in_turn = chain.from_iterable(zip_longest(*(one.in_turn() for one in shown)))
    wanted = chain((one.game for one in in_turn if one), sorted(games, key=lambda game: game.id))
    numbers = {game.number: game for game in wanted}
    return tuple(sorted(islice(numbers.values(), most), key=lambda game: game.number))
