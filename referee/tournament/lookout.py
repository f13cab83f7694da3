"""Watches the evidence while a run is played, so that it stops where its rule says, however many workers play."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.match import GameRecord
from referee.tournament.spans import block_games
from referee.tournament.store import GameResult, RunReader

if TYPE_CHECKING:
    from referee.tournament.statistics.games import Floats


class Lookout:
    """Lets games into the record in the order of the plan, and looks at them whenever blocks are complete.

    So no game beyond the one that decides is ever on record. Without a rule all games pass at once. `decided` tells
    whether the rule is fulfilled.
    """

    def __init__(self, run: RunReader) -> None:
        self._plan = run.plan
        self._waiting: dict[int, GameRecord] = {}
        self._block: list[GameRecord | GameResult] = []
        self._means: list[Floats] = []
        self._next = 0
        self.decided = False
        if self._plan.until:
            self._counting(list(_unbroken(run.results())))

    @property
    def waiting(self) -> int:
        """The number of games that wait for earlier ones."""
        return len(self._waiting)

    def release(self, games: Sequence[GameRecord]) -> list[GameRecord]:
        """Return the games that are to be recorded now, of these and of those that waited."""
        if self._plan.until is None:
            return list(games)
        self._waiting |= {game.number: game for game in games}
        due: list[GameRecord] = []
        while not self.decided and self._next + len(due) in self._waiting:
            due.append(self._waiting.pop(self._next + len(due)))
        return due[: self._counting(due)]

    def _counting(self, games: Sequence[GameRecord | GameResult]) -> int:
        """Take in games that follow the ones before, and return how many of them count."""
        ends: list[int] = []
        for place, game in enumerate(games, 1):
            self._block.append(game)
            if game.number + 1 == block_games(self._plan, len(self._means)).stop:
                self._means.append(self._block_means())
                ends.append(place)
        self._next += len(games)
        block = self._deciding_block() if ends else None
        if block is None:
            return len(games)
        self.decided = True
        return ends[block - len(self._means)]

    def _block_means(self) -> "Floats":
        """Return the mean points of each bot in the block that is complete, and go on to the next."""
        from referee.tournament.statistics.games import collect
        from referee.tournament.statistics.stopping import block_means

        numbers = range(self._block[0].number, self._block[-1].number + 1)
        games = collect(self._block, len(self._plan.bots), self._plan.seats, [numbers])
        self._block = []
        means: Floats = block_means(games)[0]
        return means

    def _deciding_block(self) -> int | None:
        """Return the block that fulfils the rule, counted from 0, if one does."""
        import numpy as np

        from referee.tournament.statistics.analysis import rule_of
        from referee.tournament.statistics.stopping import verdict

        if self._plan.until is None:
            return None
        found = verdict(np.array(self._means), rule_of(self._plan, self._plan.until))
        return found.block if found else None


def _unbroken(results: Iterator[GameResult]) -> Iterator[GameResult]:
    """Yield games as long as none is missing."""
    for number, result in enumerate(results):
        if result.number != number:
            return
        yield result
