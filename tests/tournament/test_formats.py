"""Gauntlets, patch tests, duplicate deals, authors kept apart: who plays whom, and on which deal."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament.balance import balances
from referee.tournament.plan import PlanError, digest, load, seal
from referee.tournament.schedule import deal, lineup, pair, seating, spec
from referee.tournament.spans import block_games, block_of, blocks
from tests.tournament.factory import plan
from tests.tournament.schedules import check_balance


def games(of):
    return [spec(of, number) for number in range(of.games)]


def test_in_a_gauntlet_the_first_bot_always_plays_and_the_field_in_turn():
    of = plan(7, seats=4, games=4 * 40, form="gauntlet")
    played = Counter(bot for game in games(of) for bot in game.bots)
    assert played.pop(0) == of.games
    assert len(played) == 6
    assert set(played.values()) == {of.games // 2}
    sat = Counter(game.bots.index(0) for game in games(of))
    assert set(sat.values()) == {40}


@pytest.mark.parametrize(("bots", "seats"), [(3, 2), (4, 3), (9, 4), (12, 8)])
def test_a_patch_test_differs_in_nothing_but_the_bot_tested(bots, seats):
    of = plan(bots, seats=seats, games=200, form="patch")
    assert of.fresh
    for number in range(0, of.games, 2):
        new, old = spec(of, number), spec(of, number + 1)
        assert (pair(of, number), pair(of, number + 1)) == (number, number)
        assert 1 not in new.bots
        assert old.bots == tuple(1 if bot == 0 else bot for bot in new.bots)
        assert (new.seed, new.bot_seeds, new.setup) == (old.seed, old.bot_seeds, old.setup)
        assert new.id != old.id
    assert len({game.seed for game in games(of)}) == of.games // 2


def test_a_patch_test_gives_the_bot_tested_every_seat_in_each_block():
    of = plan(6, seats=3, games=90, form="patch")
    for block in range(blocks(of)):
        numbers = block_games(of, block)
        assert len(numbers) == 6
        assert {0, 1} < set(lineup(of, block))
        assert sorted(seating(of, number).index(number % 2) for number in numbers) == [0, 0, 1, 1, 2, 2]


def test_a_patch_test_has_whole_pairs():
    assert plan(4, seats=3, games=7, form="patch").games == 8


@pytest.mark.parametrize(
    ("form", "bots", "entries"), [("gauntlet", 2, 4), ("patch", 3, 5), ("gauntlet", 6, 6), ("patch", 6, 6)]
)
def test_too_few_bots_in_a_field_are_repeated(form, bots, entries):
    of = plan(bots, seats=4, form=form)
    assert len(of.bots) == entries
    assert of.entered == bots
    assert all(len(set(game.bots)) == 4 for game in games(of))


@pytest.mark.parametrize(("form", "bots", "named"), [("gauntlet", 1, "first"), ("patch", 2, "second")])
def test_a_test_needs_a_field(form, bots, named):
    with pytest.raises(PlanError, match=f"{form} needs other bots to play against, named after the {named}"):
        plan(bots, form=form)


def test_a_duplicate_plays_one_deal_from_every_seat_with_fresh_bots():
    of = plan(6, seats=4, games=40, duplicate=True)
    assert of.fresh
    for block in range(blocks(of)):
        shared = [spec(of, number) for number in block_games(of, block)]
        assert len({game.seed for game in shared}) == 1
        assert len({seed for game in shared for seed in game.bot_seeds}) == 16
        assert len({game.bots for game in shared}) == 4
    assert len({game.seed for game in games(of)}) == 10
    assert [deal(of, number) for number in range(8)] == [0, 0, 0, 0, 4, 4, 4, 4]


def test_every_game_has_its_own_deal_otherwise():
    assert len({game.seed for game in games(plan(6, seats=4, games=400))}) == 400


@pytest.mark.parametrize(
    ("form", "bots", "seats", "authors"),
    [
        ("round-robin", 12, 4, "aabbcc"),
        ("round-robin", 9, 4, "aabbcdefg"),
        ("round-robin", 6, 4, "abcd"),
        ("gauntlet", 9, 4, "xaabbcc"),
        ("patch", 10, 4, "xxaabb"),
    ],
)
def test_bots_of_one_author_never_meet_and_nobody_is_left_out(form, bots, seats, authors):
    of = plan(bots, seats=seats, games=seats * 300, form=form, authors=authors)
    tested = {0, 1} if form == "patch" else set()
    for block in range(blocks(of)):
        names = [of.bots[bot].author for bot in lineup(of, block) if bot not in tested]
        known = [name for name in names if name]
        assert len(known) == len(set(known))
    [balance] = balances(of, range(of.games))
    assert balance.games.most - balance.games.least <= 2 * seats
    assert balance.meetings.least > 0


def test_authors_who_need_more_than_their_share_of_seats_still_play_as_equally_as_can_be():
    """Five bots of one author at tables of two among six: they cannot play as often as the sixth."""
    of = plan(6, seats=2, games=60, authors="aaaaa")
    played = Counter(bot for game in games(of) for bot in game.bots)
    assert played[5] == 60
    assert {played[bot] for bot in range(5)} == {12}


@pytest.mark.parametrize(
    ("form", "bots", "authors", "sentence"),
    [
        ("round-robin", 5, "aaabb", "3 seats need bots of as many authors, to keep those apart; there are 2"),
        ("round-robin", 2, "ab", "3 seats need bots of as many authors, to keep those apart; there are 2"),
        ("gauntlet", 5, "xabxb", "bot3 would never play: x wrote what is tested, too"),
        ("patch", 5, "xyabx", "bot4 would never play: x wrote what is tested, too"),
    ],
)
def test_authors_who_cannot_be_kept_apart_are_named(form, bots, authors, sentence):
    with pytest.raises(PlanError, match=sentence):
        plan(bots, form=form, authors=authors)


@settings(max_examples=25)
@given(st.integers(2, 8), st.data(), st.integers(1, 60), st.text(max_size=3))
def test_schedules_are_balanced(seats, data, count, seed):
    """`make schedules` looks at every size."""
    check_balance(data.draw(st.integers(seats, 24)), seats, count, seed)


def test_a_hundred_bots_are_planned_and_balanced():
    of = plan(100, seats=5, games=2000)
    [balance] = balances(of, range(of.games))
    assert balance.games == (100, 100)
    assert balance.seats == (20, 20)
    assert balance.meetings.most <= 3 * 5


def test_the_balance_is_counted_from_the_seats():
    of = plan(4, seats=3, games=24)
    [balance] = balances(of, range(of.games))
    seatings = [game.bots for game in games(of)]
    met = Counter(pair for bots in seatings for pair in combinations(sorted(bots), 2))
    followed = Counter((bots[place - 1], bots[place]) for bots in seatings for place in range(3))
    assert balance.stage == "round-robin"
    assert set(balance.meetings) == {min(met.values()), max(met.values())} == {12}
    assert set(balance.neighbours) == {min(followed.values()), max(followed.values())} == {6}
    [half] = balances(of, range(4))
    assert half.games == (1, 4)
    assert half.seats == (0, 2)


def test_blocks_are_counted_through(tmp_path):
    of = plan(6, seats=3, games=20, form="patch")
    assert [block_of(of, number) for number in (0, 5, 6, 19)] == [0, 0, 1, 3]
    assert [block_games(of, block) for block in (0, 3)] == [range(6), range(18, 20)]
    seal(of, tmp_path)
    assert load(tmp_path) == of
    assert digest(of) != digest(plan(6, seats=3, games=20, form="gauntlet"))
