from collections import Counter
from itertools import combinations, pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import PRESETS, preset
from referee.tournament.cycles import cycle_book
from referee.tournament.design import balanced_lineups, full_length, longest_length
from referee.tournament.draws import Draws, derive
from referee.tournament.plan import Recipe
from referee.tournament.schedule import game_id, lineup, seating, setup, spec
from referee.tournament.spans import block_games, blocks
from tests.tournament.factory import RANDOM, SETUP, plan, presets


def appearances(lineups):
    return Counter(bot for bots in lineups for bot in bots)


def meetings(lineups, bots):
    met = Counter(pair for lineup in lineups for pair in combinations(sorted(lineup), 2))
    return [met[pair] for pair in combinations(range(bots), 2)]


def neighbours(seats):
    return [(seats[place - 1], seats[place]) for place in range(len(seats))]


@pytest.mark.parametrize("seats", range(2, 9))
def test_in_a_cycle_book_everybody_follows_everybody_equally_often(seats):
    book = cycle_book(seats)
    followed = Counter(pair for order in book for pair in neighbours(order))
    assert len(set(book)) == len(book)
    assert all(sorted(order) == list(range(seats)) for order in book)
    assert len(followed) == seats * (seats - 1)
    assert len(set(followed.values())) == 1


@pytest.mark.parametrize(
    ("bots", "seats", "length", "meeting"),
    [
        (6, 4, 15, 6),
        (7, 3, 7, 1),
        (8, 4, 14, 3),
        (10, 5, 18, 4),
        (16, 4, 20, 1),
        (9, 7, 36, 21),
        (3, 2, 3, 1),
    ],
)
def test_exact_designs_are_found(bots, seats, length, meeting):
    assert full_length(bots, seats) == length
    design = balanced_lineups(bots, seats, length, "seed")
    assert design.exact
    assert set(meetings(design.lineups, bots)) == {meeting}
    assert set(appearances(design.lineups).values()) == {length * seats // bots}


@settings(max_examples=40)
@given(st.integers(2, 8), st.integers(1, 20), st.integers(1, 60), st.text(max_size=3))
def test_lineups_are_balanced_at_any_length(seats, more, length, seed):
    bots = seats + more
    lineups = balanced_lineups(bots, seats, length, seed).lineups
    played = appearances(lineups)
    counts = [played[bot] for bot in range(bots)]
    assert len(lineups) == length
    assert all(len(set(members)) == seats for members in lineups)
    assert max(counts) - min(counts) <= 1
    met = meetings(lineups, bots)
    assert max(met) - min(met) <= 4


@settings(max_examples=20)
@given(st.integers(2, 8), st.integers(0, 6), st.integers(1, 40), st.text(max_size=3))
def test_a_block_gives_each_of_its_bots_each_seat_once(seats, more, count, seed):
    of = plan(seats + more, seats=seats, games=count * seats, seed=seed)
    for block in range(blocks(of)):
        games = [seating(of, number) for number in block_games(of, block)]
        assert all(tuple(sorted(game)) == lineup(of, block) for game in games)
        for seat in range(seats):
            assert sorted(game[seat] for game in games) == sorted(lineup(of, block))


@settings(max_examples=30)
@given(st.integers(2, 6), st.integers(0, 5), st.integers(1, 60), st.text(max_size=3))
def test_all_bots_play_equally_often_and_sit_everywhere_equally_often(seats, more, count, seed):
    of = plan(seats + more, seats=seats, games=count * seats, seed=seed)
    sat = Counter((bot, seat) for number in range(of.games) for seat, bot in enumerate(seating(of, number)))
    played = [sum(sat[bot, seat] for seat in range(seats)) for bot in range(len(of.bots))]
    assert all(len({sat[bot, seat] for seat in range(seats)}) == 1 for bot in range(len(of.bots)))
    assert max(played) - min(played) <= seats


@pytest.mark.parametrize(
    ("bots", "seats", "length", "most"), [(20, 5, 40, 2), (40, 2, 780, 0), (50, 8, 175, 4)]
)
def test_meetings_are_nearly_equal_where_no_design_is_exact(bots, seats, length, most):
    met = meetings(balanced_lineups(bots, seats, length, "seed").lineups, bots)
    assert max(met) - min(met) <= most


def test_one_lineup_goes_through_its_cycle_book():
    of = plan(5, seats=5, games=5 * 4 * 3)
    followed = Counter(pair for number in range(of.games) for pair in neighbours(seating(of, number)))
    assert set(followed.values()) == {5 * 3}
    assert len(followed) == 20


def test_each_lineup_of_an_exact_design_goes_through_its_cycle_book():
    of = plan(4, seats=3, games=3 * 4 * 2)
    followed = Counter(
        (lineup(of, number // 3), pair)
        for number in range(of.games)
        for pair in neighbours(seating(of, number))
    )
    assert set(followed.values()) == {3}


def test_a_design_that_cannot_be_exact_is_dealt_anew_each_time_round():
    length = longest_length(20, 5)
    of = plan(20, seats=5, games=5 * length * 3)
    rounds = [
        [lineup(of, block) for block in range(start * length, (start + 1) * length)] for start in range(3)
    ]
    assert all(set(one) != set(other) for one, other in pairwise(rounds))
    assert {appearances(lineups)[bot] for lineups in rounds for bot in range(20)} == {length * 5 // 20}


def test_games_are_worked_out_one_by_one_in_any_order():
    of = plan(9, seats=4, games=1000)
    forwards = [spec(of, number) for number in range(40)]
    backwards = [spec(of, number) for number in reversed(range(40))]
    assert forwards == backwards[::-1]


def test_the_last_block_may_be_cut_short():
    of = plan(3, seats=3, games=10)
    assert blocks(of) == 4
    assert block_games(of, 3) == range(9, 10)
    with pytest.raises(IndexError, match="games 0 to 9, no game 10"):
        spec(of, 10)


def test_a_million_games_cost_nothing_until_they_are_asked_for():
    assert spec(plan(12, seats=4, games=1_000_000), 999_999).number == 999_999


def test_every_game_and_seat_has_its_own_randomness():
    games = [spec(plan(games=300), number) for number in range(300)]
    assert len({game.id for game in games}) == 300
    assert len({game.seed for game in games}) == 300
    assert len({seed for game in games for seed in game.bot_seeds}) == 900


def test_the_seed_decides_and_is_nowhere_to_be_seen():
    one, other = (spec(plan(seed=seed), 0) for seed in ("4711", "4712"))
    assert one.id != other.id
    assert one.seed != other.seed
    assert not set(one.bot_seeds) & set(other.bot_seeds)
    assert "4711" not in repr(one)


def boxes(of):
    """The setup of each block."""
    return [setup(of, block) for block in range(blocks(of))]


def appearances_in_setups(of):
    """How often each bot sits in each seat in each setup."""
    games = [spec(of, number) for number in range(of.games)]
    return Counter((bot, seat, game.setup) for game in games for seat, bot in enumerate(game.bots))


def test_one_setup_is_that_of_all_games():
    assert {spec(plan(), number).setup for number in range(12)} == {SETUP}


@pytest.mark.parametrize(("bots", "seats", "games"), [(2, 2, 14), (3, 3, 42), (4, 4, 700), (8, 8, 392)])
def test_one_lineup_plays_every_preset_equally_often_in_every_seat(bots, seats, games):
    of = plan(bots, seats=seats, games=games, setup=presets(seats))
    assert {box.cast for box in boxes(of)} == {preset(name, seats).cast for name in PRESETS}
    counts = appearances_in_setups(of)
    assert len(counts) == bots * seats * 7
    assert set(counts.values()) == {games // seats // 7}


def test_one_lineup_plays_every_preset_in_all_its_circular_orders():
    of = plan(8, seats=8, games=8 * 7 * 7, setup=presets(8))
    orders = {(setup(of, block), seating(of, block * 8)) for block in range(blocks(of))}
    assert len(orders) == 49


@pytest.mark.parametrize(
    ("bots", "seats", "games", "most"),
    [(7, 3, 7 * 3 * 7, 0), (6, 4, 700, 1), (8, 5, 700, 1), (12, 4, 33 * 7 * 4, 0), (20, 5, 2000, 3)],
)
def test_many_bots_play_every_preset_as_equally_as_can_be(bots, seats, games, most):
    of = plan(bots, seats=seats, games=games, setup=presets(seats))
    played = Counter(boxes(of))
    assert max(played.values()) - min(played.values()) <= 1
    counts = appearances_in_setups(of)
    assert len(counts) == bots * seats * 7
    assert max(counts.values()) - min(counts.values()) <= most


def test_in_a_long_run_the_presets_stay_balanced():
    of = plan(5, seats=4, games=4 * 7 * 5 * 70, setup=presets(4))
    assert set(appearances_in_setups(of).values()) == {5 * 70 * 4 // 5}


def test_a_drawn_setup_is_another_one_for_each_block():
    of = plan(9, seats=4, games=400, setup=(RANDOM,))
    drawn = boxes(of)
    assert len(set(drawn)) == 100
    assert {len(box.cast) for box in drawn} == {8, 9}
    for number in range(0, 400, 7):
        assert spec(of, number).setup == drawn[number // 4]
    assert boxes(plan(9, seats=4, games=400, setup=(RANDOM,), seed="other")) != drawn


def test_drawn_setups_depend_on_nothing_but_the_seed_and_the_block():
    one = boxes(plan(9, seats=4, games=40, setup=(RANDOM,)))
    assert one == boxes(plan(4, seats=4, games=4000, setup=(RANDOM,)))[:10]


def test_what_a_recipe_names_is_in_every_setup():
    recipe = Recipe("2016", ("witch", "queen"), ("keep",), None, 99)
    for box in boxes(plan(5, seats=5, games=200, setup=(recipe,))):
        assert {"witch", "queen"} <= set(box.cast)
        assert "keep" in box.districts
        assert box.round_limit == 99


def test_the_number_of_characters_may_be_fixed():
    for number in (8, 9):
        recipe = msgspec.structs.replace(RANDOM, characters=number)
        assert {len(box.cast) for box in boxes(plan(6, seats=6, games=120, setup=(recipe,)))} == {number}


def test_ids_do_not_tell_the_order_of_games():
    ids = [game_id(plan(), number) for number in range(12)]
    assert ids != sorted(ids)
    assert all(len(name) == len("g-0123456789abcdef") for name in ids)


def test_draws_are_fixed_for_all_time():
    assert derive("seed", "deal", 1, 2, size=8) == "1b716c182ffb12c2"
    draws = Draws("seed", "purpose", 7)
    assert [draws.below(10) for _ in range(10)] == [4, 6, 3, 7, 1, 6, 5, 2, 6, 3]
    assert Draws("seed", "purpose", 7).shuffled(list("abcdef")) == ["e", "b", "c", "d", "f", "a"]


def test_draws_are_even():
    draws = Draws("seed", "purpose")
    drawn = Counter(draws.below(6) for _ in range(6000))
    assert sorted(drawn) == list(range(6))
    assert max(drawn.values()) < 1150
    assert min(drawn.values()) > 850
