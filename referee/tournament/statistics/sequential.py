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

LEAST_RANGE = 1e-9
"""Observations closer together than this are the same."""

GRID = 200
"""Steps between -1 and 1 in which the band of the bets is sought."""

CELLS = 1_000_000
"""Numbers to work on at a time, which bounds the memory."""

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
    varied = np.maximum.accumulate(x, axis=-1) - np.minimum.accumulate(x, axis=-1) > LEAST_RANGE
    variance = np.where(varied, squares, 0) / np.maximum(count - 1, 1)
    return count, mean, np.sqrt(variance)


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
    found = log_mixture(count * mean / np.where(sd > 0, sd, 1), count, alpha)
    alike = int((sd == 0).any(axis=tuple(range(x.ndim - 1))).sum())
    found[..., :alike] = np.where(sd[..., :alike] > 0, found[..., :alike], bets_wealth(x[..., :alike]))
    return found


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
    """Return the same by bets, rounded outwards to the grid."""
    grid = np.linspace(-1, 1, GRID + 1)[1:-1]
    return _lower_end(x, grid, threshold), -_lower_end(-x, grid, threshold)


def bets_against(x: Floats, mean: Floats) -> Floats:
    """Return the log-wealth after each observation against the hypothesis that the mean is at most `mean`.

    For that one bets on (x - mean) / (1 + mean), which is at least -1, and the greater the lower the mean.
    """
    return bets_wealth((x - mean) / (1 + mean))


def _lower_end(x: Floats, grid: Floats, threshold: float) -> Floats:
    """Return the largest mean of an ascending grid that is refuted as too low, -1 where none is."""
    ends = np.concatenate([[-1.0], grid])
    refuted = np.zeros(len(x), dtype=np.int64)
    for some in np.array_split(grid, max(1, len(grid) * len(x) // CELLS)):
        refuted += (bets_against(x, some[:, None]) >= threshold).sum(axis=0)
    return ends[refuted]


def typical_wealth(count: Floats, difference: float, sd: float, alpha: float, *, strict: bool) -> Floats:
    """Return the log-wealth after so many observations that lie as their mean and standard deviation say."""
    if not strict:
        return log_mixture(count * difference / sd, count, alpha)
    growth = BETS * difference - BETS**2 * (sd**2 + difference**2) / 2
    total: Floats = np.logaddexp.reduce(count[:, None] * growth, axis=1)
    return total - log(len(BETS))
