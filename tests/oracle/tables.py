"""The cards of the 2016 edition as they are printed, typed anew: ranks, types, costs, copies, and the box's numbers."""

from protocol.cards import Character, District, DistrictType

RANKS: dict[int, tuple[Character, Character, Character]] = {
    1: ("assassin", "witch", "magistrate"),
    2: ("thief", "spy", "blackmailer"),
    3: ("magician", "wizard", "seer"),
    4: ("king", "emperor", "patrician"),
    5: ("bishop", "abbot", "cardinal"),
    6: ("merchant", "alchemist", "trader"),
    7: ("architect", "navigator", "scholar"),
    8: ("warlord", "diplomat", "marshal"),
    9: ("artist", "queen", "tax_collector"),
}

RANK: dict[Character, int] = {character: rank for rank, three in RANKS.items() for character in three}

BASIC: dict[District, tuple[DistrictType, int, int]] = {
    "manor": ("noble", 3, 5),
    "castle": ("noble", 4, 4),
    "palace": ("noble", 5, 3),
    "temple": ("religious", 1, 3),
    "church": ("religious", 2, 3),
    "monastery": ("religious", 3, 3),
    "cathedral": ("religious", 5, 2),
    "tavern": ("trade", 1, 5),
    "market": ("trade", 2, 4),
    "trading_post": ("trade", 2, 3),
    "docks": ("trade", 3, 3),
    "harbor": ("trade", 4, 3),
    "town_hall": ("trade", 5, 2),
    "watchtower": ("military", 1, 3),
    "prison": ("military", 2, 3),
    "barracks": ("military", 3, 3),
    "fortress": ("military", 5, 2),
}
"""The 54 basic cards: type, cost, copies."""

UNIQUE: dict[District, int] = {
    "armory": 3,
    "basilica": 4,
    "capitol": 5,
    "dragon_gate": 6,
    "factory": 5,
    "framework": 3,
    "gold_mine": 6,
    "great_wall": 6,
    "haunted_quarter": 2,
    "imperial_treasury": 5,
    "ivory_tower": 5,
    "keep": 3,
    "laboratory": 5,
    "library": 6,
    "map_room": 5,
    "monument": 4,
    "museum": 4,
    "necropolis": 5,
    "observatory": 4,
    "park": 6,
    "poor_house": 4,
    "quarry": 5,
    "school_of_magic": 6,
    "smithy": 5,
    "stables": 2,
    "statue": 3,
    "theater": 6,
    "thieves_den": 6,
    "wishing_well": 5,
}
"""The cost of each unique district that can be built, one copy each. The Secret Vault has none."""

COST: dict[District, int] = {**UNIQUE, **{name: cost for name, (_, cost, _) in BASIC.items()}}

TYPES: tuple[DistrictType, ...] = ("noble", "religious", "trade", "military", "unique")

INCOME: dict[Character, DistrictType] = {
    "king": "noble",
    "emperor": "noble",
    "patrician": "noble",
    "bishop": "religious",
    "abbot": "religious",
    "cardinal": "religious",
    "merchant": "trade",
    "trader": "trade",
    "warlord": "military",
    "diplomat": "military",
    "marshal": "military",
}
"""Who gains resources for districts of which type."""

CARD_INCOME: tuple[Character, ...] = ("patrician", "cardinal")
"""Who gains cards rather than gold; the Abbot chooses."""

FACEUP: dict[tuple[int, int], int] = {
    (2, 8): 0,
    (3, 9): 0,
    (4, 8): 2,
    (5, 8): 1,
    (6, 8): 0,
    (7, 8): 0,
    (4, 9): 3,
    (5, 9): 2,
    (6, 9): 1,
    (7, 9): 0,
    (8, 9): 0,
}
"""Characters discarded faceup, by players and characters. Other tables do not exist."""

LAST_TAKES_FACEDOWN: tuple[tuple[int, int], ...] = ((7, 8), (8, 9))
"""Where the last player also takes the character that was discarded facedown."""


def type_of(district: District) -> DistrictType:
    """Return the type printed on a card."""
    return BASIC[district][0] if district in BASIC else "unique"


def city_size(seats: int) -> int:
    """Return how many districts complete a city."""
    return 8 if seats < 4 else 7


def building_limit(character: Character) -> int:
    """Return how many districts a character may build in a turn, those that do not count left aside."""
    return {"architect": 3, "seer": 2, "scholar": 2, "navigator": 0}.get(character, 1)
