"""Types for Java 17: records that read themselves from `Json`, the reader in the kit."""

from collections.abc import Iterator

from protocol.kits.model import Field, Many, Maybe, Plain, Record, Ref, Type, Words, reading

_PLAIN = {
    Plain.TEXT: "String",
    Plain.NUMBER: "int",
    Plain.FLAG: "boolean",
    Plain.ACTION: "Json",
    Plain.EVENT: "Json",
}
_READERS = {
    Plain.TEXT: "Json::text",
    Plain.NUMBER: "Json::number",
    Plain.FLAG: "Json::flag",
    Plain.ACTION: "item -> item",
    Plain.EVENT: "item -> item",
}


def emit() -> Iterator[str]:
    """Yield the lines of a class of records."""
    yield "// The messages of the Citadels protocol, version 1. Generated: do not edit."
    yield ""
    yield "import java.util.List;"
    yield ""
    yield "final class Citadels {"
    yield "    private Citadels() {}"
    for record in reading():
        yield ""
        yield from (f"    {line}".rstrip() for line in _record(record))
    yield "}"


def _record(record: Record) -> Iterator[str]:
    fields = ", ".join(f"{_written(field.type)} {_camel(field.name)}" for field in record.fields)
    yield f"/** {record.sentence} */"
    yield f"record {record.name}({fields}) {{"
    yield f"    static {record.name} from(Json json) {{"
    yield f"        return new {record.name}("
    yield from _arguments(record.fields)
    yield "    }"
    yield "}"


def _arguments(fields: tuple[Field, ...]) -> Iterator[str]:
    for number, field in enumerate(fields, 1):
        end = "," if number < len(fields) else ");"
        yield f"            {_read(field.type, field.name)}{end}"
    if not fields:
        yield "        );"


def _read(type_: Type, name: str) -> str:
    value = f'json.get("{name}")'
    match type_:
        case Plain.ACTION | Plain.EVENT:
            return value
        case Many(of=inner):
            return f"{value}.list({_reader(inner)})"
        case Maybe(of=inner):
            return f"{value}.maybe({_reader(inner)})"
        case Ref(name=name):
            return f"{name}.from({value})"
        case _:
            return f"{value}.{_reader(type_).removeprefix('Json::')}()"


def _reader(type_: Type) -> str:
    match type_:
        case Plain():
            return _READERS[type_]
        case Words():
            return "Json::text"
        case Many(of=inner):
            return f"list -> list.list({_reader(inner)})"
        case Maybe(of=inner):
            return f"one -> one.maybe({_reader(inner)})"
        case Ref(name=name):
            return f"{name}::from"
        case _:
            raise TypeError(f"Java has no word for {type_}")


def _written(type_: Type) -> str:
    match type_:
        case Plain():
            return _PLAIN[type_]
        case Words():
            return "String"
        case Many(of=inner):
            return f"List<{_boxed(inner)}>"
        case Maybe(of=inner):
            return _boxed(inner)
        case Ref(name=name):
            return name
        case _:
            raise TypeError(f"Java has no word for {type_}")


def _boxed(type_: Type) -> str:
    return {"int": "Integer", "boolean": "Boolean"}.get(written := _written(type_), written)


def _camel(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(part.title() for part in more)
