"""The tests that may be looked at all the time: their wealth, their bands, their error rates."""

from math import log

import numpy as np
import pytest
from scipy import stats

from referee.tournament.statistics.sequential import (
    BETS,
    bets_against,
    bets_band,
    bets_wealth,
    mixture_band,
    mixture_wealth,
    moments,
    wealth,
)
from tests.soak.stopping import Setting, error_rate
from tests.tournament.statistics.made import GOLDEN


def test_wealth_is_the_golden_one():
    assert mixture_wealth(GOLDEN, 0.05)[-1] == pytest.approx(5.306913, abs=1e-6)
    assert bets_wealth(GOLDEN)[-1] == pytest.approx(0.979404, abs=1e-6)


def test_the_mixture_is_the_integral_that_it_stands_for():
    """A mean is drawn from the upper half of a normal distribution; its likelihood ratio is averaged."""
    count, mean, sd = (values[-1] for values in moments(GOLDEN))
    double = -2 * log(0.1)
    variance = (double + log(double + 1)) / 100
    score = count * mean / sd
    means = np.linspace(0, 8, 400_001)
    prior = 2 * stats.norm.pdf(means, scale=np.sqrt(variance))
    ratio = np.trapezoid(prior * np.exp(means * score - count * means**2 / 2), means)
    assert mixture_wealth(GOLDEN, 0.05)[-1] == pytest.approx(np.log(ratio), abs=1e-6)


def test_bets_are_the_average_of_products():
    expected = np.mean([np.prod(1 + bet * GOLDEN) for bet in BETS])
    assert np.exp(bets_wealth(GOLDEN)[-1]) == pytest.approx(expected)


def test_moments_are_those_of_each_beginning():
    count, mean, sd = moments(GOLDEN)
    assert count.tolist() == list(range(1, 26))
    assert mean == pytest.approx([GOLDEN[:n].mean() for n in range(1, 26)])
    assert sd[1:] == pytest.approx([GOLDEN[:n].std(ddof=1) for n in range(2, 26)])
    assert sd[0] == 0


@pytest.mark.parametrize("strict", [False, True])
def test_what_comes_later_changes_nothing_before(strict):
    whole = wealth(GOLDEN, 0.05, strict=strict)
    for length in (1, 2, 13):
        assert wealth(GOLDEN[:length], 0.05, strict=strict).tolist() == whole[:length].tolist()
    rows = wealth(np.array([GOLDEN, -GOLDEN]), 0.05, strict=strict)
    assert rows[0].tolist() == whole.tolist()
    assert rows[1, -1] < 0


def test_without_variation_the_bets_decide():
    for constant in (0.0, -0.5, 1.0):
        same = np.full(40, constant)
        assert mixture_wealth(same, 0.05).tolist() == bets_wealth(same).tolist()
    assert mixture_wealth(np.zeros(40), 0.05)[-1] == pytest.approx(0)
    assert mixture_wealth(np.ones(40), 0.05)[-1] > log(20)


def test_no_observations_are_no_evidence():
    assert len(mixture_wealth(np.zeros(0), 0.05)) == len(bets_wealth(np.zeros(0))) == 0


def test_the_band_of_the_mixture_is_what_neither_direction_refutes():
    threshold = log(40)
    low, high = mixture_band(GOLDEN, 0.05, threshold)
    for at in (5, 12, 25):
        inside = (low[at - 1] + 1e-9, high[at - 1] - 1e-9)
        outside = (low[at - 1] - 1e-9, high[at - 1] + 1e-9)
        for means, refuted in ((inside, False), (outside, True)):
            shifted = [
                max(
                    mixture_wealth(GOLDEN[:at] - mean, 0.05)[-1], mixture_wealth(mean - GOLDEN[:at], 0.05)[-1]
                )
                for mean in means
            ]
            assert [value >= threshold for value in shifted] == [refuted, refuted]


def test_the_band_of_the_bets_is_what_neither_direction_refutes():
    x = np.tile(GOLDEN, 8)
    low, high = bets_band(x, log(40))
    assert (low <= high).all()
    assert low[0] < -0.9
    assert high[0] > 0.9
    assert 0 < low[-1] < GOLDEN.mean() < high[-1] < 0.35
    at = np.array([low[-1], low[-1] + 0.01])
    assert (bets_against(x, at[:, None])[:, -1] >= log(40)).tolist() == [True, False]
    at = np.array([high[-1], high[-1] - 0.01])
    assert (bets_against(-x, -at[:, None])[:, -1] >= log(40)).tolist() == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "most"),
    [
        (Setting("mixture", first=30, blocks=400), 0.06),
        (Setting("bets", first=1, blocks=400), 0.025),
        (Setting("peeking", first=30, blocks=400), 1),
    ],
    ids=["mixture", "bets", "peeking"],
)
def test_the_true_null_is_rejected_no_more_often_than_is_said(setting, most):
    rate = error_rate(setting, runs=2000, seed=1)
    assert rate <= most
    # That looking all the time at the plain test is wrong shows that the simulation can tell.
    assert setting.test != "peeking" or rate > 0.2


@pytest.mark.slow
def test_the_bands_hold_at_all_times():
    x = np.clip(np.random.default_rng(2).normal(0.1, 0.25, (600, 300)), -1, 1)
    low, high = mixture_band(x, 0.05, log(40))
    assert ((low <= 0.1) & (high >= 0.1))[:, 29:].all(axis=1).mean() > 0.94
    refuted = np.maximum(bets_against(x, np.array(0.1)), bets_against(-x, np.array(-0.1))) >= log(40)
    assert 1 - refuted.any(axis=1).mean() > 0.94
