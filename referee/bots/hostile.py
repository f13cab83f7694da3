"""Bots that misbehave, each in one way: a program of its own, `python hostile.py NAME`.

They use nothing of the referee, and play properly (with `choice` 0) until their moment comes. `selftest.py`
says which fault each must end with.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]


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


def sleep() -> None:
    """Do nothing for ever."""
    while True:
        time.sleep(3600)


def silent() -> None:
    """Never answer `hello`."""
    play_until("hello")
    sleep()


def crash_at_start() -> None:
    """Crash before the first message."""
    raise RuntimeError("this bot crashes at start")


def wrong_version() -> None:
    """Choose a version that is not offered."""
    play_until("hello")
    say(type="hello", version=999)
    sleep()


def never_ready() -> None:
    """Never answer `game_start`."""
    play_until("game_start")
    sleep()


def never_moves() -> None:
    """Never answer the second request."""
    play_until("request", 2)
    sleep()


def slow() -> None:
    """Answer a byte at a time, in a line that never ends."""
    play_until("request", 2)
    write(b'{"type":"action"')
    while True:
        write(b" ")
        time.sleep(0.005)


def chatter() -> None:
    """Answer requests that were never made, now and then, for ever."""
    play_until("request", 2)
    while True:
        say(type="action", request="r999999", choice=0)
        time.sleep(0.02)


def babble() -> None:
    """Answer requests that were never made as fast as can be."""
    play_until("request", 2)
    while True:
        say(type="action", request="r999999", choice=0)


def padding() -> None:
    """Send long lines of almost nothing."""
    play_until("request", 2)
    while True:
        write(b'{"type":"action","request":"r999999","choice":0' + b" " * 60_000 + b"}\n")


def flood() -> None:
    """Write for ever without a newline."""
    play_until("request", 2)
    while True:
        write(b"x" * 65_536)


def garbage() -> None:
    """Answer with something that is not JSON."""
    play_until("request", 2)
    write(b"I think I shall build a temple.\n")
    sleep()


def bad_utf8() -> None:
    """Answer with bytes that are not UTF-8."""
    message = play_until("request", 2)
    write(b'{"type":"action","request":"' + message["request"].encode() + b'\xff","choice":0}\n')
    sleep()


def bad_message() -> None:
    """Answer with a field that does not exist."""
    message = play_until("request", 2)
    say(type="action", request=message["request"], chioce=0)
    sleep()


def unexpected() -> None:
    """Say hello in the middle of a game."""
    play_until("request", 2)
    say(type="hello", version=1)
    sleep()


def illegal() -> None:
    """Answer with a choice that is not there, again and again."""
    request = ""
    while True:
        message = hear()
        request = message.get("request", request)
        if message["type"] in {"request", "rejected"}:
            say(type="action", request=request, choice=999)
        else:
            reply(message)


def crash_mid_game() -> None:
    """Crash at the second request."""
    play_until("request", 2)
    raise RuntimeError("this bot crashes in the middle of a game")


def exits() -> None:
    """Leave with a status at the second request."""
    play_until("request", 2)
    sys.exit(7)


def closes_stdout() -> None:
    """Close standard output at the second request, and stay."""
    play_until("request", 2)
    os.close(1)
    sleep()


def closes_stdin() -> None:
    """Close standard input at the second request, and stay."""
    play_until("request", 2)
    os.close(0)
    sleep()


def ignores_stdin() -> None:
    """Stop reading after the second request, which is answered; the third is longer than a pipe holds."""
    reply(play_until("request", 2))
    sleep()


def ignores_sigterm() -> None:
    """Play properly, and refuse to leave."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    reply(play_until("game_end"))
    sleep()


def stops_itself() -> None:
    """Stop its own process at the second request."""
    play_until("request", 2)
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


def floods_stderr() -> None:
    """Write to standard error for ever at the second request."""
    play_until("request", 2)
    while True:
        os.write(2, b"x" * 65_536)


def daemon() -> None:
    """Leave a process behind in a session of its own, which holds all pipes."""
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    sleep()


def forks_child() -> None:
    """Leave a daemon and end at the second request; the pipes stay open."""
    play_until("request", 2)
    daemon()


def leaves_daemon() -> None:
    """Play properly and leave a daemon behind."""
    play_until("hello")
    daemon()
    say(type="hello", version=1)
    play_until("shutdown")


def forks_often() -> None:
    """Start a tree of processes, and never answer the second request."""
    play_until("request", 2)
    for _ in range(4):
        os.fork()
    sleep()


BEHAVIOURS: dict[str, Callable[[], None]] = {
    behaviour.__name__: behaviour
    for behaviour in (
        silent,
        crash_at_start,
        wrong_version,
        never_ready,
        never_moves,
        slow,
        chatter,
        babble,
        padding,
        flood,
        garbage,
        bad_utf8,
        bad_message,
        unexpected,
        illegal,
        crash_mid_game,
        exits,
        closes_stdout,
        closes_stdin,
        ignores_stdin,
        ignores_sigterm,
        stops_itself,
        floods_stderr,
        forks_child,
        leaves_daemon,
        forks_often,
    )
}

if __name__ == "__main__":
    BEHAVIOURS[sys.argv[1]]()
