from itertools import permutations

import choix
import numpy as np
import pytest
from statsmodels.duration.hazard_regression import PHReg

from referee.tournament.statistics.plackett_luce import Orders, fit, linked, orders
from tests.tournament.statistics.made import games_of, simulated

SEVEN = [[0, 1, 2]] * 3 + [[1, 0, 2]] * 2 + [[2, 0, 1], [0, 2, 1]]


def listed(bots, strict=None, block=None):
    count, seats = np.shape(bots)
    return Orders(
        np.array(bots),
        np.full(count, seats) if strict is None else np.array(strict),
        np.arange(count) if block is None else np.array(block),
        np.ones(count),
    )


def error(covariance, one, other):
    return np.sqrt(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])


@pytest.mark.parametrize(
    ("ghost", "strength"), [(0, (0.949417, 0.022559, -0.971976)), (0.5, (0.872425, 0.012930, -0.885355))]
)
def test_strengths_are_the_golden_ones(ghost, strength):
    assert fit(listed(SEVEN), 3, ghost).strength == pytest.approx(strength, abs=1e-6)


def test_errors_are_the_golden_ones():
    found = fit(listed(SEVEN, block=[0, 0, 1, 1, 2, 2, 3]), 3)
    assert error(found.model, 0, 1) == pytest.approx(0.723432, abs=1e-6)
    assert error(found.robust, 0, 1) == pytest.approx(0.604538, abs=1e-6)


