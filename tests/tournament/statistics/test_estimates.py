import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from referee.tournament.statistics.estimates import (
    FEW_BLOCKS,
    NO_GAMES,
    NO_VARIATION,
    influence,
    mean_estimate,
    reported,
    standard_error,
)
from referee.tournament.statistics.games import placement_points
from tests.tournament.statistics.made import GOLDEN, simulated


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2, 2, 4), (1, 0.5, 0.5, 0)),
        ((1, 2, 3, 3, 3), (1, 0.75, 0.25, 0.25, 0.25)),
        ((2, 1), (0, 1)),
        ((4, 4, 4, 4), (0.5, 0.5, 0.5, 0.5)),
    ],
)
def test_placement_points(ranks, points):
    assert placement_points(np.array([ranks])).tolist() == [list(points)]


def test_the_interval_is_the_golden_one():
    found = mean_estimate(GOLDEN, np.ones(25), -1, 1)
    assert (found.value, found.df) == (0.132, 24)
    assert found.ci95 == pytest.approx((0.065154, 0.198846), abs=1e-6)


def test_unequal_blocks_are_as_statsmodels_has_them():
    draws = np.random.default_rng(1)
    block = np.repeat(np.arange(20), draws.integers(1, 6, 20))
    values = draws.integers(0, 5, len(block)) / 4
    found = mean_estimate(np.bincount(block, weights=values), np.bincount(block).astype(float))
    oracle = sm.OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": block}, use_t=True
    )
    assert found.value == pytest.approx(oracle.params[0], abs=1e-9)
    assert found.se == pytest.approx(oracle.bse[0], abs=1e-9)
    assert found.ci95 == pytest.approx(oracle.conf_int()[0], abs=1e-9)


def test_the_interval_of_equal_blocks_is_that_of_their_means():
    games = simulated([0.5, 0, 0, -0.5], 4, 30, seed=2)
    sums, counts = games.by_bot
    found = mean_estimate(sums[:, 0], counts[:, 0])
    means = sums[:, 0] / counts[:, 0]
    assert found.ci95 == pytest.approx(stats.t.interval(0.95, 29, means.mean(), stats.sem(means)), abs=1e-9)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    blocks, runs = 10, 4000
    draws = np.random.default_rng(3)
    luck = draws.integers(0, 3, (blocks, runs))
    sums = (luck[..., None] + draws.integers(0, 3, (blocks, runs, 4))).sum(axis=2) / 4
    counts = np.full(sums.shape, 4.0)
    means = sums.sum(axis=0) / counts.sum(axis=0)
    reach = stats.t.ppf(0.975, blocks - 1) * standard_error(influence(sums, counts), counts > 0)
    covered = (np.abs(means - 0.5) <= reach).mean()
    assert abs(covered - 0.95) < 4 * np.sqrt(0.95 * 0.05 / runs)


def test_what_cannot_be_said_has_a_reason():
    assert mean_estimate(np.zeros(3), np.zeros(3)).reason == NO_GAMES
    few = mean_estimate(GOLDEN[:7], np.ones(7))
    assert (few.ci95, few.se, few.reason) == (None, None, FEW_BLOCKS)
    assert few.value is not None
    same = mean_estimate(np.full(9, 3 * 0.1), np.full(9, 3.0))
    assert (same.value, same.ci95, same.reason) == (0.1, None, NO_VARIATION)


def test_the_interval_stays_within_the_possible():
    found = mean_estimate(np.array([1.0] * 8 + [0.5]), np.ones(9))
    assert found.ci95[1] == 1
    assert found.ci95[0] < 0.95


def test_what_is_no_number_is_not_reported():
    assert [reported(value) for value in (float("nan"), float("inf"), -1e-15, 0.12345678949)] == [
        None,
        None,
        0.0,
        0.123456789,
    ]
