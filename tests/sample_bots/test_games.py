"""Whole games of the sample bots: nothing illegal, the same again from the same seeds, nothing kept."""

from random import Random

import pytest

from protocol.actions import Build, Destroy, EndTurn
from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
from referee.rules import BUILT, make_setup, preset
from tests.sample_bots.table import FOLDER_BOTS, PYTHON_BOTS, play

ALL_BOTS = (*PYTHON_BOTS, *FOLDER_BOTS)
BONUSES = ("collect_income", "extra_gold", "extra_cards", "collect_taxes")


def kind(action: object) -> str:
    return type(action).__struct_config__.tag


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("name", ALL_BOTS)
def test_a_bot_plays_a_whole_game_against_itself(name, seats, seat_bots):
    bots = seat_bots(*[name] * seats)
    game = play(bots, preset("first-game", seats), f"{name} {seats}")
    assert len(game.scores) == seats
    assert all(len(lines) > 10 for lines in game.lines)
    assert [bot.leave() for bot in bots] == [0] * seats


@pytest.mark.parametrize("seats", [3, 4, 7])
def test_all_bots_play_together_and_again_in_the_same_way(seats, seat_bots):
    names = [ALL_BOTS[(seats + seat) % len(ALL_BOTS)] for seat in range(seats)]
    first, second = (play(seat_bots(*names), preset("first-game", seats), "again") for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", ALL_BOTS)
def test_nothing_is_kept_from_game_to_game(name, seat_bots):
    setup = preset("first-game", 4)
    veterans, novices = seat_bots(*[name] * 4), seat_bots(*[name] * 4)
    play(veterans, preset("first-game", 4, characters=9), "before", bot_seed="other")
    assert play(veterans, setup, "after") == play(novices, setup, "after")


@pytest.mark.parametrize("name", ["random_bot", *FOLDER_BOTS])
def test_the_choices_of_a_random_bot_follow_its_seed(name, seat_bots):
    bots = seat_bots(*[name] * 2)
    setup = preset("first-game", 2)
    games = [play(bots, setup, "seeded", bot_seed=seed) for seed in ("one", "two", "one")]
    assert games[0] != games[1]
    assert games[0] == games[2]


@pytest.mark.parametrize("number", range(6))
def test_any_cards_that_can_be_in_the_box_are_played(number, seat_bots):
    rng = Random(number)
    seats = rng.randint(3, 8)
    barred = {"queen"} if seats < 5 else set()
    ranks = [CHARACTERS[first : first + 3] for first in range(0, 27, 3)]
    cast = [rng.choice([one for one in rank if one in BUILT and one not in barred]) for rank in ranks]
    uniques = rng.sample([one for one in UNIQUE_DISTRICTS if one in BUILT], 14)
    names = [PYTHON_BOTS[seat % 3] for seat in range(seats)]
    assert play(seat_bots(*names), make_setup(seats, cast, uniques), f"box {number}").scores


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_the_builder_leaves_no_bonus_and_no_own_district_behind(seats, seat_bots):
    characters = None if seats in (2, 3, 8) else 9
    game = play(
        seat_bots(*["builder_bot"] * seats), preset("first-game", seats, characters=characters), "bonus"
    )
    for decision in game.decisions:
        if isinstance(decision.action, EndTurn):
            assert not {kind(option) for option in decision.legal} & set(BONUSES)
        if isinstance(decision.action, Destroy):
            assert decision.action.seat != decision.seat
    assert sum(isinstance(decision.action, Build) for decision in game.decisions) > 4 * seats


@pytest.mark.parametrize("name", ["greedy_bot", "builder_bot"])
def test_what_a_later_version_adds_is_left_alone(name, seat_bots):
    def later(request):
        if request["decision"] == "turn":
            request["legal"].append(
                {"kind": "juggle", "balls": {"from": ["red", "blue"], "min": 1, "max": 2}}
            )
        request["events"].append({"kind": "juggled", "seat": 0})
        request["weather"] = request["view"]["weather"] = "fine"
        request["view"]["players"][0]["balls"] = 3
        request["view"]["you"]["tricks"] = ["fountain"]
        return request

    game = play(seat_bots(*[name] * 4), preset("first-game", 4), "later", distort=later)
    assert game == play(seat_bots(*[name] * 4), preset("first-game", 4), "later")
