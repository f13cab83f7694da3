"""The words in which scenarios name actions and events: the kind as on the wire, then its fields.

    build keep                          fields in the order of the wire, each may be left out at the end
    pick thief discard king             or by name, in any order
    exchange P0 market+ tavern          districts of cities, `+` for a beautified one
    destroy P0 market beautified        a yes/no field by its name alone
    redraw [tavern, market]             several cards
    character_picked P2 character hidden    a field that whoever looks may not see
    redraw 1..3 of [tavern, market, docks]  the template that is offered for such an action

A phrase with fields left out is a pattern: it fits every action or event that agrees on the fields it names.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from protocol.actions import AnyAction, Choose, ChooseCharacters, CityCard
from protocol.cards import BASIC_DISTRICTS, UNIQUE_DISTRICTS
from protocol.events import AnyEvent
from referee.scenario.problems import unknown

Value = int | str | bool | None | tuple[str | int, ...] | Choose | ChooseCharacters | CityCard

_TOKEN = re.compile(r"\[[^\[\]]*\]|[^\s\[\]]+|[\[\]]")
_SEAT = re.compile(r"P([0-7])\Z")
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_RANGE = re.compile(r"([0-9]{1,3})\.\.([0-9]{1,3})\Z")


class PhraseError(Exception):
    """A phrase that cannot be understood; the text is a sentence about it."""


class Phrase(Struct, frozen=True):
    """A kind of action or event, and what some of its fields are."""

    kind: str
    fields: Mapping[str, Value]
    text: str

    def fits(self, thing: Struct) -> bool:
        """Tell whether `thing` is of this kind and agrees on every field that is named."""
        if kind_of(thing) != self.kind:
            return False
        return all(_agrees(value, getattr(thing, name)) for name, value in self.fields.items())


def kind_of(thing: Struct) -> str:
    """Return the kind of an action or event, as on the wire."""
    return str(thing.__struct_config__.tag)


def seat_of(word: object) -> int | None:
    """Return the seat that `word` names (`P0` is 0), or None."""
    match = _SEAT.match(word) if isinstance(word, str) else None
    return int(match[1]) if match else None


def _agrees(expected: Value, actual: object) -> bool:
    if isinstance(actual, tuple) and isinstance(expected, tuple):
        return Counter(actual) == Counter(expected)
    if isinstance(actual, Choose | ChooseCharacters) and isinstance(expected, tuple):
        taken, offered = Counter(expected), Counter(actual.options)
        return taken <= offered and actual.min <= len(expected) <= actual.max
    if isinstance(actual, Choose | ChooseCharacters) and isinstance(expected, Choose | ChooseCharacters):
        same = Counter(actual.options) == Counter(expected.options)
        return same and (actual.min, actual.max) == (expected.min, expected.max)
    return actual == expected and isinstance(actual, bool) == isinstance(expected, bool)


class Field(Struct, frozen=True):
    """A field of an action or event: its name, its type and whether it must be given."""

    name: str
    type: Any
    required: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the field may hold; empty when it holds something else."""
        return _words(self.type)


