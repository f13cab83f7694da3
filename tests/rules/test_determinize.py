"""Redrawn states: what the seat knows stays, everything else comes out in every way that fits."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from typing import NamedTuple

import msgspec
import pytest

from protocol.cards import Character
from referee.rules import State, apply, determinize, digest, options, pending, view
from referee.rules.invariants import violations
from referee.rules.state import Mark
from tests.strategies import BOXES, TASTES, choose, game

MOST = 12
"""Cases with more ways to deal the characters than this are not drawn to exhaustion."""

encode = msgspec.json.Encoder().encode


class Deal(NamedTuple):
    """Who holds which characters, who put which away, and which lie facedown."""

    characters: tuple[tuple[Character, ...], ...]
    set_aside: tuple[tuple[Character, ...], ...]
    facedown: frozenset[Character]


class Script(NamedTuple):
    """A step of the selection: something goes facedown at random, a seat picks, or puts the last one away."""

    what: str
    seat: int = -1
    discard: bool = False


def script(players: int, characters: int, crown: int) -> list[Script]:
    """The rulebook's selection for a number of players, step by step."""
    order = [(crown + turn) % players for turn in range(players)]
    if players == 2:
        first, second = order
        picks = [Script("pick", seat, discard=True) for seat in (second, first, second)]
        return [Script("facedown"), Script("pick", first), *picks]
    each = [Script("pick", seat) for seat in order]
    if players == 3:
        return [Script("facedown"), *each, Script("facedown"), *each, Script("rest", order[-1])]
    if (players, characters) in {(7, 8), (8, 9)}:
        each.insert(players - 1, Script("take up"))
    return [Script("facedown"), *each, Script("rest", order[-1])]


