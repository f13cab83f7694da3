"""What one seat may see: the only place that decides visibility.

Everything is an allow-list. A view is built from nothing, field by field; an event that hides something has
a function here that builds what the others see. Order never tells anything: hands are sorted.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from protocol import events
from protocol.cards import District
from protocol.events import AnyEvent
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
from referee.rules.frames import AskGiveCards, AskTakeCard
from referee.rules.state import Mark, Seat, State, Turn

PUBLIC: frozenset[type] = frozenset(
    {
        events.RoundStarted,
        events.CharactersDiscarded,
        events.CharacterCalled,
        events.CharacterRevealed,
        events.TurnStarted,
        events.TurnEnded,
        events.AbilityUsed,
        events.TurnHeld,
        events.MarkRevealed,
        events.MarkRemoved,
        events.TypeNamed,
        events.CardPlayed,
        events.DistrictConfiscated,
        events.GoldGained,
        events.GoldPaid,
        events.GoldTaken,
        events.DistrictBuilt,
        events.DistrictDestroyed,
        events.DistrictBeautified,
        events.CityCompleted,
        events.TaxPaid,
        events.TaxesCollected,
        events.CrownMoved,
        events.RoundEnded,
        events.GameEnded,
    }
)
"""Events that everyone sees as they are."""

OUTSIDE: dict[type, Callable[[Any], AnyEvent]] = {
    events.CharactersOffered: lambda event: events.CharactersOffered(event.seat, event.count),
    events.CharacterPicked: lambda event: events.CharacterPicked(event.seat),
    events.CharacterDiscarded: lambda event: events.CharacterDiscarded(event.seat),
    events.CardsDrawn: lambda event: events.CardsDrawn(event.seat, event.count),
    events.CardKept: lambda event: events.CardKept(event.seat, event.beneath),
    events.CardsGained: lambda event: events.CardsGained(event.seat, event.count, event.cause),
    events.CardsDiscarded: lambda event: events.CardsDiscarded(event.seat, event.count, event.cause),
    events.CardsStudied: lambda event: events.CardsStudied(event.seat),
    events.CardPutAway: lambda event: events.CardPutAway(event.seat),
    events.CharacterMarked: lambda event: events.CharacterMarked(event.seat, event.mark, event.character),
    events.HandSeen: lambda event: events.HandSeen(event.seat, event.victim),
    events.CharactersSwapped: lambda event: events.CharactersSwapped(event.seat, event.other),
    events.DistrictMoved: lambda event: events.DistrictMoved(
        event.seat, event.victim, event.district, event.beautified
    ),
    events.CardsTaken: lambda event: events.CardsTaken(event.seat, event.victim, event.count, event.cause),
}
"""Events that hide something: what those see who are not concerned."""


BOTH: dict[type, str] = {
    events.CardsTaken: "victim",
    events.HandSeen: "victim",
    events.DistrictMoved: "victim",
    events.CharactersSwapped: "other",
}
"""Events that hide something from all but two seats: the field that names the second one."""


def concerned(event: AnyEvent) -> tuple[int | None, ...]:
    """Return the seats that see all of an event which hides something from the others."""
    seat = getattr(event, "seat", None)
    second = BOTH.get(type(event))
    return (seat, getattr(event, second)) if second else (seat,)


def for_others(event: AnyEvent) -> AnyEvent:
    """Return `event` as those know it whom it does not concern: the very object when nothing is hidden."""
    kind = type(event)
    return event if kind in PUBLIC else OUTSIDE[kind](event)


def for_seat(event: AnyEvent, seat: int) -> AnyEvent:
    """Return `event` as `seat` may know it: the very object when nothing is hidden from it."""
    return event if type(event) in PUBLIC or seat in concerned(event) else for_others(event)


def view(state: State, seat: int) -> TableView:
    """Return the table as `seat` sees it now."""
    return TableView(
        round=state.round,
        crown=state.crown,
        deck=len(state.deck),
        players=tuple([_player(player) for player in state.seats]),
        you=_own(state, seat),
        called=state.called,
        faceup=tuple(state.faceup),
        marks=tuple([_mark(mark, seat) for mark in state.marks]),
        taxes=state.taxes,
        turn=_turn(state, state.turn) if state.turn else None,
        first_completed=state.first_completed,
        swapped=tuple([number for number, player in enumerate(state.seats) if player.holders]),
    )


_city_district = cache(CityDistrict)


def _player(player: Seat) -> PlayerView:
    return PlayerView(
        gold=player.gold,
        hand=len(player.hand),
        city=tuple(
            [
                _city_district(placed.district, placed.beautified, len(placed.beneath))
                for placed in player.city
            ]
        ),
        characters=tuple(player.shown),
        completed=player.completed,
    )


def _turn(state: State, turn: Turn) -> TurnView:
    return TurnView(
        seat=turn.seat,
        character=turn.character,
        builds=turn.builds,
        gathered=turn.gathered,
        used=tuple(turn.used),
        played=turn.played,
        spent=turn.spent,
        paid=turn.paid_builds,
        victims=_victims(state),
    )


def _victims(state: State) -> tuple[int, ...]:
    """Whose cards the ability in progress concerns, as all saw."""
    frame = state.stack[-1]
    if isinstance(frame, AskTakeCard):
        return (frame.victim,)
    return frame.victims if isinstance(frame, AskGiveCards) else ()


def _mark(mark: Mark, seat: int) -> MarkView:
    """The hidden side is for who placed the mark, until it is turned up."""
    face = mark.face if mark.shown or mark.seat == seat else None
    return MarkView(mark.kind, mark.character, mark.seat, face)


def _own(state: State, seat: int) -> OwnView:
    own = state.seats[seat]
    return OwnView(
        seat=seat,
        hand=tuple(sorted(own.hand)),
        characters=tuple(own.characters),
        drawn=tuple(own.drawn),
        offers=tuple(own.offers),
        set_aside=tuple(own.set_aside),
        known_hands=tuple(
            [KnownHand(other, tuple(sorted(cards))) for other, cards in enumerate(own.known) if cards]
        ),
        known_characters=tuple([KnownCharacter(one.seat, one.character) for one in own.holders]),
        museum=tuple(sorted([card for placed in own.city if placed.beneath for card in placed.beneath])),
        beneath=_beneath(state, seat),
    )


def _beneath(state: State, seat: int) -> tuple[District | None, ...]:
    """The bottom of the deck from the first card that `seat` knows down; batches sorted."""
    cards: list[District | None] = []
    for batch in state.beneath:
        known, lowest = seat in batch.seats, len(cards)
        if batch.count == 1:
            cards.append(state.deck[lowest] if known else None)
        elif known:
            cards += sorted(state.deck[lowest : lowest + batch.count], reverse=True)
        else:
            cards += [None] * batch.count
    while cards and cards[-1] is None:
        cards.pop()
    return tuple(reversed(cards))
