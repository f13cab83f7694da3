"""A quick player: what all seats do in the games that the search plays in its head.

`answer` looks at what the seat that is asked may know, and at nothing else. Read from the bottom up; `TURN` lists
what is considered in a turn, in that order.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from weighing import COST, EARNS, TYPE, Look, income, loot, lure, menace, strength, taste

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
from protocol.cards import District
from referee.rules import State, fallback, options, pending

Options = Sequence[Any]
"""Legal actions of one kind."""


# The selection


def pick(look: Look, dice: Random) -> AnyAction:
    """Pick a character by what it brings; what is set aside is what helps others most."""
    offer = look.state.seats[look.seat].offers[-1]
    character = max(offer, key=lambda one: taste(look, one) + dice.gauss(0.0, 0.5))
    if not getattr(pending(look.state), "discard", False):
        return Pick(character)
    rest = [one for one in offer if one != character]
    return Pick(
        character, max(rest, key=lambda one: max(lure(look.state.seats[other], one) for other in look.others))
    )


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


def laboratory(look: Look, _legal: Options) -> AnyAction | None:
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
    plain: dict[District, Build] = {}
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


def special_payment(look: Look, option: Build) -> AnyAction | None:
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


def museum(look: Look, _legal: Options) -> AnyAction | None:
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
    kinds: dict[type, list[Any]] = {}
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


def reveal(_look: Look, _dice: Random) -> AnyAction:
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

    def value(option: Any) -> float:
        district = option.district if isinstance(option, Build) else option.card
        return look.worth(district) - 6 * (district in look.city)

    return max(chosen, key=value)


def give_cards(look: Look, _dice: Random) -> AnyAction:
    """Give away what is of least use."""
    option: Any = options(look.state)[0]
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
