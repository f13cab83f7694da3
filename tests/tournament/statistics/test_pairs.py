from itertools import combinations

import numpy as np
import pytest

from referee.tournament.statistics.pairs import meetings, share_ahead, variance_ratio
from tests.tournament.statistics.made import games_of, simulated


def test_meetings_are_those_of_a_recount():
    games = simulated([0.5, 0.2, 0, 0, -0.4], 3, 20, seed=1)
    met = meetings(games)
    for one, other in combinations(range(5), 2):
        both = sorted(
            (block, float(ranks[bots.index(one)] < ranks[bots.index(other)]))
            for block, bots, ranks in zip(
                games.block.tolist(), games.bots.tolist(), games.ranks.tolist(), strict=True
            )
            if one in bots and other in bots
        )
        found = met[one, other]
        assert sorted(zip(found.block.tolist(), found.ahead.tolist(), strict=True)) == both
        assert ((found.lead > 0) == (found.ahead == 1)).all()
        assert share_ahead(found).value == pytest.approx(np.mean([ahead for _, ahead in both]), abs=1e-9)


def test_level_counts_half_either_way_round():
    met = meetings(games_of([[1, 1, 3], [2, 1, 2]], [[0, 1, 2], [2, 1, 0]]))
    assert met[0, 1].ahead.tolist() == [0.5, 0]
    assert met[0, 2].ahead.tolist() == [1, 0.5]
    assert met[0, 1].turned().ahead.tolist() == [0.5, 1]
    assert met[0, 1].turned().lead.tolist() == (-met[0, 1].lead).tolist()


def test_a_bot_with_two_seats_meets_others_twice_and_itself_never():
    met = meetings(games_of([[1, 3, 2]], [[0, 0, 1]]))
    assert set(met) == {(0, 1)}
    assert met[0, 1].ahead.tolist() == [1, 0]


def test_bots_that_never_met_are_not_there():
    met = meetings(games_of([[1, 2], [1, 2]], [[0, 1], [2, 3]]))
    assert set(met) == {(0, 1), (2, 3)}


@pytest.mark.parametrize(("luck", "low", "high"), [(0, 0.85, 1.1), (2, 1.5, 5)])
def test_the_variance_ratio_tells_what_blocks_have_in_common(luck, low, high):
    games = simulated([0, 0, 0, 0, 0], 5, 300, seed=2, luck=luck)
    assert low < variance_ratio(games, meetings(games)) < high


def test_the_variance_ratio_is_that_of_the_formula():
    games = simulated([0.5, 0], 2, 50, seed=3)
    met = meetings(games)
    lead = met[0, 1].lead.reshape(-1, 2)
    expected = 2 * np.var(lead.mean(axis=1), ddof=1) / np.var(lead, ddof=1)
    assert variance_ratio(games, met) == pytest.approx(expected)


def test_there_is_no_variance_ratio_without_blocks_or_variation():
    few = simulated([0, 0], 2, 7, seed=4)
    assert variance_ratio(few, meetings(few)) is None
    always = games_of([[1, 2], [2, 1]] * 20, [[0, 1], [1, 0]] * 20, block=np.repeat(np.arange(20), 2))
    assert variance_ratio(always, meetings(always)) is None
