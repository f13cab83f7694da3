"""A game in words, for people: the deal, every round and turn, the cities and scores at the end."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from protocol import events
from protocol.cards import Character, District
from protocol.events import AnyEvent, Cause, Score
from protocol.views import CityDistrict
from referee.match.ledger import Ledger
from referee.match.replay import Moment, Replay, play_back
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Edition

Sentence = Callable[[Any], str]


def tell_game(replay: Replay, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a game's story; `names` are those of the bots by seat.

    Raises VerifyError, after the lines up to there, where the replay does not follow the rules.
    """
    teller = _Teller(replay, names)
    yield from teller.opening()
    for moment in play_back(replay):
        yield from teller.moment(moment)
    yield from teller.ending()


class _Teller:
    """Knows the seats, the cards' names, and what everybody holds."""

    def __init__(self, replay: Replay, names: Sequence[str]) -> None:
        self._replay = replay
        seats = replay.header.seats
        self._names = tuple(f"P{seat} {names[seat]}" if names else f"P{seat}" for seat in range(seats))
        self._tables = EDITIONS[replay.header.setup.edition]
        self._ledger = Ledger(seats)
        self._sentences = {**_selection(self), **_turns(self), **_possessions(self), **_cities(self)}

    def opening(self) -> Iterator[str]:
        """Tell what is played by whom."""
        header = self._replay.header
        setup = header.setup
        yield f"Game {header.game}: Citadels, {setup.edition} edition, {header.seats} players, seed {header.seed}"
        yield f"Players: {', '.join(self._names)}"
        yield f"Characters: {self.characters(setup.cast)}"
        yield f"Unique districts: {self.districts(setup.districts)}"
        yield f"A city is complete with {setup.city_size} districts."
        yield ""
        yield "The deal"

    def moment(self, moment: Moment) -> Iterator[str]:
        """Tell one step."""
        if moment.forced and moment.seat is not None:
            yield f"    ({self.who(moment.seat)} failed with {moment.forced}; the referee plays on.)"
        for event in moment.events:
            self._ledger.follow(event)
            yield from self._told(event)

    def _told(self, event: AnyEvent) -> Iterator[str]:
        match event:
            case events.RoundStarted():
                yield ""
                yield f"Round {event.round}, {self.who(event.crown)} wears the crown"
            case events.CharacterCalled() | events.RoundEnded():
                yield "  " + self._sentences[type(event)](event)
            case events.TurnEnded():
                yield f"    {self.who(event.seat)} ends the turn with {self._holding(event.seat)}."
            case events.GameEnded() | events.TurnStarted() | events.CardPlayed():
                return
            case _:
                yield "    " + self._sentences[type(event)](event)

    def _holding(self, seat: int) -> str:
        gold, hand, city = self._ledger.holding(seat)
        cards = self.districts(sorted(hand.elements())) or "no cards"
        standing = ", ".join(self.placed(one) for one in city) or "nothing"
        return f"{gold} gold; hand: {cards}; city: {standing}"

    def ending(self) -> Iterator[str]:
        """Tell how it ended: every city, and where its points come from."""
        outcome = self._replay.outcome
        yield ""
        yield f"The game is over after {outcome.rounds} rounds and {outcome.decisions} decisions."
        order = sorted(range(len(self._names)), key=lambda seat: (outcome.ranks[seat], seat))
        for seat in order:
            yield ""
            yield f"Rank {outcome.ranks[seat]}: {self.who(seat)} with {outcome.scores[seat].total} points"
            yield from (f"    {line}" for line in self._account(seat, outcome.scores[seat]))
        for fault in outcome.faults:
            yield ""
            at = f" at {fault.request}" if fault.request else " at the beginning"
            yield f"{self.who(fault.seat)} failed{at} with {fault.code}: {fault.detail}"

    def _account(self, seat: int, score: Score) -> Iterator[str]:
        for placed in self._ledger.holding(seat).city:
            card = self._tables.districts[placed.district]
            yield f"{(card.cost or 0) + placed.beautified:3}  {self.placed(placed)} ({card.type})"
        counted = f", the Haunted Quarter as {score.haunted_quarter}" if score.haunted_quarter else ""
        if score.types:
            yield f"{score.types:3}  all five types{counted}"
        if score.completion:
            yield f"{score.completion:3}  complete city"
        if score.unique:
            yield f"{score.unique:3}  unique districts"

    def who(self, seat: int) -> str:
        """Return what a seat is called."""
        return self._names[seat]

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

    def placed(self, placed: CityDistrict) -> str:
        """Return the name of a district in a city."""
        return self.district(placed.district) + (" (beautified)" if placed.beautified else "")

    def because(self, cause: Cause) -> str:
        """Return why gold or cards moved."""
        return _cause(self._tables, cause)


