import random
from math import sqrt
from statistics import mean, stdev

import msgspec
import pytest
from scipy import stats

from referee.match import SeatFault
from referee.tournament.standings import Clusters, Tally, half_points
from tests.tournament.factory import plan, record, records, score

GOLDEN = [
    0.25, -0.1, 0.3, 0.05, 0.2, -0.15, 0.4, 0.1, 0, 0.25, 0.15, -0.05, 0.35,
    0.2, 0.1, 0.05, -0.2, 0.3, 0.15, 0.2, 0.1, 0.25, -0.1, 0.3, 0.2,
]  # fmt: skip


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2, 2, 4), (1, 0.5, 0.5, 0)),
        ((1, 2, 3, 3, 3), (1, 0.75, 0.25, 0.25, 0.25)),
        ((2, 1), (0, 1)),
        ((3, 1, 2), (0, 1, 0.5)),
        ((4, 4, 4, 4), (0.5, 0.5, 0.5, 0.5)),
        ((1, 4, 4, 4), (1, 1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_placement_points(ranks, points):
    unit = 2 * (len(ranks) - 1)
    assert tuple(half_points(ranks, seat) / unit for seat in range(len(ranks))) == pytest.approx(points)


def clusters_of(values, unit):
    clusters = Clusters()
    for value in values:
        clusters.add(round(value * unit), 1)
    return clusters


def test_the_interval_equals_the_golden_one():
    shifted = clusters_of([value + 0.3 for value in GOLDEN], 20)
    low, high = shifted.interval(20)
    assert shifted.mean(20) - 0.3 == pytest.approx(0.132)
    assert (low - 0.3, high - 0.3) == (pytest.approx(0.065154, abs=1e-6), pytest.approx(0.198846, abs=1e-6))


def test_games_of_a_block_count_as_one_observation():
    draws = random.Random(1)
    blocks = [[draws.randrange(7) for _ in range(4)] for _ in range(30)]
    clusters = Clusters()
    for block in blocks:
        clusters.add(sum(block), len(block))
    means = [mean(block) / 6 for block in blocks]
    reach = stats.t.ppf(0.975, 29) * stdev(means) / sqrt(30)
    assert clusters.interval(6) == (pytest.approx(mean(means) - reach), pytest.approx(mean(means) + reach))


def test_blocks_of_unequal_size_follow_the_cluster_formula():
    draws = random.Random(2)
    blocks = [[draws.randrange(7) for _ in range(draws.randrange(1, 5))] for _ in range(20)]
    clusters = Clusters()
    for block in blocks:
        clusters.add(sum(block), len(block))
    games = [game / 6 for block in blocks for game in block]
    centre = mean(games)
    psi = [sum(game / 6 - centre for game in block) / len(games) for block in blocks]
    reach = stats.t.ppf(0.975, 19) * sqrt(20 / 19 * sum(part**2 for part in psi))
    assert clusters.interval(6) == (pytest.approx(centre - reach), pytest.approx(centre + reach))


def test_the_interval_covers_the_truth_as_often_as_it_says():
    draws = random.Random(3)
    covered = 0
    for _ in range(600):
        clusters = Clusters()
        for _ in range(10):
            luck = draws.choice((0, 1, 2))
            clusters.add(sum(luck + draws.choice((0, 1, 2)) for _ in range(4)), 4)
        low, high = clusters.interval(4)
        covered += low <= 0.5 <= high
    assert 0.92 < covered / 600 < 0.98


def test_few_blocks_give_no_interval():
    assert clusters_of(GOLDEN[:7], 20).interval(20) is None
    assert clusters_of(GOLDEN[:8], 20).interval(20) is not None


def test_blocks_that_do_not_differ_give_no_interval():
    assert clusters_of([1] * 9, 20).interval(20) is None


def test_the_interval_stays_within_the_possible():
    low, high = clusters_of([1] * 8 + [0.5], 20).interval(20)
    assert high == 1
    assert low < 0.95


def tally_of(of, made):
    tally = Tally(of)
    for game in made:
        tally.add(game)
    return tally


@pytest.mark.parametrize("games", [60, 61])
def test_the_order_of_games_makes_no_difference(games):
    of = plan(7, seats=3, games=games)
    made = list(records(of))
    shuffled = random.Random(4).sample(made, len(made))
    assert tally_of(of, made).standings() == tally_of(of, shuffled).standings()


def test_standings_may_be_asked_for_at_any_time():
    of = plan(4, seats=3, games=60)
    made = list(records(of))
    tally = Tally(of)
    for game in made:
        tally.add(game)
        tally.standings()
    assert tally.standings() == tally_of(of, made).standings()


def test_the_numbers_are_those_of_a_recount():
    of = plan(5, seats=3, games=100)
    made = list(records(of))
    for line in tally_of(of, made).standings():
        bot = next(number for number, entry in enumerate(of.bots) if entry.name == line.bot)
        seated = [(game, game.bots.index(bot)) for game in made if bot in game.bots]
        assert line.games == len(seated)
        assert line.wins == sum(game.ranks[seat] == 1 for game, seat in seated)
        assert line.mean_score == pytest.approx(mean(game.scores[seat].total for game, seat in seated))
        assert line.points == pytest.approx(mean((3 - game.ranks[seat]) / 2 for game, seat in seated))
        assert line.faults == sum(fault.seat == seat for game, seat in seated for fault in game.faults)
        assert line.ci95[0] < line.points < line.ci95[1]


def test_bots_without_games_come_last():
    of = plan(4, seats=3, games=30)
    lines = tally_of(of, [record(of, 0)]).standings()
    assert [line.games for line in lines] == [1, 1, 1, 0]
    assert [line.points for line in lines] == [1, 0.5, 0, 0]
    assert (lines[3].ci95, lines[3].mean_score) == (None, 0)


def test_the_table_ranks_by_points_then_score_then_name():
    of = plan(2, seats=2, games=2)
    level = [msgspec.structs.replace(record(of, number), ranks=(1, 1)) for number in range(2)]
    drawn = [msgspec.structs.replace(game, scores=(score(20, 1), score(20, 1))) for game in level]
    assert [line.bot for line in tally_of(of, drawn).standings()] == ["bot0", "bot1"]
    richer = [
        msgspec.structs.replace(game, scores=tuple(score(20 + bot, 1) for bot in game.bots)) for game in level
    ]
    assert [line.bot for line in tally_of(of, richer).standings()] == ["bot1", "bot0"]


def test_a_seat_that_failed_twice_is_charged_twice():
    of = plan()
    twice = msgspec.structs.replace(
        record(of, 0), faults=tuple(SeatFault(1, "exited", None, "Gone.") for _ in range(2))
    )
    lines = {line.bot: line.faults for line in tally_of(of, [twice]).standings()}
    assert lines.pop(of.bots[twice.bots[1]].name) == 2
    assert set(lines.values()) == {0}
