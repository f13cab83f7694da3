"""The 2016 edition: 27 characters, 54 basic and 30 unique districts, seven presets."""

from protocol.cards import BasicDistrict, Character, District, UniqueDistrict
from referee.rules.editions.tables import (
    CharacterCard,
    DistrictCard,
    Edition,
    Numbers,
    Preset,
    Selection,
)

CHARACTERS: dict[Character, CharacterCard] = {
    "assassin": CharacterCard("Assassin", 1, "Name a character; whoever holds it skips the turn, unseen."),
    "witch": CharacterCard(
        "Witch",
        1,
        "Gather, then name a character: its turn ends after gathering, and you play on in its role.",
    ),
    "magistrate": CharacterCard(
        "Magistrate",
        1,
        "Put three warrants facedown on characters. You may confiscate the first district the signed one pays for.",
    ),
    "thief": CharacterCard("Thief", 2, "Name a character; when it is revealed you take all its gold."),
    "spy": CharacterCard(
        "Spy",
        2,
        "Name a type and look at a hand: for each card of that type take a gold from its owner and draw a card.",
    ),
    "blackmailer": CharacterCard(
        "Blackmailer",
        2,
        "Threaten two characters. Each may bribe you with half its gold, or risk losing all of it.",
    ),
    "magician": CharacterCard(
        "Magician", 3, "Swap hands with a player, or put cards beneath the deck and draw as many."
    ),
    "wizard": CharacterCard(
        "Wizard",
        3,
        "Look at a hand and take a card, to keep or to build at once. You may build duplicates this turn.",
    ),
    "seer": CharacterCard(
        "Seer", 3, "Take a random card from every hand, then give each of those players a card.", builds=2
    ),
    "king": CharacterCard("King", 4, "Take the crown. Gain 1 gold for each noble district.", income="noble"),
    "emperor": CharacterCard(
        "Emperor",
        4,
        "Pass the crown to another player and take a gold or a card from that player. "
        "Gain 1 gold for each noble district.",
        income="noble",
    ),
    "patrician": CharacterCard(
        "Patrician", 4, "Take the crown. Gain 1 card for each noble district.", income="noble"
    ),
    "bishop": CharacterCard(
        "Bishop",
        5,
        "Rank 8 cannot touch your districts. Gain 1 gold for each religious district.",
        income="religious",
    ),
    "abbot": CharacterCard(
        "Abbot",
        5,
        "Gain 1 gold or card for each religious district. The richest player gives you 1 gold.",
        income="religious",
    ),
    "cardinal": CharacterCard(
        "Cardinal",
        5,
        "Short of gold for a district, take the rest from one player for as many cards. "
        "Gain 1 card for each religious district.",
        income="religious",
    ),
    "merchant": CharacterCard(
        "Merchant", 6, "Gain 1 extra gold. Gain 1 gold for each trade district.", income="trade"
    ),
    "alchemist": CharacterCard(
        "Alchemist", 6, "At the end of your turn, get back the gold you paid for districts."
    ),
    "trader": CharacterCard(
        "Trader",
        6,
        "Build any number of trade districts. Gain 1 gold for each trade district.",
        income="trade",
    ),
    "architect": CharacterCard("Architect", 7, "Gain 2 extra cards. Build up to three districts.", builds=3),
    "navigator": CharacterCard(
        "Navigator", 7, "Gain 4 extra gold or 4 extra cards. You cannot build.", builds=0
    ),
    "scholar": CharacterCard(
        "Scholar", 7, "Draw 7 cards, keep 1, shuffle the others into the deck. Build up to two.", builds=2
    ),
    "warlord": CharacterCard(
        "Warlord",
        8,
        "Destroy a district for 1 gold less than it costs. Gain 1 gold for each military district.",
        income="military",
    ),
    "diplomat": CharacterCard(
        "Diplomat",
        8,
        "Exchange a district with another player, paying the difference. Gain 1 gold for each military district.",
        income="military",
    ),
    "marshal": CharacterCard(
        "Marshal",
        8,
        "Seize a district that costs 3 or less, paying its owner. Gain 1 gold for each military district.",
        income="military",
    ),
    "queen": CharacterCard("Queen", 9, "Gain 3 gold if a neighbour revealed the rank 4 character."),
    "artist": CharacterCard(
        "Artist", 9, "Put 1 gold on each of up to two of your districts: they cost 1 more."
    ),
    "tax_collector": CharacterCard(
        "Tax Collector", 9, "Whoever builds puts 1 gold on your token. Take all the gold on it."
    ),
}

