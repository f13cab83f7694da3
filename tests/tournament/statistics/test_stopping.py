import numpy as np
import pytest

from referee.tournament.statistics.sequential import wealth
from referee.tournament.statistics.stopping import (
    LONGEST_SERIES,
    Rule,
    Verdict,
    block_means,
    comparison,
    rule_of,
    running,
    verdict,
)
from referee.tournament.until import Until
from tests.tournament.statistics.made import simulated

STRONG = simulated([1.2, 0, 0, -0.2], 4, 120, seed=1)
SPREAD = simulated([1.2, 0, 0, -0.2, 0.1, 0.1], 4, 200, seed=2)
"""Six bots at tables of four: not all blocks have both bots of a pair."""


def pair(better, worse, *, strict=False, first=30, alpha=0.05):
    return Rule((better, worse), 4, alpha, first, strict)


def best(entered, *, strict=False, first=30):
    return Rule(None, entered, 0.05, first, strict)


def test_a_rule_is_that_of_the_plan():
    until = Until(("b", "a"), 97.5, strict=True, first_look=1)
    assert rule_of(until, ["a", "b", "c"], 2) == Rule((1, 0), 2, 0.025, 1, strict=True)
    assert rule_of(Until(None, 95, strict=False, first_look=30), ["a", "b", "c"], 3).rivals == 2


@pytest.mark.parametrize("games", [STRONG, SPREAD], ids=["one table", "six bots"])
@pytest.mark.parametrize("strict", [False, True])
def test_looking_block_by_block_finds_the_same(games, strict):
    """What a run sees while it is going on is what anybody sees afterwards."""
    means = block_means(games)
    for rule in (pair(0, 1, strict=strict), best(games.entries, strict=strict)):
        whole = verdict(means, rule)
        assert whole is not None
        assert whole.better == 0
        for blocks in (1, 30, whole.block, whole.block + 1, whole.block + 2, len(means)):
            assert verdict(means[:blocks], rule) == (whole if blocks > whole.block else None)


def test_a_pair_is_compared_in_the_blocks_in_which_both_play():
    means = block_means(SPREAD)
    x, there = comparison(means, 0, 4)
    for value, block in zip(x, there, strict=True):
        rows = SPREAD.block == block
        points = [SPREAD.points[rows][SPREAD.bots[rows] == bot].mean() for bot in (0, 4)]
        assert value == pytest.approx(points[0] - points[1])
    assert 0 < len(there) < SPREAD.blocks


def test_the_first_look_is_counted_in_blocks_of_the_comparison():
    means = block_means(SPREAD)
    found = verdict(means, pair(0, 4, strict=True, first=40))
    _, there = comparison(means, 0, 4)
    assert found == Verdict(0, there[39])


def test_the_best_is_better_than_every_rival_at_a_share_of_the_error():
    means = block_means(STRONG)
    found = verdict(means, best(4))
    enough = np.log(3 / 0.05)
    paths = [wealth(comparison(means, 0, rival)[0], 0.05 / 3, strict=False) for rival in (1, 2, 3)]
    holds = np.min(paths, axis=0) >= enough
    assert found.block == max(29, int(holds.argmax()))
    assert holds[found.block]


def test_nobody_is_best_among_equals_and_no_worse_bot_is_better():
    means = block_means(simulated([0, 0, 0], 3, 100, seed=3))
    assert verdict(means, best(3)) is None
    assert verdict(block_means(STRONG), pair(3, 0)) is None


def test_bots_that_never_meet_are_never_separated():
    games = simulated([1, 0], 2, 100, seed=4)
    games.entries = 3
    means = block_means(games)
    assert verdict(means, pair(0, 2)) is None
    assert verdict(means, best(3)) is None
    assert verdict(means[:0], best(3)) is None


def test_a_bot_that_always_wins_is_found_at_the_first_look():
    means = np.column_stack([np.ones(60), np.zeros(60)])
    assert verdict(means, pair(0, 1)) == Verdict(0, 29)
    assert verdict(means[:, ::-1], pair(0, 1)) is None


def test_the_course_of_a_comparison_has_its_band_and_its_evidence():
    course = running(STRONG, 0, 1, "abcd", pair(0, 1))
    x, _ = comparison(block_means(STRONG), 0, 1)
    assert [point.blocks for point in course.points] == list(range(1, 121))
    assert [point.games for point in course.points] == list(range(4, 481, 4))
    assert [point.mean for point in course.points] == pytest.approx(
        [x[:n].mean() for n in range(1, 121)], abs=1e-9
    )
    assert all((point.low is None) == (point.blocks < 30) for point in course.points)
    assert all(point.low < point.mean < point.high for point in course.points[29:])
    assert (course.better, course.worse, course.confidence) == ("a", "b", 0.95)
    assert course.points[-1].log_wealth > course.threshold


def test_the_bands_of_the_best_are_wider_for_they_hold_together():
    alone = running(STRONG, 0, 1, "abcd", pair(0, 1)).points[-1]
    together = running(STRONG, 0, 1, "abcd", best(4)).points[-1]
    assert together.low < alone.low < alone.high < together.high


def test_long_courses_are_thinned_and_keep_their_end():
    games = simulated([0.1, 0], 2, 1501, seed=5)
    points = running(games, 0, 1, "ab", pair(0, 1)).points
    assert len(points) <= LONGEST_SERIES + 1
    assert (points[0].blocks, points[-1].blocks) == (1, 1501)


@pytest.mark.parametrize("strict", [False, True])
def test_a_comparison_without_blocks_has_no_course(strict):
    games = simulated([1, 0], 2, 20, seed=6)
    games.entries = 3
    assert running(games, 0, 2, "abc", pair(0, 2, strict=strict)).points == ()