def _words(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is Literal:
        return tuple(word for word in get_args(kind) if isinstance(word, str))
    return tuple(word for part in get_args(kind) for word in _words(part))


class Vocabulary:
    """The phrases for all kinds of one union: actions or events."""

    def __init__(self, what: str, union: Any) -> None:
        self.what = what
        self.types: dict[str, type[Struct]] = {
            str(member.__struct_config__.tag): member for member in get_args(union)
        }

    def fields(self, kind: str) -> list[Field]:
        """Return the fields of `kind`, in order."""
        fields = msgspec.structs.fields(self.types[kind])
        return [Field(field.name, field.type, field.required) for field in fields]

    def parse(self, text: str) -> Phrase:
        """Return the phrase that `text` is. Raises PhraseError."""
        tokens = _TOKEN.findall(text)
        if not tokens:
            raise PhraseError(f"expected {self.what}")
        kind = tokens.pop(0)
        if kind not in self.types:
            raise PhraseError(unknown(self.what, kind, self.types))
        found = _Arguments(kind, self.fields(kind), tokens).read()
        return Phrase(kind, found, text)

    def build(self, phrase: Phrase) -> Any:
        """Return the action or event itself. Raises PhraseError when a field is missing."""
        for field in self.fields(phrase.kind):
            if field.required and field.name not in phrase.fields:
                raise PhraseError(f"`{phrase.text}` does not say the {field.name}")
        return self.types[phrase.kind](**phrase.fields)

    def write(self, thing: Struct) -> str:
        """Return the phrase for an action or event, without the fields that are at their default."""
        words = [kind_of(thing)]
        defaults = {field.name: field.default for field in msgspec.structs.fields(type(thing))}
        follows = True
        for name, default in defaults.items():
            value = getattr(thing, name)
            if value == default:
                follows = False
                continue
            if value is True:
                words.append(name)
                continue
            words.append(_write(name, value) if follows else f"{name} {_write(name, value)}")
        return " ".join(words)


class _Arguments:
    """Reads the words after the kind."""

    def __init__(self, kind: str, fields: list[Field], tokens: list[str]) -> None:
        self.kind = kind
        self.fields = {field.name: field for field in fields}
        self.tokens = tokens
        self.found: dict[str, Value] = {}

    def read(self) -> dict[str, Value]:
        by_name = False
        while self.tokens:
            word = self.tokens.pop(0)
            if word in self.fields:
                by_name = True
                self.named(self.fields[word])
                continue
            left = [field for field in self.fields.values() if field.name not in self.found]
            if by_name or not left:
                raise PhraseError(f"`{self.kind}` has no place for `{word}`{self.usage()}")
            self.found[left[0].name] = self.value(left[0], word)
        return self.found

    def usage(self) -> str:
        return f"; its fields are {', '.join(self.fields)}" if self.fields else ""

    def named(self, field: Field) -> None:
        if field.name in self.found:
            raise PhraseError(f"`{self.kind}` says the {field.name} twice")
        if field.type is bool and (not self.tokens or self.tokens[0] not in ("true", "false")):
            self.found[field.name] = True
        elif self.tokens:
            self.found[field.name] = self.value(field, self.tokens.pop(0))
        else:
            raise PhraseError(f"`{self.kind}` names the {field.name} without saying it")

    def value(self, field: Field, word: str) -> Value:
        """Return what `word` (and what belongs to it) means as the value of `field`."""
        value = _city_card(word) if CityCard in (field.type, *get_args(field.type)) else self.meaning(word)
        words = (
            value if isinstance(value, tuple) else value.options if isinstance(value, Choose) else (value,)
        )
        for part in words:
            if isinstance(part, str) and field.words and part not in field.words:
                raise PhraseError(unknown(field.name, part, field.words))
        try:
            converted: Value = msgspec.convert(msgspec.to_builtins(value), field.type)
        except msgspec.ValidationError as error:
            raise PhraseError(f"`{word}` cannot be the {field.name} of `{self.kind}`: {error}") from None
        return converted

    def meaning(self, word: str) -> Value:
        if word.startswith("[") and word.endswith("]"):
            parts = [part for part in re.split(r"[,\s]+", word[1:-1].strip()) if part]
            return tuple(part if (seat := seat_of(part)) is None else seat for part in parts)
        if match := _RANGE.match(word):
            if len(self.tokens) < 2 or self.tokens.pop(0) != "of":
                raise PhraseError(f"expected `{word} of [...]`")
            options = self.meaning(self.tokens.pop(0))
            if not isinstance(options, tuple):
                raise PhraseError(f"expected `{word} of [...]`")
            return Choose(options, int(match[1]), int(match[2]))  # type: ignore[arg-type]
        if (seat := seat_of(word)) is not None:
            return seat
        if _NUMBER.match(word):
            return int(word)
        return {"true": True, "false": False, "hidden": None}.get(word, word)


def _city_card(word: str) -> CityCard:
    """Return the district of a city that `word` names; `+` stands for a beautified one."""
    name = word.removesuffix("+")
    for district in (*BASIC_DISTRICTS, *UNIQUE_DISTRICTS):
        if district == name:
            return CityCard(district, word.endswith("+"))
    raise PhraseError(unknown("district", name, (*BASIC_DISTRICTS, *UNIQUE_DISTRICTS)))


_SEATS = frozenset({"seat", "seats", "by", "victim", "other", "crown", "lender"})


def _write(name: str, value: object) -> str:
    if name in _SEATS and isinstance(value, int):
        return f"P{value}"
    if isinstance(value, Choose | ChooseCharacters):
        return f"{value.min}..{value.max} of [{', '.join(value.options)}]"
    if isinstance(value, tuple):
        return f"[{', '.join(_write(name, part) if isinstance(part, str | int) else '…' for part in value)}]"
    if isinstance(value, CityCard):
        return value.district + "+" * value.beautified
    if isinstance(value, bool):
        return "true" if value else "false"
    return "hidden" if value is None else str(value)


ACTIONS = Vocabulary("action", AnyAction)
"""The phrases for actions."""

EVENTS = Vocabulary("event", AnyEvent)
"""The phrases for events."""
