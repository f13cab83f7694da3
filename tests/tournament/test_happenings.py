"""The description of the events says what the Structs say, and so does their schema."""

import json
import re
from pathlib import Path
from typing import get_args

import jsonschema
import msgspec
import pytest

import referee.tournament
from referee.tournament.driver import drive
from referee.tournament.happenings import (
    FORMAT,
    VERSION,
    GamePlayed,
    Happening,
    Line,
    RunStarted,
    schema_text,
)
from referee.tournament.store import create
from tests.tournament.factory import plan
from tests.tournament.test_driver import MadeUp

TEXT = (Path(referee.tournament.__file__).parent / "EVENTS.md").read_text(encoding="utf-8")
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(Happening)}
EXAMPLES = re.findall(r"^```json\n(.*)\n```$", TEXT, re.MULTILINE)
PARTS = {"games_recorded": ("a game", GamePlayed), "standings": ("a bot", Line)}


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def described(text: str, heading: str) -> list[str]:
    table = text.split(f"| {heading} | meaning |\n|---|---|\n")[1].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


@pytest.mark.parametrize("tag", KINDS)
def test_every_field_is_described_in_its_order(tag):
    section = TEXT.split(f"\n### {tag}\n")[1].split("\n### ")[0]
    assert ["elapsed_ms", *described(section, "field")] == list(KINDS[tag].__struct_fields__)
    if tag in PARTS:
        part, kind = PARTS[tag]
        assert described(section, f"field of {part}") == list(kind.__struct_fields__)


def test_all_kinds_are_described_in_the_order_of_the_code():
    assert re.findall(r"^### (\w+)$", TEXT, re.MULTILINE) == list(KINDS)


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: line[10:40])
def test_an_example_is_an_event_with_all_fields(line, validator):
    happening = msgspec.json.decode(line, type=Happening)
    assert msgspec.json.encode(happening).decode() == line
    validator.validate(json.loads(line))


def test_there_is_an_example_of_every_kind():
    assert {json.loads(line)["event"] for line in EXAMPLES} == set(KINDS)


def test_the_opening_names_format_and_version():
    fields = {field.name: get_args(field.type)[:1] for field in msgspec.structs.fields(RunStarted)}
    assert (fields["format"], fields["version"]) == ((FORMAT,), (VERSION,))


def test_what_a_run_tells_is_valid(tmp_path, validator):
    of = plan(games=30)
    told = []
    with create(tmp_path, of) as run:
        drive(run, MadeUp(of), workers=2, report=told.append)
    for happening in told:
        validator.validate(json.loads(msgspec.json.encode(happening)))
    assert len(told) > 10


@pytest.mark.parametrize(
    "line", [{"event": "nothing", "elapsed_ms": 0}, {"event": "game_void", "elapsed_ms": 0}]
)
def test_the_schema_refuses_what_is_no_event(line, validator):
    assert not validator.is_valid(line)
