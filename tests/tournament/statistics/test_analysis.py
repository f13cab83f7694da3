"""From the record of a run to its statistics: the same whatever the order of games, and defined in every case."""

import math
import random
from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.match import SeatFault, SeatTiming
from referee.tournament.plan import repeated
from referee.tournament.standings import Tally
from referee.tournament.statistics import Analysis, analyse
from referee.tournament.statistics.analysis import counted
from referee.tournament.statistics.estimates import FEW_BLOCKS, NO_GAMES, NO_VARIATION
from referee.tournament.statistics.pairs import NEVER_MET
from referee.tournament.statistics.results import Delay
from referee.tournament.statistics.table import PRIOR_ONLY
from referee.tournament.store import create, read
from referee.tournament.until import Until
from tests.tournament.factory import plan, record, records, score


def analysed(folder, of, made):
    with create(folder, of) as run:
        for game in made:
            run.record([game])
    with read(folder) as run:
        return analyse(run)


def stronger(of, number, lead=2.0):
    """A game in which the earlier bots of the plan tend to win."""
    draws = random.Random(number)
    game = record(of, number)
    luck = [draws.gauss(0, 1) - lead * bot / len(of.bots) for bot in game.bots]
    ranks = tuple(1 + sum(other > mine for other in luck) for mine in luck)
    scores = tuple(score(30 - rank, rank) for rank in ranks)
    return replace(game, ranks=ranks, scores=scores)


def with_ranks(of, number, rank_of):
    """A game whose ranks follow from its bots."""
    game = record(of, number)
    return replace(game, ranks=tuple(rank_of[bot] for bot in game.bots))


def test_all_of_it_survives_a_trip_through_json(tmp_path):
    of = plan(5, seats=4, games=160)
    found = analysed(tmp_path, of, [stronger(of, number) for number in range(160)])
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found
    assert [line.rank for line in found.standings] == [1, 2, 3, 4, 5]
    assert [line.points for line in found.standings] == sorted(
        (line.points for line in found.standings), reverse=True
    )
    assert found.standings[0].rank_range[0] == 1
    assert found.standings[0].tier[0] == "A"
    assert found.bands.critical > 2
    assert [(pair.first, pair.second) for pair in found.pairs] == list(
        combinations([line.bot for line in found.standings], 2)
    )


def test_the_order_in_which_games_were_recorded_does_not_show(tmp_path):
    of = plan(5, seats=3, games=60)
    made = list(records(of))
    shuffled = random.Random(1).sample(made, len(made))
    orders = (made, made[::-1], shuffled)
    shown = {msgspec.json.encode(analysed(tmp_path / str(n), of, order)) for n, order in enumerate(orders)}
    assert len(shown) == 1


@settings(max_examples=40)
@given(order=st.permutations(range(24)), missing=st.integers(0, 23))
def test_the_first_complete_blocks_count_and_no_others(order, missing):
    of = plan(4, seats=3, games=24)
    made = [record(of, number) for number in order if number != missing]
    games, _ = counted(of, made)
    assert len(games) == missing - missing % 3
    for number, (bots, ranks) in enumerate(zip(games.bots, games.ranks, strict=True)):
        assert tuple(bots) == record(of, number).bots
        assert tuple(ranks) == record(of, number).ranks


def test_the_table_agrees_with_that_of_a_run_in_progress(tmp_path):
    of = plan(5, seats=3, games=100)
    made = [
        replace(record(of, number, broken=number % 7 == 0), ranks=stronger(of, number).ranks)
        for number in range(100)
    ]
    tally = Tally(of)
    for game in made:
        tally.add(game)
    found = analysed(tmp_path, of, made)
    for line, live in zip(found.standings, tally.standings(), strict=True):
        assert (line.bot, line.games, line.wins, line.faults) == (
            live.bot,
            live.games,
            live.wins,
            live.faults,
        )
        assert line.points == pytest.approx(live.points, abs=1e-9)
        assert line.mean_score == pytest.approx(live.mean_score, abs=1e-9)
        assert line.ci95 == pytest.approx(live.ci95, abs=1e-9)


