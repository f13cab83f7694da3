"""A player with a plan: builds steadily towards all five types, and knows what each character is good for.

Standard library only. Read from the bottom up: `main` speaks the protocol, `decide` answers a request, `TURN`
lists what is considered in a turn, in that order. Weights are in gold; they were found by playing.
Whatever the bot does not know (a card, a kind of option, a kind of decision) it leaves alone.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

Json = dict[str, Any]

DISTRICTS = {
    "noble": {"manor": 3, "castle": 4, "palace": 5},
    "religious": {"temple": 1, "church": 2, "monastery": 3, "cathedral": 5},
    "trade": {"tavern": 1, "market": 2, "trading_post": 2, "docks": 3, "harbor": 4, "town_hall": 5},
    "military": {"watchtower": 1, "prison": 2, "barracks": 3, "fortress": 5},
    "unique": {
        "armory": 3, "basilica": 4, "capitol": 5, "dragon_gate": 6, "factory": 5, "framework": 3, "gold_mine": 6,
        "great_wall": 6, "haunted_quarter": 2, "imperial_treasury": 5, "ivory_tower": 5, "keep": 3,
        "laboratory": 5, "library": 6, "map_room": 5, "monument": 4, "museum": 4, "necropolis": 5,
        "observatory": 4, "park": 6, "poor_house": 4, "quarry": 5, "school_of_magic": 6, "smithy": 5,
        "stables": 2, "statue": 3, "theater": 6, "thieves_den": 6, "wishing_well": 5,
    },
}  # fmt: skip
"""Building costs by type."""

COST = {name: cost for group in DISTRICTS.values() for name, cost in group.items()}
TYPE = {name: kind for kind, group in DISTRICTS.items() for name in group}

EXTRA = {
    "dragon_gate": 2.0, "haunted_quarter": 1.5, "imperial_treasury": 1.0, "map_room": 1.0, "statue": 1.0,
    "wishing_well": 1.5, "school_of_magic": 1.5, "laboratory": 1.5, "library": 2.0, "smithy": 1.0,
    "observatory": 1.0, "factory": 0.5, "quarry": 0.3, "keep": 0.5,
}  # fmt: skip
"""What a district is worth beyond its cost; the engines among them lose it towards the end."""

ENGINES = frozenset(
    {"school_of_magic", "laboratory", "library", "smithy", "observatory", "factory", "quarry"}
)

EARNS = {
    "king": "noble", "emperor": "noble", "patrician": "noble",
    "bishop": "religious", "abbot": "religious", "cardinal": "religious",
    "merchant": "trade", "trader": "trade",
    "warlord": "military", "diplomat": "military", "marshal": "military",
}  # fmt: skip
"""The type of district that pays each character."""

TASTE = {
    "assassin": (0.2, 0.0),
    "thief": (0.7, 0.0),
    "magician": (1.0, 0.0),
    "king": (-0.9, 1.0),
    "bishop": (-0.6, 1.6),
    "merchant": (0.2, 0.2),
    "architect": (0.3, 0.0),
    "warlord": (-0.8, 1.0),
    "artist": (-1.4, 0.0),
    "tax_collector": (-1.5, 0.0),
}
"""What picking a character promises: in itself, and for each district that pays it."""

LURE = {
    "architect": 2.5, "merchant": 1.7, "king": 1.3, "thief": 2.0, "assassin": 1.5, "magician": 1.2,
    "bishop": 0.8, "warlord": 2.0, "artist": 0.6, "tax_collector": 1.5,
}  # fmt: skip
"""What others seem to like about a character, besides its income."""

FREE = ("collect_taxes", "extra_gold", "extra_cards")
"""Bonuses that are best taken before anything else."""


class Table:
    """A request, put into words that the rules of play use."""

    def __init__(self, start: Json, request: Json) -> None:
        view, setup = request["view"], start["setup"]
        self.view: Json = view
        self.dice = Random(f"{start['bot_seed']} {request['request']}")
        self.legal: list[Json] = request["legal"]
        self.kinds: list[str] = [option["kind"] for option in self.legal]
        self.cast: list[str] = setup["cast"]
        self.size: int = setup["city_size"]
        self.players: list[Json] = view["players"]
        self.me: int = view["you"]["seat"]
        self.hand: list[str] = view["you"]["hand"]
        self.gold: int = self.players[self.me]["gold"]
        self.turn: Json = view.get("turn") or {}
        self.cities = [[placed["district"] for placed in player["city"]] for player in self.players]
        self.city: list[str] = self.cities[self.me]
        self.longest = max(map(len, self.cities))
        self.last_round = any(player.get("completed") for player in self.players)

    @property
    def others(self) -> list[int]:
        """The seats of the opponents."""
        return [seat for seat in range(len(self.players)) if seat != self.me]

    def types(self, seat: int) -> Counter[str]:
        """Count the districts of a seat by type."""
        return Counter(TYPE.get(district, "unique") for district in self.cities[seat])

    def income(self, seat: int, character: str) -> int:
        """Return what the districts of a seat pay to a character."""
        kind = EARNS.get(character)
        return self.types(seat)[kind] + ("school_of_magic" in self.cities[seat]) if kind else 0

    def strength(self, seat: int) -> float:
        """Estimate how well a seat stands."""
        city = self.cities[seat]
        player = self.players[seat]
        points = sum(COST.get(district, 4) for district in city) + 0.5 * len(set(self.types(seat)))
        return points + len(city) + 0.4 * player["gold"] + 0.3 * player["hand"]

    def price(self, district: str) -> int:
        """Return the gold that the own seat pays for a district."""
        rebate = "factory" in self.city and TYPE.get(district) == "unique" and district != "factory"
        return COST.get(district, 5) - rebate

    def useful(self) -> list[str]:
        """Return the hand's cards that could be built one day, each kind once."""
        bars = [] if "quarry" in self.city else self.city
        return [card for card in dict.fromkeys(self.hand) if card not in bars and card in COST]

    def junk(self) -> list[str]:
        """Return the hand's cards from the least useful, those beyond use first."""
        spare = Counter(self.hand) - Counter(self.useful())
        useful = sorted(self.useful(), key=lambda card: worth(self, card))
        return [*spare.elements(), *useful]

    def worthless(self) -> int:
        """Return how many cards at the front of `junk` are beyond use."""
        return len(self.hand) - len(self.useful())


