"""Types for Go, read by encoding/json."""

from collections.abc import Iterator

from protocol.kits.model import Field, Plain, Record, reading
from protocol.kits.spelling import Spelling

_TYPES = Spelling(
    {
        Plain.TEXT: "string",
        Plain.NUMBER: "int",
        Plain.FLAG: "bool",
        Plain.ACTION: "Option",
        Plain.EVENT: "Option",
    },
    many="[]{}",
    maybe="*{}",
    ref="{}",
)


def emit() -> Iterator[str]:
    """Yield the lines of a file of types."""
    yield "// The messages of the Citadels protocol, version 1. Generated: do not edit."
    yield ""
    yield "package main"
    yield ""
    yield 'import "encoding/json"'
    yield ""
    yield "// Option is an action or an event as it came; Kind tells what it is, and Read fills in what it says."
    yield "type Option struct {"
    yield "\tKind string"
    yield "\traw  json.RawMessage"
    yield "}"
    yield ""
    yield "// UnmarshalJSON keeps the bytes and looks at the kind."
    yield "func (option *Option) UnmarshalJSON(data []byte) error {"
    yield "\toption.raw = append(json.RawMessage(nil), data...)"
    yield "\tvar tag struct {"
    yield '\t\tKind string `json:"kind"`'
    yield "\t}"
    yield "\terr := json.Unmarshal(data, &tag)"
    yield "\toption.Kind = tag.Kind"
    yield "\treturn err"
    yield "}"
    yield ""
    yield "// Read puts the fields into a struct of yours."
    yield "func (option Option) Read(into any) error { return json.Unmarshal(option.raw, into) }"
    for record in reading():
        yield ""
        yield from _struct(record)


def _struct(record: Record) -> Iterator[str]:
    yield f"// {record.name}: {record.sentence}"
    if not record.fields:
        yield f"type {record.name} struct{{}}"
        return
    rows = [(_exported(field.name), _TYPES.of(field.type), _tag(field)) for field in record.fields]
    names, types = (max(len(row[column]) for row in rows) for column in (0, 1))
    yield f"type {record.name} struct {{"
    yield from (f"\t{name:{names}} {type_:{types}} {tag}" for name, type_, tag in rows)
    yield "}"


def _exported(name: str) -> str:
    return "".join(part.upper() if part in ("ms", "id") else part.title() for part in name.split("_"))


def _tag(field: Field) -> str:
    return f'`json:"{field.name}"`'
