"""What one seat may see, as an array of numbers: its view of the table, laid out once and for all.

Seats are counted from the one that looks: `+0` is itself. Cards are counted by kind, in the order of
`spelling.DISTRICTS`; characters are marked in the order of `protocol.cards.CHARACTERS`.
"""

from collections.abc import Iterable
from itertools import accumulate
from types import MappingProxyType
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from protocol.cards import CHARACTERS
from protocol.events import MarkFace, MarkKind
from protocol.messages import Decision, Setup
from protocol.views import MarkView, PlayerView, TableView, TurnView
from referee.env.spelling import DISTRICTS, WORD_NUMBER, WORDS

Numbers = NDArray[np.int16]

SEATS = 8
MARKS: tuple[str, ...] = get_args(MarkKind)
FACES: tuple[str, ...] = get_args(MarkFace)
DECISIONS: tuple[str, ...] = get_args(Decision)
HIGHEST = 255
"""No number of an observation is higher."""

_PLAYER = {
    "seated": 1,
    "gold": 1,
    "cards": 1,
    "completed": 1,
    "city": len(DISTRICTS),
    "beautified": len(DISTRICTS),
    "beneath_museum": 1,
    "shown": len(CHARACTERS),
}
_OTHERS = {"known_hand": len(DISTRICTS), "known_characters": len(CHARACTERS)}
_MARKS = {f"marked.{mark}": len(CHARACTERS) for mark in MARKS}
_MARKERS = {f"marker.{mark}": SEATS for mark in MARKS}
_FACES = {f"face.{face}": len(CHARACTERS) for face in FACES}
_PLAYERS = {
    f"+{seat}.{name}": width
    for seat in range(SEATS)
    for name, width in (_PLAYER | (_OTHERS if seat else {})).items()
}

WIDTHS: dict[str, int] = {
    "decision": len(DECISIONS),
    "said": len(WORDS),
    "cast": len(CHARACTERS),
    "districts": len(DISTRICTS),
    "city_size": 1,
    "round": 1,
    "rounds_left": 1,
    "crown": SEATS,
    "deck": 1,
    "called": 1,
    "taxes": 1,
    "faceup": len(CHARACTERS),
    "first_completed": SEATS,
    "swapped": SEATS,
    "turn.seat": SEATS,
    "turn.character": len(CHARACTERS),
    "turn.builds": 1,
    "turn.gathered": 1,
    "turn.used": 1,
    "turn.played": len(DISTRICTS),
    "turn.spent": 1,
    "turn.paid": 1,
    "turn.victims": SEATS,
    "hand": len(DISTRICTS),
    "drawn": len(DISTRICTS),
    "characters": len(CHARACTERS),
    "offered": len(CHARACTERS),
    "offered_first": len(CHARACTERS),
    "set_aside": len(CHARACTERS),
    "museum": len(DISTRICTS),
    "beneath": len(DISTRICTS),
    **_MARKS,
    **_MARKERS,
    **_FACES,
    **_PLAYERS,
}
"""The parts of an observation in order, and how many numbers each has."""

_ENDS = list(accumulate(WIDTHS.values()))
LAYOUT = MappingProxyType(
    {name: slice(end - width, end) for (name, width), end in zip(WIDTHS.items(), _ENDS, strict=True)}
)
"""Where in an observation each part stands: `observation[LAYOUT["hand"]]`."""

SIZE = _ENDS[-1]
"""The number of numbers of an observation."""

_START = {name: part.start for name, part in LAYOUT.items()}
_DISTRICT: dict[str, int] = {district: number for number, district in enumerate(DISTRICTS)}
_CHARACTER: dict[str, int] = {character: number for number, character in enumerate(CHARACTERS)}


def encode(
    view: TableView, setup: Setup, decision: Decision | None = None, said: Iterable[str] = ()
) -> Numbers:
    """Return the view of a seat as an array of `SIZE` numbers from 0 to `HIGHEST`.

    `decision` is what the seat is asked, None when another is; `said` are the words of the action it has begun.
    """
    picture = _Picture(view.you.seat, len(view.players))
    if decision:
        picture.mark("decision", DECISIONS.index(decision))
    for word in said:
        picture.mark("said", WORD_NUMBER[word])
    _box(picture, setup, view)
    _table(picture, view)
    if view.turn:
        _turn(picture, view.turn)
    for mark in view.marks:
        _mark(picture, mark)
    for seat, player in enumerate(view.players):
        _player(picture, seat, player)
    _own(picture, view)
    return picture.numbers


