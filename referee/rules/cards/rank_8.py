"""Rank 8. Warlord: destroy. Diplomat: exchange. Marshal: seize. Each gains gold for military districts."""

from collections.abc import Iterator
from typing import NamedTuple

from protocol.actions import AnyAction, CityCard, Destroy, Exchange, Seize
from protocol.cards import District
from protocol.faults import RefusalCode
from referee.rules import changes
from referee.rules.cards.income import gold_income
from referee.rules.cards.marks import acting
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import PROTECTED_DISTRICT, PROTECTS_CITY, SURCHARGE
from referee.rules.state import Placed, State
from referee.rules.turn import Verb, ability

SEIZABLE = 3
"""The highest cost of a district that the Marshal may seize."""


class Refusal(NamedTuple):
    """Why the rank 8 character cannot use its ability on a city or district."""

    code: RefusalCode
    rule: str
    sentence: str


def _completed(state: State, owner: int, rule: str) -> Refusal | None:
    """Tell that the city of `owner` is out of reach because it is completed now (R8-01, R8-02, END-08)."""
    if changes.city_size(state, owner) >= state.setup.city_size:
        return Refusal("protected", rule, f"The city of P{owner} is completed.")
    return None


def _protected(state: State, owner: int, district: District) -> Refusal | None:
    """Tell why rank 8 cannot touch a district: its owner's character, or itself (BSH-01 to BSH-05, R8-03)."""
    for character, rule in PROTECTS_CITY.items():
        if acting(state, character) == owner:
            return Refusal("protected", rule, f"P{owner} is protected by the {character}.")
    if district in PROTECTED_DISTRICT:
        return Refusal("protected", PROTECTED_DISTRICT[district], f"The {district} cannot be touched.")
    return None


def _worth(state: State, placed: Placed) -> int:
    """Return the building cost of a district in a city, the Artist's gold included (R8-07)."""
    return (EDITIONS[state.setup.edition].districts[placed.district].cost or 0) + placed.beautified


def _surcharge(state: State, owner: int, placed: Placed) -> int:
    """Return what the owner's other districts add to the price (R8-04)."""
    due = 0
    for wall in state.seats[owner].city:
        if wall.district in SURCHARGE and wall is not placed:
            due += SURCHARGE[wall.district](placed)
    return due


def _standing(state: State, seat: int, card: CityCard, rule: str, path: str) -> Placed:
    """Return the district that is named; raise IllegalAction if it is not there."""
    if seat < len(state.seats):
        for placed in state.seats[seat].city:
            if placed.district == card.district and placed.beautified == card.beautified:
                return placed
    manner = "beautified" if card.beautified else "plain"
    raise IllegalAction("not_in_city", rule, f"P{seat} has no {manner} {card.district} in its city.", path)


def _distinct(state: State, seat: int) -> list[Placed]:
    """The districts of a city, of those that are alike only one."""
    seen: dict[tuple[District, bool], Placed] = {}
    for placed in state.seats[seat].city:
        seen.setdefault((placed.district, placed.beautified), placed)
    return list(seen.values())


def _enforce(refusal: Refusal | None, path: str = "/district") -> None:
    if refusal:
        raise IllegalAction(*refusal, path)


def _afford(state: State, seat: int, due: int, rule: str, path: str = "/district") -> None:
    gold = state.seats[seat].gold
    if due > gold:
        raise IllegalAction("unaffordable", rule, f"That costs {due} gold, and P{seat} has {gold}.", path)


# Warlord


def _destroy_price(state: State, owner: int, placed: Placed) -> int:
    return _worth(state, placed) - 1 + _surcharge(state, owner, placed)


def _destroy_options(state: State, seat: int) -> Iterator[AnyAction]:
    gold = state.seats[seat].gold
    for owner, player in enumerate(state.seats):
        if not player.city or _completed(state, owner, ""):
            continue
        for placed in _distinct(state, owner):
            if _destroy_price(state, owner, placed) <= gold and not _protected(state, owner, placed.district):
                yield Destroy(owner, placed.district, placed.beautified)


def _check_destroy(state: State, seat: int, action: Destroy) -> None:
    placed = _destroyed(state, action)
    _enforce(_completed(state, action.seat, "warlord-not-completed-city"))
    _enforce(_protected(state, action.seat, action.district))
    _afford(state, seat, _destroy_price(state, action.seat, placed), "warlord-destroy-cost-minus-one")


def _destroyed(state: State, action: Destroy) -> Placed:
    card = CityCard(action.district, action.beautified)
    return _standing(state, action.seat, card, "warlord-destroy-one", "/district")


def _destroy(state: State, seat: int, action: Destroy, out: Events) -> None:
    """Pay the bank; the card goes beneath the deck (WAR-01, WAR-06)."""
    placed = _destroyed(state, action)
    changes.pay(state, seat, _destroy_price(state, action.seat, placed), "warlord", out)
    changes.destroy_district(state, action.seat, placed, seat, out)


ability("warlord", Destroy, Verb(_destroy_options, _check_destroy, _destroy, use="destroy"))
gold_income("warlord")


# Diplomat


