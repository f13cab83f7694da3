"""The search for leaks finds none in the rules, and finds every one that is planted."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import events
from protocol.actions import AnyAction, Assassinate, SwapHands
from protocol.events import AnyEvent
from protocol.views import KnownHand, MarkView, TableView
from referee.rules import flow, leaktest
from referee.rules import view as honest_view
from referee.rules.engine import STEPS, asked, digest
from referee.rules.frames import Call
from referee.rules.leaktest import OBSERVATIONS
from referee.rules.rng import draw
from referee.rules.state import State
from referee.rules.turn import ABILITIES
from referee.rules.view import OUTSIDE

ENOUGH = 20_000
"""A leak is to be found within so many pairs of state and seat."""


def test_the_rules_do_not_leak():
    report = leaktest.run(5_000, "no leak")
    assert report.states >= 5_000
    assert report.leaks == []


def test_a_report_follows_from_its_seed(monkeypatch):
    monkeypatch.setitem(OUTSIDE, events.CardKept, lambda event: event)
    first, again = leaktest.run(700, "seed"), leaktest.run(700, "seed")
    assert first.leaks
    assert first == again
    assert leaktest.run(700, "another seed") != first


def test_the_progress_is_told_as_it_grows():
    told: list[int] = []
    report = leaktest.run(600, "progress", told.append)
    assert told == sorted(set(told))
    assert told[-1] == report.states >= 600


Plant = Callable[[pytest.MonkeyPatch], None]

PLANTED: dict[str, Plant] = {}


def planted(plant: Plant) -> Plant:
    """Register a leak, named as its function."""
    PLANTED[plant.__name__] = plant
    return plant


def leak_in_view(patch: pytest.MonkeyPatch, change: Callable[[State, int, TableView], TableView]) -> None:
    """Let `change` put something into the view that does not belong there."""
    patch.setattr(leaktest, "view", lambda state, seat: change(state, seat, honest_view(state, seat)))


def in_own_view(patch: pytest.MonkeyPatch, **fields: Callable[[State, int], Any]) -> None:
    """Replace fields of what only the seat itself sees."""
    leak_in_view(
        patch,
        lambda state, seat, table: replace(
            table, you=replace(table.you, **{name: find(state, seat) for name, find in fields.items()})
        ),
    )


def in_players(patch: pytest.MonkeyPatch, **fields: Callable[[State, int], Any]) -> None:
    """Replace fields of what everyone sees of each seat."""
    leak_in_view(
        patch,
        lambda state, _, table: replace(
            table,
            players=tuple(
                replace(player, **{name: find(state, number) for name, find in fields.items()})
                for number, player in enumerate(table.players)
            ),
        ),
    )


def leak_in_events(patch: pytest.MonkeyPatch, change: Callable[[list[AnyEvent]], list[AnyEvent]]) -> None:
    """Let `change` alter what is told of an action."""
    honest = leaktest.apply
    patch.setattr(leaktest, "apply", lambda state, seat, action: change(honest(state, seat, action)))


def shown_to_all(patch: pytest.MonkeyPatch, kind: type) -> None:
    """Send an event that hides something to everybody as it is."""
    patch.setitem(OUTSIDE, kind, lambda event: event)


@planted
def own_hand_in_draw_order(patch):
    in_own_view(patch, hand=lambda state, seat: tuple(state.seats[seat].hand))


@planted
def top_card_of_the_deck_in_the_view(patch):
    in_own_view(patch, drawn=lambda state, _: tuple(state.deck[-1:]))


@planted
def deck_order_in_an_id(patch):
    patch.setitem(OBSERVATIONS, "question", lambda state, _: repr(hash(tuple(state.deck))).encode())


@planted
def digest_as_an_id(patch):
    patch.setitem(OBSERVATIONS, "question", lambda state, _: digest(state).encode())


@planted
def seed_in_a_number_of_the_view(patch):
    leak_in_view(
        patch, lambda state, _, table: replace(table, taxes=draw(1000, state.seed, "id", state.round))
    )


@planted
def chosen_characters_in_public(patch):
    in_players(patch, characters=lambda state, seat: tuple(state.seats[seat].characters))


@planted
def second_character_once_the_first_is_shown(patch):
    in_players(
        patch,
        characters=lambda state, seat: tuple(state.seats[seat].characters if state.seats[seat].shown else ()),
    )


@planted
def killed_holder_in_the_view(patch):
    def characters(state: State, seat: int) -> tuple[str, ...]:
        one = state.seats[seat]
        killed = {mark.character for mark in state.marks if mark.kind == "killed"}
        return (*one.shown, *(character for character in one.characters if character in killed))

    in_players(patch, characters=characters)


@planted
def killed_holder_revealed_at_the_call(patch):
    def call(state: State, frame: Call, out: list[AnyEvent]) -> None:
        flow.call(state, frame, out)
        character = state.setup.cast[frame.rank - 1]
        if state.marked("killed", character):
            for number, seat in enumerate(state.seats):
                if character in seat.characters:
                    out.append(events.CharacterRevealed(number, character))

    patch.setitem(STEPS, Call, call)


@planted
def facedown_discards_in_the_view(patch):
    leak_in_view(patch, lambda state, _, table: replace(table, faceup=(*state.faceup, *state.facedown)))


@planted
def rest_of_the_stack_to_everyone(patch):
    in_own_view(patch, offers=lambda state, _: (tuple(sorted(state.pile)),))


@planted
def offers_of_the_seat_before(patch):
    in_own_view(
        patch,
        offers=lambda state, seat: tuple(state.seats[(seat or len(state.seats)) - 1].offers),
    )


@planted
def cards_being_drawn_by_others(patch):
    in_own_view(patch, drawn=lambda state, _: tuple(card for seat in state.seats for card in seat.drawn))


@planted
def what_other_seats_know(patch):
    in_own_view(
        patch,
        known_hands=lambda state, _: tuple(
            KnownHand(other, tuple(sorted(cards)))
            for seat in state.seats
            for other, cards in enumerate(seat.known)
        ),
    )


@planted
def bottom_of_the_deck_to_everyone(patch):
    in_own_view(
        patch,
        beneath=lambda state, _: tuple(state.deck[: sum(batch.count for batch in state.beneath)]),
    )


@planted
def order_of_cards_put_beneath_together(patch):
    """Even who put them there does not know it."""

    def beneath(state: State, seat: int) -> tuple[str, ...]:
        lowest, known = 0, []
        for batch in state.beneath:
            if seat in batch.seats:
                known += state.deck[lowest : lowest + batch.count]
            lowest += batch.count
        return tuple(known)

    in_own_view(patch, beneath=beneath)


@planted
def counter_of_unique_cards_in_hands(patch):
    leak_in_view(
        patch,
        lambda state, _, table: replace(
            table,
            taxes=sum(card in state.setup.districts for seat in state.seats for card in seat.hand),
        ),
    )


@planted
def hand_counted_by_kinds(patch):
    """A number whose size depends on what a hidden hand holds."""
    in_players(patch, hand=lambda state, seat: len(set(state.seats[seat].hand)))


@planted
def gold_after_the_robbery_to_come(patch):
    """A public number that already counts what a hidden character will do to it."""

    def gold(state: State, seat: int) -> int:
        robbed = {mark.character for mark in state.marks if mark.kind == "robbed"}
        return 0 if robbed & {*state.seats[seat].characters} else state.seats[seat].gold

    in_players(patch, gold=gold)


@planted
def only_characters_in_play_can_be_killed(patch):
    def options(state: State, seat: int) -> Iterator[AnyAction]:
        for option in honest.options(state, seat):
            if any(option.character in player.characters for player in state.seats):
                yield option

    honest = ABILITIES["assassin"][Assassinate]
    patch.setitem(ABILITIES["assassin"], Assassinate, honest._replace(options=options))


@planted
def only_useful_hands_can_be_swapped(patch):
    def options(state: State, seat: int) -> Iterator[AnyAction]:
        for option in honest.options(state, seat):
            if {*state.seats[option.seat].hand} & {*state.setup.districts}:
                yield option

    honest = ABILITIES["magician"][SwapHands]
    patch.setitem(ABILITIES["magician"], SwapHands, honest._replace(options=options))


@planted
def options_in_an_order_that_tells(patch):
    def observe(state: State, seat: int) -> bytes:
        way = -1 if state.deck and state.deck[-1] < "m" else 1
        return repr(honest(state)[::way]).encode() if asked(state).seat == seat else b""

    honest = leaktest.options
    patch.setitem(OBSERVATIONS, "options", observe)


@planted
def kept_card_shown_to_all(patch):
    shown_to_all(patch, events.CardKept)


@planted
def discarded_cards_shown_to_all(patch):
    shown_to_all(patch, events.CardsDiscarded)


@planted
def drawn_cards_shown_to_all(patch):
    shown_to_all(patch, events.CardsDrawn)


@planted
def gained_cards_shown_to_all(patch):
    shown_to_all(patch, events.CardsGained)


@planted
def swapped_cards_shown_to_all(patch):
    shown_to_all(patch, events.CardsTaken)


@planted
def picked_character_shown_to_all(patch):
    shown_to_all(patch, events.CharacterPicked)


@planted
def stack_handed_on_shown_to_all(patch):
    shown_to_all(patch, events.CharactersOffered)


@planted
def character_set_aside_shown_to_all(patch):
    shown_to_all(patch, events.CharacterDiscarded)


@planted
def card_put_away_shown_to_all(patch):
    shown_to_all(patch, events.CardPutAway)


@planted
def studied_card_shown_to_all(patch):
    shown_to_all(patch, events.CardsStudied)


@planted
def hand_looked_at_shown_to_all(patch):
    shown_to_all(patch, events.HandSeen)


@planted
def exchanged_characters_shown_to_all(patch):
    shown_to_all(patch, events.CharactersSwapped)


@planted
def faces_of_marks_shown_to_all(patch):
    shown_to_all(patch, events.CharacterMarked)


@planted
def cards_beneath_a_moved_museum_shown_to_all(patch):
    shown_to_all(patch, events.DistrictMoved)


@planted
def faces_of_marks_in_the_view(patch):
    leak_in_view(
        patch,
        lambda state, _, table: replace(
            table,
            marks=tuple(MarkView(mark.kind, mark.character, mark.seat, mark.face) for mark in state.marks),
        ),
    )


@planted
def marks_in_an_order_that_tells(patch):
    """The signed one first, though no face is shown."""
    leak_in_view(
        patch,
        lambda state, _, table: replace(
            table,
            marks=tuple(
                MarkView(mark.kind, mark.character, mark.seat)
                for mark in sorted(state.marks, key=lambda mark: mark.face or "", reverse=True)
            ),
        ),
    )


@planted
def museums_of_others(patch):
    in_own_view(
        patch,
        museum=lambda state, _: tuple(
            card for seat in state.seats for one in seat.city for card in sorted(one.beneath)
        ),
    )


@planted
def order_of_events_tells_the_kept_card(patch):
    def reorder(happened: list[AnyEvent]) -> list[AnyEvent]:
        kept = [event for event in happened if isinstance(event, events.CardKept)]
        extra = events.AbilityUsed(0, "extra")
        if not kept:
            return happened
        return [extra, *happened] if kept[0].card < "m" else [*happened, extra]

    leak_in_events(patch, reorder)


@planted
def extra_event_for_a_unique_card(patch):
    """The content is empty; that there is a message tells."""

    def add(happened: list[AnyEvent]) -> list[AnyEvent]:
        for event in happened:
            if isinstance(event, events.CardKept) and event.card in ("keep", "library", "factory", "statue"):
                return [*happened, events.AbilityUsed(event.seat, "extra")]
        return happened

    leak_in_events(patch, add)


@planted
def missing_event_for_a_pick(patch):
    def drop(happened: list[AnyEvent]) -> list[AnyEvent]:
        return [
            event
            for event in happened
            if not isinstance(event, events.CharacterPicked) or event.character not in ("king", "thief")
        ]

    leak_in_events(patch, drop)


@planted
def cause_that_tells_the_card(patch):
    """The Laboratory's gold is said to come from the card that was discarded."""

    def blame(happened: list[AnyEvent]) -> list[AnyEvent]:
        discarded = [event.cards[0] for event in happened if isinstance(event, events.CardsDiscarded)]
        return [
            replace(event, cause=discarded[0])
            if isinstance(event, events.GoldGained) and event.cause == "laboratory"
            else event
            for event in happened
        ]

    leak_in_events(patch, blame)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name, monkeypatch):
    PLANTED[name](monkeypatch)
    states = 0
    for attempt in range(ENOUGH):
        report = leaktest.run(200, f"planted {attempt}")
        states += report.states
        if report.leaks:
            break
        assert states < ENOUGH, f"not found in {states} states"
    leak = report.leaks[0]
    assert 0 <= leak.seat < leak.players
    assert leak.true != leak.redrawn
