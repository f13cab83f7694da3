"""What things are worth to a seat, by what it may know. Weights are in gold; they were found by playing."""

from collections.abc import Iterator
from itertools import combinations

from protocol.cards import Character, District
from referee.rules import State
from referee.rules.editions import EDITIONS
from referee.rules.state import Seat

_BOX = EDITIONS["2016"]
COST = {name: card.cost or 0 for name, card in _BOX.districts.items()}
TYPE = {name: card.type for name, card in _BOX.districts.items()}
EARNS = {name: card.income for name, card in _BOX.characters.items()}
UNBUILDABLE = frozenset(name for name, card in _BOX.districts.items() if card.cost is None)

EXTRA: dict[District, float] = {
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
"""Districts that are worth more the longer the game goes on."""

TASTE: dict[Character, tuple[float, float]] = {
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

LURE: dict[Character, float] = {
    "assassin": 1.5, "witch": 1.5, "magistrate": 1.2, "thief": 2.0, "spy": 1.5, "blackmailer": 1.5,
    "magician": 1.2, "wizard": 1.5, "seer": 1.3, "king": 1.3, "emperor": 1.3, "patrician": 1.3,
    "bishop": 0.8, "abbot": 1.2, "cardinal": 1.2, "merchant": 1.7, "alchemist": 1.6, "trader": 1.3,
    "architect": 2.5, "navigator": 1.5, "scholar": 1.8, "warlord": 2.0, "diplomat": 1.3, "marshal": 1.4,
    "queen": 1.0, "artist": 0.6, "tax_collector": 1.5,
}  # fmt: skip
"""What others seem to like about a character, besides its income."""


class Look:
    """The table as the seat that is asked sees it, with what its rules of play need again and again."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.me = me = state.seats[seat]
        self.city = {placed.district for placed in me.city}
        self.types = {TYPE[district] for district in self.city}
        longest = max([len(one.city) for one in state.seats])
        self.left = max(0, state.setup.city_size - longest) / state.setup.city_size
        self.last_round = state.first_completed is not None
        self._factory = "factory" in self.city
        repeat = "quarry" in self.city
        kinds = {card for card in me.hand if repeat or card not in self.city} - UNBUILDABLE
        self.useful = sorted(kinds, key=lambda card: (self.worth(card), card), reverse=True)

    @property
    def others(self) -> list[int]:
        """The seats of the opponents."""
        return [other for other in range(len(self.state.seats)) if other != self.seat]

    def worth(self, district: District) -> float:
        """Return what it is worth to have a district in the own city."""
        extra = EXTRA.get(district, 0.0) * (self.left if district in ENGINES else 1.0)
        return COST[district] + extra + 2.0 + 1.5 * (TYPE[district] not in self.types)

    def price(self, district: District) -> int:
        """Return the gold that the own seat pays for a district."""
        return COST[district] - (self._factory and TYPE[district] == "unique" and district != "factory")

    def junk(self) -> list[District]:
        """Return the hand from the least useful card; those beyond use come first."""
        good = self.useful
        spare = sorted(self.me.hand)
        for card in good:
            spare.remove(card)
        return [*spare, *reversed(good)]

    def worthless(self) -> int:
        """Return how many cards at the front of `junk` are beyond use."""
        return len(self.me.hand) - len(self.useful)

    def due(self) -> int:
        """Return the income that is still to be collected this turn."""
        turn = self.state.active()
        return 0 if "collect_income" in turn.used else income(self.me, turn.character)

    def plan(self, gold: int) -> tuple[District, ...]:
        """Return the districts that are best built this turn with so much gold."""
        builds = self.state.active().builds
        affordable = [card for card in self.useful if self.price(card) <= gold]
        if builds == 0 or not affordable:
            return ()
        if builds == 1:
            return (affordable[0],)
        best: tuple[float, tuple[District, ...]] = (0.0, ())
        for count in range(1, min(builds, len(affordable)) + 1):
            for cards in combinations(affordable[:6], count):
                if sum([self.price(card) for card in cards]) <= gold:
                    best = max(best, (sum([self.worth(card) for card in cards]), cards))
        return best[1]


def income(player: Seat, character: Character) -> int:
    """Return what the districts of a player pay to a character."""
    kind = EARNS[character]
    if kind is None:
        return 0
    return sum([TYPE[one.district] == kind or one.district == "school_of_magic" for one in player.city])


def strength(player: Seat) -> float:
    """Estimate how well a player stands, by what all can see."""
    points = sum([COST[placed.district] + 1 for placed in player.city])
    return points + 0.4 * player.gold + 0.3 * len(player.hand)


def lure(player: Seat, character: Character) -> float:
    """Return how much a character seems to be worth to a player."""
    return LURE[character] + income(player, character)


def suspicions(look: Look) -> Iterator[tuple[int, Character, float]]:
    """For every opponent and character, how likely the one seems to hold the other."""
    state, me = look.state, look.me
    seen = {*me.characters, *me.set_aside, *state.faceup}
    for player in state.seats:
        seen.update(player.shown)
    unknown = [character for character in state.setup.cast if character not in seen]
    seats = len(state.seats)
    for other in look.others:
        player = state.seats[other]
        fit = unknown
        if len(me.offers) == 1:
            later = (other - state.starter) % seats > (look.seat - state.starter) % seats
            fit = [character for character in unknown if (character in me.offers[0]) == later]
        weights = [lure(player, character) ** 1.5 for character in fit]
        total = sum(weights)
        for character, weight in zip(fit, weights, strict=True):
            yield other, character, weight / total


def loot(look: Look) -> dict[Character, float]:
    """Return how much gold each character seems to have."""
    gold: dict[Character, float] = dict.fromkeys(look.state.setup.cast, 0.0)
    for other, character, chance in suspicions(look):
        gold[character] += chance * look.state.seats[other].gold
    return gold


def menace(look: Look) -> dict[Character, float]:
    """Return how much harm it does to the strong to lose each character."""
    harm: dict[Character, float] = dict.fromkeys(look.state.setup.cast, 0.0)
    standing = {other: strength(look.state.seats[other]) for other in look.others}
    weakest = min(standing.values())
    for other, character, chance in suspicions(look):
        player = look.state.seats[other]
        harm[character] += chance * (standing[other] - weakest + 1) * (1 + lure(player, character))
    return harm


def taste(look: Look, character: Character) -> float:
    """Return what picking a character promises."""
    base, per_income = TASTE[character]
    value = base + per_income * income(look.me, character)
    players = [look.state.seats[other] for other in look.others]
    if character in ("thief", "blackmailer"):
        return value + 0.7 * sum([player.gold for player in players]) / len(players)
    if character == "magician":
        return value + 0.3 * max(0, max([len(player.hand) for player in players]) - len(look.me.hand))
    if character == "tax_collector":
        return value + look.state.taxes
    return value
