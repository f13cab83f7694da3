"""The measurements. Each returns a ratio to a baseline that ran beside it, and a word on both."""

import copy
import json
import os
import random
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec

from protocol.actions import complete
from protocol.messages import ActionMessage, Clock, Limits, Setup
from referee import rules
from referee.bots import BotSeat, Sandbox
from referee.bots.command import BotCommand, resolve
from referee.match import GameSpec, play_game

HERE = Path(__file__).parent
FOREVER = Clock(move_ms=60_000, bank_ms=0)
ROUNDS = 5
STARTS = 20
"""Each measurement is repeated so often, in turn with its baseline; the best of each counts."""


class Ratio(NamedTuple):
    """A measurement against its baseline, in whatever unit `detail` tells."""

    value: float
    detail: str


def best(*measures: Callable[[], float]) -> list[float]:
    """Return the lowest result of each measure, taken in turns."""
    results: list[list[float]] = [[] for _ in measures]
    for _ in range(ROUNDS):
        for measure, seen in zip(measures, results, strict=True):
            seen.append(measure())
    return [min(seen) for seen in results]


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and the programs it starts, on one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


class Workshop:
    """A temporary folder with the compiled programs and the recorded conversation of one seat."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bot = self._compile("bot.c")
        self.pingpong = self._compile("pingpong.c")
        self.lines = folder / "lines"
        self._record()

    def _compile(self, source: str) -> Path:
        program = self.folder / source.removesuffix(".c")
        subprocess.run(["cc", "-O2", "-o", program, HERE / source], check=True)
        return program

    def _record(self) -> None:
        """Write the requests that the first seat gets in a game of the C bots."""
        kept: list[bytes] = []
        with playing(resolve(str(self.bot)), 4) as players:
            play_game(spec(0), [_Recorder(players[0], kept), *players[1:]])
        self.lines.write_bytes(b"".join(kept))


class _Recorder:
    """A player that keeps the requests it passes on."""

    def __init__(self, player: BotSeat, kept: list[bytes]) -> None:
        self._player = player
        self._kept = kept

    def __getattr__(self, name: str) -> object:
        return getattr(self._player, name)

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        self._kept.append(line)
        return self._player.ask(line, request, clock)


@contextmanager
def playing(command: BotCommand, seats: int) -> Iterator[list[BotSeat]]:
    """Start a bot for each seat, and close them."""
    players = [BotSeat(command, Limits(), None) for _ in range(seats)]
    try:
        for player in players:
            player.start()
        yield players
    finally:
        for player in players:
            player.close()


def spec(number: int, setup: Setup | None = None, seats: int = 4) -> GameSpec:
    """Return a game between bots of one kind."""
    return GameSpec(
        id=f"g{number}",
        number=number,
        setup=setup or rules.preset("first-game", seats),
        bots=tuple(range(seats)),
        seed=f"bench {number}",
        bot_seeds=("00",) * seats,
        clock=FOREVER,
        limits=Limits(),
        on_fault="play-on",
    )


def refereed(players: Sequence[BotSeat], games: int = 4) -> float:
    """Return the microseconds of one refereed decision, everything included."""
    start = perf_counter()
    decisions = sum(play_game(spec(number), players).decisions for number in range(games))
    return (perf_counter() - start) / decisions * 1e6


def run_microseconds(*command: str | Path) -> float:
    """Return what a ping-pong program prints."""
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def starts(shop: Workshop) -> Ratio:
    """Start, greeting and end of a C bot within limits against those without any."""

    def milliseconds(sandbox: Sandbox) -> float:
        seat = BotSeat(resolve(str(shop.bot)), Limits(), None, sandbox)
        start = perf_counter()
        for _ in range(STARTS):
            seat.start()
        seat.close()
        return (perf_counter() - start) / STARTS * 1e3

    ours, bare = best(lambda: milliseconds(Sandbox()), lambda: milliseconds(Sandbox("none", 0)))
    return Ratio(ours / bare, f"{ours:.1f} ms / {bare:.1f} ms")


def c_decision(shop: Workshop) -> Ratio:
    """One refereed decision of the C bot against the bare pipe round trip of the same bytes."""
    with one_core(), playing(resolve(str(shop.bot)), 4) as players:
        ours, bare = best(lambda: refereed(players), lambda: c_pingpong(shop))
    return Ratio(ours / bare, f"{ours:.1f} µs against {bare:.1f} µs")


def c_pingpong(shop: Workshop) -> float:
    """Return the microseconds of a bare round trip between two C programs."""
    return run_microseconds(shop.pingpong, shop.lines, "40", shop.bot)


def python_decision(shop: Workshop) -> Ratio:
    """One refereed decision of a Python bot against a Python ping-pong that parses the same bytes."""
    with one_core(), playing(resolve(str(HERE / "bot.py")), 4) as players:
        ours, bare = best(
            lambda: refereed(players),
            lambda: run_microseconds(
                sys.executable, HERE / "pingpong.py", shop.lines, "20", sys.executable, HERE / "bot.py"
            ),
        )
    return Ratio(ours / bare, f"{ours:.1f} µs against {bare:.1f} µs")


def random_games(preset: str, seats: int, games: int = 12) -> float:
    """Return the microseconds of one decision between random players in this process."""
    setup = rules.preset(preset, seats)
    chooser = random.Random(1)
    decisions = 0
    start = perf_counter()
    for game in range(games):
        state, _ = rules.new_game(setup, seats, f"bench {game}")
        while (ask := rules.pending(state)) is not None:
            legal = rules.options(state)
            rules.apply(state, ask.seat, complete(legal[int(chooser.random() * len(legal))]))
            decisions += 1
    return (perf_counter() - start) / decisions * 1e6


def engine(shop: Workshop) -> Ratio:
    """Decisions per second of the first game with four random players against C round trips per second."""
    with one_core():
        ours, bare = best(lambda: random_games("first-game", 4), lambda: c_pingpong(shop))
    return Ratio(bare / ours, f"{1e6 / ours:,.0f} decisions/s against {1e6 / bare:,.0f} round trips/s")


def any_cast(preset: str) -> Ratio:
    """Decisions per second of a preset with six random players against the first game with four."""
    with one_core():
        ours, first = best(lambda: random_games(preset, 6, 6), lambda: random_games("first-game", 4))
    return Ratio(first / ours, f"{1e6 / ours:,.0f} decisions/s against {1e6 / first:,.0f}")


def midgame(seats: int) -> rules.State:
    """Return a state in the middle of a random game, in a seat's own turn."""
    chooser = random.Random(3)
    state, _ = rules.new_game(rules.preset("first-game", seats), seats, "bench")
    while True:
        ask = rules.pending(state)
        assert ask is not None
        legal = rules.options(state)
        if state.round >= 6 and ask.decision == "turn" and len(legal) >= 6:
            return state
        rules.apply(state, ask.seat, complete(chooser.choice(legal)))


