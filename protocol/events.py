"""What happened, as one seat may know it.

Every seat receives every event. A field that only some seats may know is `None` for the others and then
left out of the line, so that the number and the order of events are the same for all.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from protocol.cards import Character, District, DistrictType

Cause: TypeAlias = Literal["setup", "gather", "income", "build"] | Character | District
"""Why gold or cards moved: the setup, gathering, income, building, or the card whose effect it was."""

MarkKind: TypeAlias = Literal["killed", "bewitched", "warrant", "robbed", "threat"]
"""What a character has been marked with for the rest of the round."""

MarkFace: TypeAlias = Literal["signed", "blank", "flowered", "plain"]
"""The hidden side of a warrant or a threat."""


class Event(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all events."""


class RoundStarted(Event, frozen=True, tag="round_started"):
    """A round begins, with `crown` the crowned seat."""

    round: int
    crown: int


class CharactersDiscarded(Event, frozen=True, tag="characters_discarded"):
    """Characters were discarded at random before the selection: these faceup, one more facedown."""

    faceup: tuple[Character, ...]


class CharactersOffered(Event, frozen=True, tag="characters_offered"):
    """A seat was handed a stack of `count` characters. Only that seat sees `characters` (sorted by rank)."""

    seat: int
    count: int
    characters: tuple[Character, ...] | None = None


class CharacterPicked(Event, frozen=True, tag="character_picked"):
    """A seat kept one character of its stack. Only that seat sees which."""

    seat: int
    character: Character | None = None


class CharacterDiscarded(Event, frozen=True, tag="character_discarded"):
    """A character went facedown during the selection.

    `seat` is who set it aside and alone sees it; without `seat` it was a random one that nobody saw.
    """

    seat: int | None = None
    character: Character | None = None


class CharacterCalled(Event, frozen=True, tag="character_called"):
    """The crowned player called a character. No `turn_started` before the next call: nobody answered."""

    character: Character


class CharacterRevealed(Event, frozen=True, tag="character_revealed"):
    """A seat showed its character."""

    seat: int
    character: Character


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A seat takes its turn as `character`, with a building limit of `builds`.

    `gathered` is true for a Witch who goes on as a bewitched character, having gathered before.
    """

    seat: int
    character: Character
    builds: int
    gathered: bool = False


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over."""

    seat: int
    character: Character


class TurnHeld(Event, frozen=True, tag="turn_held"):
    """The Witch's turn is on hold until the bewitched character has gathered."""

    seat: int


class AbilityUsed(Event, frozen=True, tag="ability_used"):
    """A seat used an ability that works once a turn; what came of it follows."""

    seat: int
    ability: str


class CharacterMarked(Event, frozen=True, tag="character_marked"):
    """A seat marked a character: killed, bewitched, to be robbed, with a warrant or a threat.

    Only that seat sees the `face` of a warrant or threat.
    """

    seat: int
    mark: MarkKind
    character: Character
    face: MarkFace | None = None


class MarkRevealed(Event, frozen=True, tag="mark_revealed"):
    """A warrant or threat on a character was turned up."""

    mark: MarkKind
    character: Character
    face: MarkFace


class MarkRemoved(Event, frozen=True, tag="mark_removed"):
    """A threat was taken off a character, unseen."""

    mark: MarkKind
    character: Character


class GoldGained(Event, frozen=True, tag="gold_gained"):
    """Gold went from the bank to a seat."""

    seat: int
    gold: int
    cause: Cause


class GoldPaid(Event, frozen=True, tag="gold_paid"):
    """Gold went from a seat to the bank."""

    seat: int
    gold: int
    cause: Cause


class GoldTaken(Event, frozen=True, tag="gold_taken"):
    """Gold went from the stash of seat `victim` to seat `seat`."""

    seat: int
    victim: int
    gold: int
    cause: Cause


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """A seat drew cards to choose from. Only that seat sees `cards`, in the order drawn."""

    seat: int
    count: int
    cards: tuple[District, ...] | None = None


class CardKept(Event, frozen=True, tag="card_kept"):
    """A seat kept one of the cards it drew and put the other `beneath` cards under the deck."""

    seat: int
    beneath: int
    card: District | None = None


class CardsGained(Event, frozen=True, tag="cards_gained"):
    """Cards went from the deck to a hand. Only that seat sees `cards`, in the order drawn."""

    seat: int
    count: int
    cause: Cause
    cards: tuple[District, ...] | None = None


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    """Cards went from a hand, or with cause `museum` from under a Museum that was destroyed, beneath the deck.

    Only that seat sees `cards` (sorted).
    """

    seat: int
    count: int
    cause: Cause
    cards: tuple[District, ...] | None = None


