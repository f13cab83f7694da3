"""Types for C11: structs, and functions that read them from `struct json`, the reader in the kit.

Texts and lists point into memory that the reader frees at once; an action or an event stays a `struct json`.
"""

import re
from collections.abc import Iterator

from protocol.kits.model import Many, Maybe, Plain, Record, Ref, Type, Words, reading

_PLAIN = {Plain.TEXT: "const char *", Plain.NUMBER: "long ", Plain.FLAG: "bool "}
_READERS = {Plain.TEXT: "json_text", Plain.NUMBER: "json_number", Plain.FLAG: "json_flag"}


def emit() -> Iterator[str]:
    """Yield the lines of a header of types."""
    yield "/* The messages of the Citadels protocol, version 1. Generated: do not edit. */"
    yield "#ifndef CITADELS_H"
    yield "#define CITADELS_H"
    yield ""
    yield '#include "json.h"'
    lists: set[str] = set()
    for record in reading():
        for field in record.fields:
            yield from _lists(field.type, lists)
        yield ""
        yield from _struct(record)
    yield ""
    yield "#endif"


def _struct(record: Record) -> Iterator[str]:
    if not record.fields:
        yield f"/* {record.sentence} It has no fields. */"
        return
    name = _snake(record.name)
    yield f"/* {record.sentence} */"
    yield f"struct {name} {{"
    yield from (f"    {_written(field.type)}{field.name};" for field in record.fields)
    yield "};"
    yield ""
    yield f"static inline struct {name} {name}_from(const struct json *json)"
    yield "{"
    yield f"    return (struct {name}){{"
    for field in record.fields:
        yield f"        .{field.name} = {_read(field.type, field.name)},"
    yield "    };"
    yield "}"
    if Maybe(Ref(record.name)) in _field_types():
        yield from _maybe(name)


def _field_types() -> set[Type]:
    return {field.type for record in reading() for field in record.fields}


def _maybe(name: str) -> Iterator[str]:
    yield ""
    yield f"static inline const struct {name} *maybe_{name}_from(const struct json *json)"
    yield "{"
    yield "    if (json_is_null(json))"
    yield "        return NULL;"
    yield f"    struct {name} *one = json_room(sizeof *one);"
    yield f"    *one = {name}_from(json);"
    yield "    return one;"
    yield "}"


def _lists(type_: Type, known: set[str]) -> Iterator[str]:
    """Yield the list types that a field needs and that are not there yet."""
    if isinstance(type_, Maybe):
        yield from _lists(type_.of, known)
    if not isinstance(type_, Many) or _is_json(type_.of):
        return
    yield from _lists(type_.of, known)
    name = _list_name(type_)
    if name in known:
        return
    known.add(name)
    yield ""
    yield f"struct {name} {{"
    yield "    size_t count;"
    yield f"    {_written(type_.of)}*items;"
    yield "};"
    yield ""
    yield f"static inline struct {name} {name}_from(const struct json *json)"
    yield "{"
    yield f"    struct {name} list = {{json_count(json), NULL}};"
    yield "    list.items = json_room(list.count * sizeof *list.items);"
    yield "    for (size_t i = 0; i < list.count; i++)"
    yield f"        list.items[i] = {_reader(type_.of)}(json_at(json, i));"
    yield "    return list;"
    yield "}"


def _is_json(type_: Type) -> bool:
    return type_ in (Plain.ACTION, Plain.EVENT)


def _read(type_: Type, name: str) -> str:
    value = f'json_get(json, "{name}")'
    if _is_json(type_) or (isinstance(type_, Many) and _is_json(type_.of)):
        return value
    return f"{_reader(type_)}({value})"


def _reader(type_: Type) -> str:
    match type_:
        case Plain():
            return _READERS[type_]
        case Words():
            return "json_text"
        case Many():
            return f"{_list_name(type_)}_from"
        case Maybe(of=Plain.NUMBER):
            return "json_maybe_number"
        case Maybe(of=Words() | Plain.TEXT):
            return "json_maybe_text"
        case Maybe(of=Ref(name=name)):
            return f"maybe_{_snake(name)}_from"
        case Ref(name=name):
            return f"{_snake(name)}_from"
        case _:
            raise TypeError(f"C has no word for {type_}")


def _written(type_: Type) -> str:
    match type_:
        case Plain.ACTION | Plain.EVENT | Many(of=Plain.ACTION | Plain.EVENT):
            return "const struct json *"
        case Plain():
            return _PLAIN[type_]
        case Words() | Maybe(of=Words() | Plain.TEXT):
            return "const char *"
        case Many():
            return f"struct {_list_name(type_)} "
        case Maybe(of=Plain.NUMBER):
            return "const long *"
        case Maybe(of=Ref(name=name)):
            return f"const struct {_snake(name)} *"
        case Ref(name=name):
            return f"struct {_snake(name)} "
        case _:
            raise TypeError(f"C has no word for {type_}")


def _list_name(type_: Many) -> str:
    match type_.of:
        case Plain():
            return f"{type_.of.value}_list"
        case Words():
            return "text_list"
        case Maybe():
            return f"maybe_{_list_name(Many(type_.of.of))}"
        case Many():
            return f"{_list_name(type_.of)}s"
        case Ref(name=name):
            return f"{_snake(name)}_list"
        case _:
            raise TypeError(f"C has no word for {type_}")


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
