import hashlib
import json

import jsonschema
import pytest

from protocol.schema import SCHEMA_FILE, schema_hash, schema_text


@pytest.fixture(scope="module")
def schema() -> dict:
    return json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def direction(schema: dict, name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def test_the_file_in_the_repository_is_what_the_structs_say():
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run `python -m protocol.schema`"


def test_the_hash_is_that_of_the_text():
    assert schema_hash() == "sha256:" + hashlib.sha256(schema_text().encode()).hexdigest()


def test_it_is_json_schema_without_words_of_other_dialects(schema: dict):
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == "urn:citadels:protocol:1"
    assert "discriminator" not in schema_text()


@pytest.mark.parametrize(
    ("name", "line", "valid"),
    [
        ("FromBot", {"type": "action", "request": "r1", "choice": 0}, True),
        ("FromBot", {"type": "action", "request": "r1", "choice": -1}, False),
        ("FromBot", {"type": "action", "request": "r1", "extra": 1}, False),
        ("FromBot", {"type": "action", "request": "r1", "action": {"kind": "keep", "card": "pub"}}, False),
        ("FromBot", {"type": "action", "request": "r1", "action": {"kind": "keep", "card": "keep"}}, True),
        ("FromBot", {"type": "shutdown"}, False),
        ("FromReferee", {"type": "shutdown"}, True),
        ("FromReferee", {"type": "ready", "game": "g"}, False),
        ("FromReferee", {"type": "notice", "code": "no_request", "message": "x"}, True),
    ],
)
def test_it_accepts_and_refuses(schema: dict, name: str, line: dict, valid: bool):
    assert direction(schema, name).is_valid(line) is valid
