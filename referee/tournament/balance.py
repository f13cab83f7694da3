"""How evenly a schedule turned out: counted from the seats themselves, not promised."""

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations, groupby, permutations
from typing import NamedTuple

from msgspec import Struct

from referee.tournament.lineups import apart
from referee.tournament.plan import Plan
from referee.tournament.schedule import seating
from referee.tournament.spans import block_of, span_of_block
from referee.tournament.stages import Entrants, Gauntlet, Newcomers, Patch, Stage, entrants


class Spread(NamedTuple):
    """The least and the most of something."""

    least: int
    most: int

    def __str__(self) -> str:
        """Return both, or the one that they are."""
        return f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"


class Balance(Struct, frozen=True):
    """What bots that are treated alike came to, in games.

    `stage` is the kind of stages counted; the pods of an event are counted as one. `games` of a bot, `seats` of a bot
    in one seat, `meetings` of two bots at one table, `neighbours` of a bot right after another around it.
    """

    stage: str
    games: Spread
    seats: Spread
    meetings: Spread
    neighbours: Spread


def balances(plan: Plan, games: Iterable[int]) -> tuple[Balance, ...]:
    """Return the balance over games of a plan (numbers, ascending), for each kind of stage among them."""
    counts: dict[int, _Counts] = {}
    for block, numbers in groupby(games, key=lambda number: block_of(plan, number)):
        stage = span_of_block(plan, block).stage
        first = 0 if isinstance(stage, Newcomers) else stage.start
        count = counts.setdefault(first, _Counts())
        count.add(stage, [seating(plan, number) for number in numbers])
    kinds: dict[str, list[_Counts]] = {}
    for count in counts.values():
        kinds.setdefault(count.kind, []).append(count)
    return tuple(_balance(plan, kind, alike) for kind, alike in kinds.items())


class _Counts:
    """Counts over stages whose bots are to be treated alike."""

    def __init__(self) -> None:
        self.kind = ""
        self.bots: Entrants = ()
        self.seats: Counter[tuple[int, int]] = Counter()
        self.meetings: Counter[tuple[int, int]] = Counter()
        self.neighbours: Counter[tuple[int, int]] = Counter()

    def add(self, stage: Stage, seatings: list[Entrants]) -> None:
        """Count the games of a block; their seatings differ by rotation, and by the bot that a patch test swaps."""
        self.kind = self.kind or str(stage.__struct_config__.tag)
        self.bots = stage.field if isinstance(stage, Gauntlet | Patch) else entrants(stage)
        for bots in seatings:
            for seat, bot in enumerate(bots):
                self.seats[bot, seat] += 1
        circle = seatings[0]
        for one, other in combinations(sorted(circle), 2):
            self.meetings[one, other] += len(seatings)
        for place, bot in enumerate(circle):
            self.neighbours[circle[place - 1], bot] += len(seatings)


def _balance(plan: Plan, kind: str, counts: list[_Counts]) -> Balance:
    seats = range(plan.seats)
    allowed = [(count, _pairs(plan, count.bots)) for count in counts]
    return Balance(
        stage=kind,
        games=_spread(sum(of.seats[bot, seat] for seat in seats) for of in counts for bot in of.bots),
        seats=_spread(of.seats[bot, seat] for of in counts for bot in of.bots for seat in seats),
        meetings=_spread(of.meetings[pair] for of, pairs in allowed for pair in pairs if pair[0] < pair[1]),
        neighbours=_spread(of.neighbours[pair] for of, pairs in allowed for pair in pairs),
    )


def _pairs(plan: Plan, bots: Entrants) -> Collection[tuple[int, int]]:
    """Return the pairs of bots, in both orders, that may sit at one table."""
    labels = dict(zip(bots, apart(plan, bots) or bots, strict=True))
    return [(one, other) for one, other in permutations(bots, 2) if labels[one] != labels[other]]


def _spread(counts: Iterable[int]) -> Spread:
    listed = list(counts) or [0]
    return Spread(min(listed), max(listed))
