"""A player with a plan: builds steadily towards all five types, and knows what each character is good for.

Standard library only. Read from the bottom up: `main` speaks the protocol, `decide` answers a request, `TURN`
lists what is considered in a turn, in that order. Weights are in gold; they were found by playing.
Whatever the bot does not know (a card, a kind of option, a kind of decision) it leaves alone.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
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
    "observatory": 1.0, "factory": 0.5, "quarry": 0.3, "keep": 0.5, "basilica": 2.5, "capitol": 1.5,
    "ivory_tower": 1.0, "gold_mine": 1.5, "great_wall": 0.5, "museum": 2.5, "monument": 4.0, "park": 1.0,
    "poor_house": 0.5, "stables": 1.0, "framework": 1.5, "necropolis": 0.5, "armory": 0.5, "theater": 0.5,
}  # fmt: skip
"""What a district is worth beyond its cost; the engines among them lose it towards the end."""

ENGINES = frozenset({
    "school_of_magic", "laboratory", "library", "smithy", "observatory", "factory", "quarry", "gold_mine",
    "great_wall", "museum", "park", "poor_house", "framework", "theater",
})  # fmt: skip

EARNS = {
    "king": "noble", "emperor": "noble", "patrician": "noble",
    "bishop": "religious", "abbot": "religious", "cardinal": "religious",
    "merchant": "trade", "trader": "trade",
    "warlord": "military", "diplomat": "military", "marshal": "military",
}  # fmt: skip
"""The type of district that pays each character."""

TASTE = {
    "assassin": (0.2, 0.0), "witch": (0.2, 0.0), "magistrate": (0.0, 0.0),
    "thief": (0.7, 0.0), "spy": (0.6, 0.0), "blackmailer": (0.5, 0.0),
    "magician": (1.0, 0.0), "wizard": (1.2, 0.0), "seer": (0.8, 0.0),
    "king": (-0.9, 1.0), "emperor": (-0.4, 1.0), "patrician": (-0.7, 0.8),
    "bishop": (-0.6, 1.6), "abbot": (-0.2, 1.2), "cardinal": (0.0, 0.9),
    "merchant": (0.2, 0.2), "alchemist": (0.6, 0.0), "trader": (-0.2, 0.8),
    "architect": (0.3, 0.0), "navigator": (0.3, 0.0), "scholar": (0.6, 0.0),
    "warlord": (-0.8, 1.0), "diplomat": (-0.6, 1.0), "marshal": (-0.4, 1.0),
    "queen": (-0.5, 0.0), "artist": (-1.4, 0.0), "tax_collector": (-1.5, 0.0),
}  # fmt: skip
"""What picking a character promises: in itself, and for each district that pays it."""

LURE = {
    "assassin": 1.5, "witch": 1.5, "magistrate": 1.2, "thief": 2.0, "spy": 1.5, "blackmailer": 1.5,
    "magician": 1.2, "wizard": 1.5, "seer": 1.3, "king": 1.3, "emperor": 1.3, "patrician": 1.3,
    "bishop": 0.8, "abbot": 1.2, "cardinal": 1.2, "merchant": 1.7, "alchemist": 1.6, "trader": 1.3,
    "architect": 2.5, "navigator": 1.5, "scholar": 1.8, "warlord": 2.0, "diplomat": 1.3, "marshal": 1.4,
    "queen": 1.0, "artist": 0.6, "tax_collector": 1.5,
}  # fmt: skip
"""What others seem to like about a character, besides its income."""

FREE = ("collect_taxes", "extra_gold", "extra_cards", "collect_tithe", "take_from_all", "study")
"""What is best done before anything else: it costs nothing."""


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
    if character in ("thief", "blackmailer"):
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


def best(table: Table, kind: str, value: Callable[[Json], float]) -> Json | None:
    """Take the option of a kind that has the highest value, if there is one."""
    values = {number: value(option) for number, option in entries(table, kind)}
    return choice(max(values, key=values.__getitem__)) if values else None


def bonuses(table: Table) -> Json | None:
    """Take what costs nothing and may help the rest of the turn; without plans the Navigator wants cards."""
    if table.turn.get("character") == "navigator" and len(table.useful()) < 2:
        return first(table, "extra_cards", *FREE)
    return first(table, *FREE)


def menace(table: Table) -> Counter[str]:
    """Return how much harm it does to the strong to lose each character."""
    weakest = min(table.strength(seat) for seat in table.others)
    harm: Counter[str] = Counter()
    for seat in table.others:
        for character, chance in chances(table, seat).items():
            lead = table.strength(seat) - weakest + 1
            harm[character] += chance * lead * (1 + lure(table, character, seat))
    return harm


def loot(table: Table) -> Counter[str]:
    """Return how much gold each character is likely to have."""
    gold: Counter[str] = Counter()
    for seat in table.others:
        for character, chance in chances(table, seat).items():
            gold[character] += chance * table.players[seat]["gold"]
    return gold


def assassinate(table: Table) -> Json | None:
    """Kill the character that the strongest opponent is likely to be."""
    harm = menace(table) if "assassinate" in table.kinds else Counter()
    return best(table, "assassinate", lambda option: harm[option["character"]])


def bewitch(table: Table) -> Json:
    """Take the turn of a character that is worth much to the strong, or to oneself."""
    harm = menace(table)

    def value(option: Json) -> float:
        return harm[option["character"]] + 2 * table.income(table.me, option["character"])

    return best(table, "bewitch", value) or choice(0)


def rob(table: Table) -> Json | None:
    """Rob or threaten the characters that are likely to have most gold, or serve the warrants there."""
    if not {"rob", "threaten", "serve_warrants"}.intersection(table.kinds):
        return None
    gold = loot(table)
    if "serve_warrants" in table.kinds:
        signed, *blank = sorted(table.cast, key=lambda one: (one != "magistrate", gold[one]), reverse=True)
        return {"action": {"kind": "serve_warrants", "signed": signed, "blank": blank[:2]}}
    threat = best(table, "threaten", lambda option: 1.5 * gold[option["flowered"]] + gold[option["plain"]])
    return threat or best(table, "rob", lambda option: gold[option["character"]])


def look(table: Table) -> Json | None:
    """Spy on, or take a card of, a big hand; trade is the most common type."""

    def value(option: Json) -> float:
        player = table.players[option["seat"]]
        return 9.0 * (option["type"] == "trade") + min(player["hand"], player["gold"] + 2)

    big = best(table, "look_at_hand", lambda option: table.players[option["seat"]]["hand"])
    return big or best(table, "spy", value)


def take_card(table: Table) -> Json:
    """Build a card of that hand at once if it can be paid, or take the one that is worth most."""

    def value(option: Json) -> float:
        card = option.get("district") or option["card"]
        return worth(table, card) - 6 * (card in table.city) + 3 * (option["kind"] == "build")

    plain = [number for number, option in enumerate(table.legal) if len(option) == 2]
    return choice(max(plain, key=lambda number: value(table.legal[number])))


def give_cards(table: Table) -> Json:
    """Give away what is of least use."""
    seats = table.legal[0]["seats"]
    return {"action": {"kind": "give_cards", "seats": seats, "cards": table.junk()[: len(seats)]}}


def bribe(table: Table) -> Json | None:
    """Pay when there is something to lose."""
    return first(table, *(("pay_bribe", "decline") if table.gold > 2 else ("decline",)))


def pass_crown(table: Table) -> Json | None:
    """Crown the weakest of those that can give gold."""
    return best(
        table,
        "pass_crown",
        lambda option: 100 * (option.get("take") == "gold") - table.strength(option["seat"]),
    )


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
    """Collect, unless a district that will pay as well can be built first; short of cards the Abbot takes these."""
    if "collect_income" not in table.kinds:
        return None
    kind = EARNS.get(table.turn.get("character", ""))
    wish = plan(table, table.gold + due(table))
    if any(TYPE[card] == kind and table.price(card) <= table.gold for card in wish):
        return build(table)
    short = len(table.useful()) < 2 and not table.last_round
    return best(table, "collect_income", lambda option: option.get("cards", 0) * (1 if short else -1))


def build(table: Table) -> Json | None:
    """Build the next district of the plan, or what does not count against the building limit."""
    kind = EARNS.get(table.turn.get("character", ""))
    for _, option in entries(table, "build"):
        special = barter(table, option)
        if special is not None:
            return special
    numbers = {option["district"]: number for number, option in entries(table, "build") if len(option) == 2}
    wish = [card for card in plan(table, table.gold) if card in numbers]
    if not table.turn.get("builds"):
        wish = [card for card in table.useful() if card in numbers]
    if not wish:
        return None
    return choice(numbers[max(wish, key=lambda card: (TYPE[card] == kind, worth(table, card)))])


def barter(table: Table, option: Json) -> Json | None:
    """Build with cards in place of gold, the least useful ones, or for a district that is worth much less."""
    district, others = option["district"], table.junk()
    if district in others:
        others.remove(district)
    cards, loan, sacrifice = (option.get(name) for name in ("cards", "exchange", "sacrifice"))
    if isinstance(cards, dict) and cards["min"] <= 4:
        spare = max(table.worthless(), len(others) - 2)
        count = min(max(cards["min"], spare), cards["max"])
        return {"action": {**option, "cards": others[:count]}} if count <= len(others) else None
    if isinstance(loan, dict) and (len(others) > loan["min"] or table.last_round):
        return {"action": {**option, "exchange": others[: loan["min"]]}}
    if isinstance(sacrifice, dict):
        gain = COST.get(district, 0) - COST.get(sacrifice["district"], 9)
        if gain >= (2 if sacrifice["district"] == "framework" else 4):
            return choice(table.legal.index(option))
    return None


def smithy(table: Table) -> Json | None:
    """Buy cards when few are left."""
    short = len(table.useful()) < 2 and not table.last_round
    return first(table, "smithy") if short or "map_room" in table.city else None


def museum(table: Table) -> Json | None:
    """Put away what is of no use, in the last round everything but the Secret Vault."""
    idle = [card for card in table.junk() if card != "secret_vault"]
    spare = len(idle) if table.last_round else max(table.worthless(), len(idle) - 2)
    return best(table, "museum", lambda option: option["card"] == idle[0]) if idle and spare > 0 else None


def exchange(table: Table) -> Json | None:
    """Exchange when the district taken is worth more than what is given and paid; seize what is worth most."""

    def gain(option: Json) -> float:
        take, give = option["take"]["district"], option["give"]["district"]
        paid = max(0, COST.get(take, 4) - COST.get(give, 4))
        return worth(table, take) - worth(table, give) - 0.7 * paid - 0.5

    if any(gain(option) > 0 for _, option in entries(table, "exchange")):
        return best(table, "exchange", gain)
    return best(
        table,
        "seize",
        lambda option: 9 * len(table.cities[option["seat"]]) + worth(table, option["district"]),
    )


def armory(table: Table) -> Json | None:
    """Keep a city from being completed, or strike the strong in the last round."""

    def value(option: Json) -> float:
        owner, cost = option["seat"], COST.get(option["district"], 4)
        urgent = len(table.cities[owner]) == table.size - 1
        worthwhile = owner != table.me and cost > 3 and (urgent or table.last_round)
        return table.strength(owner) + cost if worthwhile else 0.0

    wanted = any(value(option) for _, option in entries(table, "armory"))
    return best(table, "armory", value) if wanted else None


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
    bonuses, assassinate, rob, magic_first, look, gather, pass_crown, laboratory, income, build,
    smithy, magic_last, museum, exchange, destroy, armory, beautify, end,
)  # fmt: skip


def take_turn(table: Table) -> Json:
    """Return the first answer that anything in `TURN` gives."""
    return next(reply for step in TURN if (reply := step(table)) is not None)


DECISIONS: dict[str, Callable[[Table], Json | None]] = {
    "pick": pick,
    "keep": keep,
    "gather": gather,
    "turn": take_turn,
    "bewitch": bewitch,
    "bribe": bribe,
    "take_card": take_card,
    "give_cards": give_cards,
    "pass_crown": pass_crown,
}
"""The first option is the answer to all other questions."""


def decide(start: Json, request: Json) -> Json:
    """Answer a request of the game that began with `start`: a `choice`, or an `action` spelled out."""
    rule = DECISIONS.get(request["decision"])
    return (rule and rule(Table(start, request))) or choice(0)


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
