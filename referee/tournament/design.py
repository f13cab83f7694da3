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


def longest_length(bots: int, seats: int) -> int:
    """Return the greatest number of lineups, up to `LONGEST` where possible, that can make all appearances equal."""
    unit = bots // gcd(bots, seats)
    return max(unit, LONGEST // unit * unit)


@lru_cache(maxsize=64)
def full_length(bots: int, seats: int, apart: Lineup = ()) -> int:
    """Return the least number of lineups that can make all appearances and all meetings equal.

    Where that exceeds `LONGEST`, it is the number that `longest_length` returns. For `apart` see `balanced_lineups`.
    """
    unit = bots // gcd(bots, seats)
    pairs = comb(bots, 2) - sum(comb(group, 2) for group in Counter(apart).values())
    for length in range(unit, LONGEST + 1, unit):
        if length * comb(seats, 2) % pairs == 0:
            return length
    return longest_length(bots, seats)


@lru_cache(maxsize=64)
def balanced_lineups(
    bots: int, seats: int, length: int, seed: str, stage: int = 0, apart: Lineup = ()
) -> Design:
    """Return `length` lineups of `seats` out of `bots`; appearances differ by at most one where that is possible.

    `apart` is empty or has a label for each bot: bots of one label are never in one lineup. There must be as many
    labels as seats.
    """
    draws = Draws(seed, "lineups", stage, length)
    if length == comb(bots, seats) and not apart:
        return Design(tuple(draws.shuffled(list(combinations(range(bots), seats)))), exact=True)
    table = _Table(seats, apart or tuple(range(bots)))
    for _ in range(length):
        table.add(draws)
    table.even_out(draws)
    lineups = tuple(draws.shuffled([tuple(sorted(lineup)) for lineup in table.lineups]))
    return Design(lineups, exact=table.spread() == 0)


def relabelled(labels: Lineup, draws: Draws) -> Lineup:
    """Return the bots 0, 1, ... in a random order in which bots that had one label have one again."""
    groups: dict[int, list[int]] = {}
    for bot, label in enumerate(labels):
        groups.setdefault(label, []).append(bot)
    names = [0] * len(labels)
    for size in sorted({len(group) for group in groups.values()}):
        alike = [group for group in groups.values() if len(group) == size]
        for group, other in zip(alike, draws.shuffled(alike), strict=True):
            for bot, name in zip(group, draws.shuffled(other), strict=True):
                names[bot] = name
    return tuple(names)


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

    def __init__(self, seats: int, labels: Lineup) -> None:
        self.lineups: list[set[int]] = []
        self._seats = seats
        self._labels = labels
        self._appearances = [0] * len(labels)
        self._meetings = [[0] * len(labels) for _ in labels]

    def add(self, draws: Draws) -> None:
        """Add a lineup of those who have appeared least and, among them, met each other least."""
        lineup: set[int] = set()
        wear = [(appearances, 0) for appearances in self._appearances]
        free = set(range(len(self._labels)))
        for _ in range(self._seats):
            least = min(wear[bot] for bot in free)
            tied = sorted(bot for bot in free if wear[bot] == least)
            chosen = tied[draws.below(len(tied))]
            lineup.add(chosen)
            free = {bot for bot in free if self._labels[bot] != self._labels[chosen]}
            met = self._meetings[chosen]
            wear = [(appearances, meetings + met[bot]) for bot, (appearances, meetings) in enumerate(wear)]
        for bot in lineup:
            self._appearances[bot] += 1
        for one, other in combinations(lineup, 2):
            self._meet(one, other, 1)
        self.lineups.append(lineup)

    def _meet(self, one: int, other: int, change: int) -> None:
        self._meetings[one][other] += change
        self._meetings[other][one] += change

    def _counts(self) -> list[int]:
        """Return how often each pair met that may meet."""
        labels = self._labels
        pairs = combinations(range(len(labels)), 2)
        return [self._meetings[one][other] for one, other in pairs if labels[one] != labels[other]]

    def spread(self) -> int:
        """Return the difference between the most and the fewest meetings of a pair."""
        return max(self._counts()) - min(self._counts())

    def _excess(self) -> int:
        """Return by how much the sum of squared meetings exceeds the least that is possible."""
        counts = self._counts()
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
            if self._clashes(coming, here - {leaving}) or self._clashes(leaving, there - {coming}):
                continue
            change = self._change(leaving, coming, ours, theirs)
            if change <= 0:
                excess += change
                vain = 0 if change else vain
                self._swap(leaving, coming, ours, theirs)
                here.symmetric_difference_update((leaving, coming))
                there.symmetric_difference_update((leaving, coming))

    def _clashes(self, bot: int, lineup: set[int]) -> bool:
        return any(self._labels[bot] == self._labels[other] for other in lineup)

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
