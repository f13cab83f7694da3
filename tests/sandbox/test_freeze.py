"""Bots that are stopped while they are not asked: they use no time then, and answer all the same."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from referee.bots import BotFailed, BotSeat, Sandbox
from referee.bots.sandbox import MODES
from tests.bots.table import END, ask, start

DEADLINE_S = 60
BUSY_US = 100_000

THINKS = """
import threading

def think():
    while True:
        pass

threading.Thread(target=think, daemon=True).start()
play()
"""

LETS_THINK = """
until("hello")
child = os.fork() or os.setsid()
if child is None:
    os.fork() and os._exit(0)
    while True:
        pass
say(type="hello", version=1)
play()
"""
"""A daemon does the thinking: it has a session of its own, and no parent."""


def until(true: Callable[[], object]) -> None:
    deadline = monotonic() + DEADLINE_S
    while not true():
        assert monotonic() < deadline


def works(one: BotSeat) -> None:
    """Wait until a bot that runs has used some time."""
    before = one.cpu_us()
    until(lambda: one.cpu_us() > before + BUSY_US)


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def at_rest(one: BotSeat) -> bool:
    return all(state(pid) in "TZ" for pid in one._process._family())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("source", [THINKS, LETS_THINK])
def test_a_bot_that_is_not_asked_makes_no_progress(bot, seat, mode, source):
    frozen = seat(bot(source, "frozen"), sandbox=Sandbox(mode, 1024, freeze=True))
    free = seat(bot(source, "free"), sandbox=Sandbox(mode, 1024))
    frozen.start()
    for step in (
        lambda: None,
        lambda: frozen.begin(start()),
        lambda: ask(frozen, "r1"),
        lambda: ask(frozen, "r2"),
    ):
        step()
        until(lambda: at_rest(frozen))
        free.alive or free.start()
        used = frozen.cpu_us()
        works(free)
        assert frozen.cpu_us() - used < BUSY_US // 2
    frozen.tell(END)
    frozen.begin(start("g2"))
    assert ask(frozen, "r1").choice == 0


def test_the_clock_of_a_request_begins_when_the_bot_goes_on(bot, seat):
    one = seat(bot(), sandbox=Sandbox(freeze=True))
    one.begin(start())
    before = []
    go_on, set_clock = one._process.thaw, one._set_clock
    one._process.thaw = lambda: (before.append("go on"), go_on())
    one._set_clock = lambda *words: (before.append("clock"), set_clock(*words))
    ask(one, "r1")
    assert before == ["go on", "clock"]


def test_a_refused_answer_can_be_corrected(bot, seat):
    one = seat(
        bot("reply(until('request')); reply(until('rejected') | {'type': 'request'}); play()"),
        sandbox=Sandbox(freeze=True),
    )
    one.begin(start())
    assert ask(one, "r1").choice == 0
    until(lambda: at_rest(one))
    assert one.retry(b'{"type":"rejected","request":"r1"}\n').choice == 0


@pytest.mark.parametrize("end", ["close", "fail"])
def test_a_stopped_bot_can_be_ended(bot, seat, end):
    one = seat(bot("until('shutdown'); sys.exit(6)"), sandbox=Sandbox(freeze=True))
    one.begin(start())
    until(lambda: at_rest(one))
    if end == "close":
        assert one.close().exit_status in (6, None)
    else:
        with pytest.raises(BotFailed):
            one.fail("too_many_rejections", "")


def test_a_bot_that_is_continued_by_another_is_stopped_at_the_next_answer(bot, seat):
    one = seat(bot(), sandbox=Sandbox(freeze=True))
    one.begin(start())
    until(lambda: at_rest(one))
    os.kill(one._process.pid, signal.SIGCONT)
    until(lambda: not at_rest(one))
    ask(one, "r1")
    until(lambda: at_rest(one))
