"""Evidence that may be looked at as often as one likes: wealth that a true null hypothesis rarely lets grow.

Observations are differences x in [-1, 1], one for each block; the hypothesis is that their mean is at most 0. Wealth
begins at 1, and reaches 1/α with probability at most α. Two ways to bet against the hypothesis:

- the studentised one-sided normal mixture (Robbins; Howard et al. 2021), approximate, and therefore not looked at
  before some blocks are played;
- the mixture of fixed bets (Waudby-Smith and Ramdas 2024), exact for any number of blocks, but slower.
"""

from math import log

import numpy as np
from scipy.special import log_ndtr

from referee.tournament.statistics.games import Floats

HORIZON = 100
"""Blocks after which the normal mixture is to be at its best."""

BETS = np.geomspace(0.01, 0.9, 24)
"""Shares of the wealth that are staked."""

LEAST_VARIANCE = 1e-9
"""A variance below this is rounding."""

GRID = 400
"""Steps between -1 and 1 in which the band of the bets is sought."""

BISECTIONS = 60


def mixture_scale(alpha: float) -> float:
    """Return ρ², the variance of the mixture that is best around `HORIZON` at the error rate `alpha`."""
    double = -2 * log(2 * alpha)
    return (double + log(double + 1)) / HORIZON


def moments(x: Floats) -> tuple[Floats, Floats, Floats]:
    """Return, after each observation, their number, mean and standard deviation (0 after the first).

    `x` may have several rows, each a sequence of its own. Rows are summed from the left, so that no later
    observation changes what was found before.
    """
    count = np.arange(1, x.shape[-1] + 1, dtype=float)
    mean = x.cumsum(axis=-1) / count
    squares = (x**2).cumsum(axis=-1) - count * mean**2
    variance = squares / np.maximum(count - 1, 1)
    return count, mean, np.sqrt(np.where(variance > LEAST_VARIANCE, variance, 0))


def log_mixture(score: Floats, count: Floats, alpha: float) -> Floats:
    """Return the log-wealth of the normal mixture for a studentised sum (count × mean / sd)."""
    variance = mixture_scale(alpha)
    spread = count * variance + 1
    found: Floats = (
        log(2)
        - np.log(spread) / 2
        + score**2 * variance / (2 * spread)
        + log_ndtr(score * np.sqrt(variance / spread))
    )
    return found


def mixture_wealth(x: Floats, alpha: float) -> Floats:
    """Return the log-wealth after each observation by the normal mixture; by the bets while nothing varies."""
    count, mean, sd = moments(x)
    score = count * mean / np.where(sd > 0, sd, 1)
    return np.where(sd > 0, log_mixture(score, count, alpha), bets_wealth(x))


def bets_wealth(x: Floats) -> Floats:
    """Return the log-wealth after each observation by the mixture of bets."""
    total = np.full(x.shape, -np.inf)
    for bet in BETS:
        total = np.logaddexp(total, np.log1p(bet * x).cumsum(axis=-1))
    return total - log(len(BETS))


def wealth(x: Floats, alpha: float, *, strict: bool) -> Floats:
    """Return the log-wealth after each observation: the exact one if strict."""
    return bets_wealth(x) if strict else mixture_wealth(x, alpha)


def mixture_band(x: Floats, alpha: float, threshold: float) -> tuple[Floats, Floats]:
    """Return the ends, after each observation, of the means that neither direction's log-wealth refutes.

    Without variation they are no numbers. `threshold` is the log-wealth that refutes.
    """
    count, mean, sd = moments(x)
    reach = _score_at(count, alpha, threshold) * sd / count
    reach[sd == 0] = np.nan
    return mean - reach, mean + reach


def _score_at(count: Floats, alpha: float, threshold: float) -> Floats:
    """Return the studentised sum at which the mixture reaches a log-wealth."""
    low = np.zeros_like(count)
    high = 10 * (np.sqrt(count) + count)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        short = log_mixture(middle, count, alpha) < threshold
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return high


def bets_band(x: Floats, threshold: float) -> tuple[Floats, Floats]:
    """Return the same by bets, rounded outwards to the grid.

    For a mean of μ one bets on (x - μ) / (1 + μ), which is at least -1, and grows with falling μ.
    """
    grid = np.linspace(-1, 1, GRID + 1)[1:-1]
    return _lower_end(x, grid, threshold), -_lower_end(-x, grid, threshold)


def _lower_end(x: Floats, grid: Floats, threshold: float) -> Floats:
    """Return the largest mean that is refuted as too low, -1 where none is."""
    end = np.full(len(x), -1.0)
    for mean in grid:
        refuted = bets_wealth((x - mean) / (1 + mean)) >= threshold
        if not refuted.any():
            break
        end[refuted] = mean
    return end


def typical_blocks(difference: float, sd: float, alpha: float, threshold: float, first: int) -> int:
    """Return after about how many blocks the normal mixture finds a true difference: half of the time sooner."""
    low, high = 1, 1
    while not _found(high, difference, sd, alpha, threshold):
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if _found(middle, difference, sd, alpha, threshold):
            high = middle
        else:
            low = middle + 1
    return max(high, first)


def _found(count: int, difference: float, sd: float, alpha: float, threshold: float) -> bool:
    score = np.array([count * difference / sd])
    return bool(log_mixture(score, np.array([float(count)]), alpha)[0] >= threshold)
