"""Types for TypeScript, and for JavaScript through its comments."""

from collections.abc import Iterator

from protocol.kits.model import (
    ACTIONS,
    CHOICES,
    EVENTS,
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
    records,
)

_PLAIN = {
    Plain.TEXT: "string",
    Plain.NUMBER: "number",
    Plain.FLAG: "boolean",
    Plain.ACTION: "Action",
    Plain.EVENT: "GameEvent",
}


def emit() -> Iterator[str]:
    """Yield the lines of a module of types."""
    yield "// The messages of the Citadels protocol, version 1. Generated: do not edit."
    for name, words in CHOICES.items():
        yield ""
        yield f"export type {name} =" + "".join(f'\n  | "{word}"' for word in words) + ";"
    yield ""
    yield "export type District = BasicDistrict | UniqueDistrict;"
    for record in records(*ACTIONS, *EVENTS, *FROM_REFEREE, *FROM_BOT):
        yield ""
        yield from _interface(record)
    unions = {"Action": ACTIONS, "GameEvent": EVENTS, "FromReferee": FROM_REFEREE, "FromBot": FROM_BOT}
    for name, members in unions.items():
        yield ""
        yield f"export type {name} =" + "".join(f"\n  | {member.__name__}" for member in members) + ";"


def _interface(record: Record) -> Iterator[str]:
    yield f"/** {record.sentence} */"
    yield f"export interface {record.name} {{"
    if record.tag:
        yield f'  {record.tag[0]}: "{record.tag[1]}";'
    yield from map(_field, record.fields)
    yield "}"


def _field(field: Field) -> str:
    return f"  {field.name}{'?' if field.optional else ''}: {_written(field.type)};"


def _written(type_: Type) -> str:
    match type_:
        case Plain():
            return _PLAIN[type_]
        case Words(name="", words=words):
            return " | ".join(f'"{word}"' for word in words)
        case Words(name=name):
            return name
        case Many(of=inner):
            written = _written(inner)
            return f"({written})[]" if "|" in written else f"{written}[]"
        case Maybe(of=inner):
            return f"{_written(inner)} | null"
        case Either(of=types):
            return " | ".join(map(_written, types))
        case Ref(name=name):
            return name
