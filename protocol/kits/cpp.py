"""Types for C++17: structs that read themselves from `Json`, the reader in the kit."""

from collections.abc import Iterator

from protocol.kits.model import Many, Maybe, Plain, Record, Ref, Type, Words, reading

_PLAIN = {
    Plain.TEXT: "std::string",
    Plain.NUMBER: "long",
    Plain.FLAG: "bool",
    Plain.ACTION: "Json",
    Plain.EVENT: "Json",
}
_READERS = {
    Plain.TEXT: "&Json::text",
    Plain.NUMBER: "&Json::number",
    Plain.FLAG: "&Json::flag",
    Plain.ACTION: "&Json::copy",
    Plain.EVENT: "&Json::copy",
}


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
    yield from (f"    {_written(field.type)} {field.name};" for field in record.fields)
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
            return f"{value}.list({_reader(inner)})"
        case Maybe(of=inner):
            return f"{value}.maybe({_reader(inner)})"
        case Ref(name=name):
            return f"{name}::from({value})"
        case _:
            return f"{value}.{_reader(type_).removeprefix('&Json::')}()"


def _reader(type_: Type) -> str:
    match type_:
        case Plain():
            return _READERS[type_]
        case Words():
            return "&Json::text"
        case Many(of=inner):
            return f"[](const Json &list) {{ return list.list({_reader(inner)}); }}"
        case Maybe(of=inner):
            return f"[](const Json &one) {{ return one.maybe({_reader(inner)}); }}"
        case Ref(name=name):
            return f"&{name}::from"
        case _:
            raise TypeError(f"C++ has no word for {type_}")


def _written(type_: Type) -> str:
    match type_:
        case Plain():
            return _PLAIN[type_]
        case Words():
            return "std::string"
        case Many(of=inner):
            return f"std::vector<{_written(inner)}>"
        case Maybe(of=inner):
            return f"std::optional<{_written(inner)}>"
        case Ref(name=name):
            return name
        case _:
            raise TypeError(f"C++ has no word for {type_}")
