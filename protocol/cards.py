"""The ids of all cards, as they travel on the wire."""

from typing import Literal, TypeAlias, get_args

Character: TypeAlias = Literal[
    "assassin", "witch", "magistrate",
    "thief", "spy", "blackmailer",
    "magician", "wizard", "seer",
    "king", "emperor", "patrician",
    "bishop", "abbot", "cardinal",
    "merchant", "alchemist", "trader",
    "architect", "navigator", "scholar",
    "warlord", "diplomat", "marshal",
    "queen", "artist", "tax_collector",
]  # fmt: skip
"""A character card, in order of rank: three for each rank from 1 to 9."""

BasicDistrict: TypeAlias = Literal[
    "manor", "castle", "palace",
    "temple", "church", "monastery", "cathedral",
    "tavern", "market", "trading_post", "docks", "harbor", "town_hall",
    "watchtower", "prison", "barracks", "fortress",
]  # fmt: skip

UniqueDistrict: TypeAlias = Literal[
    "armory", "basilica", "capitol", "dragon_gate", "factory", "framework", "gold_mine", "great_wall",
    "haunted_quarter", "imperial_treasury", "ivory_tower", "keep", "laboratory", "library", "map_room",
    "monument", "museum", "necropolis", "observatory", "park", "poor_house", "quarry", "school_of_magic",
    "secret_vault", "smithy", "stables", "statue", "theater", "thieves_den", "wishing_well",
]  # fmt: skip

District: TypeAlias = BasicDistrict | UniqueDistrict
"""A district card by kind. Cards of one kind are indistinguishable on the wire."""

DistrictType: TypeAlias = Literal["noble", "religious", "trade", "military", "unique"]

CHARACTERS: tuple[Character, ...] = get_args(Character)
BASIC_DISTRICTS: tuple[BasicDistrict, ...] = get_args(BasicDistrict)
UNIQUE_DISTRICTS: tuple[UniqueDistrict, ...] = get_args(UniqueDistrict)
DISTRICT_TYPES: tuple[DistrictType, ...] = get_args(DistrictType)
