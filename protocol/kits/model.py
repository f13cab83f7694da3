"""The Structs of the protocol in words that every language has: texts, numbers, flags, lists, records.

An action or an event is one of many records. Languages in which that is clumsy keep it as it came, as JSON.
"""

import inspect
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple, TypeAlias, get_args

from msgspec import inspect as look

from protocol.actions import AnyAction
from protocol.cards import BasicDistrict, Character, DistrictType, UniqueDistrict
from protocol.events import AnyEvent, Cause, MarkFace, MarkKind
from protocol.messages import Decision, FromBot, FromReferee, NoticeCode


class Plain(Enum):
    """What is no record, list or choice of words."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    ACTION = "action"
    EVENT = "event"


class Words(NamedTuple):
    """One of these texts; `name` is what the protocol calls the choice, empty when it has no name."""

    name: str
    words: tuple[str, ...]


class Many(NamedTuple):
    """A list."""

    of: "Type"


class Maybe(NamedTuple):
    """A value or null."""

    of: "Type"


class Either(NamedTuple):
    """One of several."""

    of: tuple["Type", ...]


class Ref(NamedTuple):
    """A record, by name."""

    name: str


Type: TypeAlias = Plain | Words | Many | Maybe | Either | Ref


class Field(NamedTuple):
    """A field of a record. One that may be missing has a default: False, 0, an empty text or list, or null."""

    name: str
    type: Type
    optional: bool


class Record(NamedTuple):
    """An object on the wire. One of several is told by `tag`, a field with a fixed text."""

    name: str
    sentence: str
    tag: tuple[str, str] | None
    fields: tuple[Field, ...]


def _alternatives(words: Any) -> tuple[str, ...]:
    """Return the words of a Literal, or of several of them."""
    return tuple(
        word
        for part in get_args(words)
        for word in ((part,) if isinstance(part, str) else _alternatives(part))
    )


CHOICES: dict[str, tuple[str, ...]] = {
    name: _alternatives(words)
    for name, words in {
        "Character": Character,
        "BasicDistrict": BasicDistrict,
        "UniqueDistrict": UniqueDistrict,
        "DistrictType": DistrictType,
        "Decision": Decision,
        "NoticeCode": NoticeCode,
        "Cause": Cause,
        "MarkKind": MarkKind,
        "MarkFace": MarkFace,
    }.items()
}
"""The choices of words that have a name."""

_NAMES = {frozenset(words): name for name, words in CHOICES.items()}
_DISTRICTS = frozenset(CHOICES["BasicDistrict"] + CHOICES["UniqueDistrict"])

FROM_REFEREE: tuple[type, ...] = get_args(FromReferee)
FROM_BOT: tuple[type, ...] = get_args(FromBot)
ACTIONS: tuple[type, ...] = get_args(AnyAction)
EVENTS: tuple[type, ...] = get_args(AnyEvent)


def records(*roots: type) -> list[Record]:
    """Return the records of these Structs and of all that they hold, those that are needed first."""
    found: dict[str, Record] = {}
    for root in roots:
        _collect(root, found)
    return list(found.values())


def _collect(struct: type, found: dict[str, Record]) -> None:
    info = look.type_info(struct)
    assert isinstance(info, look.StructType)
    if info.cls.__name__ in found:
        return
    for field in info.fields:
        for inner in _structs(field.type):
            if inner not in ACTIONS and inner not in EVENTS:
                _collect(inner, found)
    fields = tuple(Field(f.encode_name, _type(f.type), not f.required) for f in info.fields)
    tag = (str(info.tag_field), str(info.tag)) if info.tag_field else None
    found[info.cls.__name__] = Record(info.cls.__name__, _sentence(info.cls), tag, fields)


def _structs(type_: look.Type) -> Iterator[type]:
    """The Structs that a type is made of."""
    match type_:
        case look.StructType(cls=struct):
            yield struct
        case look.VarTupleType(item_type=inner):
            yield from _structs(inner)
        case look.UnionType(types=parts):
            for part in parts:
                yield from _structs(part)
        case _:
            return


def _type(type_: look.Type) -> Type:
    match type_:
        case look.StrType():
            return Plain.TEXT
        case look.IntType():
            return Plain.NUMBER
        case look.BoolType():
            return Plain.FLAG
        case look.LiteralType(values=values):
            return _words(tuple(map(str, values)))
        case look.VarTupleType(item_type=inner):
            return Many(_type(inner))
        case look.StructType(cls=struct):
            return Ref(struct.__name__)
        case look.UnionType(types=parts):
            return _union(parts)
        case _:
            raise TypeError(f"no language has a word for {type_}")


def _words(values: tuple[str, ...]) -> Words:
    given = frozenset(values)
    return Words("District" if given == _DISTRICTS else _NAMES.get(given, ""), values)


def _union(parts: tuple[look.Type, ...]) -> Type:
    structs = {part.cls for part in parts if isinstance(part, look.StructType)}
    several = [part for part in parts if not isinstance(part, look.NoneType)]
    literals = [part.values for part in several if isinstance(part, look.LiteralType)]
    if len(literals) == len(several):
        inner: Type = _words(tuple(str(value) for values in literals for value in values))
    elif structs == set(ACTIONS):
        inner = Plain.ACTION
    elif structs == set(EVENTS):
        inner = Plain.EVENT
    else:
        types = tuple(map(_type, several))
        inner = types[0] if len(types) == 1 else Either(types)
    return inner if len(several) == len(parts) else Maybe(inner)


def _sentence(struct: type) -> str:
    """The first paragraph of a docstring, on one line."""
    text = inspect.getdoc(struct) or ""
    return " ".join(text.split("\n\n")[0].split())


def reading() -> list[Record]:
    """Return all records that a bot reads, actions and events left out."""
    return records(*FROM_REFEREE)
