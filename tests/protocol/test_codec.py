import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.actions import Build, Redraw, complete
from protocol.codec import ProtocolFault, decode_from_bot, decode_from_referee, encode
from protocol.messages import ActionMessage, BotHello, Clock, FromBot, Notice, Ready, Shutdown

BUILD = Build("thieves_den", ("tavern", "tavern"))


def test_a_line_is_compact_in_field_order_and_without_defaults():
    assert encode(ActionMessage("r1", choice=0)) == b'{"type":"action","request":"r1","choice":0}\n'
    assert encode(ActionMessage("r1", action=BUILD)) == (
        b'{"type":"action","request":"r1","action":'
        b'{"kind":"build","district":"thieves_den","cards":["tavern","tavern"]}}\n'
    )


@pytest.mark.parametrize(
    "message",
    [
        BotHello(1, "grübel ♜"),
        BotHello(1),
        Ready("g-1"),
        ActionMessage("r1", 3),
        ActionMessage("r2", None, BUILD),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_a_bot_sends_comes_back_equal(message: FromBot):
    assert decode_from_bot(encode(message)) == message


@pytest.mark.parametrize("message", [Notice("no_request", "Nobody asked."), Shutdown()])
def test_what_the_referee_sends_comes_back_equal(message):
    assert decode_from_referee(encode(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        b'{"choice": 1, "request": "r1", "type": "action"}',
        b'{"type":"action","request":"r1","choice":1}\r',
        b'  {"type":"action","request":"\\u00721","choice":1}  ',
        b'{"type":"action","request":"r1","choice":1,"action":null}',
    ],
    ids=["order and blanks", "carriage return", "escapes", "default given"],
)
def test_one_message_may_be_written_in_many_ways(line: bytes):
    assert decode_from_bot(line) == ActionMessage("r1", 1)


NOT_UTF8 = [
    b"\xff\xfe",
    b'{"type":"action","request":"\xc3(","choice":1}',
    b'{"type":"ready","game":"\xed\xa0\x80"}',
]
NOT_JSON = {
    "empty": b"",
    "blanks": b" \r",
    "text": b"thinking...",
    "a number": b"7",
    "an array": b"[]",
    "a string": b'"{}"',
    "cut off": b'{"type":"action"',
    "two objects": b'{"type":"ready","game":"g"}{}',
    "byte order mark": b'\xef\xbb\xbf{"type":"ready","game":"g"}',
    "NaN": b'{"type":"action","request":"r1","choice":NaN}',
    "Infinity": b'{"type":"action","request":"r1","choice":Infinity}',
    "NUL": b'\0{"type":"ready","game":"g"}',
    "lone surrogate": b'{"type":"ready","game":"\\ud800"}',
    "key twice": b'{"type":"action","request":"r1","choice":1,"choice":2}',
    "key twice, escaped": b'{"type":"action","request":"r1","choice":1,"\\u0063hoice":1}',
    "key twice, deeper": b'{"type":"action","request":"r1","action":{"kind":"keep","card":"keep","card":"keep"}}',
    "control character": b'{"type":"ready","game":"a\tb"}',
    "deep": b"[" * 60_000,
    "python": b"{'type':'ready','game':'g'}",
}
NOT_A_MESSAGE = {
    "no type": (b'{"request":"r1","choice":1}', "`type`"),
    "unknown type": (b'{"type":"move"}', "$.type"),
    "referee's type": (b'{"type":"shutdown"}', "$.type"),
    "missing field": (b'{"type":"action","choice":1}', "`request`"),
    "unknown field": (b'{"type":"action","request":"r1","chioce":1}', "`chioce`"),
    "unknown field of an action": (
        b'{"type":"action","request":"r1","action":{"kind":"smithy","x":1}}',
        "$.action",
    ),
    "fraction": (b'{"type":"action","request":"r1","choice":1.0}', "$.choice"),
    "text for a number": (b'{"type":"action","request":"r1","choice":"1"}', "$.choice"),
    "negative": (b'{"type":"action","request":"r1","choice":-1}', "$.choice"),
    "truth value": (b'{"type":"action","request":"r1","choice":true}', "$.choice"),
    "unknown kind": (b'{"type":"action","request":"r1","action":{"kind":"win"}}', "$.action.kind"),
    "unknown card": (
        b'{"type":"action","request":"r1","action":{"kind":"keep","card":"pub"}}',
        "$.action.card",
    ),
    "unknown card in a list": (
        b'{"type":"action","request":"r1","action":{"kind":"redraw","cards":["tavern","pub"]}}',
        "$.action.cards[1]",
    ),
    "no such seat": (
        b'{"type":"action","request":"r1","action":{"kind":"swap_hands","seat":8}}',
        "$.action.seat",
    ),
    "long name": (b'{"type":"hello","version":1,"name":"' + b"x" * 101 + b'"}', "$.name"),
    "huge number": (b'{"type":"action","request":"r1","choice":' + b"9" * 5000 + b"}", "$.choice"),
    "deep in a field": (b'{"type":"action","request":' + b"[" * 60_000, "$.request"),
}


def fault_of(line: bytes) -> ProtocolFault:
    with pytest.raises(ProtocolFault) as caught:
        decode_from_bot(line)
    assert caught.value.received == line
    return caught.value


@pytest.mark.parametrize("line", NOT_UTF8, ids=["bytes", "in a string", "surrogate"])
def test_bad_utf8_names_the_byte(line: bytes):
    fault = fault_of(line)
    assert fault.code == "bad_utf8"
    assert "Byte " in fault.detail


@pytest.mark.parametrize("name", NOT_JSON)
def test_bad_json(name: str):
    assert fault_of(NOT_JSON[name]).code == "bad_json"


@pytest.mark.parametrize("name", NOT_A_MESSAGE)
def test_bad_message_names_the_place(name: str):
    line, place = NOT_A_MESSAGE[name]
    fault = fault_of(line)
    assert fault.code == "bad_message"
    assert place in fault.detail


def test_a_colon_in_a_text_is_no_key():
    assert decode_from_bot(b'{"type":"hello","version":1,"name":"a:b\\u003ac"}') == BotHello(1, "a:b:c")


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_fault(line: bytes):
    try:
        decode_from_bot(line)
    except ProtocolFault as fault:
        code = fault.code
    else:
        code = None
    assert code in {None, "bad_utf8", "bad_json", "bad_message"}


@given(st.binary(max_size=30), st.integers(0, 60), st.integers(0, 60))
def test_a_damaged_line_is_a_message_or_a_fault(noise: bytes, start: int, end: int):
    line = encode(ActionMessage("r12", action=BUILD))
    try:
        decode_from_bot(line[:start] + noise + line[end:])
    except ProtocolFault as fault:
        code = fault.code
    else:
        code = None
    assert code in {None, "bad_utf8", "bad_json", "bad_message"}


def test_the_referees_lines_are_decoded_strictly():
    with pytest.raises(msgspec.ValidationError, match="`x`"):
        decode_from_referee(b'{"type":"shutdown","x":1}')


def test_a_choice_on_a_template_is_its_first_completion():
    template = msgspec.json.decode(
        b'{"kind":"redraw","cards":{"from":["castle","quarry"],"min":1,"max":2}}', type=Redraw
    )
    assert complete(template) == Redraw(("castle",))


def test_a_clock_is_whole_milliseconds():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"move_ms":1.5,"bank_ms":0}', type=Clock)
