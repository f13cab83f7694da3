"""Lineups for bots that join a run: they meet everybody as often as the others have met each other."""

from functools import lru_cache
from itertools import combinations

from referee.tournament.design import Lineup
from referee.tournament.draws import Draws


@lru_cache(maxsize=8)
def newcomers_lineups(
    field: int, newcomers: int, seats: int, wanted: int, seed: str, apart: Lineup = ()
) -> tuple[Lineup, ...]:
    """Return lineups in which each newcomer meets everybody at least `wanted` times, each with a newcomer in it.

    Bots are counted from 0, the field first. Those of the field meet each other as rarely as that allows. `apart` is
    as in `balanced_lineups`.
    """
    table = _Table(field, field + newcomers, wanted, apart)
    draws = Draws(seed, "newcomers", wanted)
    lineups: list[Lineup] = []
    while table.lacks():
        lineups.append(table.add(seats, draws))
    return tuple(lineups)


class _Table:
    """How often newcomers have still to meet whom, and how often everybody has played."""

    def __init__(self, field: int, bots: int, wanted: int, apart: Lineup) -> None:
        self._bots = range(bots)
        self._newcomers = range(field, bots)
        self._labels = apart or tuple(self._bots)
        self._need = [[0] * bots for _ in self._bots]
        self._appearances = [0] * bots
        for one, other in combinations(self._bots, 2):
            if other >= field and self._labels[one] != self._labels[other]:
                self._need[one][other] = self._need[other][one] = wanted

    def lacks(self) -> bool:
        """Tell whether anybody is still to be met."""
        return any(left > 0 for bot in self._newcomers for left in self._need[bot])

    def add(self, seats: int, draws: Draws) -> Lineup:
        """Add the newcomer who lacks meetings most, and those who are lacking to it and to each other."""
        lacking = {bot: sum(max(0, left) for left in self._need[bot]) for bot in self._newcomers}
        lineup = [max(draws.shuffled(list(self._newcomers)), key=lambda bot: lacking[bot])]
        while len(lineup) < seats:
            taken = {self._labels[bot] for bot in lineup}
            free = draws.shuffled([bot for bot in self._bots if self._labels[bot] not in taken])
            lineup.append(min(free, key=lambda bot: self._merit(bot, lineup)))
        for one, other in combinations(lineup, 2):
            self._need[one][other] -= 1
            self._need[other][one] -= 1
        for bot in lineup:
            self._appearances[bot] += 1
        return tuple(sorted(lineup))

    def _merit(self, bot: int, lineup: list[int]) -> tuple[int, int, int]:
        """Return a low value for a bot that meets no newcomer too often, and whom newcomers still have to meet."""
        again = sum(
            bot in self._newcomers and other in self._newcomers and self._need[bot][other] <= 0
            for other in lineup
        )
        return again, -sum(max(0, self._need[bot][other]) for other in lineup), self._appearances[bot]