def worth(table: Table, district: str) -> float:
    """Return what it is worth to have a district in the own city."""
    left = max(0, table.size - table.longest) / table.size
    extra = EXTRA.get(district, 0.0) * (left if district in ENGINES else 1.0)
    fresh = TYPE.get(district, "unique") not in table.types(table.me)
    return COST.get(district, 3) + extra + 2.0 + fresh * 1.5


def lure(table: Table, character: str, seat: int) -> float:
    """Return how much a character seems to be worth to a seat, as far as everyone can see."""
    return LURE.get(character, 1.0) + table.income(seat, character)


def possible(table: Table, seat: int) -> set[str]:
    """Return the characters that a seat may hold, from what the own seat saw go by in the selection."""
    you = table.view["you"]
    known = {*you.get("characters", ()), *you.get("set_aside", ()), *table.view.get("faceup", ())}
    unknown = set(table.cast) - known
    offers = you.get("offers", ())
    if len(offers) != 1:
        return unknown
    crown, count = table.view["crown"], len(table.players)
    later = (seat - crown) % count > (table.me - crown) % count
    return unknown & set(offers[0]) if later else unknown - set(offers[0])


def chances(table: Table, seat: int) -> dict[str, float]:
    """Guess how likely a seat is to hold each character."""
    weights = {character: lure(table, character, seat) ** 1.5 for character in possible(table, seat)}
    total = sum(weights.values())
    return {character: weight / total for character, weight in weights.items()}


def taste(table: Table, character: str) -> float:
    """Return what picking a character promises; it counts that the obvious picks are killed and robbed."""
    base, per_income = TASTE.get(character, (0.0, 0.5))
    value = base + per_income * table.income(table.me, character)
    if character == "thief":
        return value + 0.7 * sum(table.players[seat]["gold"] for seat in table.others) / len(table.others)
    if character == "magician":
        gap = max(table.players[seat]["hand"] for seat in table.others) - len(table.hand)
        return value + 0.3 * max(0, gap)
    if character == "tax_collector":
        return value + table.view.get("taxes", 0)
    return value


def pick(table: Table) -> Json:
    """Pick a character by what it brings and what it risks; what is set aside is what helps others most."""

    def value(number: int) -> float:
        option = table.legal[number]
        character, discard = option.get("character", ""), option.get("discard")
        taken = max(lure(table, discard, seat) for seat in table.others) if discard else 0.0
        return taste(table, character) + 0.3 * taken + table.dice.gauss(0.0, 0.5)

    return choice(max(range(len(table.legal)), key=value))


