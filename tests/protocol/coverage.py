"""Which fields of the schema a message has; fields at their default do not count."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from protocol.schema import schema_text


def all_fields() -> set[str]:
    """Return the fields of all objects in the schema, as `Object.field`."""
    definitions = msgspec.json.decode(schema_text())["$defs"]
    return {f"{name}.{field}" for name, one in definitions.items() for field in one.get("properties", {})}


def fields_of(message: Any) -> Iterator[str]:
    """Yield the fields of a message and of all that is in it, as `Object.field`."""
    if isinstance(message, tuple):
        for item in message:
            yield from fields_of(item)
    if not isinstance(message, Struct):
        return
    name = type(message).__name__
    config = message.__struct_config__
    if config.tag_field:
        yield f"{name}.{config.tag_field}"
    for field, encoded, default in _fields(type(message)):
        value = getattr(message, field)
        if value != default:
            yield f"{name}.{encoded}"
            yield from fields_of(value)


@cache
def _fields(struct: type[Struct]) -> tuple[tuple[str, str, Any], ...]:
    always = struct.__struct_config__.omit_defaults is False
    return tuple(
        (field.name, field.encode_name, msgspec.NODEFAULT if always else field.default)
        for field in msgspec.structs.fields(struct)
    )
