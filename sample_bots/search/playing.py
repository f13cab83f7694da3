"""A quick player: what all seats do in the games that the search plays in its head.

`answer` looks at what the seat that is asked may know, and at nothing else. Read from the bottom up; `TURN` lists
what is considered in a turn, in that order. Weights are in gold.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

from protocol.actions import (
    Action,
    AnyAction,
    Armory,
    Assassinate,
    Beautify,
    Bewitch,
    Build,
    Choose,
    CollectIncome,
    CollectTaxes,
    CollectTithe,
    Confiscate,
    Decline,
    Destroy,
    EndTurn,
    Exchange,
    ExtraCards,
    ExtraGold,
    GatherCards,
    GatherGold,
    GiveCards,
    Keep,
    Laboratory,
    LookAtHand,
    Museum,
    PassCrown,
    PayBribe,
    Pick,
    Redraw,
    RevealThreat,
    Rob,
    Seize,
    ServeWarrants,
    Smithy,
    Spy,
    Study,
    SwapCharacters,
    SwapHands,
    TakeCard,
    TakeFromAll,
    Threaten,
    complete,
)
from protocol.cards import Character, District
from referee.rules import State, fallback, options, pending
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

ENGINES = frozenset[District](
    {
        "school_of_magic", "laboratory", "library", "smithy", "observatory", "factory", "quarry", "gold_mine",
        "great_wall", "museum", "park", "poor_house", "framework", "theater",
    }  # fmt: skip
)

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

Options = Sequence[AnyAction]


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


# The selection


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


def pick(look: Look, dice: Random) -> AnyAction:
    """Pick a character by what it brings; what is set aside is what helps others most."""
    offer = look.state.seats[look.seat].offers[-1]
    character = max(offer, key=lambda one: taste(look, one) + dice.gauss(0.0, 0.5))
    if not getattr(pending(look.state), "discard", False):
        return Pick(character)
    rest = [one for one in offer if one != character]
    return Pick(character, max(rest, key=lambda one: max(lure(look.state.seats[other], one) for other in look.others)))


def theater(look: Look, dice: Random) -> AnyAction:
    """Exchange a character now and then."""
    swaps = [option for option in options(look.state) if isinstance(option, SwapCharacters)]
    return dice.choice(swaps) if dice.random() < 0.2 else Decline()


# A turn: each function returns an action for the options of its kind, or None to leave it to the next one.


def first(_look: Look, legal: Options) -> AnyAction | None:
    """Take what only ever helps."""
    return complete(legal[0])


def extra_gold(look: Look, legal: Options) -> AnyAction | None:
    """Take gold, or as the Navigator cards when there is nothing to build."""
    turn = look.state.active()
    cards = turn.character == "navigator" and len(look.useful) < 2 and look.state.deck
    return ExtraCards() if cards else legal[0]


def assassinate(look: Look, legal: Options) -> AnyAction | None:
    """Kill the character that the strongest opponent is likely to be."""
    harm = menace(look)
    return max(legal, key=lambda option: harm[option.character])


def rob(look: Look, legal: Options) -> AnyAction | None:
    """Rob the character that is likely to have most gold."""
    gold = loot(look)
    return max(legal, key=lambda option: gold[option.character])


def threaten(look: Look, legal: Options) -> AnyAction | None:
    """Threaten those who are likely to have most gold."""
    gold = loot(look)
    return max(legal, key=lambda option: 1.5 * gold[option.flowered] + gold[option.plain])


def serve(look: Look, legal: Options) -> AnyAction | None:
    """Put the signed warrant where most gold is likely to be spent."""
    gold = loot(look)
    signed = max(legal, key=lambda option: gold[option.signed]).signed
    blank = sorted((one for one in gold if one != signed), key=gold.__getitem__, reverse=True)[:2]
    return ServeWarrants(signed, tuple(blank))


def spy(look: Look, legal: Options) -> AnyAction | None:
    """Look for trade, the most common type, in the biggest hand."""
    seats = look.state.seats
    trade = [option for option in legal if option.type == "trade"]
    return max(trade, key=lambda option: min(len(seats[option.seat].hand), 2 + seats[option.seat].gold))


def biggest_hand(look: Look, legal: Options) -> AnyAction | None:
    """Name the seat with most cards."""
    return max(legal, key=lambda option: len(look.state.seats[option.seat].hand))


def redraw(look: Look) -> AnyAction | None:
    """Put the cards beyond use beneath the deck."""
    cards = look.junk()[: look.worthless()]
    return Redraw(tuple(cards)) if cards else None


def magic_first(look: Look, legal: Options) -> AnyAction | None:
    """Exchange a hand that is good for nothing before anything else."""
    swap = biggest_hand(look, legal)
    gain = len(look.state.seats[swap.seat].hand) - len(look.me.hand)
    if not look.useful and gain > 0:
        return swap
    return redraw(look) if look.worthless() > 1 and gain < 2 else None


def magic_last(look: Look, legal: Options) -> AnyAction | None:
    """After building, take the biggest hand, or change what is beyond use."""
    swap = biggest_hand(look, legal)
    gain = len(look.state.seats[swap.seat].hand) - len(look.me.hand)
    return swap if gain > 0 else redraw(look)


def gather(look: Look, legal: Options) -> AnyAction | None:
    """Take cards when the hand has nothing to build, or when more gold would build no more in the last round."""
    if not look.state.deck:
        return legal[0]
    if not look.useful:
        return GatherCards()
    if look.last_round and "imperial_treasury" not in look.city:
        gold = look.me.gold + look.due()
        return GatherCards() if look.plan(gold) == look.plan(gold + 2) else legal[0]
    return legal[0]


def pass_crown(look: Look, legal: Options) -> AnyAction | None:
    """Crown the weakest, for gold if there is any."""
    seats = look.state.seats
    return max(legal, key=lambda option: (option.take == "gold", -strength(seats[option.seat])))


def laboratory(look: Look, legal: Options) -> AnyAction | None:
    """Turn a card beyond use into gold, or one that the last round leaves over."""
    gold = look.me.gold + look.due()
    planned, richer = look.plan(gold), look.plan(gold + 2)
    idle = [card for card in look.junk() if card not in richer]
    if idle and (look.worthless() or len(idle) > 3 or richer != planned):
        return Laboratory(idle[0])
    return None


def collect(look: Look, legal: Options) -> AnyAction | None:
    """Collect, unless a district that will pay as well can be built first; the Abbot wants gold, or cards if short."""
    kind = EARNS[look.state.active().character]
    if look.state.active().gathered:
        for card in look.plan(look.me.gold + look.due()):
            if TYPE[card] == kind and look.price(card) <= look.me.gold:
                return Build(card) if Build(card) in options(look.state) else legal[0]
    return legal[-1] if len(look.useful) < 2 and not look.last_round else legal[0]


def build(look: Look, legal: Options) -> AnyAction | None:
    """Build the next district of the plan."""
    plain: dict[District, AnyAction] = {}
    for option in legal:
        if option.cards or option.exchange or option.sacrifice:
            special = special_payment(look, option)
            if special is not None:
                return special
        else:
            plain[option.district] = option
    if not plain:
        return None
    wish = [card for card in look.plan(look.me.gold) if card in plain] or [
        card for card in look.useful if card in plain and look.state.active().builds == 0
    ]
    if not wish:
        return None
    kind = EARNS[look.state.active().character]
    return plain[max(wish, key=lambda card: (TYPE[card] == kind, look.worth(card)))]


def special_payment(look: Look, option: AnyAction) -> AnyAction | None:
    """Pay with cards beyond use, or give up the cheapest for something dear."""
    others = look.junk()
    others.remove(option.district)
    if isinstance(option.cards, Choose):
        spare = max(look.worthless(), len(others) - 2)
        count = min(max(option.cards.min, spare), option.cards.max)
        if option.cards.min <= 4 and count <= len(others):
            return Build(option.district, tuple(others[:count]))
    elif isinstance(option.exchange, Choose):
        count = option.exchange.min
        if len(others) - count >= 1 or look.last_round:
            return Build(option.district, lender=option.lender, exchange=tuple(others[:count]))
    elif option.sacrifice is not None:
        gain = COST[option.district] - COST[option.sacrifice.district]
        if gain >= 2 and (option.sacrifice.district == "framework" or gain >= 4):
            return option
    return None


def smithy(look: Look, legal: Options) -> AnyAction | None:
    """Buy cards when few are left."""
    short = len(look.useful) < 2 and not look.last_round
    return legal[0] if short or "map_room" in look.city else None


def museum(look: Look, legal: Options) -> AnyAction | None:
    """Put away what is of no use."""
    spare = look.worthless() or len(look.useful) > 2 or look.last_round
    junk = [card for card in look.junk() if card != "secret_vault"]
    return Museum(junk[0]) if spare and junk else None


def destroy(look: Look, legal: Options) -> AnyAction | None:
    """Destroy what costs nothing; pay in the last round, or to keep a city from being completed."""
    best: tuple[float, AnyAction | None] = (0.0, None)
    idle_gold = look.last_round and "imperial_treasury" not in look.city
    for option in legal:
        if option.seat == look.seat:
            continue
        owner = look.state.seats[option.seat]
        value = COST[option.district] + option.beautified
        urgent = len(owner.city) == look.state.setup.city_size - 1 and value <= 3
        if value == 1 or urgent or idle_gold:
            target = strength(owner) + 2 * value
            if target > best[0]:
                best = (target, option)
    return best[1]


def armory(look: Look, legal: Options) -> AnyAction | None:
    """Keep a city from being completed, or strike in the last round."""
    targets = [option for option in legal if option.seat != look.seat and COST[option.district] > 3]
    size = look.state.setup.city_size
    near = [option for option in targets if len(look.state.seats[option.seat].city) == size - 1]
    chosen = near or (targets if look.last_round else [])
    return max(chosen, key=lambda option: strength(look.state.seats[option.seat]), default=None)


def exchange(look: Look, legal: Options) -> AnyAction | None:
    """Exchange when the district taken is worth more than what is given and paid."""

    def gain(option: Exchange) -> float:
        take, give = COST[option.take.district], COST[option.give.district]
        return look.worth(option.take.district) - look.worth(option.give.district) - 0.7 * max(0, take - give)

    best = max(legal, key=gain)
    return best if gain(best) > 0.5 else None


def seize(look: Look, legal: Options) -> AnyAction | None:
    """Seize what is worth most, above all from those about to complete."""
    seats = look.state.seats
    return max(legal, key=lambda option: (len(seats[option.seat].city), look.worth(option.district)))


def beautify(look: Look, legal: Options) -> AnyAction | None:
    """Put gold to spare on the dearest districts."""
    template = legal[0].districts
    spare = look.me.gold if look.last_round else look.me.gold - 1
    count = min(spare, template.max)
    if count < template.min:
        return None
    return Beautify(tuple(sorted(template.options, key=COST.__getitem__, reverse=True)[:count]))


TURN: tuple[tuple[type[Action], Callable[[Look, Options], AnyAction | None]], ...] = (
    (CollectTaxes, first),
    (ExtraGold, extra_gold),
    (ExtraCards, first),
    (Assassinate, assassinate),
    (ServeWarrants, serve),
    (Rob, rob),
    (Spy, spy),
    (Threaten, threaten),
    (SwapHands, magic_first),
    (TakeFromAll, first),
    (Study, first),
    (LookAtHand, biggest_hand),
    (GatherGold, gather),
    (PassCrown, pass_crown),
    (CollectTithe, first),
    (Laboratory, laboratory),
    (CollectIncome, collect),
    (Build, build),
    (Smithy, smithy),
    (SwapHands, magic_last),
    (Museum, museum),
    (Seize, seize),
    (Exchange, exchange),
    (Destroy, destroy),
    (Armory, armory),
    (Beautify, beautify),
    (EndTurn, first),
)


def take_turn(look: Look, _dice: Random) -> AnyAction:
    """Return the first action that anything in `TURN` proposes."""
    kinds: dict[type, list[AnyAction]] = {}
    for option in options(look.state):
        kinds.setdefault(type(option), []).append(option)
    for kind, rule in TURN:
        if kind in kinds:
            action = rule(look, kinds[kind])
            if action is not None:
                return action
    return fallback(look.state)


# The other questions


def gather_only(look: Look, _dice: Random) -> AnyAction:
    """Gather, as in any turn."""
    return gather(look, (GatherGold(),)) or GatherGold()


def keep(look: Look, _dice: Random) -> AnyAction:
    """Keep the card that is worth most, if it can be paid for some day."""
    owned = {*look.me.hand} if "quarry" in look.city else {*look.me.hand, *look.city}

    def value(card: District) -> float:
        return look.worth(card) - 0.5 * max(0, look.price(card) - look.me.gold - 3) - 8 * (card in owned)

    return Keep(max(look.me.drawn, key=value))


def bewitch(look: Look, _dice: Random) -> AnyAction:
    """Bewitch the character that is worth most to the strong and to oneself."""
    harm = menace(look)
    others = [one for one in look.state.setup.cast if one != "witch"]
    return Bewitch(max(others, key=lambda one: harm[one] + 2 * income(look.me, one)))


def bribe(look: Look, dice: Random) -> AnyAction:
    """Pay a small bribe, or when there is much to lose."""
    return PayBribe() if look.me.gold > 2 and dice.random() < 0.6 else Decline()


def reveal(look: Look, _dice: Random) -> AnyAction:
    """Turn the threat up: it costs nothing."""
    return RevealThreat()


def confiscate(look: Look, _dice: Random) -> AnyAction:
    """Take what is worth having."""
    played = look.state.active().played
    return Confiscate() if played and COST[played] >= 2 else Decline()


def take_card(look: Look, _dice: Random) -> AnyAction:
    """Build the best card that can be paid for at once, or take the best one."""
    legal = options(look.state)
    plain = [option for option in legal if option == Build(getattr(option, "district", ""))]
    chosen = plain or [option for option in legal if isinstance(option, TakeCard)]

    def value(option: AnyAction) -> float:
        district = option.district if isinstance(option, Build) else option.card
        return look.worth(district) - 6 * (district in look.city)

    return max(chosen, key=value)


def give_cards(look: Look, _dice: Random) -> AnyAction:
    """Give away what is of least use."""
    (option,) = options(look.state)
    return GiveCards(option.seats, tuple(look.junk()[: len(option.seats)]))


def late_crown(look: Look, _dice: Random) -> AnyAction:
    """Crown the weakest."""
    return pass_crown(look, options(look.state)) or fallback(look.state)


ANSWERS: dict[str, Callable[[Look, Random], AnyAction]] = {
    "pick": pick,
    "theater": theater,
    "gather": gather_only,
    "bewitch": bewitch,
    "bribe": bribe,
    "reveal_threat": reveal,
    "turn": take_turn,
    "keep": keep,
    "confiscate": confiscate,
    "take_card": take_card,
    "give_cards": give_cards,
    "pass_crown": late_crown,
}


def answer(state: State, dice: Random) -> AnyAction:
    """Return a legal answer to the pending question."""
    ask = pending(state)
    assert ask is not None, "nobody is asked"
    return ANSWERS[ask.decision](Look(state, ask.seat), dice)
