from itertools import combinations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from referee.tournament.statistics.bands import (
    RESAMPLES,
    beats,
    critical_value,
    differences,
    rank_ranges,
    tiers,
    usable,
)
from tests.tournament.statistics.made import games_of, simulated


def test_a_difference_is_as_statsmodels_has_it():
    """Bots that are not always together: a regression on who played, robust to blocks."""
    games = simulated([0.5, 0.2, 0, 0, -0.4, -0.4], 4, 40, seed=1)
    found = differences(games)
    for n, (one, other) in enumerate(zip(found.first, found.second, strict=True)):
        rows = np.isin(games.bots, (one, other))
        block = np.repeat(games.block, 4).reshape(-1, 4)[rows]
        is_one = (games.bots[rows] == one).astype(float)
        fitted = sm.OLS(games.points[rows], sm.add_constant(is_one)).fit(
            cov_type="cluster", cov_kwds={"groups": block}
        )
        small = np.sqrt((rows.sum() - 1) / (rows.sum() - 2))
        assert found.value[n] == pytest.approx(fitted.params[1])
        assert found.error[n] == pytest.approx(fitted.bse[1] / small)


def test_the_difference_of_bots_always_together_is_that_of_paired_blocks():
    games = simulated([0.5, 0, -0.5], 3, 25, seed=2)
    sums, counts = games.by_bot
    paired = sums[:, 0] / counts[:, 0] - sums[:, 1] / counts[:, 1]
    found = differences(games)
    assert found.value[0] == pytest.approx(paired.mean())
    assert found.error[0] == pytest.approx(stats.sem(paired))


def test_the_critical_value_is_that_of_resampling_by_hand():
    games = simulated([0.3, 0, 0, -0.3], 4, 20, seed=3)
    found = differences(games)
    blocks = len(found.influence)
    bits = np.random.PCG64(7)
    largest = []
    for _ in range(RESAMPLES):
        drawn = [int(raw >> 32) * blocks >> 32 for raw in bits.random_raw(blocks).tolist()]
        sample = found.influence[drawn]
        largest.append(np.abs(sample.mean(axis=0) / stats.sem(sample)).max())
    assert critical_value(found, 7) == pytest.approx(sorted(largest)[949], rel=1e-9)


def test_a_pair_alone_needs_no_more_than_about_its_own_interval():
    found = differences(simulated([0.2, 0], 2, 60, seed=4))
    assert stats.t.ppf(0.975, 59) <= critical_value(found, 1) < 2.3


def test_the_bands_hold_together_as_often_as_they_say():
    """Six equal bots; 20 blocks; joint coverage, and that of intervals that do not know of each other."""
    runs, joint, naive = 400, 0, 0
    for run in range(runs):
        found = differences(simulated([0] * 6, 6, 20, seed=run))
        t = np.abs(found.value / found.error).max()
        joint += t <= critical_value(found, run)
        naive += t <= stats.t.ppf(0.975, 19)
    assert 0.92 < joint / runs < 0.99
    assert naive / runs < 0.75


def test_a_resample_without_variation_does_not_widen_the_bands_without_bound():
    """One loss in twenty blocks: most resamples of such a pair hold it never, or vary little."""
    ranks = [[1, 2]] * 39 + [[2, 1]]
    games = games_of(ranks, [[0, 1]] * 40, block=np.repeat(np.arange(20), 2))
    found = differences(games)
    critical = critical_value(found, 1)
    assert critical is not None
    assert beats(found, critical, 2)[0, 1]


def test_pairs_with_few_blocks_or_no_variation_are_not_judged():
    always = games_of([[1, 2]] * 30, [[0, 1]] * 30)
    assert critical_value(differences(always), 1) is None
    few = differences(simulated([3, 0, -3], 3, 7, seed=5))
    assert not usable(few).any()
    assert not beats(few, None, 3).any()


def test_a_bot_with_one_game_is_not_judged_by_the_blocks_of_others():
    draws = np.random.default_rng(1)
    ranks = [draws.permutation(2) + 1 for _ in range(40)]
    games = games_of(ranks, [[0, 1]] * 39 + [[0, 2]])
    found = differences(games)
    assert usable(found).tolist() == [True, False, False]


def test_rank_ranges_count_who_is_better_and_who_is_worse():
    better = np.zeros((4, 4), dtype=bool)
    better[0, 2:] = better[1, 3] = True
    assert rank_ranges(better) == [(1, 2), (1, 3), (2, 4), (3, 4)]


def test_all_true_ranks_are_within_their_ranges():
    truth = [0.8, 0.5, 0.2, -0.1, -0.5, -0.9]
    for seed in range(40):
        found = differences(simulated(truth, 6, 30, seed=seed))
        ranges = rank_ranges(beats(found, critical_value(found, seed), 6))
        assert all(low <= rank <= high for rank, (low, high) in enumerate(ranges, 1))


def test_bots_share_a_letter_exactly_if_neither_is_better():
    draws = np.random.default_rng(6)
    for entries in range(1, 9):
        for _ in range(30):
            upper = np.triu(draws.random((entries, entries)) < 0.5, 1)
            letters = tiers(upper, list(range(entries)))
            for one, other in combinations(range(entries), 2):
                assert bool(set(letters[one]) & set(letters[other])) != upper[one, other]
            assert all(letters.values())
            assert letters[0][0] == "A"


def test_tiers_in_a_row_overlap():
    better = np.zeros((3, 3), dtype=bool)
    better[0, 2] = True
    assert tiers(better, [0, 1, 2]) == {0: "A", 1: "AB", 2: "B"}