def test_seats_places_and_scores_are_those_of_a_recount(tmp_path):
    of = plan(4, seats=3, games=48)
    made = [stronger(of, number) for number in range(48)]
    found = analysed(tmp_path, of, made)
    for line in found.standings:
        seated = [(game, game.bots.index(line.entry)) for game in made if line.entry in game.bots]
        ranks = [game.ranks[seat] for game, seat in seated]
        totals = sorted(game.scores[seat].total for game, seat in seated)
        assert line.places == tuple(ranks.count(rank) for rank in (1, 2, 3))
        assert line.mean_rank == pytest.approx(sum(ranks) / len(ranks), abs=1e-9)
        assert line.win_rate.value == pytest.approx(ranks.count(1) / len(ranks), abs=1e-9)
        assert (line.scores.least, line.scores.most) == (totals[0], totals[-1])
        assert line.scores.counts == tuple(totals.count(total) for total in range(totals[0], totals[-1] + 1))
        for column in line.seats:
            there = [(3 - game.ranks[seat]) / 2 for game, seat in seated if seat == column.seat]
            assert column.games == len(there) == 12
            assert column.points.value == pytest.approx(sum(there) / 12, abs=1e-9)
    for column in found.seats:
        there = [(3 - game.ranks[column.seat]) / 2 for game in made]
        assert column.points.value == pytest.approx(sum(there) / 48, abs=1e-9)
        assert column.points.df == 15


def test_a_model_that_fits_leaves_no_large_residuals(tmp_path):
    of = plan(4, seats=4, games=400)
    found = analysed(tmp_path, of, [stronger(of, number, lead=1) for number in range(400)])
    for pair in found.pairs:
        assert pair.before + pair.level + pair.behind == pair.common == 400
        assert abs(pair.residual) < 4
        assert pair.predicted == pytest.approx(pair.ahead.value, abs=0.08)


def test_nothing_played_is_defined(tmp_path):
    found = analysed(tmp_path, plan(4, seats=3), [])
    assert (found.games, found.blocks, found.recorded) == (0, 0, 0)
    assert (found.bands.critical, found.variance_ratio, found.times) == (None, None, ())
    assert found.bands.reason
    for line in found.standings:
        assert (line.points, line.mean_score, line.scores, line.reason) == (None, None, None, NO_GAMES)
        assert (line.rank_range, line.tier, line.rating.reason) == ((1, 4), "A", NO_GAMES)


def test_one_block_gives_numbers_and_no_intervals(tmp_path):
    of = plan(3, seats=3, games=3)
    found = analysed(tmp_path, of, records(of))
    for line in found.standings:
        assert line.points is not None
        assert (line.ci95, line.se, line.reason) == (None, None, FEW_BLOCKS)
        assert line.rating.reason == FEW_BLOCKS
        assert (line.rank_range, line.tier) == ((1, 3), "A")
    assert {pair.band for pair in found.pairs} == {None}
    assert not any(pair.separated for pair in found.pairs)


def test_no_variation_is_told_and_not_divided_by(tmp_path):
    of = plan(3, seats=3, games=60)
    found = analysed(tmp_path, of, [with_ranks(of, number, (1, 2, 3)) for number in range(60)])
    assert [line.points for line in found.standings] == [1, 0.5, 0]
    assert {line.reason for line in found.standings} == {NO_VARIATION}
    assert {pair.difference.reason for pair in found.pairs} == {NO_VARIATION}
    assert {line.rating.reason for line in found.standings} == {PRIOR_ONLY}
    assert all(math.isfinite(line.rating.value) for line in found.standings)
    assert [pair.residual for pair in found.pairs] == [None] * 3


def test_games_in_which_all_are_level_are_defined(tmp_path):
    of = plan(3, seats=3, games=30)
    found = analysed(tmp_path, of, [with_ranks(of, number, (1, 1, 1)) for number in range(30)])
    assert [line.points for line in found.standings] == [0.5] * 3
    assert {line.rating.value for line in found.standings} == {None}
    assert {pair.ahead.value for pair in found.pairs} == {0.5}


def test_two_bots_at_a_table_of_two(tmp_path):
    of = plan(2, seats=2, games=80)
    found = analysed(tmp_path, of, [stronger(of, number) for number in range(80)])
    (pair,) = found.pairs
    assert pair.separated
    assert [line.rank_range for line in found.standings] == [(1, 1), (2, 2)]
    assert [line.tier for line in found.standings] == ["A", "B"]
    assert pair.ahead.value == found.standings[0].points
    assert sum(line.points for line in found.standings) == pytest.approx(1)
    assert sum(line.rating.value for line in found.standings) == pytest.approx(3000)


def test_copies_that_fill_the_table_are_bots_of_their_own(tmp_path):
    of = plan(1, seats=3, games=60)
    found = analysed(tmp_path, of, records(of))
    assert sorted(line.bot for line in found.standings) == sorted(["bot0", *repeated(of)])


