"""A conversation is written down as it was, a file for each game."""

import json

import pytest

from protocol.messages import Rejected, Request
from referee.match import play_game
from referee.match.trace import TraceWriter, said
from tests.match.fakes import game, players


def request():
    """A real request line."""
    seats = players()
    play_game(game(), seats)
    return next(
        raw for raw, line in zip(seats[0].raw, seats[0].lines, strict=True) if isinstance(line, Request)
    )


def test_each_game_has_a_file_that_begins_with_the_greeting(tmp_path):
    writer = TraceWriter(tmp_path / "bot")
    talk = [
        ("referee", b'{"type":"hello"}\n'),
        ("bot", b'{"type":"hel'),
        ("bot", b'lo"}\n'),
        ("referee", b'{"type":"game_start","game":"g-1"}\n'),
        ("bot", b"thinking\x1b[31m\n"),
        ("referee", b'{"type":"game_end"}\n{"type":"game_start","game":"g-2"}\n'),
    ]
    for by, data in talk:
        writer.hear(by, data)
    first = list(said((tmp_path / "bot" / "g-1.trace").read_text()))
    assert first == [
        ("referee", '{"type":"hello"}'),
        ("bot", '{"type":"hello"}'),
        ("referee", '{"type":"game_start","game":"g-1"}'),
        ("bot", "thinking\\x1b[31m"),
        ("referee", '{"type":"game_end"}'),
    ]
    second = list(said((tmp_path / "bot" / "g-2.trace").read_text()))
    assert [line for _, line in second][2:] == ['{"type":"game_start","game":"g-2"}']


def test_a_refusal_is_remarked_on_with_rule_and_nearest_legal_action(tmp_path):
    writer = TraceWriter(tmp_path)
    writer.hear("referee", b'{"type":"game_start","game":"g"}\n')
    asked = request()
    option = json.loads(asked)["legal"][0]
    writer.hear("referee", asked)
    writer.hear("bot", json.dumps({"type": "action", "request": "r1", "action": option}).encode() + b"\n")
    rejected = Rejected("r1", "already_used", "some-rule", "That has been used.", "/kind", 5, 2)
    import msgspec

    writer.hear("referee", msgspec.json.encode(rejected) + b"\n")
    text = (tmp_path / "g.trace").read_text()
    assert "! already_used by some-rule: That has been used." in text
    assert f"! the nearest legal action: {json.dumps(option, separators=(',', ':'))}" in text
    assert [by for by, _ in said(text)] == ["referee", "referee", "bot", "referee"]


@pytest.mark.parametrize("text", ["nonsense", "1.0 -> {}", "   1.000 => {}"])
def test_what_is_no_trace_is_named_by_its_line(text):
    with pytest.raises(ValueError, match="line 1 is no line of a trace"):
        list(said(text))
