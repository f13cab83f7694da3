"""Rank 8. Warlord: destroy a district for one gold less than it costs; gain gold for military districts."""

from collections.abc import Iterator
from typing import NamedTuple

from protocol.actions import AnyAction, Destroy
from protocol.faults import RefusalCode
from referee.rules import changes
from referee.rules.cards.income import gold_income
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import PROTECTED_DISTRICT, PROTECTS_CITY
from referee.rules.state import Placed, State
from referee.rules.turn import Verb, ability


class Refusal(NamedTuple):
    """Why the rank 8 character cannot use its ability on a city or district."""

    code: RefusalCode
    rule: str
    sentence: str


def city_barred(state: State, owner: int, completed_rule: str) -> Refusal | None:
    """Tell why the city of `owner` is out of reach of rank 8 (R8-01, BSH-01, BSH-05)."""
    player = state.seats[owner]
    if len(player.city) >= state.setup.city_size:
        return Refusal("protected", completed_rule, f"The city of P{owner} is completed.")
    for character in player.shown:
        if character in PROTECTS_CITY:
            return Refusal(
                "protected", PROTECTS_CITY[character], f"P{owner} is protected by the {character}."
            )
    return None


def district_barred(placed: Placed) -> Refusal | None:
    """Tell why a district itself is out of reach of rank 8 (R8-03)."""
    rule = PROTECTED_DISTRICT.get(placed.district)
    return Refusal("protected", rule, f"{placed.district} cannot be touched.") if rule else None


def worth(state: State, placed: Placed) -> int:
    """Return the building cost of a district in a city, the Artist's gold included (R8-07)."""
    return (EDITIONS[state.setup.edition].districts[placed.district].cost or 0) + placed.beautified


def _price(state: State, placed: Placed) -> int:
    return worth(state, placed) - 1


def _options(state: State, seat: int) -> Iterator[AnyAction]:
    gold = state.seats[seat].gold
    for owner, player in enumerate(state.seats):
        if city_barred(state, owner, ""):
            continue
        seen = set()
        for placed in player.city:
            target = Destroy(owner, placed.district, placed.beautified)
            if target not in seen and not district_barred(placed) and _price(state, placed) <= gold:
                seen.add(target)
                yield target


def _check(state: State, seat: int, action: Destroy) -> None:
    placed = _find(state, action)
    refusal = city_barred(state, action.seat, "warlord-not-completed-city") or district_barred(placed)
    if refusal:
        raise IllegalAction(*refusal, "/district")
    gold, due = state.seats[seat].gold, _price(state, placed)
    if due > gold:
        raise IllegalAction(
            "unaffordable",
            "warlord-destroy-cost-minus-one",
            f"Destroying {action.district} costs {due} gold, and P{seat} has {gold}.",
            "/district",
        )


def _find(state: State, action: Destroy) -> Placed:
    """Return the district that the action names; raise IllegalAction if it is not there."""
    if action.seat < len(state.seats):
        for placed in state.seats[action.seat].city:
            if placed.district == action.district and placed.beautified == action.beautified:
                return placed
    manner = "beautified " if action.beautified else "plain "
    raise IllegalAction(
        "not_in_city",
        "warlord-destroy-one",
        f"P{action.seat} has no {manner}{action.district} in its city.",
        "/district",
    )


def _destroy(state: State, seat: int, action: Destroy, out: Events) -> None:
    """Pay the bank; the card goes beneath the deck (WAR-01, WAR-06)."""
    placed = _find(state, action)
    changes.pay(state, seat, _price(state, placed), "warlord", out)
    changes.destroy_district(state, action.seat, placed, seat, out)


ability("warlord", Destroy, Verb(_options, _check, _destroy, use="destroy"))
gold_income("warlord")
