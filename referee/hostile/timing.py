"""Bots that play with the clock."""

import os
import signal
import time
from typing import NoReturn

from referee.hostile.talk import Message, deed, hear, misdeed, play, play_until, reply, sleep, write


def never_moves() -> None:
    """Never answers the second request."""
    misdeed()
    sleep()


def slow() -> None:
    """Answers a byte at a time, in a line that never ends."""
    misdeed()
    write(b'{"type":"action"')
    while True:
        write(b" ")
        time.sleep(0.005)


def ignores_stdin() -> None:
    """Stops reading after the second request, which it answers."""
    reply(misdeed())
    sleep()


def _limit_s(message: Message) -> float:
    """Return the hard limit of a request, in seconds."""
    clock = message["time"]
    return float(clock["move_ms"] + clock["bank_ms"]) / 1000


def just_in_time() -> None:
    """Answers two requests when four fifths of their time are over."""
    message = misdeed()
    for _ in range(2):
        time.sleep(0.8 * _limit_s(message))
        reply(message)
        message = play_until("request")
    reply(message)
    play()


def spends_its_bank() -> None:
    """Takes nine tenths of its bank for one move, and hurries afterwards."""
    message = misdeed()
    clock = message["time"]
    time.sleep((clock["move_ms"] + 0.9 * clock["bank_ms"]) / 1000)
    reply(message)
    play()


def uses_up_its_bank() -> None:
    """Halves its bank with each move, to the last millisecond and beyond."""
    message = misdeed()
    while message["time"]["bank_ms"] > 1:
        clock = message["time"]
        time.sleep((clock["move_ms"] + clock["bank_ms"] / 2) / 1000)
        reply(message)
        message = play_until("request")
    sleep()


def answers_late() -> None:
    """Answers just after the deadline."""
    message = misdeed()
    time.sleep(_limit_s(message) + 0.01)
    reply(message)
    sleep()


def stops_itself() -> None:
    """Stops its own process (SIGSTOP)."""
    misdeed()
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


def slow_goodbye() -> NoReturn:
    """Plays properly, ignores SIGTERM, SIGINT and SIGHUP, and refuses to leave."""
    deed()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while (message := hear())["type"] != "shutdown":
        reply(message)
    sleep()


BEHAVIOURS = (
    never_moves,
    slow,
    ignores_stdin,
    just_in_time,
    spends_its_bank,
    uses_up_its_bank,
    answers_late,
    stops_itself,
    slow_goodbye,
)
