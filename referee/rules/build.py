"""Building: one path from the hand to the city, by way of the price."""

from collections import Counter
from collections.abc import Iterator

from protocol.actions import AnyAction, Build, Choose
from protocol.cards import Character, District
from referee.rules import changes
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events, step
from referee.rules.errors import IllegalAction
from referee.rules.frames import Raise
from referee.rules.moments import ALLOWS_DUPLICATES, COST, ON_BUILT, TAKES_CARDS
from referee.rules.state import Seat, State
from referee.rules.turn import COMMON, Verb


def price(state: State, seat: int, district: District) -> int | None:
    """Return the gold that `seat` would pay to build `district`, None when it cannot be built at all."""
    cost = EDITIONS[state.setup.edition].districts[district].cost
    if cost is None:
        return None
    for placed in state.seats[seat].city:
        if placed.district in COST:
            cost += COST[placed.district](district)
    return cost


def _may_repeat(player: Seat) -> bool:
    return not ALLOWS_DUPLICATES.isdisjoint([placed.district for placed in player.city])


def _options(state: State, seat: int) -> list[AnyAction]:
    turn, player = state.active(), state.seats[seat]
    legal: list[AnyAction] = []
    if not turn.gathered or turn.builds < 1:
        return legal
    barred = set() if _may_repeat(player) else {placed.district for placed in player.city}
    for district in sorted(set(player.hand) - barred):
        cost = price(state, seat, district)
        if cost is None:
            continue
        if district in TAKES_CARDS:
            legal += _card_payment(player, district, cost)
        elif cost <= player.gold:
            legal.append(Build(district))
    return legal


def _card_payment(player: Seat, district: District, cost: int) -> Iterator[AnyAction]:
    """The ways to pay, partly or wholly, with cards: gold alone first, then the template for cards."""
    others = sorted(player.hand)
    others.remove(district)
    least, most = max(1, cost - player.gold), min(cost, len(others))
    if cost <= player.gold:
        yield Build(district)
    if least <= most:
        yield Build(district, Choose(tuple(others), least, most))


def _check(state: State, seat: int, action: Build) -> None:
    turn, player = state.active(), state.seats[seat]
    if not turn.gathered:
        raise IllegalAction(
            "must_gather_first", "build-after-gathering", "Building comes after gathering.", "/kind"
        )
    if action.district not in player.hand:
        raise IllegalAction(
            "not_in_hand", "build-from-hand", f"P{seat} has no {action.district} in hand.", "/district"
        )
    if turn.builds < 1:
        limit = EDITIONS[state.setup.edition].characters[turn.character].builds
        raise IllegalAction(
            "limit_reached",
            "build-limit-one",
            f"The building limit of this turn, {limit}, is used up.",
            "/kind",
        )
    if player.has(action.district) and not _may_repeat(player):
        raise IllegalAction(
            "duplicate",
            "build-no-duplicate",
            f"P{seat} has a {action.district} in its city already.",
            "/district",
        )
    _check_price(state, seat, action)


def _check_price(state: State, seat: int, action: Build) -> None:
    cost = price(state, seat, action.district)
    if cost is None:
        raise IllegalAction("unbuildable", "SCR-10", f"{action.district} cannot be built.", "/district")
    cards = _check_payment(state.seats[seat], action, cost)
    gold = state.seats[seat].gold
    if cost - cards > gold:
        raise IllegalAction(
            "unaffordable",
            "build-unaffordable-illegal",
            f"{action.district} costs P{seat} {cost - cards} gold, and P{seat} has {gold}.",
            "/district",
        )


def _check_payment(player: Seat, action: Build, cost: int) -> int:
    """Return how many cards pay for the district, after checking that they may (DST-24, DST-25)."""
    if isinstance(action.cards, Choose):
        raise IllegalAction("not_spelled_out", "DST-24", "The cards that pay are to be listed.", "/cards")
    if not action.cards:
        return 0
    if action.district not in TAKES_CARDS:
        raise IllegalAction(
            "bad_payment", "build-pay-cost", f"Cards cannot pay for {action.district}, only gold.", "/cards"
        )
    if len(action.cards) > cost:
        raise IllegalAction(
            "bad_payment", "DST-25", f"At most {cost} cards can pay for {action.district}.", "/cards"
        )
    if Counter((*action.cards, action.district)) - Counter(player.hand):
        raise IllegalAction(
            "not_in_hand", "DST-24", "The cards that pay must be in hand beside the district.", "/cards"
        )
    return len(action.cards)


def _build(state: State, seat: int, action: Build, out: Events) -> None:
    """Play the card, pay, and let the district rise as a step of its own: others may come in between."""
    cost = price(state, seat, action.district)
    assert cost is not None, f"{action} was not checked"
    assert not isinstance(action.cards, Choose), f"{action} was not checked"
    state.active().builds -= 1
    changes.play_card(state, seat, action.district)
    if action.cards:
        changes.discard_cards(state, seat, action.cards, action.district, out)
    changes.pay(state, seat, cost - len(action.cards), "build", out)
    state.then(Raise(seat, action.district))


COMMON[Build] = Verb(_options, _check, _build)


@step(Raise)
def raise_district(state: State, frame: Raise, out: Events) -> None:
    """The district enters the city; then whoever is interested in buildings acts (TAX-01)."""
    changes.raise_district(state, frame.seat, frame.district, state.active().builds, out)
    for character in _interested(state):
        ON_BUILT[character](state, frame.seat, out)


def _interested(state: State) -> list[Character]:
    return [character for character in state.setup.cast if character in ON_BUILT]
