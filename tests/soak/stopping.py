"""How often stopping rules are wrong, and how soon they are right: simulated blocks, looked at after each of them."""

from collections.abc import Iterator
from itertools import permutations
from math import log
from typing import NamedTuple

import numpy as np

from referee.tournament.statistics.sequential import bets_wealth, mixture_wealth, moments

ALPHA = 0.05
PLAIN = 1.645
"""What a plain test at 5% compares with; nobody may look at it again and again."""

CELLS = 1_000_000
"""Observations simulated at a time."""


class Setting(NamedTuple):
    """A test that is looked at after every block from `first` to `blocks`, with so many seats at the table.

    `test` is `mixture`, `bets`, or `peeking`: the plain test. `luck` is how blocks differ: `placements` of equal bots,
    or `skewed`, a bot that is mostly a little ahead and seldom far behind, and no better on average.
    """

    test: str
    first: int
    blocks: int
    seats: int = 5
    luck: str = "placements"


def evidence(test: str, x: np.ndarray, alpha: float) -> np.ndarray:
    """Return for each beginning of each row whether the test rejects."""
    if test == "peeking":
        count, mean, sd = moments(x)
        return mean * np.sqrt(count) > PLAIN * np.where(sd > 0, sd, np.inf)
    found = bets_wealth(x) if test == "bets" else mixture_wealth(x, alpha)
    return found >= -log(alpha)


def blocks_of_equals(draws: np.random.Generator, shape: tuple[int, int], seats: int) -> np.ndarray:
    """Return differences of two of `seats` equal bots, each the mean over a block of as many games."""
    one = draws.integers(0, seats, (seats, *shape), dtype=np.int8)
    other = (one + draws.integers(1, seats, one.shape, dtype=np.int8)) % seats
    return (other - one).mean(axis=0) / (seats - 1)


def skewed(draws: np.random.Generator, shape: tuple[int, int], _seats: int) -> np.ndarray:
    """Return 0.05 nineteen times in twenty, else -0.95."""
    return np.where(draws.random(shape) < 0.95, 0.05, -0.95)


LUCK = {"placements": blocks_of_equals, "skewed": skewed}


def chunks(runs: int, blocks: int) -> Iterator[int]:
    """Yield how many runs to simulate at a time."""
    size = max(1, CELLS // blocks)
    yield from (min(size, runs - start) for start in range(0, runs, size))


def error_rate(setting: Setting, runs: int, seed: int) -> float:
    """Return the share of runs in which a bot that is no better was found better."""
    draws = np.random.default_rng(seed)
    wrong = 0
    for rows in chunks(runs, setting.blocks):
        x = LUCK[setting.luck](draws, (rows, setting.blocks), setting.seats)
        wrong += int(evidence(setting.test, x, ALPHA)[:, setting.first - 1 :].any(axis=1).sum())
    return wrong / runs


def stopping_blocks(setting: Setting, difference: float, runs: int, seed: int) -> np.ndarray:
    """Return the block at which each run finds a true difference, `blocks + 1` where it does not."""
    draws = np.random.default_rng(seed)
    found = []
    for rows in chunks(runs, setting.blocks):
        x = np.clip(difference + blocks_of_equals(draws, (rows, setting.blocks), setting.seats), -1, 1)
        holds = evidence(setting.test, x, ALPHA)[:, setting.first - 1 :]
        found.append(np.where(holds.any(axis=1), holds.argmax(axis=1) + setting.first, setting.blocks + 1))
    return np.concatenate(found)


def best_rates(
    test: str, first: int, blocks: int, bots: int, ahead: float, runs: int, seed: int
) -> tuple[float, float]:
    """Return how often a wrong bot is found best, and how often the first, which is `ahead` of all others.

    With `ahead` 0 all are equal and every verdict is wrong. All play at one table.
    """
    draws = np.random.default_rng(seed)
    alpha = ALPHA / (bots - 1)
    wrong = right = 0
    for rows in chunks(runs, blocks * bots):
        places = draws.random((rows, blocks, bots, bots)).argsort(axis=3)
        points = places.mean(axis=2) / (bots - 1)
        points[:, :, 0] += ahead
        holds = np.ones((bots, rows, blocks), dtype=bool)
        for one, other in permutations(range(bots), 2):
            x = np.clip(points[:, :, one] - points[:, :, other], -1, 1)
            holds[one] &= evidence(test, x, alpha)
        holds[:, :, : first - 1] = False
        at = np.where(holds.any(axis=2), holds.argmax(axis=2), blocks)
        winner = np.where(at.min(axis=0) < blocks, at.argmin(axis=0), -1)
        right += int((winner == 0).sum()) if ahead else 0
        wrong += int((winner > 0).sum() if ahead else (winner >= 0).sum())
    return wrong / runs, right / runs


SETTINGS = (
    (Setting("peeking", 30, 4000), 2000),
    (Setting("mixture", 10, 4000), 10_000),
    (Setting("mixture", 30, 4000), 10_000),
    (Setting("mixture", 30, 4000, seats=2), 10_000),
    (Setting("mixture", 30, 4000, seats=8), 4000),
    (Setting("mixture", 30, 4000, luck="skewed"), 4000),
    (Setting("bets", 1, 4000), 4000),
    (Setting("bets", 1, 4000, seats=2), 4000),
    (Setting("bets", 1, 4000, luck="skewed"), 4000),
)
"""What is simulated, and how many runs of it."""


NOMINAL = {"mixture": 0.055, "bets": 0.05}
"""Error rates that placements of equal bots must keep to; the first is approximate."""


def main(_words: list[str]) -> int:
    """Print the error rates at 5%, with their own standard errors, and how soon true differences are found.

    Return 1 when a rate is too high for chance.
    """
    too_high = [_error_row(setting, runs) for setting, runs in SETTINGS]
    print("median number of blocks until a true difference is found, 5 seats")
    for test, first in (("mixture", 30), ("bets", 1)):
        medians = [
            np.median(stopping_blocks(Setting(test, first, 1000), difference, 400, seed=2))
            for difference in (0.05, 0.1, 0.2)
        ]
        print(
            f"  {test:8} 0.05: {medians[0]:.0f}, 0.10: {medians[1]:.0f}, 0.20: {medians[2]:.0f}", flush=True
        )
    print("best of six in 600 blocks: wrong, right")
    for test, first in (("mixture", 30), ("bets", 1)):
        for ahead in (0.0, 0.1):
            wrong, right = best_rates(test, first, 600, 6, ahead, 400, seed=3)
            print(f"  {test:8} one bot {ahead:.2f} ahead: {wrong:.4f}, {right:.4f}", flush=True)
            too_high.append(wrong > ALPHA)
    return int(any(too_high))


def _error_row(setting: Setting, runs: int) -> bool:
    """Print how often a bot was found better, though no better, and tell whether that is too often."""
    rate = error_rate(setting, runs, seed=1)
    spread = np.sqrt(rate * (1 - rate) / runs)
    about = f"{setting.test:8} from block {setting.first:2}, {setting.blocks} blocks, {setting.seats} seats"
    print(f"  {about}, {setting.luck:10} wrong {rate:.4f} ± {spread:.4f}", flush=True)
    judged = setting.luck == "placements" or setting.test == "bets"
    return judged and rate > NOMINAL.get(setting.test, 1) + 3 * spread
