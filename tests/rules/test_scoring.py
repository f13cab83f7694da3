"""Points and places, each case worked out by hand."""

import pytest

from referee.rules.scoring import scores
from tests.rules.tables import UNIQUES, build_up, deal, put_beneath, table

FOUR_TYPES = ("manor", "temple", "tavern", "watchtower")
"""One district of each type but unique; they cost 3, 1, 1, 1."""

# city, (districts, types, completion, unique), the type that the Haunted Quarter counts as
CITIES = {
    "nothing": ((), (0, 0, 0, 0), None),
    "costs": (("palace", "palace", "town_hall"), (15, 0, 0, 0), None),
    "the artist's gold": (("palace+", "temple+"), (8, 0, 0, 0), None),
    "four types are not five": (FOUR_TYPES, (6, 0, 0, 0), None),
    "all five types": ((*FOUR_TYPES, "quarry"), (11, 3, 0, 0), None),
    "two of a type count once": ((*FOUR_TYPES, "quarry", "temple"), (12, 3, 0, 0), None),
    "a monument is one type and no more": (("monument",), (4, 0, 0, 0), None),
    "dragon gate": (("dragon_gate",), (6, 0, 0, 2), None),
    "wishing well alone": (("wishing_well",), (5, 0, 0, 1), None),
    "wishing well and others": (("wishing_well", "quarry", "statue", "manor"), (16, 0, 0, 3), None),
    "ivory tower alone": (("ivory_tower", "manor"), (8, 0, 0, 5), None),
    "ivory tower with another": (("ivory_tower", "statue"), (8, 0, 0, 0), None),
    "basilica counts itself when beautified": (("basilica+", "manor", "castle"), (12, 0, 0, 2), None),
    "basilica and even costs": (("basilica", "castle", "church"), (10, 0, 0, 0), None),
    "basilica and the artist's gold": (("basilica", "castle+", "manor+"), (13, 0, 0, 1), None),
    "capitol with three of a type": (("capitol", "tavern", "market", "docks"), (11, 0, 0, 3), None),
    "capitol scores once": (
        ("capitol", "tavern", "market", "docks", "statue", "quarry"), (19, 0, 0, 3), None,
    ),
    "capitol with two of a type": (("capitol", "tavern", "market", "quarry"), (13, 0, 0, 0), None),
    "capitol of unique districts": (("capitol", "quarry", "statue"), (13, 0, 0, 3), None),
    "haunted quarter alone stays unique": (("haunted_quarter",), (2, 0, 0, 0), "unique"),
    "haunted quarter as the missing type": (
        ("manor", "temple", "tavern", "haunted_quarter", "quarry"), (12, 3, 0, 0), "military",
    ),
    "haunted quarter as the unique one": ((*FOUR_TYPES, "haunted_quarter"), (8, 3, 0, 0), "unique"),
    "haunted quarter at the wishing well": (("haunted_quarter", "wishing_well"), (7, 0, 0, 2), "unique"),
    "haunted quarter: a type is worth more than the well": (
        ("manor", "temple", "tavern", "haunted_quarter", "wishing_well"), (12, 3, 0, 1), "military",
    ),
    "haunted quarter leaves the ivory tower alone": (
        ("haunted_quarter", "ivory_tower"), (7, 0, 0, 5), "noble",
    ),
    "haunted quarter as the third for the capitol": (
        ("haunted_quarter", "capitol", "tavern", "market"), (10, 0, 0, 3), "trade",
    ),
    "haunted quarter: the tower is the unique type then": (
        ("haunted_quarter", "ivory_tower", *FOUR_TYPES), (13, 3, 0, 5), "noble",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CITIES)
def test_a_city_scores(name):
    city, (districts, types, completion, unique), quarter = CITIES[name]
    state = table(districts=UNIQUES)
    build_up(state, 1, *city)
    score = scores(state)[1]
    assert (score.districts, score.types, score.completion, score.unique) == (
        districts, types, completion, unique,
    )  # fmt: skip
    assert score.total == districts + types + completion + unique
    assert score.haunted_quarter == quarter


def test_the_haunted_quarter_that_leaves_the_tower_alone_completes_the_types():
    """Eight points for tower and types together beat anything else: it counts as the missing military."""
    state = table(districts=UNIQUES)
    build_up(state, 1, "ivory_tower", "haunted_quarter", "manor", "temple", "tavern")
    score = scores(state)[1]
    assert (score.types, score.unique, score.haunted_quarter) == (3, 5, "military")


def test_gold_in_the_stash_counts_for_the_imperial_treasury_only():
    state = table(districts=UNIQUES)
    state.seats[0].gold = state.seats[1].gold = 7
    build_up(state, 0, "imperial_treasury")
    assert [score.total for score in scores(state)] == [5 + 7, 0, 0, 0]


def test_cards_in_hand_count_for_the_map_room_only():
    state = table(districts=UNIQUES)
    build_up(state, 0, "map_room")
    deal(state, 0, "manor", "manor", "secret_vault")
    deal(state, 1, "castle")
    assert [score.total for score in scores(state)] == [5 + 3 + 3, 0, 0, 0]


def test_the_secret_vault_scores_from_the_hand_only():
    state = table(districts=UNIQUES)
    deal(state, 2, "secret_vault")
    assert [score.unique for score in scores(state)] == [0, 0, 3, 0]
    build_up(state, 1, "museum")
    state.seats[2].hand.remove("secret_vault")
    put_beneath(state, 1, "secret_vault")
    assert [score.unique for score in scores(state)] == [0, 1, 0, 0]


def test_cards_beneath_the_museum_score_one_each():
    state = table(districts=UNIQUES)
    build_up(state, 3, "museum")
    put_beneath(state, 3, "manor", "palace", "palace")
    assert scores(state)[3].unique == 3


@pytest.mark.parametrize("crown", range(4))
def test_the_statue_scores_for_the_crown(crown):
    state = table(districts=UNIQUES)
    build_up(state, 2, "statue")
    state.crown = crown
    assert scores(state)[2].unique == (5 if crown == 2 else 0)


def test_completion_scores_four_for_the_first_and_two_for_others_even_after_the_city_shrank():
    state = table()
    state.first_completed = 3
    state.seats[3].completed = state.seats[0].completed = True
    assert [score.completion for score in scores(state)] == [2, 0, 0, 4]


def placed(totals: list[int], shown: list[list[str]]) -> list[int]:
    """Return the places of seats whose cities cost `totals` and who have shown these characters."""
    state = table(len(totals))
    costs = {1: "tavern", 3: "manor", 4: "castle", 5: "palace"}
    for seat, total in enumerate(totals):
        if total:
            build_up(state, seat, costs[total])
        state.seats[seat].shown = list(shown[seat])
    return [score.rank for score in scores(state)]


def test_the_most_points_win():
    assert placed([1, 5, 3, 4], [[], [], [], []]) == [4, 1, 3, 2]


def test_a_tie_goes_to_the_highest_rank_that_was_shown():
    assert placed([5, 5, 1, 5], [["thief"], ["warlord"], ["bishop"], ["merchant"]]) == [3, 1, 4, 2]


def test_points_come_before_ranks():
    assert placed([5, 4, 0, 0], [["assassin"], ["warlord"], ["king"], ["bishop"]]) == [1, 2, 4, 3]


def test_who_has_shown_nothing_loses_a_tie():
    assert placed([3, 3, 0, 0], [[], ["assassin"], ["king"], []]) == [2, 1, 3, 4]


def test_of_two_characters_the_higher_one_counts():
    assert placed([3, 3], [["assassin", "merchant"], ["king", "bishop"]]) == [1, 2]


def test_seats_with_the_same_points_and_rank_share_a_place():
    assert placed([3, 3, 3, 1], [[], [], [], []]) == [1, 1, 1, 4]
