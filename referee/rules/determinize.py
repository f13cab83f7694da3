"""A random state that one seat cannot tell from the true one.

Everything the seat knows for certain stays: its own things, all public things, cards it saw going into
another hand or beneath the deck, the characters it saw going round. Everything else is dealt anew, in the
numbers that everyone can count. Certainties are kept; a mere "one of these two" (the seat knows a card that
an opponent drew together with others) is forgotten. Every state that fits can come out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from protocol.cards import Character, District
from protocol.events import MarkFace, MarkKind
from referee.rules.editions import EDITIONS
from referee.rules.frames import AskConfiscate
from referee.rules.moments import SILENCED
from referee.rules.rng import draw, shuffled
from referee.rules.state import Holder, Placed, Seat, State

T = TypeVar("T")


class Redraw:
    """One redrawing: the state being changed, for whom, and a source of randomness used in order."""

    def __init__(self, state: State, seat: int, seed: str) -> None:
        self.state = state
        self.seat = seat
        self._seed = seed
        self._draws = 0

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return `items` in random order."""
        self._draws += 1
        return shuffled(items, self._seed, "determinize", self._draws)

    def toss(self) -> bool:
        """Return the side of a fair coin."""
        self._draws += 1
        return draw(2, self._seed, "determinize", self._draws) == 1

    def others(self) -> Iterator[tuple[int, Seat]]:
        """All seats but the one for which the state is redrawn."""
        for number, player in enumerate(self.state.seats):
            if number != self.seat:
                yield number, player


def determinize(state: State, seat: int, seed: str) -> State:
    """Return a random state that `seat` cannot tell from `state`; what comes out follows from `seed`."""
    redraw = Redraw(state.copy(), seat, seed)
    _redraw_districts(redraw)
    _redraw_marks(redraw)
    if redraw.state.round:
        _redraw_characters(redraw)
    redraw.state.seed = seed
    return redraw.state


class Slot(NamedTuple):
    """A place that holds one district card: a list of the state and a place in it."""

    cards: list[District]
    place: int


def _redraw_districts(redraw: Redraw) -> None:
    """Deal the district cards whose place the seat does not know to those places anew; hands have no order."""
    state = redraw.state
    for player in state.seats:
        player.hand = redraw.shuffle(player.hand)
    memories, museums = _memories(redraw), _museums(redraw)
    slots = [*_hidden_deck(redraw), *_hidden_hands(redraw)]
    slots += [Slot(cards, place) for _, _, cards in museums for place in range(len(cards))]
    cards = redraw.shuffle([slot.cards[slot.place] for slot in slots])
    for slot, card in zip(slots, cards, strict=True):
        slot.cards[slot.place] = card
    for _, player in redraw.others():
        player.drawn.sort()
    for (knower, other), places in memories.items():
        state.seats[knower].known[other] = tuple(state.seats[other].hand[place] for place in places)
    for city, place, beneath in museums:
        city[place] = replace(city[place], beneath=tuple(beneath))


def _hidden_deck(redraw: Redraw) -> Iterator[Slot]:
    """The places in the deck that the seat does not know; batches that it does are shuffled in themselves."""
    deck, seat = redraw.state.deck, redraw.seat
    lowest = 0
    for batch in redraw.state.beneath:
        places = range(lowest, lowest + batch.count)
        if seat in batch.seats:
            deck[lowest : places.stop] = redraw.shuffle(deck[lowest : places.stop])
        else:
            yield from (Slot(deck, place) for place in places)
        lowest = places.stop
    yield from (Slot(deck, place) for place in range(lowest, len(deck)))


def _hidden_hands(redraw: Redraw) -> Iterator[Slot]:
    """The places in the other hands and among cards being drawn that the seat does not know."""
    known = redraw.state.seats[redraw.seat].known
    for number, player in redraw.others():
        seen = Counter(known[number])
        for place, card in enumerate(player.hand):
            if seen[card]:
                seen[card] -= 1
            else:
                yield Slot(player.hand, place)
        yield from (Slot(player.drawn, place) for place in range(len(player.drawn)))


def _museums(redraw: Redraw) -> list[tuple[list[Placed], int, list[District]]]:
    """The cards beneath the Museums of others, with the cities and places where these stand."""
    return [
        (player.city, place, list(placed.beneath))
        for _, player in redraw.others()
        for place, placed in enumerate(player.city)
        if placed.beneath
    ]


def _memories(redraw: Redraw) -> dict[tuple[int, int], list[int]]:
    """For what others know of hands: the places in these hands, so that they know them afterwards as well."""
    memories = {}
    for knower, player in redraw.others():
        for other, cards in enumerate(player.known):
            if other not in (knower, redraw.seat) and cards:
                memories[knower, other] = _places(redraw.state.seats[other].hand, cards)
    return memories


