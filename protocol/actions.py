"""What a seat may do: one frozen Struct for each kind of action.

The same Structs serve as the entries of a request's `legal` list. There, a field that names several cards
may hold a `Choose` in place of the cards: a template that stands for every legal selection.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from protocol.cards import Character, District

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
"""A seat, counted clockwise from 0. P3 in sentences is seat 3."""


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all actions."""


class Choose(Struct, frozen=True, rename={"options": "from"}, forbid_unknown_fields=True):
    """A template: any selection of `min` to `max` cards from `from` (a multiset) is legal."""

    options: tuple[District, ...]
    min: int
    max: int


Cards: TypeAlias = tuple[District, ...] | Choose
"""The cards of an action, or in an option the template that stands for every legal selection."""


class Pick(Action, frozen=True, tag="pick"):
    """Keep a character of the stack in hand; with two players, from the second pick on, also set one aside."""

    character: Character
    discard: Character | None = None


class GatherGold(Action, frozen=True, tag="gather_gold"):
    """Take the gold option of gathering resources."""


class GatherCards(Action, frozen=True, tag="gather_cards"):
    """Take the card option of gathering resources."""


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the cards just drawn; the others go beneath the deck."""

    card: District


class Build(Action, frozen=True, tag="build"):
    """Build a district from the hand. `cards` are hand cards given as payment for the Thieves' Den."""

    district: District
    cards: Cards = ()


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn. Abilities not used are forfeited."""


class CollectIncome(Action, frozen=True, tag="collect_income"):
    """Gain the character's resources for districts of its type, once a turn and all at once."""


class Assassinate(Action, frozen=True, tag="assassinate"):
    """Assassin: name the character to be killed."""

    character: Character


class Rob(Action, frozen=True, tag="rob"):
    """Thief: name the character to be robbed."""

    character: Character


class SwapHands(Action, frozen=True, tag="swap_hands"):
    """Magician: exchange hands with another seat."""

    seat: SeatNumber


class Redraw(Action, frozen=True, tag="redraw"):
    """Magician: put cards of the hand beneath the deck and draw as many."""

    cards: Cards


class ExtraGold(Action, frozen=True, tag="extra_gold"):
    """Merchant: gain one extra gold."""


class ExtraCards(Action, frozen=True, tag="extra_cards"):
    """Architect: gain two extra cards."""


class Destroy(Action, frozen=True, tag="destroy"):
    """Warlord: destroy a district. `beautified` tells which, as in the view of the city."""

    seat: SeatNumber
    district: District
    beautified: bool = False


class Beautify(Action, frozen=True, tag="beautify"):
    """Artist: put one gold on each of one or two own districts."""

    districts: Cards


class CollectTaxes(Action, frozen=True, tag="collect_taxes"):
    """Tax Collector: take all gold from the token."""


class Laboratory(Action, frozen=True, tag="laboratory"):
    """Laboratory: discard a card from the hand to gain two gold."""

    card: District


class Smithy(Action, frozen=True, tag="smithy"):
    """Smithy: pay two gold to gain three cards."""


AnyAction: TypeAlias = (
    Pick
    | GatherGold
    | GatherCards
    | Keep
    | Build
    | EndTurn
    | CollectIncome
    | Assassinate
    | Rob
    | SwapHands
    | Redraw
    | ExtraGold
    | ExtraCards
    | Destroy
    | Beautify
    | CollectTaxes
    | Laboratory
    | Smithy
)


def complete(option: AnyAction) -> AnyAction:
    """Return `option` itself, or a template's first legal completion in canonical order."""
    match option:
        case Build(district=district, cards=Choose(options=cards, min=least)):
            return Build(district, cards[:least])
        case Redraw(cards=Choose(options=cards, min=least)):
            return Redraw(cards[:least])
        case Beautify(districts=Choose(options=cards, min=least)):
            return Beautify(cards[:least])
        case _:
            return option
