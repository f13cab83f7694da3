"""Games as arrays: who sat where, which block a game belongs to, and what came of it."""

from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.tournament.played import Ranked

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


class Games:
    """Games of `seats` players each among `entries` bots, in the order of the plan.

    `block` is the block of each game, counted from 0; `bots`, `ranks`, `totals` are games × seats.
    """

    def __init__(self, entries: int, seats: int, block: Ints, bots: Ints, ranks: Ints, totals: Ints) -> None:
        self.entries = entries
        self.seats = seats
        self.block = block
        self.bots = bots.reshape(-1, seats)
        self.ranks = ranks.reshape(-1, seats)
        self.totals = totals.reshape(-1, seats)

    def __len__(self) -> int:
        return len(self.block)

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return int(self.block[-1]) + 1 if len(self) else 0

    @cached_property
    def points(self) -> Floats:
        """Placement points, games × seats: the share of rivals behind, those level counting half."""
        return placement_points(self.ranks)

    @cached_property
    def by_bot(self) -> tuple[Floats, Floats]:
        """Sums of points and numbers of seats taken, both blocks × entries."""
        cell = (self.block[:, None] * self.entries + self.bots).ravel()
        size, shape = self.blocks * self.entries, (self.blocks, self.entries)
        halves = np.bincount(cell, weights=half_points(self.ranks).ravel(), minlength=size)
        taken = np.bincount(cell, minlength=size).astype(float)
        return (halves / (2 * (self.seats - 1))).reshape(shape), taken.reshape(shape)

    def by_block(self, values: Floats | Ints | Bools) -> Floats:
        """Add up values of games over each block."""
        return np.bincount(self.block, weights=values, minlength=self.blocks).astype(float)

    def first(self, games: int) -> "Games":
        """Return the first games only."""
        return Games(
            self.entries,
            self.seats,
            self.block[:games],
            self.bots[:games],
            self.ranks[:games],
            self.totals[:games],
        )


def collect(played: Iterable[Ranked], entries: int, seats: int, blocks: Iterable[range]) -> Games:
    """Take the games of complete blocks, from the first block on to the first that lacks a game.

    `played` may come in any order; `blocks` are the numbers of the games of each block, in the order of the plan.
    """
    known = {game.number: game for game in played}
    counted: list[Ranked] = []
    block: list[int] = []
    for place, numbers in enumerate(blocks):
        if not all(number in known for number in numbers):
            break
        counted += [known[number] for number in numbers]
        block += [place] * len(numbers)
    return Games(
        entries,
        seats,
        np.array(block, dtype=np.int64),
        np.array([game.bots for game in counted], dtype=np.int64),
        np.array([game.ranks for game in counted], dtype=np.int64),
        np.array([[score.total for score in game.scores] for game in counted], dtype=np.int64),
    )


def half_points(ranks: Ints) -> Ints:
    """Return, for each seat (games × seats), twice the number of rivals behind it plus that of rivals level with it."""
    behind = (ranks[:, None, :] > ranks[:, :, None]).sum(axis=2)
    level = (ranks[:, None, :] == ranks[:, :, None]).sum(axis=2) - 1
    halves: Ints = 2 * behind + level
    return halves


def placement_points(ranks: Ints) -> Floats:
    """Return the points of ranks (games × seats): 1 for the first, 0 for the last, ties share."""
    points: Floats = half_points(ranks) / (2 * (ranks.shape[1] - 1))
    return points
