"""The builder beats the greedy bot, which beats the random one; the games are the same each time."""

import importlib.util
import random
from collections import defaultdict
from types import ModuleType
from typing import Any

import msgspec
import pytest

from protocol.actions import AnyAction, complete
from referee.rules import PRESETS, apply, new_game, options, pending, preset, view
from tests.sample_bots.table import FOLDER

NAMES = ("builder", "greedy", "random")


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"sample_{name}", FOLDER / f"{name}_bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GREEDY, BUILDER = load("greedy"), load("builder")


def answer(name: str, start: dict[str, Any], request: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    match name:
        case "builder":
            return BUILDER.decide(start, request)
        case "greedy":
            return {"choice": GREEDY.choose(request)}
        case _:
            return {"choice": dice.randrange(len(request["legal"]))}


def points(names: list[str], seed: str, cards: str = "first-game") -> dict[str, float]:
    """Play a game in memory; return the mean placement points of each bot, 1 for the first, 0 for the last."""
    setup, dice = preset(cards, len(names)), random.Random(seed)
    start = {"setup": msgspec.to_builtins(setup), "bot_seed": seed}
    state, _ = new_game(setup, len(names), seed)
    count = 0
    while (ask := pending(state)) is not None:
        count += 1
        legal = options(state)
        request = {"request": f"r{count}", "decision": ask.decision, "legal": msgspec.to_builtins(legal)}
        request["view"] = msgspec.to_builtins(view(state, ask.seat))
        given = answer(names[ask.seat], start, request, dice)
        chosen = complete(legal[given["choice"]]) if "choice" in given else None
        apply(state, ask.seat, chosen or msgspec.convert(given["action"], AnyAction))
    assert state.scores is not None
    found = defaultdict(list)
    for name, score in zip(names, state.scores, strict=True):
        found[name].append((len(names) - score.rank) / (len(names) - 1))
    return {name: sum(all_) / len(all_) for name, all_ in found.items()}


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_planning_beats_greed_and_greed_beats_chance(seats):
    shuffler = random.Random(seats)
    games = []
    for number in range(90):
        names = [*NAMES, *NAMES, *NAMES[number % 3 :]][:seats]
        shuffler.shuffle(names)
        games.append(points(names, f"strength {number}"))
    mean = {name: sum(game.get(name, 0.5) for game in games) / len(games) for name in NAMES}
    assert mean["builder"] > mean["greedy"] + 0.03
    assert mean["greedy"] > mean["random"] + 0.2


@pytest.mark.parametrize("cards", PRESETS)
def test_planning_beats_greed_whatever_the_cards(cards):
    names = ["builder", "greedy"]
    games = [points(2 * (names if number % 2 else names[::-1]), f"{number}", cards) for number in range(20)]
    assert sum(game["builder"] - game["greedy"] for game in games) / len(games) > 0.1
