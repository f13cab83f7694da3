"""What happened, in words: a sentence for each kind of event, with what a reader may not know left out of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from protocol import events
from protocol.cards import Character, District
from protocol.events import AnyEvent, Cause
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Edition

Sentence = Callable[[Any], str]


class Sentences:
    """Knows the cards' names and what the seats are called.

    `seats` are those names, from seat 0. Events may be whole, or as one seat or a spectator may know them.
    """

    def __init__(self, edition: str, seats: Sequence[str]) -> None:
        self._tables = EDITIONS[edition]
        self._seats = tuple(seats)
        self._causes = _causes(self._tables)
        self._sentences = {**_selection(self), **_turns(self), **_possessions(self), **_cities(self)}

    def tell(self, event: AnyEvent) -> str:
        """Return what happened."""
        return self._sentences[type(event)](event)

    def who(self, seat: int) -> str:
        """Return what a seat is called."""
        return self._seats[seat]

    def character(self, character: Character) -> str:
        """Return the name of a character."""
        return self._tables.characters[character].title

    def characters(self, characters: Iterable[Character]) -> str:
        """Return the names of characters."""
        return ", ".join(map(self.character, characters))

    def district(self, district: District) -> str:
        """Return the name of a district."""
        return self._tables.districts[district].title

    def districts(self, districts: Iterable[District]) -> str:
        """Return the names of districts."""
        return ", ".join(map(self.district, districts))

    def cards(self, count: int, cards: Iterable[District] | None) -> str:
        """Return the names of cards, or their number where they are not known."""
        if count == 0:
            return "no card"
        if cards is None:
            return _number(count, "card")
        return self.districts(cards)

    def because(self, cause: Cause) -> str:
        """Return why gold or cards moved."""
        return self._causes[cause]


def _causes(tables: Edition) -> dict[Cause, str]:
    causes: dict[Cause, str] = {"setup": "", "gather": "", "build": "", "income": " (income)"}
    causes.update((name, f" ({card.title})") for name, card in tables.characters.items())
    causes.update((name, f" ({card.title})") for name, card in tables.districts.items())
    return causes


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def _selection(tell: Sentences) -> dict[type, Sentence]:
    return {
        events.RoundStarted: lambda e: f"Round {e.round}, {tell.who(e.crown)} wears the crown",
        events.CharactersDiscarded: lambda e: f"Discarded faceup: {tell.characters(e.faceup) or 'none'}.",
        events.CharactersOffered: lambda e: (
            f"{tell.who(e.seat)} is handed "
            f"{tell.characters(e.characters) if e.characters else _number(e.count, 'character')}."
        ),
        events.CharacterPicked: lambda e: (
            f"{tell.who(e.seat)} keeps {'the ' + tell.character(e.character) if e.character else 'a character'}."
        ),
        events.CharacterDiscarded: lambda e: _facedown(tell, e),
    }


def _facedown(tell: Sentences, event: events.CharacterDiscarded) -> str:
    if event.seat is None:
        return "A random character goes facedown."
    character = f"the {tell.character(event.character)}" if event.character else "a character"
    return f"{tell.who(event.seat)} puts {character} facedown."


def _turns(tell: Sentences) -> dict[type, Sentence]:
    return {
        events.CharacterCalled: lambda e: f"The {tell.character(e.character)} is called.",
        events.CharacterRevealed: lambda e: f"{tell.who(e.seat)} is the {tell.character(e.character)}.",
        events.TurnStarted: lambda e: (
            f"{tell.who(e.seat)} takes the turn of the {tell.character(e.character)}."
        ),
        events.TurnEnded: lambda e: f"{tell.who(e.seat)} ends the turn.",
        events.TurnHeld: lambda e: f"{tell.who(e.seat)} waits for the bewitched character.",
        events.AbilityUsed: lambda e: f"{tell.who(e.seat)} uses {e.ability.replace('_', ' ')}.",
        events.CharacterMarked: lambda e: (
            f"{tell.who(e.seat)} marks the {tell.character(e.character)}: {_mark(e)}."
        ),
        events.MarkRevealed: lambda e: f"On the {tell.character(e.character)} lies a {_mark(e)}.",
        events.MarkRemoved: lambda e: f"The {e.mark} on the {tell.character(e.character)} is taken away.",
        events.CharactersSwapped: lambda e: (
            f"{tell.who(e.seat)} gives {tell.who(e.other)} the {tell.character(e.given)} "
            f"for the {tell.character(e.received)}."
            if e.given and e.received
            else f"{tell.who(e.seat)} exchanges a character with {tell.who(e.other)}."
        ),
        events.CrownMoved: lambda e: f"{tell.who(e.seat)} takes the crown.",
        events.RoundEnded: lambda e: f"Round {e.round} ends.",
        events.GameEnded: lambda _: "The game is over.",
    }


def _mark(event: events.CharacterMarked | events.MarkRevealed) -> str:
    return f"{event.face} {event.mark}" if event.face else event.mark


def _possessions(tell: Sentences) -> dict[type, Sentence]:
    return {
        events.GoldGained: lambda e: f"{tell.who(e.seat)} gets {e.gold} gold{tell.because(e.cause)}.",
        events.GoldPaid: lambda e: f"{tell.who(e.seat)} pays {e.gold} gold{tell.because(e.cause)}.",
        events.GoldTaken: lambda e: (
            f"{tell.who(e.seat)} takes {e.gold} gold from {tell.who(e.victim)}{tell.because(e.cause)}."
        ),
        events.CardsDrawn: lambda e: f"{tell.who(e.seat)} draws {tell.cards(e.count, e.cards)}.",
        events.CardKept: lambda e: f"{tell.who(e.seat)} keeps {_one(tell, e.card)}.",
        events.CardsGained: lambda e: (
            f"{tell.who(e.seat)} gets {tell.cards(e.count, e.cards)}{tell.because(e.cause)}."
        ),
        events.CardsDiscarded: lambda e: (
            f"{tell.who(e.seat)} puts {tell.cards(e.count, e.cards)} beneath the deck{tell.because(e.cause)}."
        ),
        events.CardsTaken: lambda e: (
            f"{tell.who(e.seat)} takes {tell.cards(e.count, e.cards)} from {tell.who(e.victim)}"
            f"{tell.because(e.cause)}."
        ),
        events.CardsStudied: lambda e: (
            f"{tell.who(e.seat)} keeps {_one(tell, e.card)} and shuffles the others into the deck."
        ),
        events.CardPutAway: lambda e: f"{tell.who(e.seat)} puts {_one(tell, e.card)} into the Museum.",
        events.HandSeen: lambda e: (
            f"{tell.who(e.seat)} sees the hand of {tell.who(e.victim)}"
            + ("." if e.cards is None else f": {tell.districts(e.cards) or 'no card'}.")
        ),
        events.TypeNamed: lambda e: f"{tell.who(e.seat)} asks {tell.who(e.victim)} for {e.type} districts.",
        events.TaxPaid: lambda e: f"{tell.who(e.seat)} pays 1 gold of taxes.",
        events.TaxesCollected: lambda e: f"{tell.who(e.seat)} takes {e.gold} gold of taxes.",
    }


def _one(tell: Sentences, card: District | None) -> str:
    return tell.district(card) if card else "a card"


def _cities(tell: Sentences) -> dict[type, Sentence]:
    return {
        events.CardPlayed: lambda e: f"{tell.who(e.seat)} plays {tell.district(e.district)}.",
        events.DistrictBuilt: lambda e: f"{tell.who(e.seat)} builds {tell.district(e.district)}.",
        events.DistrictDestroyed: lambda e: (
            f"{tell.who(e.by)} destroys {tell.district(e.district)} of {tell.who(e.seat)}."
        ),
        events.DistrictMoved: lambda e: (
            f"{tell.district(e.district)} goes from {tell.who(e.victim)} to {tell.who(e.seat)}."
        ),
        events.DistrictConfiscated: lambda e: (
            f"{tell.who(e.seat)} confiscates {tell.district(e.district)}, which {tell.who(e.victim)} has paid for."
        ),
        events.DistrictBeautified: lambda e: f"{tell.who(e.seat)} beautifies {tell.district(e.district)}.",
        events.CityCompleted: lambda e: (
            f"{tell.who(e.seat)} completes the city{', the first to do so' if e.first else ''}."
        ),
    }
