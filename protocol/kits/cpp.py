"""Types for C++17: structs that read themselves from `Json`, the reader in the kit."""

from collections.abc import Iterator

from protocol.kits.model import Many, Maybe, Plain, Record, Ref, Type, reading
from protocol.kits.spelling import Spelling

_TYPES = Spelling(
    {
        Plain.TEXT: "std::string",
        Plain.NUMBER: "long",
        Plain.FLAG: "bool",
        Plain.ACTION: "Json",
        Plain.EVENT: "Json",
    },
    many="std::vector<{}>",
    maybe="std::optional<{}>",
    ref="{}",
)
_READERS = Spelling(
    {
        Plain.TEXT: "&Json::text",
        Plain.NUMBER: "&Json::number",
        Plain.FLAG: "&Json::flag",
        Plain.ACTION: "&Json::copy",
        Plain.EVENT: "&Json::copy",
    },
    many="[](const Json &list) {{ return list.list({}); }}",
    maybe="[](const Json &one) {{ return one.maybe({}); }}",
    ref="&{}::from",
)


def emit() -> Iterator[str]:
    """Yield the lines of a header of types."""
    yield "// The messages of the Citadels protocol, version 1. Generated: do not edit."
    yield "#pragma once"
    yield ""
    yield "#include <optional>"
    yield "#include <string>"
    yield "#include <vector>"
    yield ""
    yield '#include "json.hpp"'
    yield ""
    yield "namespace citadels {"
    for record in reading():
        yield ""
        yield from _struct(record)
    yield ""
    yield "}  // namespace citadels"


def _struct(record: Record) -> Iterator[str]:
    json = " json" if record.fields else ""
    yield f"// {record.sentence}"
    yield f"struct {record.name} {{"
    yield from (f"    {_TYPES.of(field.type)} {field.name};" for field in record.fields)
    yield ""
    yield f"    static {record.name} from(const Json &{json.strip()}) {{"
    yield f"        return {record.name}{{"
    yield from (f"            {_read(field.type, field.name)}," for field in record.fields)
    yield "        };"
    yield "    }"
    yield "};"


def _read(type_: Type, name: str) -> str:
    value = f'json["{name}"]'
    match type_:
        case Many(of=inner):
            return f"{value}.list({_READERS.of(inner)})"
        case Maybe(of=inner):
            return f"{value}.maybe({_READERS.of(inner)})"
        case Ref(name=name):
            return f"{name}::from({value})"
        case _:
            return f"{value}.{_READERS.of(type_).removeprefix('&Json::')}()"
