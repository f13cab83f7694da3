"""What a bot needs to play properly."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

Message = dict[str, Any]


def deed() -> None:
    """Note the time at which the bot begins to misbehave, in the file that its second argument names."""
    mark = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if mark and not mark.exists():
        mark.write_text(str(time.monotonic_ns()), encoding="ascii")


def say(**fields: object) -> None:
    """Send one message."""
    write((json.dumps(fields) + "\n").encode())


def write(data: bytes) -> None:
    """Write all of `data` to standard output, unbuffered."""
    while data:
        data = data[os.write(1, data) :]


def hear() -> Message:
    """Return the next message; the referee's end of input ends the program."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    message: Message = json.loads(line)
    return message


def reply(message: Message) -> None:
    """Answer as a proper bot does."""
    match message["type"]:
        case "hello":
            say(type="hello", version=1, name="hostile")
        case "game_start":
            say(type="ready", game=message["game"])
        case "request":
            say(type="action", request=message["request"], choice=0)


def play_until(kind: str, times: int = 1) -> Message:
    """Play until a message of this kind has come so many times; return it unanswered."""
    while True:
        message = hear()
        if message["type"] == kind:
            times -= 1
            if not times:
                return message
        reply(message)


def play() -> NoReturn:
    """Play properly to the end."""
    while True:
        reply(hear())


def misdeed(request: int = 2) -> Message:
    """Play until the moment to misbehave: a request, the second by default. Return it unanswered."""
    message = play_until("request", request)
    deed()
    return message


def sleep() -> NoReturn:
    """Do nothing for ever."""
    while True:
        time.sleep(3600)