class Deals:
    """All ways in which the characters may have gone round, as far as one seat can tell.

    The state is one in which nobody has swapped characters, or `unswapped`.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.offers = state.seats[seat].offers
        self.shown = {character: number for number, one in enumerate(state.seats) for character in one.shown}
        killed = {mark.character for mark in state.marks if mark.kind == "killed"}
        self.absent = {*state.setup.cast[: state.called]} - {*self.shown} - killed
        for one in state.seats[seat].holders:
            self.shown |= dict.fromkeys(state.seats[one.seat].characters, one.seat)
        self.picks = sum(len(one.characters) for one in state.seats)
        self.script = script(len(state.seats), len(state.setup.cast), state.starter)

    def all(self) -> Iterator[Deal]:
        """Yield every deal that fits what the seat has seen."""
        pile = frozenset(self.state.setup.cast) - {*self.state.faceup}
        nobody: tuple[tuple[Character, ...], ...] = ((),) * len(self.state.seats)
        yield from self._go_on(0, pile, Deal(nobody, nobody, frozenset()))

    def _go_on(self, at: int, pile: frozenset[Character], deal: Deal) -> Iterator[Deal]:
        if not self._possible(at, pile, deal):
            return
        step = self.script[at] if at < len(self.script) else None
        if step is None or (step.what == "pick" and sum(map(len, deal.characters)) == self.picks):
            if self._fits(step, pile, deal):
                yield deal
        elif step.what == "facedown":
            for one in sorted(pile):
                facedown = deal.facedown | {one}
                yield from self._go_on(at + 1, pile - {one}, deal._replace(facedown=facedown))
        elif step.what == "take up":
            yield from self._go_on(at + 1, pile | deal.facedown, deal._replace(facedown=frozenset()))
        elif step.what == "rest":
            (left,) = pile
            yield from self._go_on(at + 1, frozenset(), put_away(deal, step.seat, left))
        else:
            yield from self._pick(at, step, pile, deal)

    def _possible(self, at: int, pile: frozenset[Character], deal: Deal) -> bool:
        """Tell whether everything that is known to be picked or offered later can still come round."""
        within = pile
        if any(step.what == "take up" for step in self.script[at:]):
            within |= deal.facedown
        picked = {character for one in deal.characters for character in one}
        later = self.offers[len(deal.characters[self.seat]) :]
        return {*self.shown} <= within | picked and all(within >= {*offer} for offer in later)

    def _pick(self, at: int, step: Script, pile: frozenset[Character], deal: Deal) -> Iterator[Deal]:
        own = self.state.seats[self.seat].characters
        number = len(deal.characters[step.seat])
        mine = step.seat == self.seat
        if mine and pile != {*self.offers[number]}:
            return
        for one in [own[number]] if mine else sorted(pile - self.absent):
            if self.shown.get(one, step.seat) != step.seat:
                continue
            taken = deal._replace(characters=added(deal.characters, step.seat, one))
            rest = pile - {one}
            if not step.discard:
                yield from self._go_on(at + 1, rest, taken)
            for other in sorted(rest) if step.discard else ():
                yield from self._go_on(at + 1, rest - {other}, put_away(taken, step.seat, other))

    def _fits(self, step: Script | None, pile: frozenset[Character], deal: Deal) -> bool:
        own = self.state.seats[self.seat]
        if step and step.seat == self.seat and pile != {*self.offers[-1]}:
            return False
        return (
            deal.characters[self.seat] == tuple(own.characters)
            and deal.set_aside[self.seat] == tuple(own.set_aside)
            and all(character in deal.characters[seat] for character, seat in self.shown.items())
        )


def added(
    groups: tuple[tuple[Character, ...], ...], seat: int, character: Character
) -> tuple[tuple[Character, ...], ...]:
    """Return `groups` with a character more for a seat."""
    return tuple((*one, character) if number == seat else one for number, one in enumerate(groups))


def put_away(deal: Deal, seat: int, character: Character) -> Deal:
    """Return `deal` after a seat put a character facedown."""
    return Deal(deal.characters, added(deal.set_aside, seat, character), deal.facedown | {character})


def unswapped(state: State) -> State:
    """Return the state as if the Theater, where each seat holds one character, had not swapped two of them."""
    before = state.copy()
    pair = [seat for seat in before.seats if seat.holders]
    if pair:
        one, other = pair
        one.characters, other.characters = other.characters, one.characters
        one.shown, other.shown = other.shown, one.shown
    return before


def dealt(state: State) -> Deal:
    """Return how the characters lie in a state."""
    return Deal(
        tuple(tuple(seat.characters) for seat in state.seats),
        tuple(tuple(seat.set_aside) for seat in state.seats),
        frozenset(state.facedown),
    )


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_exactly_the_deals_of_characters_that_fit_come_out(seats, characters):
    exhausted = Counter[int]()
    for number in range(3):
        one = game(seats, characters, 300 + number)
        for state in one.walk():
            swapped = any(seat.holders for seat in state.seats)
            if one.over or one.rng.random() > (0.3 if swapped else 0.08) or (swapped and seats < 4):
                continue
            for seat in range(seats):
                fitting = set(islice(Deals(unswapped(state), seat).all(), MOST + 1))
                if len(fitting) <= MOST:
                    assert dealt(unswapped(state)) in fitting
                    assert drawn(state, seat, len(fitting)) == fitting, f"{one.seed} P{seat}"
                    exhausted[len(fitting)] += 1
    assert sum(exhausted.values()) > 20
    assert max(exhausted) > 1


def drawn(state: State, seat: int, ways: int) -> set[Deal]:
    """Return the deals that come out of many redrawings."""
    found: set[Deal] = set()
    for attempt in range(40 * ways * ways):
        found.add(dealt(unswapped(determinize(state, seat, f"deal {attempt}"))))
        if len(found) == ways and attempt > 4 * ways:
            break
    return found


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_a_redrawn_state_is_sound_and_plays_to_its_end(seats, characters):
    for number in range(3):
        one = game(seats, characters, 400 + number)
        for state in one.walk():
            if one.over or one.rng.random() > 0.04:
                continue
            before = encode(state)
            seat = one.rng.randrange(seats)
            redrawn = determinize(state, seat, "sound")
            assert encode(state) == before
            assert violations(redrawn) == []
            assert view(redrawn, seat) == view(state, seat)
            while pending(redrawn) is not None:
                apply(redrawn, pending(redrawn).seat, choose(one.rng, redrawn, TASTES[one.taste]))
            assert violations(redrawn) == []


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_the_same_seed_gives_the_same_state_and_another_one_another(seats, characters):
    one = game(seats, characters, 0)
    for state in islice(one.walk(), 40):
        seat = one.rng.randrange(seats)
        assert digest(determinize(state, seat, "a")) == digest(determinize(state, seat, "a"))
        assert digest(determinize(state, seat, "a")) != digest(determinize(state, seat, "b"))


def midgame() -> State:
    """Return a state with hands of some size, in the turn of a seat."""
    one = game(4, 8, 2)
    for state in one.walk():
        if state.round == 4 and pending(state).decision == "turn":
            return state
    raise AssertionError("the game ended early")


def test_every_hidden_card_can_be_in_every_hidden_place():
    """For each opponent's hand and for the top of the deck, all cards that the seat cannot place come up."""
    state = midgame()
    state.beneath = []
    for seat in state.seats:
        seat.known = [()] * len(state.seats)
    hidden = {*state.deck, *(card for seat in state.seats[1:] for card in seat.hand)}
    found: dict[int, set[str]] = {number: set() for number in range(4)}
    for attempt in range(600):
        redrawn = determinize(state, 0, f"hidden {attempt}")
        found[0].add(redrawn.deck[-1])
        for number in (1, 2, 3):
            found[number].update(redrawn.seats[number].hand)
    assert all(cards == hidden for number, cards in found.items() if number == 0 or state.seats[number].hand)