def timed(function: Callable[[], object], times: int) -> float:
    """Return the microseconds of one call, waiting for the processor not counted."""
    start = process_time()
    for _ in range(times):
        function()
    return (process_time() - start) / times * 1e6


def copying() -> Ratio:
    """Copying a full state against `copy.deepcopy` of it."""
    state = midgame(7)
    with one_core():
        ours, deep = best(lambda: timed(state.copy, 2000), lambda: timed(lambda: copy.deepcopy(state), 100))
    return Ratio(ours / deep, f"{ours:.1f} µs against {deep:.0f} µs")


def request_line() -> Ratio:
    """View, options and request line of a seven-player game against json.dumps of the same line."""
    state = midgame(7)
    ask = rules.pending(state)
    assert ask is not None
    encode = msgspec.json.Encoder().encode

    def line() -> bytes:
        return encode({"legal": rules.options(state), "view": rules.view(state, ask.seat)})

    decoded = json.loads(line())
    with one_core():
        ours, dumps = best(lambda: timed(line, 2000), lambda: timed(lambda: json.dumps(decoded), 2000))
    return Ratio(ours / dumps, f"{ours:.1f} µs against {dumps:.1f} µs for {len(line())} bytes")


def memory(shop: Workshop) -> Ratio:
    """Memory that a game in flight takes at its most, in KiB."""
    with playing(resolve(str(shop.bot)), 4) as players:
        play_game(spec(0), players)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        play_game(spec(1), players)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return Ratio((peak - before) / 1024, "KiB beside what the referee holds anyway")


def tournament(shop: Workshop, games: int, *options: str) -> float:
    """Return the seconds of a run by the command line."""
    with tempfile.TemporaryDirectory(dir=shop.folder) as folder:
        command = [
            sys.executable, "-m", "referee", "run", *[str(shop.bot)] * 4, "--games", str(games),
            "--seed", "1", "--out", f"{folder}/run", "--json", *options,
        ]  # fmt: skip
        start = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return perf_counter() - start


def rate(shop: Workshop, games: int, *options: str) -> float:
    """Return the seconds of one game in a long run, its start and end left out."""
    return (tournament(shop, games, *options) - tournament(shop, games // 8, *options)) / (games - games // 8)


def two_workers(shop: Workshop) -> Ratio:
    """Games per second with two workers against one."""
    one, two = rate(shop, 800, "-j", "1"), rate(shop, 800, "-j", "2")
    return Ratio(one / two, f"{1 / two:.0f} games/s against {1 / one:.0f}")


def long_run(shop: Workshop) -> Ratio:
    """Time of a game in a long run against a short one."""
    short, long = rate(shop, 400, "-j", "2"), rate(shop, 4000, "-j", "2")
    return Ratio(long / short, f"{long * 1e3:.2f} ms a game against {short * 1e3:.2f} ms")


def help_text() -> Ratio:
    """`referee --help` against `python -c pass`."""

    def seconds(*command: str) -> float:
        start = perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        return perf_counter() - start

    ours, bare = best(lambda: seconds("-m", "referee", "--help"), lambda: seconds("-c", "pass"))
    return Ratio(ours / bare, f"{ours * 1e3:.0f} ms against {bare * 1e3:.0f} ms")
