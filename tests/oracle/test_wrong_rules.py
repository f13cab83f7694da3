"""An engine with one rule taken out plays games that hang together, and the checker objects to them all the same."""

from collections.abc import MutableMapping, MutableSet
from itertools import count
from random import Random
from typing import Any

import pytest

from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS, Character, UniqueDistrict
from referee.rules import make_setup, moments
from tests.oracle import Objection, check_game
from tests.oracle.games import ROUND_LIMIT, play
from tests.oracle.tables import RANK
from tests.strategies import BOXES, cast

GAMES = 400
"""So many games at most until one shows that the rule is missing."""

TASTES = ("builder", "quarrel", "builder", "miser", "any", "drawer")

RULES: dict[str, tuple[str, ...]] = {
    "OPENING": ("king", "patrician"),
    "ON_MARKED_REVEAL": ("robbed",),
    "MARKED_COURSE": ("bewitched", "threat"),
    "SILENCED": ("killed",),
    "AFTER_SELECTION": ("theater",),
    "DUTIES": ("emperor",),
    "GATHER_EXTRA_CARDS": ("observatory",),
    "GATHER_EXTRA_GOLD": ("gold_mine",),
    "GATHER_KEEP_ALL": ("library",),
    "COUNTS_FOR_INCOME": ("school_of_magic",),
    "COST": ("factory",),
    "BANS_BUILDING": ("navigator",),
    "OFF_LIMIT": ("stables", "tavern"),
    "BARRED": ("monument",),
    "BEFORE_RISING": ("warrant",),
    "COUNTS_AS": ("monument",),
    "ON_BUILT": ("tax_collector",),
    "PROTECTED_DISTRICT": ("keep",),
    "SURCHARGE": ("great_wall",),
    "PROTECTS_CITY": ("bishop",),
    "AT_TURN_END": ("poor_house", "park"),
    "AT_TURN_END_AS": ("alchemist",),
    "AT_ROUND_END": ("king", "patrician", "emperor", "queen"),
    "SCORE": (
        "basilica", "capitol", "dragon_gate", "ivory_tower", "museum", "imperial_treasury", "map_room", "statue",
        "wishing_well",
    ),
    "SCORE_FROM_HAND": ("secret_vault",),
    "ANY_TYPE_IN_SCORING": ("haunted_quarter",),
}  # fmt: skip
"""Entries of the registries of the engine, without which it allows too much or does too little."""

NEEDED: dict[str, tuple[Character, ...]] = {
    "robbed": ("thief",),
    "bewitched": ("witch",),
    "threat": ("blackmailer",),
    "killed": ("assassin",),
    "warrant": ("magistrate",),
    "tavern": ("trader",),
    "keep": ("warlord",),
    "great_wall": ("warlord",),
    "bishop": ("warlord",),
}
"""Who must be in the game for a rule to matter, besides the card itself."""


def box(rng: Random, key: str, seats: int, characters: int) -> tuple[list[Character], list[UniqueDistrict]]:
    """Return a cast and unique districts in which a rule matters."""
    chosen = cast(rng, seats, characters)
    killer: tuple[Character, ...] = ("assassin",) if key in moments.AT_ROUND_END or key == "queen" else ()
    for name in (*NEEDED.get(key, ()), *killer, *(name for name in CHARACTERS if name == key)):
        chosen[RANK[name] - 1] = name
    wanted = [name for name in UNIQUE_DISTRICTS if name == key]
    others = [name for name in UNIQUE_DISTRICTS if name != key]
    return chosen, [*wanted, *rng.sample(others, 14 - len(wanted))]


def tables(key: str) -> list[tuple[int, int]]:
    """Return the numbers of players and characters with which a rule can matter."""
    least = 5 if key == "queen" else 3 if key == "emperor" else 2
    nine = key in ("queen", "tax_collector")
    return [(seats, number) for seats, number in BOXES if seats >= least and number >= 8 + nine]


def take_out(request: pytest.FixtureRequest, registry: Any, key: str) -> None:
    """Take an entry out of a registry, to the end of the test. The order of its entries, which matters, comes back."""
    if isinstance(registry, MutableMapping):
        whole = dict(registry)
        request.addfinalizer(lambda: (registry.clear(), registry.update(whole)))
        del registry[key]
    else:
        assert isinstance(registry, MutableSet)
        registry.remove(key)
        request.addfinalizer(lambda: registry.add(key))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("registry", "key"), [(registry, key) for registry, keys in RULES.items() for key in keys]
)
def test_a_missing_rule_is_found(registry: str, key: str, request: pytest.FixtureRequest) -> None:
    take_out(request, getattr(moments, registry), key)
    for number in count():
        assert number < GAMES, "no game showed that the rule is missing"
        rng = Random(f"{registry}/{key}/{number}")
        seats, characters = tables(key)[number % len(tables(key))]
        setup = make_setup(seats, *box(rng, key, seats, characters), round_limit=ROUND_LIMIT)
        game = play(rng, setup, seats, str(number), TASTES[number % len(TASTES)])
        try:
            check_game(game.setup, game.seats, game.deal, game.steps)
        except Objection:
            return