def test_unordered_tails_are_the_golden_ones():
    partial = listed([[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [3, 0, 1, 2], [2, 1, 0, 3]], [2, 3, 3, 3, 1])
    assert fit(partial, 4).strength == pytest.approx((0.893551, 0.203248, -0.578595, -0.518204), abs=1e-6)


def test_choix_finds_the_same_strengths():
    games = simulated([0.6, 0.2, 0, -0.1, -0.7, 0.1], 4, 30, seed=1)
    found = orders(games)
    strength = fit(found, 6, ghost=0).strength
    whole = [tuple(order) for order in found.bots.tolist()]
    assert strength == pytest.approx(choix.ilsr_rankings(6, whole, tol=1e-12), abs=1e-8)
    assert strength == pytest.approx(choix.opt_rankings(6, whole), abs=1e-5)


def test_choix_finds_the_same_strengths_from_unordered_tails():
    games = simulated([0.6, 0.2, 0, -0.1, -0.7, 0.1], 4, 30, seed=2)
    tied = games_of(np.minimum(games.ranks, 3), games.bots)
    found = orders(tied)
    assert set(found.strict) == {2}
    choices = [
        (order[place], tuple(order[place + 1 :])) for order in found.bots.tolist() for place in range(2)
    ]
    oracle = choix.opt_top1(6, choices)
    assert fit(found, 6, ghost=0).strength == pytest.approx(oracle - oracle.mean(), abs=1e-5)


def test_statsmodels_finds_the_same_strengths_and_errors():
    games = simulated([0.6, 0, -0.1, -0.5], 4, 40, seed=3)
    found = orders(games)
    result = fit(found, 4, ghost=0)
    stage = np.tile(np.arange(1, 5), len(found.bots))
    shown = np.eye(4)[found.bots.ravel()][:, 1:]
    cox = PHReg(stage, shown, strata=np.repeat(np.arange(len(found.bots)), 4))
    model, robust = cox.fit(), cox.fit(groups=np.repeat(found.block, 4))
    for bot in (1, 2, 3):
        assert result.strength[bot] - result.strength[0] == pytest.approx(model.params[bot - 1], abs=1e-8)
        assert error(result.model, bot, 0) == pytest.approx(model.bse[bot - 1], rel=1e-6)
        assert error(result.robust, bot, 0) == pytest.approx(robust.bse[bot - 1] * np.sqrt(40 / 39), rel=1e-6)


def test_the_robust_error_is_a_sandwich_by_hand():
    games = simulated([0.6, 0, -0.1, -0.5], 3, 12, seed=4)
    found = orders(games)
    result = fit(found, 4)

    def likelihood(strength, order):
        return sum(strength[bot] - np.log(np.exp(strength[order[n:]]).sum()) for n, bot in enumerate(order))

    def slope(function, at, width=1e-4):
        return np.array(
            [(function(at + step) - function(at - step)) / (2 * width) for step in width * np.eye(4)]
        )

    def ghost(strength):
        return -np.logaddexp(0, strength).sum() / 2 - np.logaddexp(0, -strength).sum() / 2

    everything = lambda s: ghost(s) + sum(likelihood(s, order) for order in found.bots)  # noqa: E731
    centre = np.eye(4) - 1 / 4
    at = result.strength
    # The ghosts hold the strengths in place, their mean close to 0, but not quite there.
    assert slope(everything, at) == pytest.approx(np.zeros(4), abs=1e-4)
    bread = np.linalg.inv(-slope(lambda s: slope(everything, s), at))
    blocks = [
        sum(slope(lambda s, o=order: likelihood(s, o), at) for order in found.bots[found.block == block])
        for block in range(12)
    ]
    meat = sum(np.outer(block, block) for block in blocks) * 12 / 11
    assert result.robust == pytest.approx(centre @ bread @ meat @ bread @ centre, rel=1e-3, abs=1e-6)


def test_level_bots_in_the_middle_count_in_all_orders():
    found = orders(games_of([[1, 2, 2, 4], [3, 1, 1, 4]], [[0, 1, 2, 3], [3, 2, 1, 0]]))
    assert sorted(map(tuple, found.bots.tolist())) == [(0, 1, 2, 3), (0, 2, 1, 3), (1, 2, 3, 0), (2, 1, 3, 0)]
    assert found.weight.tolist() == [0.5] * 4
    assert fit(found, 4).strength[1] == pytest.approx(fit(found, 4).strength[2])


def test_games_in_which_all_are_level_say_nothing():
    assert len(orders(games_of([[2, 2], [1, 1]], [[0, 1], [1, 0]])).bots) == 0
    # All ways to be level, with ranks that skip or not, are known as such.
    for ranks in ((1, 1, 1), (3, 3, 3)):
        assert len(orders(games_of([ranks], [[0, 1, 2]])).bots) == 0


def test_the_order_of_games_makes_no_difference_but_rounding():
    games = simulated([0.6, 0, -0.1, -0.5], 4, 20, seed=5)
    shuffled = np.random.default_rng(1).permutation(len(games))
    other = games_of(games.ranks[shuffled], games.bots[shuffled], games.block[shuffled])
    assert fit(orders(other), 4).strength == pytest.approx(fit(orders(games), 4).strength, abs=1e-10)


def test_a_bot_that_always_wins_stays_finite_and_is_not_linked():
    always = listed([(0, *rest) for rest in permutations((1, 2, 3))])
    assert np.isfinite(fit(always, 4).strength).all()
    assert linked(always, 4).tolist() == [False, True, True, True]


def test_a_bot_may_have_several_seats():
    twice = listed([[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    strength = fit(twice, 2, ghost=0).strength
    # Two tickets against one: ahead of the other with odds of 2 exp(θ) for the first place, of exp(θ) then.
    theta = strength[0] - strength[1]
    first = 2 * np.exp(theta) / (1 + 2 * np.exp(theta))
    then = np.exp(theta) / (1 + np.exp(theta))
    assert 4 * first + 3 * then == pytest.approx(3 + 2)


def test_strengths_come_back_from_simulated_games():
    truth = np.array([0.8, 0.3, 0, -0.4, -0.7])
    result = fit(orders(simulated(truth, 5, 600, seed=6, luck=0)), 5)
    errors = np.sqrt(np.diag(result.robust))
    assert (np.abs(result.strength - truth) < 4 * errors).all()
    assert errors.max() < 0.05
