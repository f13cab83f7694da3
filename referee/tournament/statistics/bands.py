"""Differences between all bots at once: simultaneous bands, the ranks they allow, and tiers.

The bands are max-t: blocks are drawn anew with replacement, each pair's difference is studentised, and the largest of
them over all pairs has a 95% quantile, by which the standard errors are multiplied. Ranks follow from the bands, as in
Mogstad, Romano, Shaikh and Wilhelm (2023); ranks themselves are not resampled, which fails near ties.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from referee.tournament.statistics.estimates import FEWEST_BLOCKS, NEGLIGIBLE, influence, standard_error
from referee.tournament.statistics.games import Bools, Floats, Games, Ints

RESAMPLES = 999
CONFIDENCE = 0.95
ROUNDING = 1e-9
"""A sum of squares smaller than this, in relation to what it was taken from, is rounding."""

CHUNK = 4_000_000
"""Draws at a time, which bounds the memory."""


class Differences(NamedTuple):
    """All pairs of bots, first < second; every array has an entry for each pair.

    `influence` is blocks × pairs, `involved` tells the blocks in which either plays. `blocks` counts those, `fewer`
    the blocks of whoever of the two has fewer.
    """

    first: Ints
    second: Ints
    value: Floats
    error: Floats
    blocks: Ints
    fewer: Ints
    influence: Floats
    involved: Bools


def differences(games: Games) -> Differences:
    """Return the differences between the mean points of all pairs of bots."""
    first, second = np.triu_indices(games.entries, 1)
    sums, counts = games.by_bot
    means = sums.sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
    moved = influence(sums, counts)
    both = moved[:, first] - moved[:, second]
    plays = counts > 0
    involved = plays[:, first] | plays[:, second]
    return Differences(
        first,
        second,
        means[first] - means[second],
        standard_error(both, involved),
        involved.sum(axis=0),
        np.minimum(plays.sum(axis=0)[first], plays.sum(axis=0)[second]),
        both,
        involved,
    )


def usable(pairs: Differences) -> Bools:
    """Tell the pairs that have enough blocks, and any variation."""
    return (pairs.fewer >= FEWEST_BLOCKS) & (pairs.error >= NEGLIGIBLE)


def critical_value(pairs: Differences, seed: int) -> float | None:
    """Return how many standard errors the simultaneous bands reach, never fewer than a single interval.

    None where no pair is usable. The draws follow from the seed on every machine.
    """
    kept = usable(pairs)
    if not kept.any():
        return None
    largest = np.concatenate(list(_largest(pairs.influence[:, kept], pairs.involved[:, kept], seed)))
    place = int(np.ceil(CONFIDENCE * (RESAMPLES + 1))) - 1
    single = float(stdtrit(pairs.blocks[kept].min() - 1, (1 + CONFIDENCE) / 2))
    return max(float(np.sort(largest)[place]), single)


def _largest(moved: Floats, involved: Bools, seed: int) -> Iterator[Floats]:
    """Yield, chunk by chunk, the largest |t| over all pairs in each resample.

    A resample in which a pair does not vary says nothing about that pair.
    """
    blocks = len(moved)
    bits = np.random.PCG64(seed)
    size = max(1, CHUNK // blocks)
    squares, there = moved**2, involved.astype(float)
    for start in range(0, RESAMPLES, size):
        rows = min(size, RESAMPLES - start)
        drawn = (bits.random_raw((rows, blocks)) >> np.uint64(32)) * np.uint64(blocks) >> np.uint64(32)
        cell = drawn.astype(np.int64) + blocks * np.arange(rows)[:, None]
        times = np.bincount(cell.ravel(), minlength=rows * blocks).reshape(rows, blocks).astype(float)
        count, total, power = times @ there, times @ moved, times @ squares
        spread = power - total**2 / np.maximum(count, 1)
        varies = (count > 1) & (spread > ROUNDING * power)
        error = np.sqrt(np.where(varies, spread * count / np.maximum(count - 1, 1), 1))
        yield np.where(varies, np.abs(total) / error, 0).max(axis=1)


def beats(pairs: Differences, critical: float | None, entries: int) -> Bools:
    """Tell which bot (row) is better than which (column), as far as the bands leave out 0."""
    better = np.zeros((entries, entries), dtype=bool)
    if critical is not None:
        clear = usable(pairs) & (np.abs(pairs.value) > critical * pairs.error)
        ahead = clear & (pairs.value > 0)
        behind = clear & (pairs.value < 0)
        better[pairs.first[ahead], pairs.second[ahead]] = True
        better[pairs.second[behind], pairs.first[behind]] = True
    return better


def rank_ranges(better: Bools) -> list[tuple[int, int]]:
    """Return the best and the worst rank of each bot: those above it are better, those below it worse."""
    entries = len(better)
    return [(1 + int(better[:, bot].sum()), entries - int(better[bot].sum())) for bot in range(entries)]


def tiers(better: Bools, order: list[int]) -> dict[int, str]:
    """Return each bot's letters: two bots share one exactly if neither is better than the other.

    `order` lists the bots from the top of the table; letters begin there, too.
    """
    level = ~(better | better.T)
    groups: list[list[int]] = []
    for pair in combinations(order, 2):
        if level[pair] and not any(set(pair) <= set(group) for group in groups):
            groups.append(_grown(list(pair), level, order))
    groups += [[bot] for bot in order if not any(bot in group for group in groups)]
    groups.sort(key=lambda group: [order.index(bot) for bot in group])
    return {
        bot: "".join(_letters(number) for number, group in enumerate(groups) if bot in group) for bot in order
    }


def _grown(group: list[int], level: Bools, order: list[int]) -> list[int]:
    """Take in whoever is level with all members, from the top of the table."""
    for bot in order:
        if bot not in group and level[bot, group].all():
            group.append(bot)
    return sorted(group, key=order.index)


def _letters(number: int) -> str:
    """Return A to Z, then a to z, then numbers in brackets."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return alphabet[number] if number < len(alphabet) else f"({number + 1})"
