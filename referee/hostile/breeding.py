"""Bots that start processes and threads, and leave them behind."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

from referee.hostile.talk import misdeed, play, reply, sleep

BOMB_PROCESSES = 100
THREADS = 100
STACK_BYTES = 1 << 16
ZOMBIES = 50


def _daemon(then: Callable[[], NoReturn] = sleep) -> None:
    """Leave a process behind in a session of its own, which holds all pipes."""
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    then()


def forks() -> None:
    """Starts a child that does nothing, and plays on."""
    message = misdeed()
    if not os.fork():
        sleep()
    reply(message)
    play()


def hands_over() -> None:
    """Leaves, while a child of it goes on playing."""
    message = misdeed()
    if os.fork():
        sys.exit()
    reply(message)
    play()


def leaves_a_daemon_and_ends() -> None:
    """Leaves; a grandchild in a session of its own holds the pipes open."""
    misdeed()
    _daemon()


def leaves_a_daemon() -> None:
    """Leaves a grandchild in a session of its own behind (double fork), and plays on."""
    message = misdeed()
    _daemon()
    reply(message)
    play()


def _hidden() -> NoReturn:
    """Become a program whose environment says nothing of where it comes from."""
    os.execve(sys.executable, (sys.executable, "-S", "-E", "-c", "import time; time.sleep(3600)"), {})  # noqa: S606


def hides_a_daemon() -> None:
    """Leaves a grandchild behind that has thrown its environment away, and plays on."""
    message = misdeed()
    _daemon(_hidden)
    reply(message)
    play()


def _shout() -> NoReturn:
    while True:
        with contextlib.suppress(OSError):
            os.write(2, b"x" * 65_536)


def leaves_a_shouting_daemon() -> None:
    """Leaves, while a grandchild floods its standard error."""
    misdeed()
    _daemon(_shout)


def forks_often() -> None:
    """Starts a tree of processes, and moves no more."""
    misdeed()
    for _ in range(4):
        os.fork()
    sleep()


def fork_bomb() -> None:
    """Starts a hundred processes, each in a session of its own, and moves no more."""
    misdeed()
    for _ in range(BOMB_PROCESSES):
        if not os.fork():
            os.setsid()
            sleep()
    sleep()


def leaves_zombies() -> None:
    """Starts fifty processes that end, waits for none of them, and plays on."""
    message = misdeed()
    for _ in range(ZOMBIES):
        if not os.fork():
            os._exit(0)
    reply(message)
    play()


def starts_threads() -> None:
    """Starts a hundred threads, and plays on."""
    message = misdeed()
    threading.stack_size(STACK_BYTES)
    for _ in range(THREADS):
        threading.Thread(target=sleep, daemon=True).start()
    reply(message)
    play()


BEHAVIOURS = (
    forks,
    hands_over,
    leaves_a_daemon_and_ends,
    leaves_a_daemon,
    hides_a_daemon,
    leaves_a_shouting_daemon,
    forks_often,
    fork_bomb,
    leaves_zombies,
    starts_threads,
)
