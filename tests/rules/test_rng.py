"""Randomness: the same on every machine and every Python, and uniform."""

from collections import Counter
from random import Random

import pytest

from referee.rules import digest, new_game, preset
from referee.rules.rng import draw, shuffled
from tests.strategies import Game


def test_draws_never_change():
    assert [draw(1000, "seed", "crown", counter) for counter in range(6)] == [782, 576, 940, 658, 908, 789]
    assert [draw(bound, "", "", 0) for bound in (1, 2, 3, 6, 54)] == [0, 1, 0, 3, 39]
    assert draw(2**63, "", "", 0) == 7354857460367029207


def test_shuffles_never_change():
    assert shuffled(range(10), "seed", "deck", 0) == [6, 2, 5, 3, 9, 1, 0, 8, 7, 4]
    assert shuffled(range(10), "seed", "deck", 1) == [0, 2, 1, 8, 7, 6, 3, 4, 5, 9]
    assert shuffled("abcdef", "Zürich", "beneath", 7) == ["a", "b", "e", "d", "c", "f"]


def test_deals_never_change():
    state, _ = new_game(preset("first-game", 4), 4, "golden")
    assert (state.crown, state.faceup, state.facedown) == (0, ["thief", "bishop"], ["warlord"])
    assert state.seats[0].hand == ["fortress", "library", "quarry", "castle"]
    assert state.deck[-4:] == ["tavern", "castle", "trading_post", "market"]


def test_every_part_of_the_key_counts():
    keys = [("a", "deck", 0), ("b", "deck", 0), ("a", "crown", 0), ("a", "deck", 1), ("a:deck", "", 0)]
    assert len({draw(2**60, *key) for key in keys}) == len(keys)


def test_a_shuffle_leaves_its_input_alone():
    cards = ["a", "b", "c"]
    assert sorted(shuffled(cards, "x", "deck", 0)) == cards == ["a", "b", "c"]
    assert shuffled([], "x", "deck", 0) == []


def chi_square(counts: Counter, cells: int) -> float:
    expected = counts.total() / cells
    return (
        sum((counts[cell] - expected) ** 2 for cell in counts) / expected + (cells - len(counts)) * expected
    )


@pytest.mark.parametrize(("bound", "limit"), [(2, 10.8), (6, 20.5), (54, 90.6)])
def test_draws_are_uniform(bound, limit):
    """`limit` is the 99.9% quantile of chi-square with `bound` - 1 degrees of freedom."""
    counts = Counter(draw(bound, "uniform", "draw", counter) for counter in range(100 * bound))
    assert chi_square(counts, bound) < limit


def test_draws_are_uniform_for_bounds_near_the_size_of_a_word():
    """The remainder of a word alone would fall below 2**62 half of the time."""
    low = sum(draw(3 * 2**62, "uniform", "large", counter) < 2**62 for counter in range(900))
    assert abs(low - 300) < 4 * (900 * 2 / 9) ** 0.5


def test_shuffles_are_uniform():
    counts = Counter(tuple(shuffled("abcd", "uniform", "shuffle", counter)) for counter in range(2400))
    assert chi_square(counts, 24) < 49.7


def test_the_seed_decides_everything():
    one, two = (new_game(preset("first-game", 5), 5, seed)[0] for seed in ("1", "2"))
    again, _ = new_game(preset("first-game", 5), 5, "1")
    assert digest(one) == digest(again) != digest(two)


@pytest.mark.parametrize(("seats", "characters"), [(2, 8), (4, 8), (5, 9), (7, 8)])
def test_what_is_dealt_does_not_hang_on_what_is_played(seats, characters, monkeypatch):
    """Two games of one seed, played differently: the same deck, and in each round the same order of characters."""
    dealt: list[dict[tuple[str, int], tuple[str, ...]]] = []

    def watched(items, seed, purpose, counter):
        order = shuffled(items, seed, purpose, counter)
        dealt[-1][purpose, counter] = tuple(order)
        return order

    monkeypatch.setattr("referee.rules.setup.shuffled", watched)
    monkeypatch.setattr("referee.rules.draft.shuffled", watched)
    setup = preset("vicious-nobles", seats, characters=characters)
    ends = []
    for taste in (1, 2):
        dealt.append({})
        played = Game(Random(taste), setup, seats, "one seed")
        *_, last = played.walk()
        ends.append(digest(last))
    one, other = dealt
    assert ends[0] != ends[1]
    assert len(one.keys() & other.keys()) > 6
    for key in one.keys() & other.keys():
        assert one[key] == other[key], key
