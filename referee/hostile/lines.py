"""Bots whose lines are odd: what they say could be right, the way they write it is not, or just is."""

import json
from typing import NoReturn

from referee.hostile.talk import Message, deed, hear, misdeed, play, reply, say, sleep, write


def _answered(text: str) -> NoReturn:
    """Answer the second request with a line of its own; REQUEST in it stands for the id."""
    request = misdeed()["request"]
    write(text.replace("REQUEST", request).encode() + b"\n")
    sleep()


def garbage() -> None:
    """Answers with something that is not JSON."""
    _answered("I think I shall build a temple.")


def empty_line() -> None:
    """Answers with an empty line."""
    _answered("")


def not_an_object() -> None:
    """Answers with a JSON array."""
    _answered('["action","REQUEST",0]')


def two_objects() -> None:
    """Writes two answers into one line."""
    _answered('{"type":"action","request":"REQUEST","choice":0}' * 2)


def duplicate_keys() -> None:
    """Answers with an object that names a key twice."""
    _answered('{"type":"action","request":"REQUEST","choice":1,"choice":0}')


def not_a_number() -> None:
    """Answers with a choice of NaN."""
    _answered('{"type":"action","request":"REQUEST","choice":NaN}')


def fraction() -> None:
    """Answers with a choice of 0.5."""
    _answered('{"type":"action","request":"REQUEST","choice":0.5}')


def huge_integer() -> None:
    """Answers with a choice of four thousand digits, again and again."""
    request = misdeed()["request"]
    while True:
        write(b'{"type":"action","request":"%b","choice":%b}\n' % (request.encode(), b"9" * 4_000))
        hear()


def endless_integer() -> None:
    """Answers with a choice of fifty thousand digits."""
    _answered('{"type":"action","request":"REQUEST","choice":' + "9" * 50_000 + "}")


def negative_choice() -> None:
    """Answers with a choice of -1."""
    _answered('{"type":"action","request":"REQUEST","choice":-1}')


def wrong_type() -> None:
    """Answers with a choice that is a string."""
    _answered('{"type":"action","request":"REQUEST","choice":"0"}')


def unknown_field() -> None:
    """Answers with a field that does not exist."""
    _answered('{"type":"action","request":"REQUEST","choice":0,"mood":"evil"}')


def unknown_message() -> None:
    """Answers with a message that does not exist."""
    _answered('{"type":"resign","request":"REQUEST"}')


def deep_nesting() -> None:
    """Answers with thirty thousand arrays, one in the other."""
    _answered("[" * 30_000 + "]" * 30_000)


def deep_action() -> None:
    """Answers with an action that holds ten thousand objects, one in the other."""
    depth = 10_000
    _answered('{"type":"action","request":"REQUEST","action":' + '{"a":' * depth + "0" + "}" * depth + "}")


def byte_order_mark() -> None:
    """Begins its answer with a byte order mark."""
    _answered('\ufeff{"type":"action","request":"REQUEST","choice":0}')


def nul_bytes() -> None:
    """Answers with NUL bytes around a proper answer."""
    _answered('\0{"type":"action","request":"REQUEST","choice":0}\0')


def lone_surrogate() -> None:
    """Answers with half a surrogate pair, escaped."""
    _answered('{"type":"action","request":"\\ud800","choice":0}')


def bad_utf8() -> None:
    """Answers with bytes that are not UTF-8."""
    message = misdeed()
    write(b'{"type":"action","request":"' + message["request"].encode() + b'\xff","choice":0}\n')
    sleep()


def utf_16() -> None:
    """Answers in UTF-16."""
    message = misdeed()
    write(
        (json.dumps({"type": "action", "request": message["request"], "choice": 0}) + "\n").encode("utf-16")
    )
    sleep()


def byte_by_byte() -> None:
    """Writes its answers one byte at a time."""
    message = misdeed()
    for byte in f'{{"type":"action","request":"{message["request"]}","choice":0}}\n'.encode():
        write(bytes([byte]))
    play()


def carriage_return() -> None:
    """Ends its lines like a DOS program."""
    message = misdeed()
    write(b'{"type":"action","request":"%b","choice":0}\r\n' % message["request"].encode())
    play()


def _padded(message: Message, length: int) -> None:
    """Answer properly, in a line of so many bytes."""
    line = f'{{"type":"action","request":"{message["request"]}","choice":0'
    write(line.ljust(length - 1).encode() + b"}\n")


def huge_line() -> None:
    """Answers with a valid line as long as a line may be."""
    _padded(misdeed(), 65_536)
    play()


def too_long_line() -> None:
    """Answers with a valid line that is one byte too long."""
    _padded(misdeed(), 65_537)
    sleep()


def flood() -> None:
    """Writes for ever without a newline."""
    misdeed()
    while True:
        write(b"x" * 65_536)


def padding() -> None:
    """Writes long valid lines of almost nothing, as fast as can be."""
    misdeed()
    while True:
        write(b'{"type":"action","request":"r999999","choice":0' + b" " * 60_000 + b"}\n")


def escape_codes() -> None:
    """Calls itself, and complains, in codes that clear a terminal."""
    hear()
    deed()
    say(type="hello", version=1, name="\x1b[2J\x1b[H\x07")
    while True:
        reply(hear())


BEHAVIOURS = (
    garbage,
    empty_line,
    not_an_object,
    two_objects,
    duplicate_keys,
    not_a_number,
    fraction,
    huge_integer,
    endless_integer,
    negative_choice,
    wrong_type,
    unknown_field,
    unknown_message,
    deep_nesting,
    deep_action,
    byte_order_mark,
    nul_bytes,
    lone_surrogate,
    bad_utf8,
    utf_16,
    byte_by_byte,
    carriage_return,
    huge_line,
    too_long_line,
    flood,
    padding,
    escape_codes,
)
