"""The tables say what is in the box."""

from collections import Counter

import pytest

from protocol.cards import BASIC_DISTRICTS, CHARACTERS, UNIQUE_DISTRICTS
from referee.rules import BUILT
from referee.rules.draft import PROCEDURES
from referee.rules.editions import EDITIONS
from referee.rules.setup import NINTH_REQUIRED

BOX = EDITIONS["2016"]

COSTS = {
    "noble": 5 * 3 + 4 * 4 + 3 * 5,
    "religious": 3 * 1 + 3 * 2 + 3 * 3 + 2 * 5,
    "trade": 5 * 1 + 4 * 2 + 3 * 2 + 3 * 3 + 3 * 4 + 2 * 5,
    "military": 3 * 1 + 3 * 2 + 3 * 3 + 2 * 5,
}
"""What all basic districts of a type cost together."""

UNIQUE_COSTS = {
    2: {"haunted_quarter", "stables"},
    3: {"armory", "framework", "keep", "statue"},
    4: {"basilica", "monument", "museum", "observatory", "poor_house"},
    5: {
        "capitol", "factory", "imperial_treasury", "ivory_tower", "laboratory", "map_room", "necropolis",
        "quarry", "smithy", "wishing_well",
    },
    6: {
        "dragon_gate", "gold_mine", "great_wall", "library", "park", "school_of_magic", "theater",
        "thieves_den",
    },
    None: {"secret_vault"},
}  # fmt: skip


def test_the_box_holds_every_card_that_has_an_id():
    assert tuple(BOX.characters) == CHARACTERS
    assert tuple(BOX.basics) == BASIC_DISTRICTS
    assert tuple(BOX.uniques) == UNIQUE_DISTRICTS
    assert {*BOX.districts} == {*BASIC_DISTRICTS, *UNIQUE_DISTRICTS}
    assert (len(CHARACTERS), len(UNIQUE_DISTRICTS)) == (27, 30)


def test_there_are_54_basic_districts_in_four_types():
    copies = Counter()
    costs = Counter()
    for card in BOX.basics.values():
        copies[card.type] += card.copies
        costs[card.type] += card.copies * card.cost
    assert copies == {"noble": 12, "religious": 11, "trade": 20, "military": 11}
    assert copies.total() == 54
    assert costs == COSTS


def test_unique_districts_are_single_cards_with_their_costs():
    costs: dict[int | None, set[str]] = {}
    for name, card in BOX.uniques.items():
        assert (card.type, card.copies) == ("unique", 1), name
        assert card.text
        costs.setdefault(card.cost, set()).add(name)
    assert costs == UNIQUE_COSTS


def test_characters_have_ranks_limits_and_income():
    assert [card.rank for card in BOX.characters.values()] == [
        rank for rank in range(1, 10) for _ in range(3)
    ]
    limits = {name: card.builds for name, card in BOX.characters.items() if card.builds != 1}
    assert limits == {"seer": 2, "architect": 3, "navigator": 0, "scholar": 2}
    income = {name: card.income for name, card in BOX.characters.items() if card.income}
    assert income == {
        **dict.fromkeys(("king", "emperor", "patrician"), "noble"),
        **dict.fromkeys(("bishop", "abbot", "cardinal"), "religious"),
        **dict.fromkeys(("merchant", "trader"), "trade"),
        **dict.fromkeys(("warlord", "diplomat", "marshal"), "military"),
    }


@pytest.mark.parametrize("name", BOX.presets)
def test_a_preset_has_one_character_of_each_rank_and_14_unique_districts(name):
    row = BOX.presets[name]
    assert [BOX.characters[character].rank for character in (*row.cast, row.ninth)] == [*range(1, 10)]
    assert len(set(row.districts)) == 14
    assert set(row.districts) <= set(BOX.uniques)


@pytest.mark.parametrize(
    ("players", "characters", "faceup"),
    [(2, 8, 0), (3, 9, 0), (4, 8, 2), (5, 8, 1), (6, 8, 0), (7, 8, 0),
     (4, 9, 3), (5, 9, 2), (6, 9, 1), (7, 9, 0), (8, 9, 0)],
)  # fmt: skip
def test_the_faceup_discards_are_those_of_the_rulebook(players, characters, faceup):
    row = BOX.selection[players, characters]
    assert row.faceup == faceup
    assert row.procedure in PROCEDURES
    if row.procedure == "one_each":
        assert characters - faceup - 1 == players + 1
    elif row.procedure == "last_of_two":
        assert characters - 1 == players


def test_there_is_a_selection_for_all_that_may_be_played_and_nothing_else():
    allowed = {(players, 9) for players in range(3, 9)}
    allowed |= {(players, 8) for players in range(2, 8) if players not in NINTH_REQUIRED}
    assert set(BOX.selection) == allowed


def test_all_numbers_are_those_of_the_rulebook():
    numbers = BOX.numbers
    assert (numbers.hand, numbers.gold, numbers.uniques) == (4, 2, 14)
    assert (numbers.city_size, numbers.city_size_small) == (7, 8)
    assert (numbers.gather_gold, numbers.gather_cards) == (2, 2)
    assert (numbers.types_bonus, numbers.first_bonus, numbers.completion_bonus) == (3, 4, 2)


def test_every_card_that_is_built_is_in_the_box():
    assert {*BOX.characters} | {*BOX.districts} >= BUILT
