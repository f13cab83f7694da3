"""Building: one path from a hand to a city, by way of the price.

A district comes from the builder's own hand or, for the Wizard, from the hand that was looked at (`owner`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from protocol.actions import AnyAction, Build, Choose, CityCard
from protocol.cards import Character, District
from referee.rules import changes
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events, step
from referee.rules.errors import IllegalAction
from referee.rules.frames import Frame, Raise
from referee.rules.moments import (
    ALLOWS_DUPLICATES,
    ALLOWS_DUPLICATES_AS,
    BANS_BUILDING,
    BARRED,
    BEFORE_RISING,
    BUILT_BY_SACRIFICE,
    COST,
    LENDS_GOLD,
    OFF_LIMIT,
    ON_BUILT,
    SACRIFICED,
    TAKES_CARDS,
)
from referee.rules.state import Placed, Seat, State, Turn
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


def options(state: State, seat: int, owner: int) -> list[AnyAction]:
    """Return all ways in which `seat` may build a district from the hand of `owner` now."""
    turn, player = state.active(), state.seats[seat]
    legal: list[AnyAction] = []
    if not turn.gathered or turn.character in BANS_BUILDING:
        return legal
    hand = set(state.seats[owner].hand)
    if turn.builds < 1 and owner == seat:
        hand = {district for district in hand.intersection(OFF_LIMIT) if _off_limit(district, turn.character)}
    if not hand:
        return legal
    city = {placed.district for placed in player.city}
    if not _may_repeat(turn, city):
        hand -= city
    cards = EDITIONS[state.setup.edition].districts
    cheaper = [COST[district] for district in city.intersection(COST)]
    special = _may_borrow(turn) or not SACRIFICED.isdisjoint(city)
    for district in sorted(hand):
        cost = cards[district].cost
        if cost is None or (district in BARRED and BARRED[district](state, seat)):
            continue
        for change in cheaper:
            cost += change(district)
        if cost <= player.gold:
            legal.append(Build(district))
        if special or district in TAKES_CARDS or district in BUILT_BY_SACRIFICE:
            legal += _special_payments(state, seat, district, cost, owner)
    return legal


def check(state: State, seat: int, action: Build, owner: int) -> None:
    """Raise IllegalAction unless `seat` may build so from the hand of `owner`."""
    if not state.active().gathered:
        raise IllegalAction(
            "must_gather_first", "build-after-gathering", "Building comes after gathering.", "/kind"
        )
    if action.district not in state.seats[owner].hand:
        raise IllegalAction(
            "not_in_hand", "build-from-hand", f"P{owner} has no {action.district} in hand.", "/district"
        )
    _check_limits(state, seat, action.district, owner)
    cost = price(state, seat, action.district)
    if cost is None:
        raise IllegalAction("unbuildable", "SCR-10", f"{action.district} cannot be built.", "/district")
    _check_payment(state, seat, action, cost, owner)


def build(state: State, seat: int, action: Build, owner: int, out: Events) -> None:
    """Pay, play the card, and let it rise as a step of its own: others may come in between."""
    turn = state.active()
    cost = price(state, seat, action.district)
    assert cost is not None, f"{action} was not checked"
    assert not isinstance(action.cards, Choose), f"{action} was not checked"
    if owner != seat:
        changes.take_card(state, seat, owner, action.district, "wizard", out)
    elif not _off_limit(action.district, turn.character):
        turn.builds -= 1
    gold = 0
    if action.sacrifice is not None:
        changes.destroy_district(state, seat, _standing(state, seat, action.sacrifice), seat, out)
    else:
        gold = cost - len(action.cards)
        _pay(state, seat, action, gold, out)
    changes.play_card(state, seat, action.district, out)
    state.then(_rising(state, Raise(seat, action.district, gold), paid=action.sacrifice is None))


def _may_repeat(turn: Turn, city: Set[District]) -> bool:
    """Tell whether districts that stand in the city may be built again (WIZ-07, DST-26)."""
    return turn.character in ALLOWS_DUPLICATES_AS or not ALLOWS_DUPLICATES.isdisjoint(city)


def _off_limit(district: District, character: Character) -> bool:
    """Tell whether a district does not count against the limit (TRD-01, DST-21)."""
    characters = OFF_LIMIT.get(district)
    return characters is not None and (None in characters or character in characters)


def _special_payments(
    state: State, seat: int, district: District, cost: int, owner: int
) -> Iterator[AnyAction]:
    """The ways to pay beside gold: cards for the Thieves' Den, gold lent to the Cardinal, a sacrifice."""
    player = state.seats[seat]
    others = sorted(player.hand)
    if owner == seat:
        others.remove(district)
    if district in TAKES_CARDS:
        least, most = max(1, cost - player.gold), min(cost, len(others))
        if least <= most:
            yield Build(district, Choose(tuple(others), least, most))
    missing = cost - player.gold
    if _may_borrow(state.active()) and 0 < missing <= len(others):
        for lender in _lenders(state, seat, missing):
            yield Build(district, lender=lender, exchange=Choose(tuple(others), missing, missing))
    for card in dict.fromkeys(CityCard(placed.district, placed.beautified) for placed in player.city):
        if _replaces(card.district, district):
            yield Build(district, sacrifice=card)


