"""The standings of a run in the making, kept up to date game by game.

A game gives a bot placement points from 0 (last) to 1 (first). Games of a block share their lineup, so blocks
are what counts as independent: the interval is Student's over clusters of games. All sums are whole numbers,
so that the order in which games arrive changes nothing.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt

import msgspec
from msgspec import Struct

from referee.tournament.benching import BENCHED
from referee.tournament.plan import Plan
from referee.tournament.played import Played
from referee.tournament.spans import block_games, block_of, decisive

FEWEST_BLOCKS = 8
"""With fewer blocks there is no interval."""


class Standing(Struct, frozen=True):
    """One bot's line of the table.

    `points` is the mean of its placement points, `ci95` the 95% interval of that, or None where blocks are
    too few or do not differ. `wins` counts first places, `faults` its failures, `benched` the games that
    it sat out.
    """

    bot: str
    games: int
    points: float
    ci95: tuple[float, float] | None
    wins: int
    mean_score: float
    faults: int
    benched: int


def half_points(ranks: Sequence[int], seat: int) -> int:
    """Return twice the number of seats behind a seat, plus the number of those level with it.

    Divided by `2 * (len(ranks) - 1)`, that is the seat's placement points.
    """
    rank = ranks[seat]
    return sum((other > rank) + (other >= rank) for other in ranks) - 1


class Clusters(Struct):
    """Sums over clusters of games, of which each brings its games and its points in whole units."""

    clusters: int = 0
    games: int = 0
    units: int = 0
    units_squared: int = 0
    units_games: int = 0
    games_squared: int = 0

    def add(self, units: int, games: int) -> None:
        """Take in one cluster."""
        self.clusters += 1
        self.games += games
        self.units += units
        self.units_squared += units * units
        self.units_games += units * games
        self.games_squared += games * games

    def mean(self, unit: int) -> float:
        """Return the mean points per game, `unit` being what one point is."""
        return self.units / (self.games * unit) if self.games else 0.0

    def interval(self, unit: int) -> tuple[float, float] | None:
        """Return the 95% interval of the mean, within 0 and 1; None for too few clusters, or without variation."""
        squares = (
            self.games**2 * self.units_squared
            - 2 * self.units * self.games * self.units_games
            + self.units**2 * self.games_squared
        )
        if self.clusters < FEWEST_BLOCKS or not squares:
            return None
        from scipy.special import stdtrit

        variance = squares / (self.games**4 * unit**2) * self.clusters / (self.clusters - 1)
        reach = float(stdtrit(self.clusters - 1, 0.975)) * sqrt(variance)
        return max(0.0, self.mean(unit) - reach), min(1.0, self.mean(unit) + reach)


class _Account(Struct):
    """What one bot has come to; `closed` counts the complete blocks only."""

    closed: Clusters
    wins: int = 0
    score: int = 0
    faults: int = 0
    benched: int = 0


class Tally:
    """The standings in the making; games may be added in any order, and are not kept."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.games = 0
        self.faults = 0
        self._clear(0)

    def _clear(self, first: int) -> None:
        """Begin to count, from a game on."""
        self._first = first
        self._accounts = [_Account(Clusters()) for _ in self._plan.bots]
        self._open: dict[int, list[dict[int, int]]] = defaultdict(list)

    def add(self, game: Played) -> None:
        """Count a game that was not counted before; when a final has begun, no others are in the standings."""
        self.games += 1
        if (first := decisive(self._plan, game.number).start) > self._first:
            self._clear(first)
        for bot, rank, score in zip(game.bots, game.ranks, game.scores, strict=True):
            self._accounts[bot].wins += rank == 1
            self._accounts[bot].score += score.total
        for fault in game.faults:
            account, benched = self._accounts[game.bots[fault.seat]], fault.code == BENCHED
            account.benched += benched
            account.faults += not benched
            self.faults += not benched
        block = block_of(self._plan, game.number)
        self._open[block].append({bot: half_points(game.ranks, seat) for seat, bot in enumerate(game.bots)})
        if len(self._open[block]) == len(block_games(self._plan, block)):
            _close(self._open.pop(block), [account.closed for account in self._accounts])

    def standings(self) -> tuple[Standing, ...]:
        """Return the table as it stands, best bot first."""
        points = [msgspec.structs.replace(account.closed) for account in self._accounts]
        for games in self._open.values():
            _close(games, points)
        unit = 2 * (self._plan.seats - 1)
        lines = [
            Standing(
                bot=bot.name,
                games=clusters.games,
                points=clusters.mean(unit),
                ci95=clusters.interval(unit),
                wins=account.wins,
                mean_score=account.score / clusters.games if clusters.games else 0.0,
                faults=account.faults,
                benched=account.benched,
            )
            for bot, account, clusters in zip(self._plan.bots, self._accounts, points, strict=True)
        ]
        return tuple(sorted(lines, key=lambda line: (-line.points, -line.mean_score, line.bot)))


def _close(block: list[dict[int, int]], clusters: list[Clusters]) -> None:
    """Add a block, given as the half points of each bot in each game."""
    for bot in {bot for game in block for bot in game}:
        shares = [game[bot] for game in block if bot in game]
        clusters[bot].add(sum(shares), len(shares))
