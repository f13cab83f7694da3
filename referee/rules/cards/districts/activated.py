"""Unique districts that their owner uses in their turn: Armory, Laboratory, Museum, Smithy."""

from collections.abc import Iterator

from protocol.actions import AnyAction, Armory, Laboratory, Museum, Smithy
from referee.rules import changes
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.state import Placed, State
from referee.rules.turn import Verb, district_action

SMITHY_PRICE = 2
SMITHY_CARDS = 3
LABORATORY_GOLD = 2


def _laboratory_options(state: State, seat: int) -> Iterator[AnyAction]:
    for card in sorted(set(state.seats[seat].hand)):
        yield Laboratory(card)


def _check_laboratory(state: State, seat: int, action: Laboratory) -> None:
    if action.card not in state.seats[seat].hand:
        raise IllegalAction("not_in_hand", "DST-09", f"P{seat} has no {action.card} in hand.", "/card")


def _laboratory(state: State, seat: int, action: Laboratory, out: Events) -> None:
    changes.discard_cards(state, seat, (action.card,), "laboratory", out)
    changes.gain_gold(state, seat, LABORATORY_GOLD, "laboratory", out)


def _smithy_options(state: State, seat: int) -> Iterator[AnyAction]:
    if state.seats[seat].gold >= SMITHY_PRICE:
        yield Smithy()


def _check_smithy(state: State, seat: int, _action: Smithy) -> None:
    """The price is due even when the deck is short of cards (DST-10)."""
    gold = state.seats[seat].gold
    if gold < SMITHY_PRICE:
        raise IllegalAction(
            "unaffordable",
            "DST-10",
            f"The Smithy costs {SMITHY_PRICE} gold, and P{seat} has {gold}.",
            "/kind",
        )


def _smithy(state: State, seat: int, _action: Smithy, out: Events) -> None:
    changes.pay(state, seat, SMITHY_PRICE, "smithy", out)
    changes.gain_cards(state, seat, SMITHY_CARDS, "smithy", out)


district_action(
    "laboratory", Laboratory, Verb(_laboratory_options, _check_laboratory, _laboratory, "laboratory")
)
district_action("smithy", Smithy, Verb(_smithy_options, _check_smithy, _smithy, "smithy"))


# Armory


def _armory(state: State, seat: int) -> Placed:
    return next(one for one in state.seats[seat].city if one.district == "armory")


def _armory_options(state: State, seat: int) -> Iterator[AnyAction]:
    for owner, player in enumerate(state.seats):
        targets = {(one.district, one.beautified): one for one in player.city}
        for target in targets.values():
            if _armory_refusal(state, seat, owner, target) is None:
                yield Armory(owner, target.district, target.beautified)


def _armory_refusal(state: State, seat: int, owner: int, target: Placed) -> IllegalAction | None:
    """Any other district but of a completed city; neither Keep nor Bishop protect (DST-30 to DST-32)."""
    if changes.city_size(state, owner) >= state.setup.city_size:
        return IllegalAction(
            "protected", "armory-not-completed-city", f"The city of P{owner} is completed.", "/district"
        )
    if owner == seat and target.district == "armory":
        return IllegalAction("bad_target", "DST-30", "The Armory destroys another district.", "/district")
    return None


def _check_armory(state: State, seat: int, action: Armory) -> None:
    refusal = _armory_refusal(state, seat, action.seat, _armory_target(state, action))
    if refusal:
        raise refusal


def _armory_target(state: State, action: Armory) -> Placed:
    if action.seat < len(state.seats):
        for placed in state.seats[action.seat].city:
            if placed.district == action.district and placed.beautified == action.beautified:
                return placed
    raise IllegalAction(
        "not_in_city", "DST-32", f"P{action.seat} has no such {action.district} in its city.", "/district"
    )


def _use_armory(state: State, seat: int, action: Armory, out: Events) -> None:
    """Both go beneath the deck (DST-32)."""
    target = _armory_target(state, action)
    changes.destroy_district(state, seat, _armory(state, seat), seat, out)
    changes.destroy_district(state, action.seat, target, seat, out)


district_action("armory", Armory, Verb(_armory_options, _check_armory, _use_armory))


# Museum


def _museum_options(state: State, seat: int) -> Iterator[AnyAction]:
    for card in sorted(set(state.seats[seat].hand)):
        yield Museum(card)


def _check_museum(state: State, seat: int, action: Museum) -> None:
    if action.card not in state.seats[seat].hand:
        raise IllegalAction("not_in_hand", "DST-11", f"P{seat} has no {action.card} in hand.", "/card")


def _use_museum(state: State, seat: int, action: Museum, out: Events) -> None:
    museum = next(one for one in state.seats[seat].city if one.district == "museum")
    changes.put_in_museum(state, seat, museum, action.card, out)


district_action("museum", Museum, Verb(_museum_options, _check_museum, _use_museum, use="museum"))