def _may_borrow(turn: Turn) -> bool:
    return turn.character in LENDS_GOLD and LENDS_GOLD[turn.character] not in turn.used


def _lenders(state: State, seat: int, missing: int) -> list[int]:
    return [other for other, one in enumerate(state.seats) if other != seat and one.gold >= missing]


def _replaces(sacrificed: District, built: District) -> bool:
    """Tell whether destroying one district may replace paying for another (DST-14, DST-18)."""
    return sacrificed in SACRIFICED or built in BUILT_BY_SACRIFICE


def _check_limits(state: State, seat: int, district: District, owner: int) -> None:
    turn = state.active()
    if turn.character in BANS_BUILDING:
        raise IllegalAction(
            "limit_reached", BANS_BUILDING[turn.character], f"The {turn.character} cannot build.", "/kind"
        )
    if turn.builds < 1 and owner == seat and not _off_limit(district, turn.character):
        limit = EDITIONS[state.setup.edition].characters[turn.character].builds
        raise IllegalAction(
            "limit_reached",
            "build-limit-one",
            f"The building limit of this turn, {limit}, is used up.",
            "/kind",
        )
    city = {placed.district for placed in state.seats[seat].city}
    if district in city and not _may_repeat(turn, city):
        raise IllegalAction(
            "duplicate", "build-no-duplicate", f"P{seat} has a {district} in its city already.", "/district"
        )
    rule = BARRED[district](state, seat) if district in BARRED else None
    if rule:
        raise IllegalAction("unbuildable", rule, f"{district} cannot be built in this city now.", "/district")


def _check_payment(state: State, seat: int, action: Build, cost: int, owner: int) -> None:
    """Exactly one way of paying, and enough of it."""
    if action.sacrifice is not None:
        _check_sacrifice(state, seat, action)
        return
    cards = _check_cards(state.seats[seat], action, cost, owner, seat)
    if action.lender is not None or action.exchange:
        _check_loan(state, seat, action, cost, owner)
        return
    gold = state.seats[seat].gold
    if cost - cards > gold:
        raise IllegalAction(
            "unaffordable",
            "build-unaffordable-illegal",
            f"{action.district} costs P{seat} {cost - cards} gold, and P{seat} has {gold}.",
            "/district",
        )


def _check_sacrifice(state: State, seat: int, action: Build) -> None:
    sacrifice = action.sacrifice
    assert sacrifice is not None
    if action.cards or action.lender is not None or action.exchange:
        raise IllegalAction("bad_payment", "DST-14", "A sacrifice replaces all payment.", "/sacrifice")
    if not _replaces(sacrifice.district, action.district):
        raise IllegalAction(
            "bad_payment",
            "build-pay-cost",
            f"Destroying {sacrifice.district} does not replace paying for {action.district}.",
            "/sacrifice",
        )
    _standing(state, seat, sacrifice)


def _standing(state: State, seat: int, card: CityCard) -> Placed:
    """Return the district of the own city that is named; raise IllegalAction if it is not there."""
    for placed in state.seats[seat].city:
        if placed.district == card.district and placed.beautified == card.beautified:
            return placed
    raise IllegalAction(
        "not_in_city", "DST-20", f"P{seat} has no such {card.district} in its city.", "/sacrifice"
    )