BASICS: dict[BasicDistrict, DistrictCard] = {
    "manor": DistrictCard("Manor", "noble", 3, 5),
    "castle": DistrictCard("Castle", "noble", 4, 4),
    "palace": DistrictCard("Palace", "noble", 5, 3),
    "temple": DistrictCard("Temple", "religious", 1, 3),
    "church": DistrictCard("Church", "religious", 2, 3),
    "monastery": DistrictCard("Monastery", "religious", 3, 3),
    "cathedral": DistrictCard("Cathedral", "religious", 5, 2),
    "tavern": DistrictCard("Tavern", "trade", 1, 5),
    "market": DistrictCard("Market", "trade", 2, 4),
    "trading_post": DistrictCard("Trading Post", "trade", 2, 3),
    "docks": DistrictCard("Docks", "trade", 3, 3),
    "harbor": DistrictCard("Harbor", "trade", 4, 3),
    "town_hall": DistrictCard("Town Hall", "trade", 5, 2),
    "watchtower": DistrictCard("Watchtower", "military", 1, 3),
    "prison": DistrictCard("Prison", "military", 2, 3),
    "barracks": DistrictCard("Barracks", "military", 3, 3),
    "fortress": DistrictCard("Fortress", "military", 5, 2),
}


def _unique(title: str, cost: int | None, text: str) -> DistrictCard:
    return DistrictCard(title, "unique", cost, 1, text)


UNIQUES: dict[UniqueDistrict, DistrictCard] = {
    "armory": _unique("Armory", 3, "On your turn, destroy the Armory to destroy another district."),
    "basilica": _unique("Basilica", 4, "Scores 1 for each district in your city with an odd cost."),
    "capitol": _unique("Capitol", 5, "Scores 3 if three of your districts share a type."),
    "dragon_gate": _unique("Dragon Gate", 6, "Scores 2 extra points."),
    "factory": _unique("Factory", 5, "You pay 1 gold less for other unique districts."),
    "framework": _unique("Framework", 3, "Destroy the Framework instead of paying for a district."),
    "gold_mine": _unique("Gold Mine", 6, "Gathering gold, you gain 1 more."),
    "great_wall": _unique("Great Wall", 6, "Rank 8 pays 1 gold more for your other districts."),
    "haunted_quarter": _unique("Haunted Quarter", 2, "In the scoring it counts as the type you like best."),
    "imperial_treasury": _unique("Imperial Treasury", 5, "Scores 1 for each gold in your stash."),
    "ivory_tower": _unique("Ivory Tower", 5, "Scores 5 if it is your only unique district."),
    "keep": _unique("Keep", 3, "Rank 8 cannot touch the Keep."),
    "laboratory": _unique("Laboratory", 5, "Once a turn, discard a card to gain 2 gold."),
    "library": _unique("Library", 6, "Gathering cards, you keep all that you draw."),
    "map_room": _unique("Map Room", 5, "Scores 1 for each card in your hand."),
    "monument": _unique(
        "Monument", 4, "Counts as two towards a completed city; not built as sixth or later."
    ),
    "museum": _unique("Museum", 4, "Once a turn, put a card beneath it; each scores 1."),
    "necropolis": _unique("Necropolis", 5, "Destroy a district of your city instead of paying for it."),
    "observatory": _unique("Observatory", 4, "Gathering cards, you draw three."),
    "park": _unique("Park", 6, "With no cards in hand at the end of your turn, gain 2 cards."),
    "poor_house": _unique("Poor House", 4, "With no gold at the end of your turn, gain 1 gold."),
    "quarry": _unique("Quarry", 5, "You may build districts that your city has already."),
    "school_of_magic": _unique("School of Magic", 6, "Counts as any type for abilities that gain resources."),
    "secret_vault": _unique("Secret Vault", None, "Cannot be built. In your hand at the end it scores 3."),
    "smithy": _unique("Smithy", 5, "Once a turn, pay 2 gold to gain 3 cards."),
    "stables": _unique("Stables", 2, "Building it does not count against the limit."),
    "statue": _unique("Statue", 3, "Scores 5 if you wear the crown at the end."),
    "theater": _unique(
        "Theater", 6, "After the selection, swap your character with another player's, unseen."
    ),
    "thieves_den": _unique("Thieves' Den", 6, "Cards from your hand may pay for it, 1 gold each."),
    "wishing_well": _unique("Wishing Well", 5, "Scores 1 for each unique district in your city."),
}

