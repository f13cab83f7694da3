"""The examples of the specification are lines of recorded games, or answer one of them."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import protocol
from protocol import VERSION
from protocol.codec import decode_from_bot, decode_from_referee, encode
from protocol.messages import FromBot, FromReferee
from tests.protocol.recording import CONVERSATIONS, read

SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in re.findall(r"```json\n(.*?)```", SPEC, re.DOTALL)]
EXAMPLES = [line for block in BLOCKS for line in block]
ARROWS = {"referee": "-> ", "bot": "<- "}


def tags(union) -> set[str]:
    return {member.__struct_config__.tag for member in get_args(union)}


def means(value: Any, entry: Any) -> bool:
    """Whether a part of an action is what the entry of `legal` has there, or a selection of its template."""
    if isinstance(entry, dict) and "from" in entry:
        fits = entry["min"] <= len(value) <= entry["max"]
        return fits and not Counter(value) - Counter(entry["from"])
    return value == entry


def answers(action: dict[str, Any], legal: list[dict[str, Any]]) -> bool:
    return any(
        action.keys() == entry.keys() and all(means(action[field], entry[field]) for field in entry)
        for entry in legal
    )


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: line[:45])
def test_an_example_is_a_message_in_canonical_form(line: str):
    arrow, text = line[:3], line[3:].encode()
    decode = {"-> ": decode_from_referee, "<- ": decode_from_bot}[arrow]
    assert encode(decode(text)) == text + b"\n"


def test_there_is_an_example_of_every_message():
    shown = {re.match(r'(->|<-) \{"type":"(\w+)"', line).groups() for line in EXAMPLES}
    assert shown == {("->", tag) for tag in tags(FromReferee)} | {("<-", tag) for tag in tags(FromBot)}


def test_every_example_was_said_in_a_game_or_answers_what_was():
    said = {
        ARROWS[one.by] + one.line.decode()
        for _, conversation in read(CONVERSATIONS / f"v{VERSION}")
        for one in conversation
    }
    for block in BLOCKS:
        legal = []
        for line in block:
            message = msgspec.json.decode(line[3:])
            legal = message.get("legal", legal)
            if line not in said:
                assert answers(message["action"], legal), line


@pytest.mark.parametrize(
    "action",
    [
        {"kind": "redraw", "cards": ["tavern", "tavern", "tavern"]},
        {"kind": "redraw", "cards": []},
        {"kind": "redraw", "cards": ["keep"]},
        {"kind": "redraw"},
        {"kind": "swap_hands", "seat": 1},
    ],
    ids=str,
)
def test_an_impossible_answer_is_none(action: dict[str, Any]):
    template = {"from": ["tavern", "tavern"], "min": 1, "max": 2}
    legal = [{"kind": "swap_hands", "seat": 0}, {"kind": "redraw", "cards": template}]
    assert answers({"kind": "redraw", "cards": ["tavern", "tavern"]}, legal)
    assert not answers(action, legal)