class CardsTaken(Event, frozen=True, tag="cards_taken"):
    """Cards went from the hand of seat `victim` to that of `seat`. Only these two see `cards` (sorted)."""

    seat: int
    victim: int
    count: int
    cause: Cause
    cards: tuple[District, ...] | None = None


class HandSeen(Event, frozen=True, tag="hand_seen"):
    """A seat looked at the hand of seat `victim`. Only these two know its `cards` (sorted)."""

    seat: int
    victim: int
    cards: tuple[District, ...] | None = None


class TypeNamed(Event, frozen=True, tag="type_named"):
    """The Spy named a type of district and seat `victim`."""

    seat: int
    victim: int
    type: DistrictType


class CardsStudied(Event, frozen=True, tag="cards_studied"):
    """A seat kept one of the cards it drew; the others were shuffled into the deck."""

    seat: int
    card: District | None = None


class CardPutAway(Event, frozen=True, tag="card_put_away"):
    """A seat put a card of its hand facedown beneath its Museum. Only that seat sees the `card`."""

    seat: int
    card: District | None = None


class CharactersSwapped(Event, frozen=True, tag="characters_swapped"):
    """Two seats exchanged a character. Only these two see what was `given` and what was `received` by `seat`."""

    seat: int
    other: int
    given: Character | None = None
    received: Character | None = None


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A seat played a district from its hand, having paid for it; it rises next, here or with the Magistrate.

    `builds` is what is left of the turn's building limit.
    """

    seat: int
    district: District
    builds: int


class DistrictBuilt(Event, frozen=True, tag="district_built"):
    """A district rose in a city; `builds` is what is left of the turn's building limit."""

    seat: int
    district: District
    builds: int


class DistrictDestroyed(Event, frozen=True, tag="district_destroyed"):
    """Seat `by` destroyed a district in the city of `seat`; the card went beneath the deck."""

    seat: int
    district: District
    by: int
    beautified: bool = False


class DistrictMoved(Event, frozen=True, tag="district_moved"):
    """A district went from the city of seat `victim` to that of `seat`, with the cards beneath a Museum.

    Only these two see `beneath` (sorted).
    """

    seat: int
    victim: int
    district: District
    beautified: bool = False
    beneath: tuple[District, ...] | None = None


class DistrictConfiscated(Event, frozen=True, tag="district_confiscated"):
    """The Magistrate `seat` took a district that seat `victim` had paid for; it rises in the Magistrate's city."""

    seat: int
    victim: int
    district: District


class DistrictBeautified(Event, frozen=True, tag="district_beautified"):
    """A seat put one gold on a district of its city, whose cost is one higher from now on."""

    seat: int
    district: District


class CityCompleted(Event, frozen=True, tag="city_completed"):
    """A city reached the size that completes it. The game ends with this round."""

    seat: int
    first: bool


class TaxPaid(Event, frozen=True, tag="tax_paid"):
    """A seat that built put one gold on the Tax Collector's token."""

    seat: int


class TaxesCollected(Event, frozen=True, tag="taxes_collected"):
    """The Tax Collector's gold went from the token to a seat."""

    seat: int
    gold: int


class CrownMoved(Event, frozen=True, tag="crown_moved"):
    """A seat took the crown."""

    seat: int


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """All characters have been called; character cards go back, unshown ones unseen."""

    round: int


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of one seat and what they are made of.

    `types` is the bonus for all five district types, `completion` that for a completed city, `unique` what
    unique districts score beyond their cost. `haunted_quarter` is the type a Haunted Quarter counted as.
    """

    districts: int
    types: int
    completion: int
    unique: int
    total: int
    rank: int
    haunted_quarter: Literal["noble", "religious", "trade", "military", "unique"] | None = None


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over; `scores` by seat. A score's `rank` is 1 for the winner."""

    scores: tuple[Score, ...]


AnyEvent: TypeAlias = (
    RoundStarted
    | CharactersDiscarded
    | CharactersOffered
    | CharacterPicked
    | CharacterDiscarded
    | CharacterCalled
    | CharacterRevealed
    | TurnStarted
    | TurnEnded
    | AbilityUsed
    | CharacterMarked
    | GoldGained
    | GoldPaid
    | GoldTaken
    | CardsDrawn
    | CardKept
    | CardsGained
    | CardsDiscarded
    | CardsTaken
    | DistrictBuilt
    | DistrictDestroyed
    | DistrictBeautified
    | CityCompleted
    | TaxPaid
    | TaxesCollected
    | CrownMoved
    | RoundEnded
    | GameEnded
    | TurnHeld
    | MarkRevealed
    | MarkRemoved
    | HandSeen
    | TypeNamed
    | CardsStudied
    | CardPutAway
    | CharactersSwapped
    | CardPlayed
    | DistrictMoved
    | DistrictConfiscated
)
