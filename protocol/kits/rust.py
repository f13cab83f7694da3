"""Types for Rust: structs that read themselves from `Json`, the reader in the kit."""

from collections.abc import Iterator

from protocol.kits.model import Many, Maybe, Plain, Record, Ref, Type, Words, reading

_PLAIN = {
    Plain.TEXT: "String",
    Plain.NUMBER: "i64",
    Plain.FLAG: "bool",
    Plain.ACTION: "Json",
    Plain.EVENT: "Json",
}
_READERS = {
    Plain.TEXT: "Json::text",
    Plain.NUMBER: "Json::number",
    Plain.FLAG: "Json::flag",
    Plain.ACTION: "Json::clone",
    Plain.EVENT: "Json::clone",
}


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
    yield from (f"    pub {field.name}: {_written(field.type)}," for field in record.fields)
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
            return f"{value}.list({_reader(inner)})"
        case Maybe(of=inner):
            return f"{value}.maybe({_reader(inner)})"
        case Ref(name=name):
            return f"{name}::read({value})"
        case _:
            return f"{value}.{_reader(type_).removeprefix('Json::')}()"


def _reader(type_: Type) -> str:
    match type_:
        case Plain():
            return _READERS[type_]
        case Words():
            return "Json::text"
        case Many(of=inner):
            return f"|list| list.list({_reader(inner)})"
        case Maybe(of=inner):
            return f"|one| one.maybe({_reader(inner)})"
        case Ref(name=name):
            return f"{name}::read"
        case _:
            raise TypeError(f"Rust has no word for {type_}")


def _written(type_: Type) -> str:
    match type_:
        case Plain():
            return _PLAIN[type_]
        case Words():
            return "String"
        case Many(of=inner):
            return f"Vec<{_written(inner)}>"
        case Maybe(of=inner):
            return f"Option<{_written(inner)}>"
        case Ref(name=name):
            return name
        case _:
            raise TypeError(f"Rust has no word for {type_}")
