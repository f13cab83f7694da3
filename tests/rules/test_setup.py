"""Which cards may be in the box together."""

from functools import partial

import pytest

from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
from referee.rules import (
    PRESETS,
    ROUND_LIMIT,
    SetupError,
    draw_setup,
    make_setup,
    preset,
    preset_name,
    setup,
)
from referee.rules.editions import EDITIONS
from tests.strategies import FIRST_GAME, UNIQUES

CAST = FIRST_GAME.cast[:8]
BOX = FIRST_GAME.districts
ARISTOCRATS = ("king", "emperor")


def without(*characters: str) -> list[str]:
    return [character for character in CAST if character not in characters]


REFUSED = {
    "too few players": (1, CAST, BOX, "rules-baseline-4-8", "not 1"),
    "too many players": (9, CAST, BOX, "rules-baseline-4-8", "not 9"),
    "an unknown character": (4, [*without("king"), "jester"], BOX, "comp-27-character-cards", "jester"),
    "no rank 8": (4, without("warlord"), BOX, "custom-one-character-per-rank", "rank 8"),
    "a character twice": (4, [*CAST, "king"], BOX, "custom-one-character-per-rank", "rank 4"),
    "a second rank 5": (4, [*CAST, "abbot"], BOX, "custom-one-character-per-rank", "rank 5"),
    "two of rank 9": (
        4, [*CAST, "artist", "tax_collector"], BOX, "custom-one-character-per-rank", "rank 9",
    ),
    "rank 9 with 2 players": (2, [*CAST, "artist"], BOX, "two-player-ranks-1-to-8", "rank 9"),
    "eight with 3 players": (3, CAST, BOX, "nine-required-3-or-8", "3 players"),
    "eight with 8 players": (8, CAST, BOX, "nine-required-3-or-8", "8 players"),
    "the Queen with 3": (3, [*CAST, "queen"], BOX, "queen-needs-five", "not 3"),
    "the Queen with 4": (4, [*CAST, "queen"], BOX, "queen-needs-five", "not 4"),
    "the Emperor with 2": (2, [*without("king"), "emperor"], BOX, "emperor-not-two-player", "Emperor"),
    "13 unique districts": (4, CAST, BOX[1:], "custom-fourteen-uniques", "not 13"),
    "15 unique districts": (4, CAST, [*BOX, "armory"], "custom-fourteen-uniques", "not 15"),
    "an unknown district": (4, CAST, [*BOX[1:], "swamp"], "comp-30-unique", "swamp"),
    "a basic district": (4, CAST, [*BOX[1:], "manor"], "comp-30-unique", "manor"),
    "a unique district twice": (4, CAST, [*BOX[1:], BOX[1]], "comp-30-unique", "one card only"),
}  # fmt: skip


@pytest.mark.parametrize("wish", REFUSED)
def test_what_the_rules_forbid_is_refused_with_the_rule(wish):
    seats, cast, districts, rule, words = REFUSED[wish]
    with pytest.raises(SetupError) as refused:
        make_setup(seats, cast, districts)
    assert refused.value.rule == rule
    assert words in refused.value.sentence
    assert str(refused.value) == f"{refused.value.sentence} [{rule}]"


@pytest.mark.parametrize("characters", [0, 5, 7, 10])
@pytest.mark.parametrize("drawn", [partial(preset, "first-game", 4), partial(draw_setup, 4, "seed")])
def test_no_cast_has_another_number_of_characters_than_eight_or_nine(drawn, characters):
    with pytest.raises(SetupError, match=f"8 or 9 characters, not {characters}") as refused:
        drawn(characters=characters)
    assert refused.value.rule == "custom-one-character-per-rank"


@pytest.mark.parametrize("limit", [0, -1])
def test_a_game_is_not_over_before_it_begins(limit):
    with pytest.raises(SetupError, match=f"not {limit}") as refused:
        make_setup(4, CAST, BOX, round_limit=limit)
    assert refused.value.rule == "round-limit"
    assert make_setup(4, CAST, BOX, round_limit=1).round_limit == 1


@pytest.mark.parametrize("card", ["king", "keep"])
def test_a_card_whose_behaviour_is_not_built_is_refused_by_name(card, monkeypatch):
    monkeypatch.setattr(setup, "BUILT", setup.BUILT - {card})
    with pytest.raises(SetupError, match=f"{card}.*not built") as refused:
        make_setup(4, CAST, BOX)
    assert refused.value.rule == "not-built"


def test_a_setup_is_in_canonical_order():
    one = make_setup(5, [*reversed(CAST), "queen"], [*reversed(BOX)])
    assert one.cast == (*CAST, "queen")
    assert one.districts == tuple(sorted(BOX))
    assert one.round_limit == ROUND_LIMIT
    assert one.edition == "2016"


