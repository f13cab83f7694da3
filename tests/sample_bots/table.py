"""A small referee: it seats bots behind real pipes, plays games by the rules, and keeps what was said."""

import json
import os
import select
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from protocol.actions import AnyAction, complete
from protocol.codec import decode_from_bot, encode
from protocol.events import AnyEvent, Score
from protocol.messages import (
    ActionMessage,
    BotHello,
    Clock,
    FromReferee,
    GameEnd,
    GameStart,
    Hello,
    Limits,
    Ready,
    Request,
    Setup,
    Shutdown,
)
from referee.rules import apply, for_seat, new_game, options, pending, view

FOLDER = Path(__file__).parents[2] / "sample_bots"
PYTHON_BOTS = ("random_bot", "greedy_bot", "builder_bot")
FOLDER_BOTS = ("javascript", "c")
PATIENCE = 120
"""Seconds after which a bot that says nothing fails the test."""
CLOCK = Clock(60_000, 0)

Distort = Callable[[dict[str, Any]], dict[str, Any]]


def argv(name: str, workplace: Path) -> tuple[list[str], Path]:
    """Return the command line of a sample bot and its folder; one that must be built is built in `workplace`."""
    if name in PYTHON_BOTS:
        return [sys.executable, str(FOLDER / f"{name}.py")], FOLDER
    folder = _built(name, workplace)
    run = tomllib.loads((folder / "bot.toml").read_text())["run"]
    if "/" not in run[0]:
        _need(run[0], name)
    return run, folder


@cache
def _built(name: str, workplace: Path) -> Path:
    """Return a copy of the bot's folder, with its program."""
    folder = shutil.copytree(FOLDER / name, workplace / name, dirs_exist_ok=True)
    command = tomllib.loads((folder / "bot.toml").read_text()).get("build", ())
    if command:
        _need(command[0], name)
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{name} does not build:\n{done.stdout}{done.stderr}"
        assert not done.stderr, f"{name} builds with warnings:\n{done.stderr}"
    return folder


def _need(program: str, name: str) -> None:
    found = shutil.which(program)
    assert found, f"{name} cannot be tested: there is no {program} on this machine; install it."


class Bot:
    """A sample bot behind two pipes."""

    def __init__(self, name: str, workplace: Path) -> None:
        self.name = name
        command, folder = argv(name, workplace)
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._read = b""

    def __enter__(self) -> "Bot":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def say(self, *messages: FromReferee | dict[str, Any] | bytes) -> None:
        """Write messages; a dict or bytes are for what the referee does not say today."""
        assert self.process.stdin is not None
        for message in messages:
            match message:
                case bytes():
                    self.process.stdin.write(message)
                case dict():
                    self.process.stdin.write(json.dumps(message).encode() + b"\n")
                case _:
                    self.process.stdin.write(encode(message))

    def hear(self) -> bytes:
        """Return the next line of the bot, without its end; empty at the end of its output."""
        assert self.process.stdout is not None
        while b"\n" not in self._read:
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, f"{self.name} said nothing for {PATIENCE} s after {self._read!r}"
            data = os.read(self.process.stdout.fileno(), 65_536)
            if not data:
                assert not self._read, f"{self.name} left in the middle of a line: {self._read!r}"
                return b""
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        return line

    def greet(self) -> BotHello:
        self.say(Hello("citadels", (1,), "sha256:0", Limits()))
        hello = decode_from_bot(self.hear())
        assert isinstance(hello, BotHello)
        return hello

    def begin(self, start: GameStart) -> None:
        self.say(start)
        assert decode_from_bot(self.hear()) == Ready(start.game)

    def leave(self) -> int:
        """Return the exit status after the end of the conversation."""
        assert self.process.stdin is not None
        self.say(Shutdown())
        self.process.stdin.close()
        assert self.hear() == b"", f"{self.name} speaks after the end"
        return self.process.wait(PATIENCE)


@dataclass
class Decision:
    """One question and its answer."""

    seat: int
    kind: str
    legal: Sequence[AnyAction]
    action: AnyAction


@dataclass
class Game:
    """What came of a game: the bots' lines by seat, all decisions, the scores."""

    lines: list[list[bytes]]
    decisions: list[Decision] = field(default_factory=list)
    scores: tuple[Score, ...] = ()


def play(
    bots: Sequence[Bot], setup: Setup, seed: str, *, bot_seed: str = "5eed", distort: Distort | None = None
) -> Game:
    """Play a whole game; every answer must be legal. `distort` changes the requests on their way."""
    state, happened = new_game(setup, len(bots), seed)
    for seat, bot in enumerate(bots):
        bot.begin(GameStart(seed, seat, len(bots), setup, CLOCK, f"{bot_seed}{seat}"))
    game = Game([[] for _ in bots])
    unread: list[list[AnyEvent]] = [
        [for_seat(event, seat) for event in happened] for seat in range(len(bots))
    ]
    while (ask := pending(state)) is not None:
        legal = tuple(options(state))
        number = f"r{len(game.lines[ask.seat]) + 1}"
        request = Request(
            number, ask.decision, CLOCK, 1, tuple(unread[ask.seat]), legal, view(state, ask.seat)
        )
        unread[ask.seat].clear()
        bots[ask.seat].say(distort(json.loads(encode(request))) if distort else request)
        line = bots[ask.seat].hear()
        game.lines[ask.seat].append(line)
        action = _meaning(line, number, legal)
        game.decisions.append(Decision(ask.seat, ask.decision, legal, action))
        for event in apply(state, ask.seat, action):
            for seat, events in enumerate(unread):
                events.append(for_seat(event, seat))
    assert state.scores is not None
    game.scores = state.scores
    ranks = tuple(score.rank for score in game.scores)
    for bot, events in zip(bots, unread, strict=True):
        bot.say(GameEnd(seed, 1, tuple(events), game.scores, ranks))
    return game


def _meaning(line: bytes, number: str, legal: Sequence[AnyAction]) -> AnyAction:
    """Return the action that a line stands for."""
    message = decode_from_bot(line)
    assert isinstance(message, ActionMessage), line
    assert message.request == number, line
    if message.action is not None:
        assert message.choice is None, line
        return message.action
    assert message.choice is not None, line
    assert message.choice < len(legal), f"{line!r} of {len(legal)} options"
    return complete(legal[message.choice])