def keep(table: Table) -> Json:
    """Keep the card that is worth most, if it can be paid for some day."""
    owned = {*table.hand, *([] if "quarry" in table.city else table.city)}

    def value(number: int) -> float:
        card = table.legal[number].get("card", "")
        return worth(table, card) - 0.5 * max(0, table.price(card) - table.gold - 3) - 8 * (card in owned)

    return choice(max(range(len(table.legal)), key=value))


# What is considered in a turn. Each function returns an answer, or None to leave it to the next one.


def choice(number: int) -> Json:
    """Answer with an entry of `legal`."""
    return {"choice": number}


def first(table: Table, *kinds: str) -> Json | None:
    """Take the first option of one of these kinds, if there is one."""
    return next((choice(table.kinds.index(kind)) for kind in kinds if kind in table.kinds), None)


def entries(table: Table, kind: str) -> Iterator[tuple[int, Json]]:
    """Go through the options of one kind with their numbers."""
    return ((number, option) for number, option in enumerate(table.legal) if option["kind"] == kind)


def bonuses(table: Table) -> Json | None:
    """Take what costs nothing and may help the rest of the turn."""
    return first(table, *FREE)


def assassinate(table: Table) -> Json | None:
    """Kill the character that the strongest opponent is likely to be."""
    weakest = min(table.strength(seat) for seat in table.others)
    harm: Counter[str] = Counter()
    for seat in table.others:
        for character, chance in chances(table, seat).items():
            lead = table.strength(seat) - weakest + 1
            harm[character] += chance * lead * (1 + lure(table, character, seat))
    targets = {number: harm[option["character"]] for number, option in entries(table, "assassinate")}
    return choice(max(targets, key=targets.__getitem__)) if targets else None


def rob(table: Table) -> Json | None:
    """Rob the character that is likely to have most gold."""
    loot: Counter[str] = Counter()
    for seat in table.others:
        for character, chance in chances(table, seat).items():
            loot[character] += chance * table.players[seat]["gold"]
    targets = {number: loot[option["character"]] for number, option in entries(table, "rob")}
    return choice(max(targets, key=targets.__getitem__)) if targets else None


def plan(table: Table, gold: int) -> tuple[str, ...]:
    """Return the districts that are best built this turn with so much gold."""
    builds = min(table.turn.get("builds", 0), table.size)
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for count in range(1, builds + 1):
        for cards in combinations(table.useful(), count):
            if sum(map(table.price, cards)) <= gold:
                best = max(best, (sum(worth(table, card) for card in cards), cards))
    return best[1]


def due(table: Table) -> int:
    """Return the income that is still to be collected this turn."""
    used = table.turn.get("used", ())
    return 0 if "collect_income" in used else table.income(table.me, table.turn.get("character", ""))


def best_swap(table: Table) -> tuple[int, int]:
    """Return by how many cards the hand would grow, and the option that does it."""
    gains = [
        (table.players[option["seat"]]["hand"] - len(table.hand), number)
        for number, option in entries(table, "swap_hands")
    ]
    return max(gains, default=(0, 0))


def magic_first(table: Table) -> Json | None:
    """Exchange a hand that is good for nothing before anything else."""
    gain, number = best_swap(table)
    if not table.useful() and gain > 0:
        return choice(number)
    return redraw(table) if table.worthless() > 1 and gain < 2 else None


def redraw(table: Table) -> Json | None:
    """Put the cards beyond use beneath the deck."""
    cards = table.junk()[: table.worthless()]
    if cards and "redraw" in table.kinds:
        return {"action": {"kind": "redraw", "cards": cards}}
    return None


def magic_last(table: Table) -> Json | None:
    """After building, take the biggest hand, or change what is beyond use."""
    gain, number = best_swap(table)
    return choice(number) if gain > 0 else redraw(table)


def gather(table: Table) -> Json | None:
    """Take cards when the hand has nothing to build, or when more gold would build no more in the last round."""
    gold = table.gold + due(table)
    idle = plan(table, gold) == plan(table, gold + 2) and "imperial_treasury" not in table.city
    kinds = ["gather_gold", "gather_cards"]
    wants_cards = not table.useful() or (table.last_round and idle)
    return first(table, *(reversed(kinds) if wants_cards else kinds))