def _cause(tables: Edition, cause: str) -> str:
    for cards in (tables.characters, tables.districts):
        for name, card in cards.items():
            if name == cause:
                return f" ({card.title})"
    return "" if cause in ("setup", "gather", "build") else f" ({cause})"


def _selection(tell: _Teller) -> dict[type, Sentence]:
    return {
        events.CharactersDiscarded: lambda e: f"Discarded faceup: {tell.characters(e.faceup) or 'none'}.",
        events.CharactersOffered: lambda e: f"{tell.who(e.seat)} is handed {tell.characters(e.characters)}.",
        events.CharacterPicked: lambda e: f"{tell.who(e.seat)} keeps the {tell.character(e.character)}.",
        events.CharacterDiscarded: lambda e: (
            "A random character goes facedown."
            if e.seat is None
            else f"{tell.who(e.seat)} puts the {tell.character(e.character)} facedown."
        ),
    }


def _turns(tell: _Teller) -> dict[type, Sentence]:
    return {
        events.CharacterCalled: lambda e: f"The {tell.character(e.character)} is called.",
        events.CharacterRevealed: lambda e: f"{tell.who(e.seat)} is the {tell.character(e.character)}.",
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
        ),
        events.CrownMoved: lambda e: f"{tell.who(e.seat)} takes the crown.",
        events.RoundEnded: lambda e: f"Round {e.round} ends.",
    }


def _mark(event: events.CharacterMarked | events.MarkRevealed) -> str:
    return f"{event.face} {event.mark}" if event.face else event.mark


def _possessions(tell: _Teller) -> dict[type, Sentence]:
    return {
        events.GoldGained: lambda e: f"{tell.who(e.seat)} gets {e.gold} gold{tell.because(e.cause)}.",
        events.GoldPaid: lambda e: f"{tell.who(e.seat)} pays {e.gold} gold{tell.because(e.cause)}.",
        events.GoldTaken: lambda e: (
            f"{tell.who(e.seat)} takes {e.gold} gold from {tell.who(e.victim)}{tell.because(e.cause)}."
        ),
        events.CardsDrawn: lambda e: f"{tell.who(e.seat)} draws {tell.districts(e.cards)}.",
        events.CardKept: lambda e: f"{tell.who(e.seat)} keeps {tell.district(e.card)}.",
        events.CardsGained: lambda e: (
            f"{tell.who(e.seat)} gets {tell.districts(e.cards) or 'no card'}{tell.because(e.cause)}."
        ),
        events.CardsDiscarded: lambda e: (
            f"{tell.who(e.seat)} puts {tell.districts(e.cards)} beneath the deck{tell.because(e.cause)}."
        ),
        events.CardsTaken: lambda e: (
            f"{tell.who(e.seat)} takes {tell.districts(e.cards) or 'no card'} from {tell.who(e.victim)}"
            f"{tell.because(e.cause)}."
        ),
        events.CardsStudied: lambda e: (
            f"{tell.who(e.seat)} keeps {tell.district(e.card)} and shuffles the others into the deck."
        ),
        events.CardPutAway: lambda e: f"{tell.who(e.seat)} puts {tell.district(e.card)} into the Museum.",
        events.HandSeen: lambda e: (
            f"{tell.who(e.seat)} sees the hand of {tell.who(e.victim)}: {tell.districts(e.cards) or 'no card'}."
        ),
        events.TypeNamed: lambda e: f"{tell.who(e.seat)} asks {tell.who(e.victim)} for {e.type} districts.",
        events.TaxPaid: lambda e: f"{tell.who(e.seat)} pays 1 gold of taxes.",
        events.TaxesCollected: lambda e: f"{tell.who(e.seat)} takes {e.gold} gold of taxes.",
    }


def _cities(tell: _Teller) -> dict[type, Sentence]:
    return {
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
