"""The selection: what lies where, and how likely it is."""

from collections import Counter

import pytest

from protocol.actions import Pick
from referee.rules import IllegalAction, apply, check, new_game, options, pending, preset
from referee.rules.editions import EDITIONS
from referee.rules.frames import AskPick
from tests.strategies import BOXES, game

DEALS = 1500


def first_pick(seats: int, characters: int, number: int):
    return new_game(preset("first-game", seats, characters=characters), seats, f"draft {number}")[0]


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_every_character_is_equally_likely_to_lie_facedown(seats, characters):
    """Rank 4, which is never faceup, is shuffled back before the facedown discard: it lies there more often."""
    counts = Counter(first_pick(seats, characters, number).facedown[0] for number in range(DEALS))
    faceup = EDITIONS["2016"].selection[seats, characters].faceup
    king = 1 / (characters - faceup)
    for character in preset("first-game", seats, characters=characters).cast:
        chance = king if character == "king" else (1 - king) / (characters - 1)
        deviation = (DEALS * chance * (1 - chance)) ** 0.5
        assert abs(counts[character] - DEALS * chance) < 4 * deviation, character


@pytest.mark.parametrize(("seats", "characters"), [(4, 8), (4, 9), (5, 8), (5, 9), (6, 9)])
def test_every_character_but_rank_4_is_equally_likely_to_lie_faceup(seats, characters):
    counts = Counter(card for number in range(DEALS) for card in first_pick(seats, characters, number).faceup)
    share = EDITIONS["2016"].selection[seats, characters].faceup / (characters - 1)
    deviation = (DEALS * share * (1 - share)) ** 0.5
    assert counts.pop("king", 0) == 0
    assert len(counts) == characters - 1
    assert all(abs(count - DEALS * share) < 4 * deviation for count in counts.values())


def test_the_second_random_discard_with_three_players_is_uniform():
    """Whatever was picked before: here always the first of the stack."""
    counts = Counter[int]()
    for number in range(600):
        state = first_pick(3, 9, number)
        for _ in range(3):
            left = sorted(state.pile, key=state.setup.cast.index)
            apply(state, pending(state).seat, options(state)[0])
        counts[left[1:].index(state.facedown[1])] += 1
    assert len(counts) == 6 - 1
    assert all(abs(count - 120) < 4 * (600 * 0.2 * 0.8) ** 0.5 for count in counts.values())


STACKS = {
    (2, 8): [7, 6, 4, 2],
    (3, 9): [8, 7, 6, 4, 3, 2],
    (4, 8): [5, 4, 3, 2],
    (4, 9): [5, 4, 3, 2],
    (5, 8): [6, 5, 4, 3, 2],
    (5, 9): [6, 5, 4, 3, 2],
    (6, 8): [7, 6, 5, 4, 3, 2],
    (6, 9): [7, 6, 5, 4, 3, 2],
    (7, 8): [7, 6, 5, 4, 3, 2, 2],
    (7, 9): [8, 7, 6, 5, 4, 3, 2],
    (8, 9): [8, 7, 6, 5, 4, 3, 2, 2],
}
"""How many cards each pick is made from."""

FACEDOWN = {2: 4, 3: 3, 7: 1}
"""How many characters lie facedown after the selection, where it is not 2."""


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_the_stacks_are_as_large_as_the_rulebook_says(seats, characters):
    one = game(seats, characters, 0)
    crown, sizes, order = one.state.crown, [], []
    while isinstance(ask := pending(one.state), AskPick):
        sizes.append(len(one.state.seats[ask.seat].offers[-1]))
        order.append(ask.seat)
        one.step()
    assert sizes == STACKS[seats, characters]
    assert order == [(crown + turn) % seats for turn in range(len(sizes))]
    assert not one.state.pile
    facedown = characters - len(sizes) - len(one.state.faceup)
    assert len(one.state.facedown) == facedown
    assert sum(len(seat.characters) for seat in one.state.seats) == len(sizes)


def test_the_last_of_seven_may_take_the_card_discarded_at_the_beginning():
    state = first_pick(7, 8, 0)
    hidden = state.facedown[0]
    for _ in range(6):
        apply(state, pending(state).seat, options(state)[0])
    assert hidden in state.seats[pending(state).seat].offers[0]
    left = next(option.character for option in options(state) if option.character != hidden)
    last = pending(state).seat
    apply(state, last, Pick(hidden))
    assert state.facedown == [left]
    assert state.seats[last].set_aside == [left]


REFUSED = [
    (Pick("king"), "bad_choice", "/discard"),
    (Pick("king", "king"), "bad_choice", "/discard"),
    (Pick("king", "witch"), "not_offered", "/discard"),
    (Pick("witch", "king"), "not_offered", "/character"),
]


@pytest.mark.parametrize(("action", "code", "path"), REFUSED)
def test_with_two_players_a_card_is_set_aside_from_the_second_pick_on(action, code, path):
    state = first_pick(2, 8, 3)
    assert "king" in state.pile
    apply(state, pending(state).seat, next(one for one in options(state) if one.character != "king"))
    with pytest.raises(IllegalAction) as refused:
        check(state, pending(state).seat, action)
    assert (refused.value.code, refused.value.path) == (code, path)
    assert len(options(state)) == 6 * 5


def test_the_first_of_two_sets_nothing_aside_in_the_first_pick():
    state = first_pick(2, 8, 3)
    one, other = state.pile[:2]
    with pytest.raises(IllegalAction) as refused:
        check(state, pending(state).seat, Pick(one, other))
    assert (refused.value.code, refused.value.path) == ("bad_choice", "/discard")