def _places(hand: Sequence[District], cards: Sequence[District]) -> list[int]:
    wanted = Counter(cards)
    places = []
    for place, card in enumerate(hand):
        if wanted[card]:
            wanted[card] -= 1
            places.append(place)
    return places


FACES: dict[MarkKind, tuple[MarkFace, ...]] = {
    "warrant": ("signed", "blank", "blank"),
    "threat": ("flowered", "plain"),
}
"""The hidden sides of the marks that have one."""


def _redraw_marks(redraw: Redraw) -> None:
    """Deal the faces anew of the warrants and threats that another seat placed and nobody has turned up.

    While the Magistrate is asked, the signed warrant is on the character in turn: it stays.
    """
    state = redraw.state
    if any(isinstance(frame, AskConfiscate) for frame in state.stack):
        return
    for kind, faces in FACES.items():
        hidden = [mark for mark in state.marks if mark.kind == kind and not mark.shown]
        if not hidden or hidden[0].seat == redraw.seat:
            continue
        left = list(faces)
        for mark in state.marks:
            if mark.kind == kind and mark.shown and mark.face:
                left.remove(mark.face)
        left = redraw.shuffle(left)
        for mark, face in zip(hidden, left, strict=False):
            state.marks[state.marks.index(mark)] = replace(mark, face=face)


def _redraw_characters(redraw: Redraw) -> None:
    """Deal the characters anew that the seat did not see, within the stacks it saw."""
    state = redraw.state
    _maybe_swap_last_two(redraw)
    renamed: dict[Character, Character] = {}
    for group in _groups(redraw):
        renamed |= _permute(redraw, group)
    state.pile = redraw.shuffle([renamed.get(character, character) for character in state.pile])
    state.facedown = [renamed.get(character, character) for character in state.facedown]
    for _, player in redraw.others():
        player.characters = [renamed.get(character, character) for character in player.characters]
        player.holders = [
            Holder(one.seat, renamed.get(one.character, one.character)) for one in player.holders
        ]
        player.set_aside = [renamed.get(character, character) for character in player.set_aside]
        player.offers = [
            tuple(
                sorted((renamed.get(character, character) for character in offer), key=state.setup.cast.index)
            )
            for offer in player.offers
        ]


def _groups(redraw: Redraw) -> Iterator[list[Character]]:
    """The characters that the seat did not see leave the stack, by the stretch in which they left.

    A stretch lies between two of the stacks the seat was handed, or before the first or after the last.
    Whatever left within one stretch might have left at any moment of it.
    """
    state = redraw.state
    own = state.seats[redraw.seat]
    known = {*state.faceup, *own.characters, *own.set_aside, *(one.character for one in own.holders)}
    left = [character for character in state.setup.cast if character not in known]
    for offer in own.offers:
        yield [character for character in left if character not in offer]
        left = [character for character in left if character in offer]
    yield left


def _permute(redraw: Redraw, group: list[Character]) -> dict[Character, Character]:
    """Return who takes whose place within a group.

    Shown characters stay. One that was called in vain lies facedown for certain.
    """
    state = redraw.state
    shown = {character for player in state.seats for character in player.shown}
    free = [character for character in group if character not in shown]
    absent = [character for character in free if called_in_vain(state, character)]
    facedown = redraw.shuffle([character for character in free if character in state.facedown])
    renamed = dict(zip(facedown, absent, strict=False))
    rest = [character for character in free if character not in absent]
    places = [character for character in free if character not in renamed]
    renamed.update(zip(places, redraw.shuffle(rest), strict=True))
    return renamed


def called_in_vain(state: State, character: Character) -> bool:
    """Tell whether nobody answered the call of `character` although nothing silenced it."""
    if EDITIONS[state.setup.edition].characters[character].rank > state.called:
        return False
    if any(mark.character == character and mark.kind in SILENCED for mark in state.marks):
        return False
    return not any(character in player.shown for player in state.seats)


def _maybe_swap_last_two(redraw: Redraw) -> None:
    """Where the last picker took one of two cards unseen, let it have taken the other (SEL-04, SEL-07).

    What it took may be with another seat since a Theater exchanged it.
    """
    state = redraw.state
    row = EDITIONS[state.setup.edition].selection[len(state.seats), len(state.setup.cast)]
    last = (state.starter - 1) % len(state.seats)
    picker = state.seats[last]
    if row.procedure != "last_of_two" or last == redraw.seat or not picker.set_aside:
        return
    keeper = picker.holders[0].seat if picker.holders else last
    if keeper == redraw.seat or state.seats[keeper].shown:
        return
    (other,) = picker.set_aside
    if not called_in_vain(state, other) and redraw.toss():
        (picked,) = state.seats[keeper].characters
        state.seats[keeper].characters, picker.set_aside = [other], [picked]
        picker.holders = [Holder(one.seat, other) for one in picker.holders]
        state.facedown[state.facedown.index(other)] = picked
