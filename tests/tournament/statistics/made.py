"""Games made up for the statistics: bots of known strength, blocks with luck of their own."""

from itertools import combinations

import numpy as np

from referee.tournament.statistics.games import Games

GOLDEN = np.array([
    0.25, -0.1, 0.3, 0.05, 0.2, -0.15, 0.4, 0.1, 0, 0.25, 0.15, -0.05, 0.35,
    0.2, 0.1, 0.05, -0.2, 0.3, 0.15, 0.2, 0.1, 0.25, -0.1, 0.3, 0.2,
])  # fmt: skip
"""Differences whose mean, interval and wealth are known."""


def games_of(ranks, bots, block=None, entries=None, totals=None):
    """Games with given ranks and bots (games × seats), each a block of its own unless said otherwise."""
    ranks, bots = np.array(ranks), np.array(bots)
    block = np.arange(len(ranks)) if block is None else np.array(block)
    totals = 30 - ranks if totals is None else np.array(totals)
    return Games(entries or int(bots.max()) + 1, ranks.shape[1], block, bots, ranks, totals)


def simulated(strength, seats, blocks, seed, *, luck=0.5):
    """Blocks of full rotations through all lineups; `luck` is what a bot has in common in games of a block."""
    draws = np.random.default_rng(seed)
    strength = np.array(strength, dtype=float)
    entries = len(strength)
    lineups = np.array(list(combinations(range(entries), seats)))
    lineup = lineups[np.arange(blocks) % len(lineups)]
    turn = (np.arange(seats)[:, None] + np.arange(seats)) % seats
    bots = lineup[:, turn].reshape(-1, seats)
    block = np.repeat(np.arange(blocks), seats)
    shared = draws.normal(0, luck, (blocks, entries))
    utility = strength[bots] + shared[block[:, None], bots] + draws.gumbel(size=bots.shape)
    ranks = (-utility).argsort(axis=1).argsort(axis=1) + 1
    return Games(entries, seats, block, bots, ranks, 40 - 3 * ranks + draws.integers(-2, 3, ranks.shape))