class _Picture:
    """An observation that is being drawn, by a seat of so many."""

    def __init__(self, seat: int, seats: int) -> None:
        self.numbers: Numbers = np.zeros(SIZE, np.int16)
        self._seat = seat
        self._seats = seats

    def near(self, seat: int) -> int:
        """Return the distance of a seat from the one that looks, clockwise."""
        return (seat - self._seat) % self._seats

    def number(self, part: str, number: int) -> None:
        """Write a part of one number."""
        self.numbers[_START[part]] = min(number, HIGHEST)

    def mark(self, part: str, place: int) -> None:
        """Count one at a place of a part."""
        self.numbers[_START[part] + place] += 1

    def seats(self, part: str, seats: Iterable[int]) -> None:
        """Mark seats."""
        for seat in seats:
            self.mark(part, self.near(seat))

    def characters(self, part: str, characters: Iterable[str]) -> None:
        """Mark characters."""
        for character in characters:
            self.mark(part, _CHARACTER[character])

    def cards(self, part: str, districts: Iterable[str]) -> None:
        """Count cards."""
        for district in districts:
            self.mark(part, _DISTRICT[district])


def _box(picture: _Picture, setup: Setup, view: TableView) -> None:
    picture.characters("cast", setup.cast)
    picture.cards("districts", setup.districts)
    picture.number("city_size", setup.city_size)
    picture.number("round", view.round)
    picture.number("rounds_left", setup.round_limit - view.round)


def _table(picture: _Picture, view: TableView) -> None:
    picture.seats("crown", [view.crown])
    picture.number("deck", view.deck)
    picture.number("called", view.called)
    picture.number("taxes", view.taxes)
    picture.characters("faceup", view.faceup)
    picture.seats("first_completed", [] if view.first_completed is None else [view.first_completed])
    picture.seats("swapped", view.swapped)


def _turn(picture: _Picture, turn: TurnView) -> None:
    picture.seats("turn.seat", [turn.seat])
    picture.characters("turn.character", [turn.character])
    picture.number("turn.builds", turn.builds)
    picture.number("turn.gathered", int(turn.gathered))
    picture.number("turn.used", len(turn.used))
    picture.cards("turn.played", [turn.played] if turn.played else [])
    picture.number("turn.spent", turn.spent)
    picture.number("turn.paid", turn.paid)
    picture.seats("turn.victims", turn.victims)


def _mark(picture: _Picture, mark: MarkView) -> None:
    picture.characters(f"marked.{mark.mark}", [mark.character])
    picture.seats(f"marker.{mark.mark}", [mark.seat])
    if mark.face:
        picture.characters(f"face.{mark.face}", [mark.character])


def _player(picture: _Picture, seat: int, player: PlayerView) -> None:
    who = f"+{picture.near(seat)}."
    picture.number(who + "seated", 1)
    picture.number(who + "gold", player.gold)
    picture.number(who + "cards", player.hand)
    picture.number(who + "completed", int(player.completed))
    picture.cards(who + "city", (placed.district for placed in player.city))
    picture.cards(who + "beautified", (placed.district for placed in player.city if placed.beautified))
    picture.number(who + "beneath_museum", sum(placed.beneath for placed in player.city))
    picture.characters(who + "shown", player.characters)


def _own(picture: _Picture, view: TableView) -> None:
    you = view.you
    picture.cards("hand", you.hand)
    picture.cards("drawn", you.drawn)
    picture.characters("characters", you.characters)
    picture.characters("offered", you.offers[-1] if you.offers else ())
    picture.characters("offered_first", you.offers[0] if you.offers else ())
    picture.characters("set_aside", you.set_aside)
    picture.cards("museum", you.museum)
    picture.cards("beneath", (card for card in you.beneath if card))
    for known in you.known_hands:
        picture.cards(f"+{picture.near(known.seat)}.known_hand", known.cards)
    for met in you.known_characters:
        picture.characters(f"+{picture.near(met.seat)}.known_characters", [met.character])
