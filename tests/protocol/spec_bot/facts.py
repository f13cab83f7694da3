"""The tables of SPEC.md."""

_ROWS = (
    ("assassin", "witch", "magistrate"),
    ("thief", "spy", "blackmailer"),
    ("magician", "wizard", "seer"),
    ("king", "emperor", "patrician"),
    ("bishop", "abbot", "cardinal"),
    ("merchant", "alchemist", "trader"),
    ("architect", "navigator", "scholar"),
    ("warlord", "diplomat", "marshal"),
    ("queen", "artist", "tax_collector"),
)
RANKS = {name: rank for rank, row in enumerate(_ROWS, 1) for name in row}

BASICS = {
    "manor": 3, "castle": 4, "palace": 5,
    "temple": 1, "church": 2, "monastery": 3, "cathedral": 5,
    "tavern": 1, "market": 2, "trading_post": 2, "docks": 3, "harbor": 4, "town_hall": 5,
    "watchtower": 1, "prison": 2, "barracks": 3, "fortress": 5,
}  # fmt: skip
UNIQUES = {
    "armory": 3, "basilica": 4, "capitol": 5, "dragon_gate": 6, "factory": 5, "framework": 3, "gold_mine": 6,
    "great_wall": 6, "haunted_quarter": 2, "imperial_treasury": 5, "ivory_tower": 5, "keep": 3, "laboratory": 5,
    "library": 6, "map_room": 5, "monument": 4, "museum": 4, "necropolis": 5, "observatory": 4, "park": 6,
    "poor_house": 4, "quarry": 5, "school_of_magic": 6, "smithy": 5, "stables": 2, "statue": 3, "theater": 6,
    "thieves_den": 6, "wishing_well": 5,
}  # fmt: skip
COSTS = BASICS | UNIQUES
"""What can be built, by its cost in gold."""

NOTICES = ("stale_request", "unknown_request", "no_request")
LIMITS = ("line_bytes", "output_bytes", "stray_lines", "attempts", "start_ms", "ready_ms")

BETWEEN, IN_GAME = ("game_start", "shutdown"), ("request", "rejected", "game_end", "game_aborted")
ORDER = {
    "": ("hello",),
    "hello": BETWEEN,
    "game_start": IN_GAME,
    "request": IN_GAME,
    "rejected": IN_GAME,
    "game_end": BETWEEN,
    "game_aborted": BETWEEN,
    "shutdown": (),
}
"""What the referee may say after what; a notice fits everywhere."""

ANSWERED_BY = {
    "pick": "pick",
    "theater": "swap_characters decline",
    "gather": "gather_gold gather_cards",
    "bewitch": "bewitch",
    "bribe": "pay_bribe decline",
    "reveal_threat": "reveal_threat decline",
    "turn": "gather_gold gather_cards build end_turn collect_income assassinate serve_warrants rob spy threaten "
    "swap_hands redraw look_at_hand take_from_all pass_crown collect_tithe extra_gold extra_cards study destroy "
    "exchange seize beautify collect_taxes laboratory smithy armory museum",
    "keep": "keep",
    "confiscate": "confiscate decline",
    "take_card": "take_card build",
    "give_cards": "give_cards",
    "pass_crown": "pass_crown",
}
TEMPLATES = {
    "redraw": ("cards",),
    "give_cards": ("cards",),
    "build": ("cards", "exchange"),
    "beautify": ("districts",),
    "serve_warrants": ("blank",),
}

STARRED = {
    "characters_offered": "characters",
    "character_picked": "character",
    "character_discarded": "character",
    "cards_drawn": "cards",
    "card_kept": "card",
    "cards_gained": "cards",
    "cards_discarded": "cards",
    "cards_taken": "cards",
    "hand_seen": "cards",
    "cards_studied": "card",
    "card_put_away": "card",
    "characters_swapped": "given",
}
"""The field with * that is always there for those concerned."""


# By kind of event: who gains (1) or loses (-1), where the event says how much. One, if it does not say.
GOLD = {
    "gold_gained": {"seat": 1},
    "gold_paid": {"seat": -1},
    "gold_taken": {"seat": 1, "victim": -1},
    "tax_paid": {"seat": -1},
    "taxes_collected": {"seat": 1},
    "district_beautified": {"seat": -1},
}
HAND = {
    "cards_gained": {"seat": 1},
    "cards_taken": {"seat": 1, "victim": -1},
    "card_kept": {"seat": 1},
    "cards_studied": {"seat": 1},
    "cards_discarded": {"seat": -1},
    "card_played": {"seat": -1},
    "card_put_away": {"seat": -1},
}
CITY = {
    "district_built": {"seat": 1},
    "district_moved": {"seat": 1, "victim": -1},
    "district_destroyed": {"seat": -1},
}
DECK = {
    "cards_discarded": ("count", 1),
    "card_kept": ("beneath", 1),
    "district_destroyed": ("", 1),
    "cards_drawn": ("count", -1),
    "cards_gained": ("count", -1),
}
