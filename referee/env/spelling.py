"""Actions spelled out as words of one fixed vocabulary, so that an agent always chooses among the same numbers.

An action is its kind followed by the values of its fields, a field that may be left out preceded by its own name:
`destroy +2 tavern`, `build keep sacrifice framework`. A selection of cards is one word a card; `done` ends a spelling
that could go on.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Self, TypeAlias, get_args

from msgspec.structs import FieldInfo, asdict, fields, replace

from protocol.actions import AnyAction, Choose, ChooseCharacters, CityCard, GiveCards
from protocol.cards import BASIC_DISTRICTS, CHARACTERS, DISTRICT_TYPES, UNIQUE_DISTRICTS

DONE = "done"
"""The word that ends an action that could go on."""

KINDS: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in get_args(AnyAction))
DISTRICTS = (*BASIC_DISTRICTS, *UNIQUE_DISTRICTS)
SEATS = tuple(f"+{distance}" for distance in range(8))
"""Seats, as the distance clockwise from the seat that acts."""

NUMBERS = tuple(str(number) for number in range(13))
"""The Abbot's cards: at most one for each religious district of the box and the School of Magic."""

FIELDS = ("beautified", "card", "cards", "character", "discard", "exchange", "lender", "sacrifice", "take")
"""The names of fields that may be left out."""

WORDS: tuple[str, ...] = tuple(
    dict.fromkeys((DONE, *KINDS, *FIELDS, *CHARACTERS, *DISTRICTS, *DISTRICT_TYPES, *SEATS, "gold", *NUMBERS))
)
"""The vocabulary: the number of a word is its place."""

WORD_NUMBER: dict[str, int] = {word: number for number, word in enumerate(WORDS)}


class Template(NamedTuple):
    """A place in a spelling where several cards or characters may stand: which field, and what it offers."""

    field: str
    choose: Choose | ChooseCharacters
    ordered: bool


Part: TypeAlias = str | Template


class _Candidate(NamedTuple):
    """An option that begins with the words so far: what is left to spell, and what was chosen of its template."""

    option: AnyAction
    parts: tuple[Part, ...]
    chosen: tuple[int, ...] = ()

    def action(self) -> AnyAction:
        """Return the option, the selection in the place of its template."""
        for name, value in asdict(self.option).items():
            if isinstance(value, Choose | ChooseCharacters):
                return replace(self.option, **{name: tuple(value.options[index] for index in self.chosen)})
        return self.option

    def following(self) -> Iterator[tuple[str, Self]]:
        """Yield each word that may come next, and the candidate as it is then."""
        if not self.parts:
            yield DONE, self
            return
        part, *rest = self.parts
        if isinstance(part, str):
            yield part, self._replace(parts=tuple(rest))
            return
        for index in self._selectable(part):
            yield part.choose.options[index], self._select(part, index, tuple(rest))
        if len(self.chosen) >= part.choose.min:
            yield from self._replace(parts=tuple(rest)).following()

    def _selectable(self, part: Template) -> Iterator[int]:
        """The first of each kind of what may be selected next, in order unless the order has a meaning."""
        options, least = part.choose.options, part.choose.min
        start = 0 if part.ordered else (self.chosen[-1] + 1 if self.chosen else 0)
        seen = set()
        for index in range(start, len(options)):
            enough = part.ordered or len(self.chosen) + len(options) - index >= least
            if enough and index not in self.chosen and options[index] not in seen:
                seen.add(options[index])
                yield index

    def _select(self, part: Template, index: int, rest: tuple[Part, ...]) -> Self:
        chosen = (*self.chosen, index)
        full = len(chosen) == part.choose.max
        return self._replace(parts=rest if full else self.parts, chosen=chosen)


class Spelling:
    """The spelling of one of the legal actions of a seat, word by word.

    `words` are those so far. Words that leave no choice are spelled by themselves.
    """

    def __init__(self, options: list[AnyAction], seat: int, seats: int) -> None:
        self.words: list[str] = []
        self._candidates = [_Candidate(option, tuple(_parts(option, seat, seats))) for option in options]
        self._follow: dict[str, list[_Candidate]] = {}
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Find out which words may come next, and add what must come."""
        while not self.finished:
            self._follow = {}
            for candidate in self._candidates:
                for word, next_candidate in candidate.following():
                    self._follow.setdefault(word, []).append(next_candidate)
            if len(self._follow) > 1:
                return
            self._add(next(iter(self._follow)))

    def _add(self, word: str) -> None:
        self.words.append(word)
        self._candidates = self._follow[word]

    @property
    def finished(self) -> bool:
        """Whether the words spell an action to its end."""
        return bool(self.words) and self.words[-1] == DONE

    @property
    def legal(self) -> list[int]:
        """The numbers of the words that may come next, none at the end."""
        return [] if self.finished else [WORD_NUMBER[word] for word in self._follow]

    def say(self, number: int) -> None:
        """Add the word of this number. Raises ValueError for one that cannot come next."""
        word = WORDS[number]
        if self.finished or word not in self._follow:
            raise ValueError(f"{word!r} cannot follow {' '.join(self.words) or 'the beginning'!r}")
        self._add(word)
        self._look_ahead()

    def action(self) -> AnyAction:
        """Return the action that is spelled to its end."""
        assert self.finished, "the action is not spelled to its end"
        return self._candidates[0].action()


def _parts(option: AnyAction, seat: int, seats: int) -> Iterator[Part]:
    yield str(option.__struct_config__.tag)
    for field in _fields(type(option)):
        value = getattr(option, field.name)
        if not field.required:
            if value == field.default:
                continue
            yield field.name
        if isinstance(value, Choose | ChooseCharacters):
            yield Template(field.name, value, isinstance(option, GiveCards))
        else:
            yield from _spelled(field.name, value, seat, seats)


@cache
def _fields(kind: type[AnyAction]) -> tuple[FieldInfo, ...]:
    return fields(kind)


def _spelled(name: str, value: object, seat: int, seats: int) -> Iterator[str]:
    match value:
        case True:
            return
        case int() if name in ("seat", "seats", "lender"):
            yield SEATS[(value - seat) % seats]
        case int():
            yield NUMBERS[value]
        case tuple():
            for entry in value:
                yield from _spelled(name, entry, seat, seats)
        case CityCard(district=district, beautified=beautified):
            yield district
            if beautified:
                yield "beautified"
        case _:
            assert isinstance(value, str), f"no word for {value!r}"
            yield value
