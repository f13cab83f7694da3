"""Bots written on the spot, and the proof that none of them leaves anything behind."""

import os
import stat
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from protocol.messages import Limits
from referee.bots import BotCommand, BotSeat, Sandbox, reaper
from referee.bots.sandbox import DEFAULT

POLITE = """
import json, os, signal, sys, time

def say(**fields):
    print(json.dumps(fields), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def reply(message, **more):
    match message["type"]:
        case "hello":
            say(type="hello", version=1, name="polite", **more)
        case "game_start":
            say(type="ready", game=message["game"])
        case "request":
            say(type="action", request=message["request"], choice=0)

def until(kind, times=1):
    while True:
        message = hear()
        times -= message["type"] == kind
        if not times:
            return message
        reply(message)

def play():
    while True:
        reply(hear())
"""
"""What the bots of these tests start with."""


@pytest.fixture
def bot(tmp_path: Path) -> Callable[[str], BotCommand]:
    """Make a command of a few lines of Python, which may use the functions above."""

    def make(source: str = "play()", name: str = "scripted") -> BotCommand:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        program = folder / "bot.py"
        program.write_text(POLITE + textwrap.dedent(source))
        return BotCommand(name, (sys.executable, "-S", "-E", str(program)), str(folder))

    return make


@pytest.fixture
def program(tmp_path: Path) -> Callable[[bytes | str], Path]:
    """Make an executable file."""

    def make(content: bytes | str, mode: int = 0o755) -> Path:
        path = tmp_path / "program"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(mode | stat.S_IRUSR)
        return path

    return make


@pytest.fixture
def seat() -> Iterator[Callable[..., BotSeat]]:
    """Make seats that are closed after the test, and with limits that a busy machine does not exceed."""
    seats: list[BotSeat] = []

    def make(
        command: BotCommand, stderr: Path | None = None, sandbox: Sandbox = DEFAULT, **limits: int
    ) -> BotSeat:
        generous = {"start_ms": 30_000, "ready_ms": 30_000}
        seats.append(BotSeat(command, Limits(**generous | limits), stderr, sandbox))
        return seats[-1]

    yield make
    for one in seats:
        one.close()


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path_factory, monkeypatch) -> Iterator[None]:
    """No test leaves an open file, a process, or a bot's directory."""
    before = open_files()
    homes = tmp_path_factory.mktemp("homes")
    monkeypatch.setattr("tempfile.tempdir", str(homes))
    yield
    assert list(homes.iterdir()) == []
    assert open_files() == before
    assert reaper.marked(f"{os.getpid()}-") == set()


def open_files() -> dict[str, str]:
    found = {}
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found[entry.name] = str(entry.readlink())
        except FileNotFoundError:
            continue
    return found
