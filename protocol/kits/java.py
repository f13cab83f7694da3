"""Types for Java 17: records that read themselves from `Json`, the reader in the kit."""

from collections.abc import Iterator

from protocol.kits.model import Field, Many, Maybe, Plain, Record, Ref, Type, reading
from protocol.kits.spelling import Spelling

_PRIMITIVES: dict[Type, str] = {Plain.NUMBER: "int", Plain.FLAG: "boolean"}
_TYPES = Spelling(
    {
        Plain.TEXT: "String",
        Plain.NUMBER: "Integer",
        Plain.FLAG: "Boolean",
        Plain.ACTION: "Json",
        Plain.EVENT: "Json",
    },
    many="List<{}>",
    maybe="{}",
    ref="{}",
)
_READERS = Spelling(
    {
        Plain.TEXT: "Json::text",
        Plain.NUMBER: "Json::number",
        Plain.FLAG: "Json::flag",
        Plain.ACTION: "item -> item",
        Plain.EVENT: "item -> item",
    },
    many="list -> list.list({})",
    maybe="one -> one.maybe({})",
    ref="{}::from",
)


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
    fields = ", ".join(
        f"{_PRIMITIVES.get(field.type) or _TYPES.of(field.type)} {_camel(field.name)}"
        for field in record.fields
    )
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
            return f"{value}.list({_READERS.of(inner)})"
        case Maybe(of=inner):
            return f"{value}.maybe({_READERS.of(inner)})"
        case Ref(name=name):
            return f"{name}.from({value})"
        case _:
            return f"{value}.{_READERS.of(type_).removeprefix('Json::')}()"


def _camel(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(part.title() for part in more)
