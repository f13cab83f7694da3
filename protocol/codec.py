"""Lines to messages and back: one encoder, one decoder for each direction, what may be wrong with a line."""

import json
from typing import Any

import msgspec

from protocol.faults import FaultCode
from protocol.messages import FromBot, FromReferee

_ENCODER = msgspec.json.Encoder()
_FROM_BOT: msgspec.json.Decoder[FromBot] = msgspec.json.Decoder(FromBot)
_FROM_REFEREE: msgspec.json.Decoder[FromReferee] = msgspec.json.Decoder(FromReferee)


def printable(text: str) -> str:
    """Return text without anything that could move a cursor: all but newlines and tabs is escaped."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else ascii(sign)[1:-1] for sign in text)


class ProtocolFault(Exception):  # noqa: N818 - the word of the fault list
    """What a bot wrote breaks the protocol.

    `code` is an entry of the fault list, `detail` one sentence, `received` the bytes it is about.
    """

    def __init__(self, code: FaultCode, detail: str, received: bytes = b"") -> None:
        self.code: FaultCode = code
        self.detail = printable(detail)
        super().__init__(f"{code}: {self.detail}")
        self.received = received


class _RepeatedKeyError(ValueError):
    """A JSON object names the same key twice."""


def encode(message: FromReferee | FromBot) -> bytes:
    """Return the canonical line of a message: compact JSON in field order without defaults, and a newline."""
    return _ENCODER.encode(message) + b"\n"


def decode_from_referee(line: bytes | bytearray) -> FromReferee:
    """Return the message in a line of the referee, with or without its newline.

    Raises ValueError (msgspec's errors are of that kind) when the line is no message of this version.
    """
    return _FROM_REFEREE.decode(line)


def decode_from_bot(line: bytes | bytearray) -> FromBot:
    """Return the message in a line of a bot, with or without its newline.

    Raises ProtocolFault: `bad_utf8`, `bad_json` (not one JSON object, a key given twice), or `bad_message`
    (an object, but not a message; the detail names the JSON path).
    """
    try:
        message = _FROM_BOT.decode(line)
        if line.count(b":") != _ENCODER.encode(message).count(b":"):
            _refuse_repeated_keys(line)
    except (ValueError, RecursionError) as error:
        raise _explain(bytes(line), error) from error
    return message


def _refuse_repeated_keys(line: bytes | bytearray) -> None:
    """Raise _RepeatedKeyError when an object in `line`, which is valid JSON, names a key twice.

    The fewest colons that a message can be written with are those of its canonical line. Only a line with
    more of them can hold a repeated key, and only such a line is parsed again.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise _RepeatedKeyError(f"the key `{key}` stands in one object twice")
        return dict(pairs)

    json.loads(line, object_pairs_hook=unique)


def _explain(line: bytes, error: Exception) -> ProtocolFault:
    """Return the fault that says what is wrong with a line that could not be decoded."""
    try:
        line.decode()
    except UnicodeDecodeError as wrong:
        detail = f"Byte {wrong.start} of the line is not UTF-8: {wrong.reason}."
        return ProtocolFault("bad_utf8", detail, line)
    if not line.strip():
        return ProtocolFault("bad_json", "The line is empty.", line)
    if isinstance(error, RecursionError):
        return ProtocolFault("bad_json", "The line is nested too deeply.", line)
    if isinstance(error, msgspec.ValidationError) and line.lstrip().startswith(b"{"):
        return ProtocolFault("bad_message", f"{error}.", line)
    if isinstance(error, msgspec.ValidationError):
        return ProtocolFault("bad_json", f"The line is JSON, but not an object: {error}.", line)
    return ProtocolFault("bad_json", f"The line is not one JSON object: {error}.", line)
