"""Bots that go, or go deaf or dumb, when they should not."""

import os
import signal
import sys
import time
from typing import NoReturn

from referee.hostile.talk import deed, misdeed, play, play_until, reply, sleep, write


def crash_mid_game() -> None:
    """Crashes in the middle of a game."""
    misdeed()
    raise RuntimeError("this bot crashes in the middle of a game")


def exits_with_0() -> None:
    """Leaves with status 0 in the middle of a game."""
    misdeed()
    sys.exit(0)


def exits_with_7() -> None:
    """Leaves with status 7 in the middle of a game."""
    misdeed()
    sys.exit(7)


def _die_by(number: signal.Signals) -> NoReturn:
    misdeed()
    os.kill(os.getpid(), number)
    sleep()


def dies_by_sigsegv() -> None:
    """Is ended by SIGSEGV in the middle of a game."""
    _die_by(signal.SIGSEGV)


def dies_by_sigabrt() -> None:
    """Is ended by SIGABRT in the middle of a game."""
    _die_by(signal.SIGABRT)


def dies_by_sigkill() -> None:
    """Is ended by SIGKILL in the middle of a game."""
    _die_by(signal.SIGKILL)


def dies_by_sigterm() -> None:
    """Is ended by SIGTERM in the middle of a game."""
    _die_by(signal.SIGTERM)


def kills_its_group() -> None:
    """Sends SIGKILL to its whole process group."""
    misdeed()
    os.killpg(0, signal.SIGKILL)
    sleep()


def answers_and_leaves() -> None:
    """Answers a request, and is gone when the next one comes."""
    reply(misdeed())


def half_an_answer() -> None:
    """Leaves in the middle of a line."""
    misdeed()
    write(b'{"type":"action","requ')


def leaves_between_games() -> None:
    """Leaves after each game."""
    play_until("game_end")
    deed()


def closes_stdout() -> None:
    """Closes standard output, and stays."""
    misdeed()
    os.close(1)
    sleep()


def closes_stdout_late() -> None:
    """Closes standard output just before the deadline, and stays."""
    message = misdeed()
    time.sleep(0.9 * message["time"]["move_ms"] / 1000)
    os.close(1)
    sleep()


def closes_stdin() -> None:
    """Closes standard input, and stays."""
    misdeed()
    os.close(0)
    sleep()


def closes_stderr() -> None:
    """Closes standard error, and plays on."""
    message = misdeed()
    os.close(2)
    reply(message)
    play()


BEHAVIOURS = (
    crash_mid_game,
    exits_with_0,
    exits_with_7,
    dies_by_sigsegv,
    dies_by_sigabrt,
    dies_by_sigkill,
    dies_by_sigterm,
    kills_its_group,
    answers_and_leaves,
    half_an_answer,
    leaves_between_games,
    closes_stdout,
    closes_stdout_late,
    closes_stdin,
    closes_stderr,
)
