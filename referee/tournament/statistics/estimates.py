"""Means of games that come in blocks, with intervals: Student's t over sums of blocks.

Games of a block are not independent of one another; blocks are. With S and n the sum and the number of games of a
block, N games in all, and m the mean, a block moves the mean by (S - m n) / N; the variance of the mean is the sum of
the squares of that, times G / (G - 1) for G blocks.
"""

import numpy as np
from scipy.special import stdtrit

from referee.tournament.statistics.games import Bools, Floats
from referee.tournament.statistics.results import Estimate, Interval

FEWEST_BLOCKS = 8
"""With fewer blocks there is no interval."""

NEGLIGIBLE = 1e-12
"""A standard error below this is rounding."""

DECIMALS = 9
"""Numbers are reported to this many, so that it does not show in which order a machine adds."""

NO_GAMES = "no games"
FEW_BLOCKS = f"fewer than {FEWEST_BLOCKS} blocks"
NO_VARIATION = "no variation between blocks"


def reported(value: float) -> float | None:
    """Return a number as it is reported, None for one that is none."""
    return round(float(value), DECIMALS) + 0.0 if np.isfinite(value) else None


def influence(sums: Floats, counts: Floats) -> Floats:
    """Return by how much each block moves the mean; blocks × columns, 0 in columns without games."""
    games = counts.sum(axis=0)
    some = np.maximum(games, 1)
    moved: Floats = (sums - counts * (sums.sum(axis=0) / some)) / some
    return moved


def standard_error(moved: Floats, involved: Bools) -> Floats:
    """Return the standard errors of columns of influences, of which `involved` blocks (true or false) count."""
    blocks = np.maximum(involved.sum(axis=0), 2)
    error: Floats = np.sqrt((moved**2).sum(axis=0) * blocks / (blocks - 1))
    return error


def mean_estimate(sums: Floats, counts: Floats, low: float = 0.0, high: float = 1.0) -> Estimate:
    """Estimate a mean from each block's sum and number of games; the interval ends at `low` and `high`."""
    if not counts.sum():
        return Estimate(None, reason=NO_GAMES)
    value = sums.sum() / counts.sum()
    error = float(standard_error(influence(sums, counts), counts > 0))
    return estimate(value, error, int((counts > 0).sum()), low, high)


def estimate(value: float, error: float, blocks: int, low: float = 0.0, high: float = 1.0) -> Estimate:
    """Return a value and its standard error from so many blocks as an estimate between `low` and `high`."""
    if blocks < FEWEST_BLOCKS:
        return Estimate(reported(value), reason=FEW_BLOCKS)
    if error < NEGLIGIBLE:
        return Estimate(reported(value), reason=NO_VARIATION)
    reach = float(stdtrit(blocks - 1, 0.975)) * error
    return Estimate(
        reported(value), reported(error), blocks - 1, interval(value - reach, value + reach, low, high)
    )


def interval(lower: float, upper: float, low: float, high: float) -> Interval | None:
    """Return an interval as it is reported, within what is possible; None where an end is no number."""
    ends = reported(max(low, lower)), reported(min(high, upper))
    return None if ends[0] is None or ends[1] is None else (ends[0], ends[1])