def laboratory(table: Table) -> Json | None:
    """Turn a card beyond use into gold, or one that the last round leaves over."""
    planned = plan(table, table.gold + due(table))
    richer = plan(table, table.gold + due(table) + 2)
    idle = [card for card in table.junk() if card not in richer]
    wanted = table.worthless() or len(idle) > 3 or (richer != planned and idle)
    if not wanted or not idle:
        return None
    numbers = {option["card"]: number for number, option in entries(table, "laboratory")}
    return choice(numbers[idle[0]]) if idle[0] in numbers else None


def income(table: Table) -> Json | None:
    """Collect, unless a district that will pay as well can be built first."""
    if "collect_income" not in table.kinds:
        return None
    kind = EARNS.get(table.turn.get("character", ""))
    wish = plan(table, table.gold + due(table))
    if any(TYPE[card] == kind and table.price(card) <= table.gold for card in wish):
        return build(table)
    return first(table, "collect_income")


def build(table: Table) -> Json | None:
    """Build the next district of the plan."""
    kind = EARNS.get(table.turn.get("character", ""))
    den = den_payment(table)
    if den is not None:
        return den
    numbers = {option["district"]: number for number, option in entries(table, "build") if len(option) == 2}
    wish = [card for card in plan(table, table.gold) if card in numbers]
    if not wish:
        return None
    return choice(numbers[max(wish, key=lambda card: (TYPE[card] == kind, worth(table, card)))])


def den_payment(table: Table) -> Json | None:
    """Build the Thieves' Den with the least useful cards, as far as they are worth less than gold."""
    for _, option in entries(table, "build"):
        template = option.get("cards")
        if option["district"] != "thieves_den" or not isinstance(template, dict):
            continue
        others = [card for card in table.junk() if card != "thieves_den"]
        spare = max(table.worthless(), len(others) - 2)
        count = min(max(template["min"], spare), template["max"])
        if template["min"] <= 4 and count <= len(others):
            return {"action": {"kind": "build", "district": "thieves_den", "cards": others[:count]}}
    return None


def smithy(table: Table) -> Json | None:
    """Buy cards when few are left."""
    short = len(table.useful()) < 2 and not table.last_round
    return first(table, "smithy") if short or "map_room" in table.city else None


def destroy(table: Table) -> Json | None:
    """Destroy what costs nothing; pay in the last round, or to keep a city from being completed."""
    targets: dict[int, float] = {}
    for number, option in entries(table, "destroy"):
        owner = option["seat"]
        value = COST.get(option["district"], 4) + option.get("beautified", False)
        urgent = len(table.cities[owner]) == table.size - 1 and value <= 3
        idle_gold = table.last_round and "imperial_treasury" not in table.city
        if owner != table.me and (value == 1 or urgent or idle_gold):
            targets[number] = table.strength(owner) + 2 * value
    return choice(max(targets, key=targets.__getitem__)) if targets else None


def beautify(table: Table) -> Json | None:
    """Put gold to spare on the dearest districts."""
    for _, option in entries(table, "beautify"):
        template = option.get("districts")
        spare = table.gold if table.last_round else table.gold - 1
        if isinstance(template, dict) and spare >= template["min"]:
            dearest = sorted(template["from"], key=lambda card: -COST.get(card, 4))
            count = int(min(spare, template["max"]))
            return {"action": {"kind": "beautify", "districts": dearest[:count]}}
    return None


def end(table: Table) -> Json:
    """End the turn, but leave no bonus behind; among nothing but unknown options, take the first."""
    return first(table, "collect_income", *FREE, "end_turn") or choice(0)


TURN = (
    bonuses, assassinate, rob, magic_first, gather, laboratory, income, build,
    smithy, magic_last, destroy, beautify, end,
)  # fmt: skip


def take_turn(table: Table) -> Json:
    """Return the first answer that anything in `TURN` gives."""
    return next(reply for step in TURN if (reply := step(table)) is not None)


DECISIONS = {"pick": pick, "keep": keep, "turn": take_turn}


def decide(start: Json, request: Json) -> Json:
    """Answer a request of the game that began with `start`: a `choice`, or an `action` spelled out."""
    rule = DECISIONS.get(request["decision"])
    return rule(Table(start, request)) if rule else choice(0)


def main() -> None:
    """Answer line by line until the referee says goodbye."""
    start: Json = {}
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                reply = {"type": "hello", "version": 1, "name": "builder"}
            case "game_start":
                start = message
                reply = {"type": "ready", "game": message["game"]}
            case "request":
                reply = {"type": "action", "request": message["request"], **decide(start, message)}
            case "rejected":
                reply = {"type": "action", "request": message["request"], "choice": 0}
            case "shutdown":
                break
            case _:
                continue
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
