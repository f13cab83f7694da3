"""The shape of an edition: tables of cards, numbers and procedures."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from protocol.cards import BasicDistrict, Character, District, DistrictType, UniqueDistrict

Procedure = Literal["one_each", "last_of_two", "two_players", "three_players"]
"""How characters are selected; `draft.py` has a function for each."""


class CharacterCard(Struct, frozen=True):
    """A character: its name in print, rank, building limit, and the district type it earns from."""

    title: str
    rank: int
    text: str
    builds: int = 1
    income: DistrictType | None = None


class DistrictCard(Struct, frozen=True):
    """A district: its name in print, type, cost in gold (`None`: cannot be built) and number of copies."""

    title: str
    type: DistrictType
    cost: int | None
    copies: int = 1
    text: str = ""


class Selection(Struct, frozen=True):
    """How many characters are discarded faceup, and how the others go round."""

    faceup: int
    procedure: Procedure


class Preset(Struct, frozen=True):
    """A ready-made combination; `ninth` is used where the table wants nine characters."""

    title: str
    cast: tuple[Character, ...]
    ninth: Character
    districts: tuple[UniqueDistrict, ...]


class Numbers(Struct, frozen=True):
    """The numbers of an edition."""

    hand: int
    gold: int
    uniques: int
    city_size: int
    city_size_small: int
    gather_gold: int
    gather_cards: int
    types_bonus: int
    first_bonus: int
    completion_bonus: int


class Edition(Struct, frozen=True):
    """Everything that makes one edition of the game differ from another."""

    name: str
    characters: Mapping[Character, CharacterCard]
    basics: Mapping[BasicDistrict, DistrictCard]
    uniques: Mapping[UniqueDistrict, DistrictCard]
    selection: Mapping[tuple[int, int], Selection]
    presets: Mapping[str, Preset]
    numbers: Numbers
    districts: Mapping[District, DistrictCard]