def _exchange_price(state: State, owner: int, take: Placed, give: Placed) -> int:
    """The difference, if theirs is dearer, and the surcharge (DIP-01, DIP-02, DIP-07)."""
    return max(0, _worth(state, take) - _worth(state, give)) + _surcharge(state, owner, take)


def _exchange_options(state: State, seat: int) -> Iterator[AnyAction]:
    own = [one for one in _distinct(state, seat) if not _protected(state, seat, one.district)]
    for owner in range(len(state.seats)):
        if owner == seat or _completed(state, owner, ""):
            continue
        for take in _distinct(state, owner):
            if _protected(state, owner, take.district) or state.seats[seat].has(take.district):
                continue
            for give in own:
                affordable = _exchange_price(state, owner, take, give) <= state.seats[seat].gold
                if affordable and not state.seats[owner].has(give.district):
                    yield Exchange(
                        owner,
                        CityCard(take.district, take.beautified),
                        CityCard(give.district, give.beautified),
                    )


def _check_exchange(state: State, seat: int, action: Exchange) -> None:
    if action.seat == seat:
        raise IllegalAction(
            "bad_target",
            "diplomat-exchange-one-for-one",
            "Districts are exchanged with another player.",
            "/seat",
        )
    take, give = _exchanged(state, seat, action)
    _enforce(_completed(state, action.seat, "diplomat-not-from-completed-city"), "/take")
    _enforce(_protected(state, action.seat, take.district), "/take")
    _enforce(_protected(state, seat, give.district), "/give")
    if state.seats[seat].has(take.district):
        raise IllegalAction(
            "duplicate", "diplomat-no-duplicate-for-self", f"P{seat} has a {take.district} already.", "/take"
        )
    if state.seats[action.seat].has(give.district):
        raise IllegalAction(
            "duplicate",
            "diplomat-no-duplicate-for-partner",
            f"P{action.seat} has a {give.district} already.",
            "/give",
        )
    due = _exchange_price(state, action.seat, take, give)
    _afford(state, seat, due, "diplomat-pays-difference", "/take")


def _exchanged(state: State, seat: int, action: Exchange) -> tuple[Placed, Placed]:
    rule = "diplomat-exchange-one-for-one"
    take = _standing(state, action.seat, action.take, rule, "/take")
    return take, _standing(state, seat, action.give, rule, "/give")


def _exchange(state: State, seat: int, action: Exchange, out: Events) -> None:
    """The owner gets the price; districts move with all that is on and beneath them (R8-06, DIP-10, DIP-11)."""
    take, give = _exchanged(state, seat, action)
    due = _exchange_price(state, action.seat, take, give)
    changes.take_gold(state, action.seat, seat, due, "diplomat", out)
    changes.exchange_districts(state, seat, action.seat, take, give, out)


ability("diplomat", Exchange, Verb(_exchange_options, _check_exchange, _exchange, use="exchange"))
gold_income("diplomat")


# Marshal


def _seize_price(state: State, owner: int, placed: Placed) -> int:
    return _worth(state, placed) + _surcharge(state, owner, placed)


def _seize_options(state: State, seat: int) -> Iterator[AnyAction]:
    player = state.seats[seat]
    for owner in range(len(state.seats)):
        if owner == seat or _completed(state, owner, ""):
            continue
        for placed in _distinct(state, owner):
            if _worth(state, placed) > SEIZABLE or player.has(placed.district):
                continue
            if _seize_price(state, owner, placed) <= player.gold and not _protected(
                state, owner, placed.district
            ):
                yield Seize(owner, placed.district, placed.beautified)


def _check_seize(state: State, seat: int, action: Seize) -> None:
    if action.seat == seat:
        raise IllegalAction(
            "bad_target", "marshal-seize-cost-three-max", "A district of another player is seized.", "/seat"
        )
    placed = _seized(state, action)
    _enforce(_completed(state, action.seat, "marshal-not-completed-city"))
    _enforce(_protected(state, action.seat, placed.district))
    if _worth(state, placed) > SEIZABLE:
        raise IllegalAction(
            "bad_target",
            "marshal-seize-cost-three-max",
            f"{placed.district} costs more than {SEIZABLE}.",
            "/district",
        )
    if state.seats[seat].has(placed.district):
        raise IllegalAction(
            "duplicate", "marshal-no-duplicate", f"P{seat} has a {placed.district} already.", "/district"
        )
    _afford(state, seat, _seize_price(state, action.seat, placed), "marshal-pays-owner")


def _seized(state: State, action: Seize) -> Placed:
    card = CityCard(action.district, action.beautified)
    return _standing(state, action.seat, card, "marshal-seize-cost-three-max", "/district")


def _seize(state: State, seat: int, action: Seize, out: Events) -> None:
    """The owner gets the price (MAR-01, R8-06)."""
    placed = _seized(state, action)
    changes.take_gold(state, action.seat, seat, _seize_price(state, action.seat, placed), "marshal", out)
    changes.move_district(state, seat, action.seat, placed, out)


ability("marshal", Seize, Verb(_seize_options, _check_seize, _seize, use="seize"))
gold_income("marshal")
