"""The JSON Schema of the protocol, generated from the Structs.

`schema.json` beside this file is what `schema_text` returns, so that nobody has to generate it: its digest
is the `schema` of `hello`. `python -m protocol.schema` writes it anew.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from protocol import VERSION

SCHEMA_FILE = Path(__file__).with_name("schema.json")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text() -> str:
    """Return the JSON Schema (2020-12) of all messages; `$defs` has FromBot and FromReferee. It is slow."""
    import msgspec

    from protocol.messages import FromBot, FromReferee

    directions = {"FromBot": FromBot, "FromReferee": FromReferee}
    unions, definitions = msgspec.json.schema_components(directions.values(), ref_template="#/$defs/{name}")
    named = {name: {"title": name, **union} for name, union in zip(directions, unions, strict=True)}
    schema = {
        "$schema": DIALECT,
        "$id": f"urn:citadels:protocol:{VERSION}",
        "title": f"Citadels wire protocol, version {VERSION}",
        "description": "One line in either direction is one of these objects.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in directions],
        "$defs": named | dict(sorted(definitions.items())),
    }
    return json.dumps(without_discriminator(schema), indent=1, ensure_ascii=False) + "\n"


@cache
def schema_hash() -> str:
    """Return "sha256:" and the digest of the schema file, the `schema` of `hello`."""
    return "sha256:" + hashlib.sha256(SCHEMA_FILE.read_bytes()).hexdigest()


def without_discriminator(node: Any) -> Any:
    """Return `node` without the keyword `discriminator`, which is OpenAPI's and unknown to JSON Schema."""
    if isinstance(node, dict):
        return {key: without_discriminator(value) for key, value in node.items() if key != "discriminator"}
    if isinstance(node, list):
        return [without_discriminator(value) for value in node]
    return node


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
