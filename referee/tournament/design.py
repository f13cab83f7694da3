"""Lineups for more bots than seats: all appear equally often, and meet as equally as can be."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, gcd, lcm
from typing import NamedTuple, TypeAlias

from referee.tournament.draws import Draws

Lineup: TypeAlias = tuple[int, ...]
"""Indices of bots."""

LONGEST = 1000
"""Lineups in a design. A longer run repeats the design."""

TRIES = 10_000
"""Exchanges tried in vain before the meetings are taken to be as even as they get."""


class Design(NamedTuple):
    """Lineups in the order of play. `exact`: all pairs of bots meet equally often."""

    lineups: tuple[Lineup, ...]
    exact: bool


def full_length(bots: int, seats: int) -> int:
    """Return the least number of lineups that can make all appearances and all meetings equal.

    Where that exceeds `LONGEST`, it is a number that can make the appearances equal.
    """
    unit = bots // gcd(bots, seats)
    for length in range(unit, LONGEST + 1, unit):
        appearances = length * seats // bots
        if appearances * (seats - 1) % (bots - 1) == 0:
            return length
    return max(unit, LONGEST // unit * unit)


@lru_cache(maxsize=8)
def balanced_lineups(bots: int, seats: int, length: int, seed: str) -> Design:
    """Return `length` lineups of `seats` out of `bots`; appearances differ by at most one."""
    draws = Draws(seed, "lineups", length)
    if length == comb(bots, seats):
        return Design(tuple(draws.shuffled(list(combinations(range(bots), seats)))), exact=True)
    table = _Table(bots, seats)
    for _ in range(length):
        table.add(draws)
    table.even_out(draws)
    lineups = tuple(draws.shuffled([tuple(sorted(lineup)) for lineup in table.lineups]))
    return Design(lineups, exact=table.spread() == 0)


def turns(lineups: Sequence[Lineup], cycle: int, things: int) -> tuple[int, ...]:
    """Return which of so many things each lineup is dealt, so that each bot gets each as equally as can be.

    Of `things` lineups in a row, counted from the first, each gets another one. Lineups that come again after
    `cycle` of them get them all in turn.
    """
    order = [(place + place // lcm(cycle, things)) % things for place in range(len(lineups))]
    dealt = Counter((bot, thing) for lineup, thing in zip(lineups, order, strict=True) for bot in lineup)
    groups = [range(start, min(start + things, len(lineups))) for start in range(0, len(lineups), things)]
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    while sum(_exchange(lineups, order, dealt, one, other) for one, other in pairs):
        pass
    return tuple(order)


def _exchange(
    lineups: Sequence[Lineup], order: list[int], dealt: Counter[tuple[int, int]], one: int, other: int
) -> bool:
    """Exchange the things of two lineups if their bots had them less often. Returns whether that was so."""
    ours, theirs = order[one], order[other]
    here, there = set(lineups[one]), set(lineups[other])
    change = sum(dealt[bot, theirs] - dealt[bot, ours] + 1 for bot in here - there)
    change += sum(dealt[bot, ours] - dealt[bot, theirs] + 1 for bot in there - here)
    if change >= 0:
        return False
    for bots, lost, gained in ((here - there, ours, theirs), (there - here, theirs, ours)):
        for bot in bots:
            dealt[bot, lost] -= 1
            dealt[bot, gained] += 1
    order[one], order[other] = theirs, ours
    return True


class _Table:
    """Lineups under construction, with what they amount to."""

    def __init__(self, bots: int, seats: int) -> None:
        self.lineups: list[set[int]] = []
        self._seats = seats
        self._appearances = [0] * bots
        self._meetings = [[0] * bots for _ in range(bots)]

    def add(self, draws: Draws) -> None:
        """Add a lineup of those who have appeared least and, among them, met each other least."""
        lineup: set[int] = set()
        for _ in range(self._seats):
            free = [bot for bot in range(len(self._appearances)) if bot not in lineup]
            lineup.add(min(draws.shuffled(free), key=lambda bot: self._wear(bot, lineup)))
        for bot in lineup:
            self._appearances[bot] += 1
        for one, other in combinations(lineup, 2):
            self._meet(one, other, 1)
        self.lineups.append(lineup)

    def _wear(self, bot: int, lineup: set[int]) -> tuple[int, int]:
        return self._appearances[bot], sum(self._meetings[bot][other] for other in lineup)

    def _meet(self, one: int, other: int, change: int) -> None:
        self._meetings[one][other] += change
        self._meetings[other][one] += change

    def spread(self) -> int:
        """Return the difference between the most and the fewest meetings of a pair."""
        counts = [self._meetings[one][other] for one, other in combinations(range(len(self._meetings)), 2)]
        return max(counts) - min(counts)

    def _excess(self) -> int:
        """Return by how much the sum of squared meetings exceeds the least that is possible."""
        counts = [self._meetings[one][other] for one, other in combinations(range(len(self._meetings)), 2)]
        common, more = divmod(sum(counts), len(counts))
        least = (len(counts) - more) * common**2 + more * (common + 1) ** 2
        return sum(count**2 for count in counts) - least

    def even_out(self, draws: Draws) -> None:
        """Exchange members of lineups at random, as long as the squared meetings do not grow."""
        excess = self._excess()
        vain = 0
        while excess and vain < TRIES:
            vain += 1
            here, there = (self.lineups[draws.below(len(self.lineups))] for _ in range(2))
            ours, theirs = sorted(here - there), sorted(there - here)
            if not ours:
                continue
            leaving = ours.pop(draws.below(len(ours)))
            coming = theirs.pop(draws.below(len(theirs)))
            change = self._change(leaving, coming, ours, theirs)
            if change <= 0:
                excess += change
                vain = 0 if change else vain
                self._swap(leaving, coming, ours, theirs)
                here.symmetric_difference_update((leaving, coming))
                there.symmetric_difference_update((leaving, coming))

    def _change(self, leaving: int, coming: int, ours: list[int], theirs: list[int]) -> int:
        gone, come = self._meetings[leaving], self._meetings[coming]
        return sum(2 * (come[bot] - gone[bot] + 1) for bot in ours) + sum(
            2 * (gone[bot] - come[bot] + 1) for bot in theirs
        )

    def _swap(self, leaving: int, coming: int, ours: list[int], theirs: list[int]) -> None:
        for bot in ours:
            self._meet(leaving, bot, -1)
            self._meet(coming, bot, 1)
        for bot in theirs:
            self._meet(coming, bot, -1)
            self._meet(leaving, bot, 1)