def test_cards_seen_going_into_a_hand_stay_there():
    state = midgame()
    known = tuple(state.seats[2].hand[:2])
    state.seats[0].known[2] = known
    for attempt in range(50):
        redrawn = determinize(state, 0, f"known {attempt}")
        assert not Counter(known) - Counter(redrawn.seats[2].hand)
        assert redrawn.seats[0].known[2] == known


def test_what_others_know_of_hands_is_redrawn_with_the_cards():
    state = midgame()
    state.seats[1].known[2] = tuple(state.seats[2].hand)
    learnt = set()
    for attempt in range(50):
        redrawn = determinize(state, 0, f"memory {attempt}")
        assert Counter(redrawn.seats[1].known[2]) == Counter(redrawn.seats[2].hand)
        learnt.add(tuple(sorted(redrawn.seats[1].known[2])))
    assert len(learnt) > 10


def test_the_options_of_the_seat_stay():
    state = midgame()
    seat = pending(state).seat
    for attempt in range(20):
        assert options(determinize(state, seat, f"options {attempt}")) == options(state)


WARRANTS = [
    Mark("warrant", "thief", 1, "blank"),
    Mark("warrant", "king", 1, "signed"),
    Mark("warrant", "merchant", 1, "blank"),
]


def faces(state: State, seat: int) -> set[tuple[str, ...]]:
    """Return the hidden sides of the marks that come out of many redrawings."""
    return {
        tuple(mark.face for mark in determinize(state, seat, f"face {attempt}").marks)
        for attempt in range(60)
    }


def test_every_warrant_can_be_the_signed_one_but_for_who_served_them():
    state = midgame()
    state.marks = list(WARRANTS)
    every = set(permutations(["signed", "blank", "blank"]))
    assert [faces(state, seat) for seat in (0, 2, 3)] == [every] * 3
    assert faces(state, 1) == {("blank", "signed", "blank")}


def test_a_warrant_that_was_turned_up_stays():
    state = midgame()
    state.marks = [msgspec.structs.replace(WARRANTS[0], shown=True), *WARRANTS[1:]]
    assert faces(state, 0) == {("blank", "signed", "blank"), ("blank", "blank", "signed")}


def test_either_threat_can_bear_the_flower_also_when_one_is_gone():
    state = midgame()
    state.marks = [Mark("threat", "king", 2, "plain"), Mark("threat", "bishop", 2, "flowered")]
    assert faces(state, 0) == {("plain", "flowered"), ("flowered", "plain")}
    assert faces(state, 2) == {("plain", "flowered")}
    state.marks.pop()
    assert faces(state, 0) == {("plain",), ("flowered",)}