def test_bots_that_never_met_are_told_so(tmp_path):
    """Eight bots at tables of two, and the time to play but four of the pairs."""
    of = plan(8, seats=2, games=8)
    found = analysed(tmp_path, of, records(of))
    strangers = [pair for pair in found.pairs if not pair.common]
    assert strangers
    for pair in strangers:
        assert (pair.ahead.value, pair.ahead.reason) == (None, NEVER_MET)
        assert (pair.predicted, pair.residual) == (None, None)


def test_faults_count_by_code(tmp_path):
    of = plan(3, seats=3, games=12)
    made = list(records(of))
    gone = SeatFault(0, "exited", None, "Gone.")
    made[3] = replace(made[3], faults=(*made[3].faults, gone), evidence=made[3].evidence * 2)
    found = analysed(tmp_path, of, made)
    by_name = {line.bot: line for line in found.standings}
    line = by_name[of.bots[made[3].bots[0]].name]
    assert line.fault_codes["exited"] == 1
    assert found.faults == sum(line.faults for line in found.standings) == 3
    assert line.faults == sum(line.fault_codes.values())


def test_times_are_those_of_all_decisions(tmp_path):
    of = plan(2, seats=2, games=100)

    def timed(number):
        seats = tuple(SeatTiming(seat, 1, [number + 1], [number]) for seat in range(2))
        return replace(record(of, number), timing=seats)

    found = analysed(tmp_path, of, [timed(number) for number in range(100)])
    for times in found.times:
        assert (times.decisions, times.mean, times.median, times.p99, times.most) == (100, 50.5, 50, 99, 100)
    assert found.delay == Delay(decisions=200, median=49, p99=98, most=99)


def test_a_bot_that_never_decided_has_no_times(tmp_path):
    of = plan()
    idle = tuple(SeatTiming(seat, 0, [], []) for seat in range(3))
    assert analysed(tmp_path, of, [replace(record(of, 0), timing=idle)]).times == ()


def test_without_decisions_the_referee_delayed_none(tmp_path):
    of = plan()
    idle = tuple(SeatTiming(seat, 0, [], []) for seat in range(3))
    assert analysed(tmp_path, of, [replace(record(of, 0), timing=idle)]).delay is None


def with_rule(of, **rule):
    until = Until(**{"confidence": 95.0, "strict": False, "first_look": 30, **rule})
    return replace(of, stop=replace(of.stop, until=until))


def test_games_after_the_stop_do_not_count(tmp_path):
    of = with_rule(plan(3, seats=3, games=300), claim=("bot0", "bot2"))
    found = analysed(tmp_path, of, [stronger(of, number) for number in range(300)])
    assert (found.stopped.state, found.stopped.better) == ("decided", "bot0")
    assert found.stopped.games == found.games == 90
    assert found.recorded == 300
    assert found.stopped.sentence == (
        "bot0>bot2@95 stopped the run after game 90: bot0 is better than bot2 (asymptotic test)."
    )
    (course,) = found.running
    assert course.points[-1].games == 90
    assert course.points[-1].log_wealth >= course.threshold


def test_the_best_of_all_is_found(tmp_path):
    of = with_rule(plan(3, seats=3, games=600), claim=None, strict=True, first_look=1)
    found = analysed(tmp_path, of, [stronger(of, number, lead=3) for number in range(600)])
    assert (found.stopped.state, found.stopped.better) == ("decided", "bot0")
    assert "bot0 is the best bot (exact test)" in found.stopped.sentence
    assert [course.worse for course in found.running] == ["bot1", "bot2"]
    assert found.games < 600


def test_not_separated_is_a_result(tmp_path):
    of = with_rule(plan(3, seats=3, games=120), claim=None)
    whole = analysed(tmp_path / "whole", of, records(of))
    assert (whole.stopped.state, whole.games) == ("undecided", 120)
    assert whole.stopped.sentence == "best@95 did not stop the run: not separated after 120 games."
    part = analysed(tmp_path / "part", of, list(records(of))[:100])
    assert (part.stopped.state, part.games, part.recorded) == ("open", 99, 100)


def test_without_a_rule_the_leader_is_compared_with_the_others(tmp_path):
    of = plan(4, seats=4, games=200)
    found = analysed(tmp_path, of, [stronger(of, number) for number in range(200)])
    assert found.stopped is None
    assert {course.better for course in found.running} == {"bot0"}
    assert [course.worse for course in found.running] == ["bot1", "bot2", "bot3"]
