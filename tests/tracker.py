"""What a bot can know by listening: the table rebuilt from one seat's events alone.

Nothing here looks at the rules' own modules: what cannot be rebuilt from `game_start` and the events is
missing from the protocol.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol import events
from protocol.cards import Character, District
from protocol.events import AnyEvent
from protocol.messages import Setup
from protocol.views import (
    CityDistrict,
    KnownCharacter,
    KnownHand,
    MarkView,
    OwnView,
    PlayerView,
    TableView,
    TurnView,
)

BASIC_CARDS = 54


@dataclass
class Beneath:
    """Cards that went beneath the deck together; `cards` when this seat knows which."""

    count: int
    cards: Counter[District] | None

    def without(self, card: District | None) -> "Beneath":
        """Return what is left when `card` was drawn, None when this seat did not see which."""
        known = card is not None and self.cards is not None
        return Beneath(self.count - 1, self.cards - Counter([card]) if known else None)


@dataclass
class Person:
    """A seat as all see it, and what is known of its hand."""

    gold: int = 0
    hand: int = 0
    city: list[CityDistrict] = field(default_factory=list)
    characters: list[Character] = field(default_factory=list)
    completed: bool = False
    known: Counter[District] = field(default_factory=Counter)


class Tracker:
    """The table as `seat` can know it from its events; `known` of its own person is its whole hand."""

    def __init__(self, seat: int, seats: int, setup: Setup) -> None:
        self.seat = seat
        self.setup = setup
        self.people = [Person() for _ in range(seats)]
        self.deck = BASIC_CARDS + len(setup.districts)
        self.beneath: list[Beneath] = []
        self.round = self.crown = self.called = self.taxes = 0
        self.faceup: tuple[Character, ...] = ()
        self.marks: list[MarkView] = []
        self.turn: TurnView | None = None
        self.mine: list[Character] = []
        self.offers: list[tuple[Character, ...]] = []
        self.set_aside: list[Character] = []
        self.drawn: list[District] = []
        self.drawing = 0
        self.paying = False
        self.first_completed: int | None = None
        self.swapped: tuple[int, ...] = ()
        self.studying = False
        self.museum: list[District] = []
        self.holders: list[KnownCharacter] = []

    def furnish(self, cities: Sequence[Sequence[District]]) -> None:
        """Take in what stands in the cities before the first event."""
        for one, city in zip(self.people, cities, strict=True):
            one.city = [CityDistrict(district) for district in city]
            self.deck -= len(city)

    def view(self) -> TableView:
        """Return the table as the referee would show it."""
        return TableView(
            round=self.round,
            crown=self.crown,
            deck=self.deck,
            players=tuple(
                PlayerView(one.gold, one.hand, tuple(one.city), tuple(one.characters), one.completed)
                for one in self.people
            ),
            you=self._own(),
            called=self.called,
            faceup=self.faceup,
            marks=tuple(self.marks),
            taxes=self.taxes,
            turn=self.turn,
            first_completed=self.first_completed,
            swapped=self.swapped,
        )

    def _own(self) -> OwnView:
        return OwnView(
            seat=self.seat,
            hand=tuple(sorted(self.people[self.seat].known.elements())),
            characters=tuple(self.mine),
            drawn=tuple(self.drawn),
            offers=tuple(self.offers),
            set_aside=tuple(self.set_aside),
            known_hands=tuple(
                KnownHand(number, tuple(sorted(one.known.elements())))
                for number, one in enumerate(self.people)
                if number != self.seat and one.known.total()
            ),
            known_characters=tuple(self.holders),
            museum=tuple(sorted(self.museum)),
            beneath=self._bottom(),
        )

    def _bottom(self) -> tuple[District | None, ...]:
        """The known bottom, from the first known card down."""
        cards: list[District | None] = []
        for batch in reversed(self.beneath):
            if batch.cards is not None:
                cards += sorted(batch.cards.elements())
            elif cards:
                cards += [None] * batch.count
        return tuple(cards)

    def hear(self, event: AnyEvent) -> None:
        """Take one event in."""
        getattr(self, f"_{event.__struct_config__.tag}")(event)

    # the round

    def _round_started(self, event: events.RoundStarted) -> None:
        self.round, self.crown = event.round, event.crown
        self.called = 0
        self.marks = []
        self.mine, self.offers, self.set_aside, self.holders = [], [], [], []
        self.swapped = ()
        for one in self.people:
            one.characters = []

    def _characters_discarded(self, event: events.CharactersDiscarded) -> None:
        self.faceup = event.faceup

    def _characters_offered(self, event: events.CharactersOffered) -> None:
        if event.seat == self.seat:
            assert event.characters is not None
            assert len(event.characters) == event.count
            self.offers.append(event.characters)

    def _character_picked(self, event: events.CharacterPicked) -> None:
        if event.seat == self.seat:
            self.mine.append(event.character)

    def _character_discarded(self, event: events.CharacterDiscarded) -> None:
        if event.seat == self.seat:
            self.set_aside.append(event.character)

    def _character_called(self, event: events.CharacterCalled) -> None:
        self.called = self.setup.cast.index(event.character) + 1

    def _character_revealed(self, event: events.CharacterRevealed) -> None:
        self.people[event.seat].characters.append(event.character)

    def _characters_swapped(self, event: events.CharactersSwapped) -> None:
        self.swapped = tuple(sorted((event.seat, event.other)))
        if self.seat == event.seat:
            self.mine[self.mine.index(event.given)] = event.received
            self.holders.append(KnownCharacter(event.other, event.given))
        elif self.seat == event.other:
            self.mine[self.mine.index(event.received)] = event.given
            self.holders.append(KnownCharacter(event.seat, event.received))

    def _turn_started(self, event: events.TurnStarted) -> None:
        self.turn = TurnView(event.seat, event.character, event.builds, event.gathered)

    def _turn_ended(self, event: events.TurnEnded) -> None:
        assert (event.seat, event.character) == (self.turn.seat, self.turn.character)
        self.turn = None

    def _turn_held(self, event: events.TurnHeld) -> None:
        assert event.seat == self.turn.seat
        self.turn = None

    def _ability_used(self, event: events.AbilityUsed) -> None:
        self.turn = replace(self.turn, used=(*self.turn.used, event.ability))
        self.studying = event.ability == "study"

    def _gather(self) -> None:
        self.turn = replace(self.turn, gathered=True)

    def _character_marked(self, event: events.CharacterMarked) -> None:
        self.marks.append(MarkView(event.mark, event.character, event.seat, event.face))

    def _mark_revealed(self, event: events.MarkRevealed) -> None:
        place = self._marked(event.mark, event.character)
        self.marks[place] = replace(self.marks[place], face=event.face)

    def _mark_removed(self, event: events.MarkRemoved) -> None:
        del self.marks[self._marked(event.mark, event.character)]

    def _marked(self, mark: str, character: Character) -> int:
        (place,) = (
            place for place, one in enumerate(self.marks) if one.mark == mark and one.character == character
        )
        return place

    def _crown_moved(self, event: events.CrownMoved) -> None:
        self.crown = event.seat

    def _round_ended(self, event: events.RoundEnded) -> None:
        assert event.round == self.round

    def _game_ended(self, event: events.GameEnded) -> None:
        assert len(event.scores) == len(self.people)

    # gold

    def _gold_gained(self, event: events.GoldGained) -> None:
        self.people[event.seat].gold += event.gold
        if event.cause == "magistrate":
            self.turn = replace(self.turn, spent=self.turn.spent - event.gold)
        if event.cause == "gather":
            self._gather()

    def _gold_paid(self, event: events.GoldPaid) -> None:
        self.people[event.seat].gold -= event.gold
        if event.cause == "build":
            self.paying = True
            self.turn = replace(self.turn, spent=self.turn.spent + event.gold)

    def _gold_taken(self, event: events.GoldTaken) -> None:
        self.people[event.victim].gold -= event.gold
        self.people[event.seat].gold += event.gold

    def _tax_paid(self, event: events.TaxPaid) -> None:
        self.people[event.seat].gold -= 1
        self.taxes += 1

    def _taxes_collected(self, event: events.TaxesCollected) -> None:
        assert event.gold == self.taxes
        self.people[event.seat].gold += event.gold
        self.taxes = 0

    # cards

    def _cards_drawn(self, event: events.CardsDrawn) -> None:
        """To keep one of them when gathering, or when studying as the Scholar."""
        if not self.studying:
            self._gather()
        self._leave_deck(event.count, event.cards)
        self.drawing = event.count
        if event.seat == self.seat:
            self.drawn = sorted(event.cards)

    def _cards_studied(self, event: events.CardsStudied) -> None:
        self.people[event.seat].hand += 1
        self.studying = False
        self.deck += self.drawing - 1
        self.beneath = []
        if event.seat == self.seat:
            self.people[self.seat].known[event.card] += 1
            self.drawn = []

    def _card_kept(self, event: events.CardKept) -> None:
        self.people[event.seat].hand += 1
        if event.seat == self.seat:
            self.people[self.seat].known[event.card] += 1
            self.drawn.remove(event.card)
            self._put_beneath(event.beneath, self.drawn)
            self.drawn = []
        else:
            self._put_beneath(event.beneath, None)

    def _cards_gained(self, event: events.CardsGained) -> None:
        if event.cause == "gather":
            self._gather()
        seen = self._leave_deck(event.count, event.cards)
        self.people[event.seat].hand += event.count
        self.people[event.seat].known.update(event.cards if event.seat == self.seat else seen)

    def _cards_discarded(self, event: events.CardsDiscarded) -> None:
        """From the hand, or from beneath a Museum that was destroyed."""
        if event.cause != "museum":
            self._leave_hand(event.seat, event.count, event.cards)
        elif event.seat == self.seat:
            self.museum = []
        self.paying = event.cause == "thieves_den"
        self._put_beneath(event.count, event.cards)

    def _leave_hand(self, seat: int, count: int, cards: Sequence[District] | None) -> None:
        """Cards left a hand; who did not see which no longer knows what is in it."""
        one = self.people[seat]
        one.hand -= count
        if cards is None:
            one.known.clear()
        else:
            one.known -= Counter(cards)

    def _cards_taken(self, event: events.CardsTaken) -> None:
        if event.cause == "magician":
            self._hand_swapped(event)
            return
        self._leave_hand(event.victim, event.count, event.cards)
        self._follow_victims(event)
        taker = self.people[event.seat]
        taker.hand += event.count
        if event.cards is not None:
            taker.known.update(event.cards)

    def _follow_victims(self, event: events.CardsTaken) -> None:
        """The Wizard takes a card of the hand looked at; the Seer takes first, then gives."""
        if event.cause == "wizard":
            self.turn = replace(self.turn, victims=())
        elif event.cause == "seer":
            taking = event.seat == self.turn.seat
            self.turn = replace(self.turn, victims=(*self.turn.victims, event.victim) if taking else ())

    def _hand_swapped(self, event: events.CardsTaken) -> None:
        """A swap is told as two of these, first for the seat whose turn it is."""
        mine, theirs = self.people[event.seat], self.people[event.victim]
        if event.seat == self.turn.seat:
            mine.hand, theirs.hand = theirs.hand, mine.hand
            mine.known, theirs.known = theirs.known, mine.known
        assert mine.hand == event.count
        if event.cards is not None:
            mine.known = Counter(event.cards)

    def _hand_seen(self, event: events.HandSeen) -> None:
        if self.turn.character == "wizard" and self.people[event.victim].hand:
            self.turn = replace(self.turn, victims=(event.victim,))
        if event.seat == self.seat:
            self.people[event.victim].known = Counter(event.cards)

    def _type_named(self, event: events.TypeNamed) -> None:
        assert event.seat != event.victim

    def _card_put_away(self, event: events.CardPutAway) -> None:
        cards = None if event.card is None else [event.card]
        self._leave_hand(event.seat, 1, cards)
        self.museum += cards or []
        city = self.people[event.seat].city
        (place,) = (place for place, one in enumerate(city) if one.district == "museum")
        city[place] = replace(city[place], beneath=city[place].beneath + 1)

    def _card_played(self, event: events.CardPlayed) -> None:
        one = self.people[event.seat]
        one.hand -= 1
        one.known -= Counter([event.district])
        self.turn = replace(
            self.turn, builds=event.builds, played=event.district, paid=self.turn.paid + self.paying
        )
        self.paying = False

    def _district_confiscated(self, event: events.DistrictConfiscated) -> None:
        assert event.district == self.turn.played

    def _district_built(self, event: events.DistrictBuilt) -> None:
        assert event.district == self.turn.played
        self.people[event.seat].city.append(CityDistrict(event.district))
        self.turn = replace(self.turn, builds=event.builds, played=None)

    def _leave_city(self, seat: int, district: District, beautified: bool) -> CityDistrict:
        """Take the oldest such district out of a city."""
        return self.people[seat].city.pop(self._standing(seat, district, beautified))

    def _standing(self, seat: int, district: District, beautified: bool) -> int:
        wanted = (district, beautified)
        city = self.people[seat].city
        return next(place for place, one in enumerate(city) if (one.district, one.beautified) == wanted)

    def _district_destroyed(self, event: events.DistrictDestroyed) -> None:
        self._leave_city(event.seat, event.district, event.beautified)
        self._put_beneath(1, [event.district])

    def _district_moved(self, event: events.DistrictMoved) -> None:
        placed = self._leave_city(event.victim, event.district, event.beautified)
        self.people[event.seat].city.append(placed)
        if event.beneath is not None:
            self.museum = list(event.beneath) if event.seat == self.seat else []

    def _district_beautified(self, event: events.DistrictBeautified) -> None:
        one = self.people[event.seat]
        one.gold -= 1
        place = self._standing(event.seat, event.district, beautified=False)
        one.city[place] = replace(one.city[place], beautified=True)

    def _city_completed(self, event: events.CityCompleted) -> None:
        assert event.first != any(one.completed for one in self.people)
        self.people[event.seat].completed = True
        if event.first:
            self.first_completed = event.seat

    def _put_beneath(self, count: int, cards: Sequence[District] | None) -> None:
        self.deck += count
        if count:
            self.beneath.insert(0, Beneath(count, None if cards is None else Counter(cards)))

    def _leave_deck(self, count: int, cards: Sequence[District] | None) -> list[District]:
        """Take `count` cards off the top; return those that this seat knows to be among them."""
        seen: list[District] = []
        above = self.deck - sum(batch.count for batch in self.beneath)
        self.deck -= count
        for place in range(above, count):
            batch = self.beneath.pop()
            if batch.count == 1:
                seen += batch.cards.elements() if batch.cards is not None else ()
            else:
                card = cards[place] if cards is not None else None
                self.beneath.append(batch.without(card))
        return seen
