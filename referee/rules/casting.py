"""Setups that are drawn at random, and the names of ready-made ones."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS, Character
from protocol.messages import Setup
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Edition
from referee.rules.errors import SetupError
from referee.rules.rng import draw, shuffled
from referee.rules.setup import (
    NINTH_REQUIRED,
    ROUND_LIMIT,
    check_number,
    known_characters,
    make_setup,
    preset,
    seated,
)


@lru_cache(maxsize=16)
def preset_name(setup: Setup, seats: int) -> str | None:
    """Return the name of the preset that a setup for so many seats is, None when it is none."""
    for name, row in EDITIONS[setup.edition].presets.items():
        if setup.districts == tuple(sorted(row.districts)):
            characters = len(setup.cast)
            return name if preset(name, seats, characters=characters).cast == setup.cast else None
    return None


def draw_setup(
    seats: int,
    seed: str,
    cast: Sequence[str] = (),
    districts: Sequence[str] = (),
    *,
    characters: int | None = None,
    edition: Literal["2016"] = "2016",
    round_limit: int = ROUND_LIMIT,
) -> Setup:
    """Return a setup with the cards that are named; those that it lacks are drawn from `seed`, any string.

    All that the rules allow at such a table is equally likely. `characters` is 8 or 9; by default the number of
    players decides, then whether a rank 9 character is named, then the seed. A card that is named changes
    nothing about the other ranks. Raises SetupError like `make_setup`.
    """
    check_number(characters)
    tables = EDITIONS[edition]
    complete = _drawn_cast(tables, seats, seed, known_characters(cast), characters)
    spare = [name for name in UNIQUE_DISTRICTS if name not in districts]
    lacking = max(0, tables.numbers.uniques - len(districts))
    drawn = shuffled(spare, seed, "districts", 0)[:lacking]
    return make_setup(seats, complete, (*districts, *drawn), edition=edition, round_limit=round_limit)


def _drawn_cast(
    tables: Edition, seats: int, seed: str, named: tuple[Character, ...], characters: int | None
) -> tuple[Character, ...]:
    ranks = {tables.characters[character].rank for character in named}
    if characters == 8 and 9 in ranks:
        sentence = "A character of rank 9 is named, but only eight characters are wanted."
        raise SetupError("custom-one-character-per-rank", sentence)
    nine = _draws_nine(seats, seed) if characters is None else characters == 9
    drawn: list[Character] = []
    for rank in range(1, 10 if nine else 9):
        if rank not in ranks:
            able = [
                name for name in CHARACTERS if tables.characters[name].rank == rank and seated(name, seats)
            ]
            drawn.append(able[draw(len(able), seed, "cast", rank)])
    return (*named, *drawn)


def _draws_nine(seats: int, seed: str) -> bool:
    return seats in NINTH_REQUIRED or (seats != 2 and bool(draw(2, seed, "nine", 0)))