@pytest.mark.parametrize("seats", range(2, 9))
def test_cities_are_larger_with_few_players(seats):
    assert preset("first-game", seats).city_size == (8 if seats <= 3 else 7)


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_first_game_gets_the_artist_where_nine_are_needed(seats):
    assert preset("first-game", seats).cast == (*CAST, *(["artist"] if seats in (3, 8) else []))


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_can_be_played_with_nine(name, seats):
    """The Artist stands in for the Queen where fewer than five play."""
    row = EDITIONS["2016"].presets[name]
    ninth = "artist" if row.ninth == "queen" and seats < 5 else row.ninth
    one = preset(name, seats, characters=9)
    assert one.cast == (*row.cast, ninth)
    assert one.districts == tuple(sorted(row.districts))


@pytest.mark.parametrize("seats", [2, 4, 5, 6, 7])
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_can_be_played_with_eight(name, seats):
    """The King stands in for the Emperor where two play."""
    row = EDITIONS["2016"].presets[name]
    expected = tuple("king" if seats == 2 and one == "emperor" else one for one in row.cast)
    assert preset(name, seats).cast == expected
    assert preset(name, seats, characters=8).cast == expected


def test_an_unknown_preset_is_refused_with_those_that_there_are():
    with pytest.raises(SetupError, match="first-game") as refused:
        preset("last-game", 4)
    assert refused.value.rule == "preset-optional-use"


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("characters", [8, 9])
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_known_by_its_cards(name, characters, seats):
    if (seats, characters) not in EDITIONS["2016"].selection:
        return
    one = preset(name, seats, characters=characters)
    assert preset_name(one, seats) == name
    spare = next(district for district in UNIQUES if district not in one.districts)
    assert preset_name(make_setup(seats, one.cast, [*one.districts[1:], spare]), seats) is None
    other = ["thief", "spy"]["thief" in one.cast]
    assert preset_name(make_setup(seats, [one.cast[0], other, *one.cast[2:]], one.districts), seats) is None


def able(seats: int) -> set[str]:
    return set(CHARACTERS) - ({"queen"} if seats < 5 else set()) - ({"emperor"} if seats == 2 else set())


@pytest.mark.parametrize("seats", range(2, 9))
def test_everything_that_the_rules_allow_is_drawn_and_nothing_else(seats):
    drawn = [draw_setup(seats, str(number)) for number in range(200)]
    ninth = {character for character in able(seats) if EDITIONS["2016"].characters[character].rank == 9}
    wanted = able(seats) - (ninth if seats == 2 else set())
    assert {character for one in drawn for character in one.cast} == wanted
    assert {district for one in drawn for district in one.districts} == set(UNIQUES)
    assert {len(one.cast) for one in drawn} == {2: {8}, 3: {9}, 8: {9}}.get(seats, {8, 9})
    assert all(make_setup(seats, one.cast, one.districts) == one for one in drawn)
    assert drawn == [draw_setup(seats, str(number)) for number in range(200)]


def test_what_is_named_is_in_the_box_and_changes_no_other_rank():
    for number in range(50):
        free = draw_setup(6, str(number), characters=9)
        fixed = draw_setup(6, str(number), ["trader", "witch"], ["keep", "park"], characters=9)
        assert {"witch", "trader"} <= set(fixed.cast)
        assert {"keep", "park"} <= set(fixed.districts)
        assert [fixed.cast[rank] for rank in (1, 2, 3, 4, 6, 7, 8)] == [
            free.cast[rank] for rank in (1, 2, 3, 4, 6, 7, 8)
        ]


def test_a_rank_9_that_is_named_is_played_with_nine():
    assert {len(draw_setup(5, str(number), ["queen"]).cast) for number in range(20)} == {9}
    assert {len(draw_setup(5, str(number), characters=8).cast) for number in range(20)} == {8}


@pytest.mark.parametrize(
    ("seats", "cast", "districts", "characters", "rule"),
    [
        (2, (), (), 9, "two-player-ranks-1-to-8"),
        (8, (), (), 8, "nine-required-3-or-8"),
        (5, ("queen",), (), 8, "custom-one-character-per-rank"),
        (4, ("queen",), (), None, "queen-needs-five"),
        (2, ("emperor",), (), None, "emperor-not-two-player"),
        (4, ("king", "emperor"), (), None, "custom-one-character-per-rank"),
        (4, ("jester",), (), None, "comp-27-character-cards"),
        (4, (), ("swamp",), None, "comp-30-unique"),
        (4, (), ("keep", "keep"), None, "comp-30-unique"),
        (4, (), tuple(UNIQUES[:15]), None, "custom-fourteen-uniques"),
        (9, (), (), None, "rules-baseline-4-8"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_rule(seats, cast, districts, characters, rule):
    with pytest.raises(SetupError) as refused:
        draw_setup(seats, "x", cast, districts, characters=characters)
    assert refused.value.rule == rule


def test_the_whole_edition_is_built():
    assert set(UNIQUES) == set(UNIQUE_DISTRICTS)
    assert set(CHARACTERS) <= setup.BUILT