def _check_cards(player: Seat, action: Build, cost: int, owner: int, seat: int) -> int:
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
    if _lacks(player, action.cards, action.district if owner == seat else None):
        raise IllegalAction(
            "not_in_hand", "DST-24", "The cards that pay must be in hand beside the district.", "/cards"
        )
    return len(action.cards)


def _lacks(player: Seat, cards: Sequence[District], district: District | None) -> bool:
    wanted = Counter(cards)
    if district is not None:
        wanted[district] += 1
    return bool(wanted - Counter(player.hand))


def _check_loan(state: State, seat: int, action: Build, cost: int, owner: int) -> None:
    """The Cardinal takes exactly what is missing from one player, for as many cards (CAR-01 to CAR-07)."""
    turn, player = state.active(), state.seats[seat]
    missing = cost - player.gold
    if turn.character not in LENDS_GOLD:
        raise IllegalAction(
            "not_your_ability", "ability-at-stated-time", "Only the Cardinal borrows.", "/lender"
        )
    if LENDS_GOLD[turn.character] in turn.used:
        raise IllegalAction("already_used", "ability-once-per-turn", "Gold was lent this turn.", "/lender")
    if action.cards:
        raise IllegalAction("bad_payment", "CAR-07", "Cards pay or are exchanged, not both.", "/cards")
    if missing <= 0:
        raise IllegalAction("bad_payment", "cardinal-only-when-short", "No gold is missing.", "/lender")
    if action.lender not in _lenders(state, seat, missing):
        raise IllegalAction(
            "bad_target", "cardinal-one-lender", f"One other player must have {missing} gold.", "/lender"
        )
    if isinstance(action.exchange, Choose):
        raise IllegalAction("not_spelled_out", "CAR-03", "The cards to give are to be listed.", "/exchange")
    if len(action.exchange) != missing:
        raise IllegalAction(
            "bad_cards", "cardinal-card-per-gold", f"{missing} cards are to be given.", "/exchange"
        )
    if _lacks(player, action.exchange, action.district if owner == seat else None):
        raise IllegalAction(
            "not_in_hand", "CAR-03", "The cards to give must be in hand beside the district.", "/exchange"
        )


def _pay(state: State, seat: int, action: Build, gold: int, out: Events) -> None:
    turn = state.active()
    assert not isinstance(action.cards, Choose), f"{action} was not checked"
    assert not isinstance(action.exchange, Choose), f"{action} was not checked"
    if action.cards:
        changes.discard_cards(state, seat, action.cards, action.district, out)
    if action.lender is not None:
        changes.use(state, LENDS_GOLD[turn.character], out)
        changes.take_gold(state, seat, action.lender, len(action.exchange), turn.character, out)
        changes.give_cards(state, seat, action.lender, action.exchange, turn.character, out)
    changes.pay(state, seat, gold, "build", out)
    turn.spent += gold
    turn.paid_builds += 1


def _rising(state: State, rising: Raise, *, paid: bool) -> Frame:
    """Return the district's rising, or a question that comes before it (MAG-04, MAG-05)."""
    turn = state.active()
    if paid and turn.paid_builds == 1:
        for mark in state.marks:
            if mark.character == turn.character and mark.kind in BEFORE_RISING:
                return BEFORE_RISING[mark.kind](state, mark, rising)
    return rising


def _own_options(state: State, seat: int) -> list[AnyAction]:
    return options(state, seat, seat)


def _check_own(state: State, seat: int, action: Build) -> None:
    check(state, seat, action, seat)


def _build_own(state: State, seat: int, action: Build, out: Events) -> None:
    build(state, seat, action, seat, out)


COMMON[Build] = Verb(_own_options, _check_own, _build_own)


@step(Raise)
def raise_district(state: State, frame: Raise, out: Events) -> None:
    """The district enters the city; then whoever is interested in buildings acts (TAX-01, TAX-13)."""
    changes.raise_district(state, frame.seat, frame.district, out)
    for character in state.setup.cast:
        if character in ON_BUILT:
            ON_BUILT[character](state, frame.seat, out)
