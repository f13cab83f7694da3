"""Types for Rust: structs that read themselves from `Json`, the reader in the kit."""

from collections.abc import Iterator

from protocol.kits.model import Many, Maybe, Plain, Record, Ref, Type, reading
from protocol.kits.spelling import Spelling

_TYPES = Spelling(
    {
        Plain.TEXT: "String",
        Plain.NUMBER: "i64",
        Plain.FLAG: "bool",
        Plain.ACTION: "Json",
        Plain.EVENT: "Json",
    },
    many="Vec<{}>",
    maybe="Option<{}>",
    ref="{}",
)
_READERS = Spelling(
    {
        Plain.TEXT: "Json::text",
        Plain.NUMBER: "Json::number",
        Plain.FLAG: "Json::flag",
        Plain.ACTION: "Json::clone",
        Plain.EVENT: "Json::clone",
    },
    many="|list| list.list({})",
    maybe="|one| one.maybe({})",
    ref="{}::read",
)


def emit() -> Iterator[str]:
    """Yield the lines of a module of types."""
    yield "//! The messages of the Citadels protocol, version 1. Generated: do not edit."
    yield "#![allow(dead_code)]"
    yield ""
    yield "use crate::json::Json;"
    for record in reading():
        yield ""
        yield from _struct(record)


def _struct(record: Record) -> Iterator[str]:
    yield f"/// {record.sentence}"
    yield f"pub struct {record.name} {{"
    yield from (f"    pub {field.name}: {_TYPES.of(field.type)}," for field in record.fields)
    yield "}"
    yield ""
    json = "json" if record.fields else "_json"
    yield f"impl {record.name} {{"
    yield f"    pub fn read({json}: &Json) -> {record.name} {{"
    yield f"        {record.name} {{"
    yield from (f"            {field.name}: {_read(field.type, field.name)}," for field in record.fields)
    yield "        }"
    yield "    }"
    yield "}"


def _read(type_: Type, name: str) -> str:
    value = f'json.get("{name}")'
    match type_:
        case Many(of=inner):
            return f"{value}.list({_READERS.of(inner)})"
        case Maybe(of=inner):
            return f"{value}.maybe({_READERS.of(inner)})"
        case Ref(name=name):
            return f"{name}::read({value})"
        case _:
            return f"{value}.{_READERS.of(type_).removeprefix('Json::')}()"
