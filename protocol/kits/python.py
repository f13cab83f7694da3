"""Types for Python with msgspec: Structs without the strictness of a referee."""

from collections.abc import Iterator

from protocol.kits.model import (
    ACTIONS,
    CHOICES,
    FROM_BOT,
    FROM_REFEREE,
    Either,
    Field,
    Many,
    Maybe,
    Plain,
    Record,
    Ref,
    Type,
    Words,
    reading,
    records,
)

_PLAIN = {
    Plain.TEXT: "str",
    Plain.NUMBER: "int",
    Plain.FLAG: "bool",
    Plain.ACTION: "Action",
    Plain.EVENT: "dict[str, Any]",
}


LINE = 110
"""How many characters a line may have."""


def emit() -> Iterator[str]:
    """Yield the lines of a module of types."""
    yield '"""The messages of the Citadels protocol, version 1. Generated: do not edit.'
    yield ""
    yield "Fields that are not known are ignored. Events stay dictionaries; `kind` tells what they are."
    yield '"""'
    yield ""
    yield "from typing import Any, Literal, TypeAlias"
    yield ""
    yield "from msgspec import Struct"
    for name, words in CHOICES.items():
        yield ""
        yield f"{name}: TypeAlias = Literal["
        yield from (f'    "{word}",' for word in words)
        yield "]"
    yield ""
    yield "District: TypeAlias = BasicDistrict | UniqueDistrict"
    actions = records(*ACTIONS)
    for record in actions:
        yield from _class(record)
    yield ""
    yield ""
    yield from _union("Action", ACTIONS)
    known = {record.name for record in actions}
    for record in (*reading(), *records(*FROM_BOT)):
        if record.name not in known:
            yield from _class(record)
    yield ""
    yield ""
    yield from _union("FromReferee", FROM_REFEREE)
    yield ""
    yield from _union("FromBot", FROM_BOT)


def _union(name: str, members: tuple[type, ...]) -> Iterator[str]:
    names = [member.__name__ for member in members]
    line = f"{name}: TypeAlias = {' | '.join(names)}"
    if len(line) <= LINE:
        yield line
        return
    yield f"{name}: TypeAlias = ("
    yield f"    {names[0]}"
    yield from (f"    | {member}" for member in names[1:])
    yield ")"


def _class(record: Record) -> Iterator[str]:
    renamed = [field.name for field in record.fields if field.name == "from"]
    tag = f', tag_field="{record.tag[0]}", tag="{record.tag[1]}"' if record.tag else ""
    rename = ', rename={"options": "from"}' if renamed else ""
    yield ""
    yield ""
    yield f"class {record.name}(Struct, frozen=True, omit_defaults=True{tag}{rename}):"
    yield f'    """{record.sentence}"""'
    if record.fields:
        yield ""
        yield from map(_field, record.fields)


def _field(field: Field) -> str:
    name = "options" if field.name == "from" else field.name
    return f"    {name}: {_written(field.type)}{_default(field)}"


def _default(field: Field) -> str:
    if not field.optional:
        return ""
    match field.type:
        case Maybe():
            return " = None"
        case Plain.FLAG:
            return " = False"
        case Plain.NUMBER:
            return " = 0"
        case Plain.TEXT:
            return ' = ""'
        case _:
            return " = ()"


def _written(type_: Type) -> str:
    match type_:
        case Plain():
            return _PLAIN[type_]
        case Words(name="", words=words):
            return f"Literal[{', '.join(f'{chr(34)}{word}{chr(34)}' for word in words)}]"
        case Words(name=name):
            return name
        case Many(of=inner):
            return f"tuple[{_written(inner)}, ...]"
        case Maybe(of=inner):
            return f"{_written(inner)} | None"
        case Either(of=types):
            return " | ".join(map(_written, types))
        case Ref(name=name):
            return name
