"""What a seat may do: one frozen Struct for each kind of action.

The same Structs serve as the entries of a request's `legal` list. There, a field that names several cards
may hold a `Choose` in place of the cards: a template that stands for every legal selection.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.cards import Character, District, DistrictType

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
"""A seat, counted clockwise from 0. P3 in sentences is seat 3."""


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all actions."""


class CityCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A district standing in a city; `beautified` tells which, as in the view of the city."""

    district: District
    beautified: bool = False


class Choose(Struct, frozen=True, rename={"options": "from"}, forbid_unknown_fields=True):
    """A template: any selection of `min` to `max` cards from `from` (a multiset) is legal."""

    options: tuple[District, ...]
    min: int
    max: int


class ChooseCharacters(Struct, frozen=True, rename={"options": "from"}, forbid_unknown_fields=True):
    """A template: any selection of `min` to `max` characters from `from` (a set) is legal."""

    options: tuple[Character, ...]
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
    """Build a district from the hand (asked `take_card`: from the hand looked at).

    `cards` are hand cards given as payment for the Thieves' Den. `sacrifice` is a district of the own city that
    is destroyed instead of paying: the Framework, or any for the Necropolis. The Cardinal who is short of gold
    names a `lender` and as many cards in `exchange` as gold is missing.
    """

    district: District
    cards: Cards = ()
    sacrifice: CityCard | None = None
    lender: SeatNumber | None = None
    exchange: Cards = ()


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn. Abilities not used are forfeited."""


class CollectIncome(Action, frozen=True, tag="collect_income"):
    """Gain the character's resources for districts of its type, once a turn and all at once.

    The Abbot tells how many of them are to be `cards`; for all others it follows from the character.
    """

    cards: Annotated[int, Meta(ge=0)] = 0


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
    """Gain extra gold: Merchant 1, Navigator 4, Queen 3 beside the rank 4 character."""


class ExtraCards(Action, frozen=True, tag="extra_cards"):
    """Gain extra cards: Architect 2, Navigator 4."""


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


class Bewitch(Action, frozen=True, tag="bewitch"):
    """Witch: name the character in whose role the turn will go on."""

    character: Character


class ServeWarrants(Action, frozen=True, tag="serve_warrants"):
    """Magistrate: put the signed warrant on one character and the blank ones on two others."""

    signed: Character
    blank: tuple[Character, ...] | ChooseCharacters


class Confiscate(Action, frozen=True, tag="confiscate"):
    """Magistrate: reveal the signed warrant and take the district."""


class Decline(Action, frozen=True, tag="decline"):
    """Do not use the opportunity that was asked about."""


class Spy(Action, frozen=True, tag="spy"):
    """Spy: name a seat and a type of district, and look at that hand."""

    seat: SeatNumber
    type: DistrictType


class Threaten(Action, frozen=True, tag="threaten"):
    """Blackmailer: put the flowered threat on one character and the plain one on another."""

    flowered: Character
    plain: Character


class PayBribe(Action, frozen=True, tag="pay_bribe"):
    """Threatened: give the Blackmailer half of the gold, rounded down, and be rid of the threat."""


class RevealThreat(Action, frozen=True, tag="reveal_threat"):
    """Blackmailer: turn up the threat of a player who paid no bribe."""


class LookAtHand(Action, frozen=True, tag="look_at_hand"):
    """Wizard: look at the hand of another seat, to take a card of it."""

    seat: SeatNumber


class TakeCard(Action, frozen=True, tag="take_card"):
    """Wizard: take this card of the hand looked at into the own hand."""

    card: District


class TakeFromAll(Action, frozen=True, tag="take_from_all"):
    """Seer: take a random card from every other hand."""


class GiveCards(Action, frozen=True, tag="give_cards"):
    """Seer: give one card to each of `seats`, the first of `cards` to the first and so on."""

    seats: tuple[SeatNumber, ...]
    cards: Cards


class PassCrown(Action, frozen=True, tag="pass_crown"):
    """Emperor: give the crown to a seat and take a gold or a random card from it."""

    seat: SeatNumber
    take: Literal["gold", "card"] | None = None


class CollectTithe(Action, frozen=True, tag="collect_tithe"):
    """Abbot: get one gold from the richest player, this one."""

    seat: SeatNumber


class Study(Action, frozen=True, tag="study"):
    """Scholar: draw seven cards to keep one of them."""


class Exchange(Action, frozen=True, tag="exchange"):
    """Diplomat: exchange a district of the own city, `give`, for one of another seat, paying the difference."""

    seat: SeatNumber
    take: CityCard
    give: CityCard


class Seize(Action, frozen=True, tag="seize"):
    """Marshal: seize a district that costs three at most from another seat, paying its cost."""

    seat: SeatNumber
    district: District
    beautified: bool = False


class Armory(Action, frozen=True, tag="armory"):
    """Armory: destroy it to destroy another district."""

    seat: SeatNumber
    district: District
    beautified: bool = False


class Museum(Action, frozen=True, tag="museum"):
    """Museum: put a card of the hand facedown beneath it."""

    card: District


class SwapCharacters(Action, frozen=True, tag="swap_characters"):
    """Theater: exchange the own character with that of another seat, unseen.

    With 2 or 3 players `character` tells which of the own two is given; the one received is random.
    """

    seat: SeatNumber
    character: Character | None = None


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
    | Bewitch
    | ServeWarrants
    | Confiscate
    | Decline
    | Spy
    | Threaten
    | PayBribe
    | RevealThreat
    | LookAtHand
    | TakeCard
    | TakeFromAll
    | GiveCards
    | PassCrown
    | CollectTithe
    | Study
    | Exchange
    | Seize
    | Armory
    | Museum
    | SwapCharacters
)


CHOSEN: dict[type, tuple[str, ...]] = {
    Build: ("cards", "exchange"),
    Redraw: ("cards",),
    Beautify: ("districts",),
    GiveCards: ("cards",),
    ServeWarrants: ("blank",),
}
"""The fields of an action in which a template leaves several cards or characters to choose, at most one of them."""


def complete(option: AnyAction) -> AnyAction:
    """Return `option` itself, or a template's first legal completion in canonical order."""
    for name in CHOSEN.get(type(option), ()):
        choice = getattr(option, name)
        if not isinstance(choice, tuple):
            return replace(option, **{name: choice.options[: choice.min]})
    return option