SELECTION: dict[tuple[int, int], Selection] = {
    (2, 8): Selection(0, "two_players"),
    (3, 9): Selection(0, "three_players"),
    (4, 8): Selection(2, "one_each"),
    (5, 8): Selection(1, "one_each"),
    (6, 8): Selection(0, "one_each"),
    (7, 8): Selection(0, "last_of_two"),
    (4, 9): Selection(3, "one_each"),
    (5, 9): Selection(2, "one_each"),
    (6, 9): Selection(1, "one_each"),
    (7, 9): Selection(0, "one_each"),
    (8, 9): Selection(0, "last_of_two"),
}
"""By number of players and of characters."""

PRESETS: dict[str, Preset] = {
    "first-game": Preset(
        "First Game",
        ("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"),
        "artist",
        (
            "dragon_gate", "factory", "haunted_quarter", "imperial_treasury", "keep", "laboratory", "library",
            "map_room", "quarry", "school_of_magic", "smithy", "statue", "thieves_den", "wishing_well",
        ),
    ),
    "ambitious-aristocrats": Preset(
        "Ambitious Aristocrats",
        ("magistrate", "thief", "wizard", "patrician", "bishop", "trader", "architect", "marshal"),
        "queen",
        (
            "capitol", "factory", "framework", "great_wall", "haunted_quarter", "keep", "necropolis", "park",
            "poor_house", "quarry", "school_of_magic", "stables", "statue", "thieves_den",
        ),
    ),
    "cunning-agents": Preset(
        "Cunning Agents",
        ("witch", "blackmailer", "magician", "emperor", "abbot", "alchemist", "architect", "warlord"),
        "tax_collector",
        (
            "armory", "basilica", "dragon_gate", "gold_mine", "keep", "monument", "museum", "necropolis",
            "park", "poor_house", "quarry", "secret_vault", "smithy", "theater",
        ),
    ),
    "illustrious-emissaries": Preset(
        "Illustrious Emissaries",
        ("witch", "spy", "seer", "emperor", "bishop", "merchant", "scholar", "diplomat"),
        "artist",
        (
            "factory", "framework", "great_wall", "haunted_quarter", "ivory_tower", "keep", "library",
            "museum", "observatory", "park", "poor_house", "quarry", "school_of_magic", "smithy",
        ),
    ),
    "devious-dignitaries": Preset(
        "Devious Dignitaries",
        ("magistrate", "blackmailer", "wizard", "king", "abbot", "alchemist", "navigator", "marshal"),
        "queen",
        (
            "dragon_gate", "factory", "framework", "haunted_quarter", "laboratory", "necropolis", "park",
            "poor_house", "secret_vault", "smithy", "stables", "theater", "thieves_den", "wishing_well",
        ),
    ),
    "tenacious-delegates": Preset(
        "Tenacious Delegates",
        ("assassin", "spy", "seer", "king", "cardinal", "trader", "scholar", "diplomat"),
        "artist",
        (
            "basilica", "capitol", "haunted_quarter", "imperial_treasury", "laboratory", "library", "map_room",
            "observatory", "school_of_magic", "secret_vault", "smithy", "stables", "statue", "wishing_well",
        ),
    ),
    "vicious-nobles": Preset(
        "Vicious Nobles",
        ("assassin", "thief", "magician", "patrician", "cardinal", "merchant", "navigator", "warlord"),
        "tax_collector",
        (
            "armory", "basilica", "dragon_gate", "gold_mine", "imperial_treasury", "ivory_tower", "laboratory",
            "map_room", "monument", "museum", "school_of_magic", "statue", "thieves_den", "wishing_well",
        ),
    ),
}  # fmt: skip

NUMBERS = Numbers(
    hand=4,
    gold=2,
    uniques=14,
    city_size=7,
    city_size_small=8,
    gather_gold=2,
    gather_cards=2,
    types_bonus=3,
    first_bonus=4,
    completion_bonus=2,
)

_ALL: dict[District, DistrictCard] = dict([*BASICS.items(), *UNIQUES.items()])

EDITION = Edition("2016", CHARACTERS, BASICS, UNIQUES, SELECTION, PRESETS, NUMBERS, _ALL)
