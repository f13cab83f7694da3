"""What each mode of the sandbox holds back, found out by trying: a bot goes for all that it should not reach.

Beside it there are another bot in the same mode, a process that stands for a worker of the referee, the folder of a
run, and servers. Whether an attempt succeeded is seen at what it was aimed at, wherever that is possible.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic_ns
from typing import NamedTuple

from msgspec import Struct

from referee.bots import reaper
from referee.bots.errlog import ErrorLog
from referee.bots.launch import start
from referee.bots.process import BotProcess, EndedError, LateError
from referee.bots.sandbox.modes import MODES, Mode, Sandbox
from referee.bots.sandbox.probe import missing
from referee.breakout.scene import MEMORY_MB, Scene

PATIENCE_MS = 60_000

Said = dict[str, str]
"""What the bot says of an attempt, `got` or `error`, and its `mark`."""

UNPROTECTED: frozenset[Mode] = frozenset({"none", "limits"})
EVERYWHERE: frozenset[Mode] = frozenset(MODES)


class Attempt(NamedTuple):
    """A way to break out: what the bot tries, how one sees that it succeeded, the modes that do not promise to help."""

    name: str
    aim: str
    succeeded: Callable[[Scene, Said], bool]
    open_in: frozenset[Mode] = UNPROTECTED


class Finding(Struct, frozen=True):
    """What came of an attempt in a mode.

    `held` says whether the mode held the bot back, `promised` whether it is meant to, `how` the name of the error
    that the bot got, or "".
    """

    attempt: str
    mode: Mode
    held: bool
    promised: bool
    how: str


class Report(Struct, frozen=True):
    """What came of all attempts, and why modes could not be tried on this machine."""

    findings: tuple[Finding, ...]
    unavailable: dict[Mode, str]


def _told(scene: Scene, said: Said) -> bool:
    return scene.secret in said.get("got", "")


def _told_environment(_scene: Scene, said: Said) -> bool:
    return f"{reaper.MARK}=" in said.get("got", "")


def _claimed(_scene: Scene, said: Said) -> bool:
    return "got" in said


def _left(_scene: Scene, said: Said) -> bool:
    return bool(reaper.marked(said["mark"]))


def _spoken(scene: Scene, _said: Said) -> bool:
    return scene.word in scene.other.lines()


def _heard(scene: Scene, _said: Said) -> bool:
    return json.dumps({"heard": scene.word}) in scene.other.lines()


def _reached(server: str) -> Callable[[Scene, Said], bool]:
    return lambda scene, _: scene.received(server)


def _changed(place: str) -> Callable[[Scene, Said], bool]:
    return lambda scene, _: scene.changed(place)


def _added(place: str) -> Callable[[Scene, Said], bool]:
    return lambda scene, _: scene.added(place)


QUIET: tuple[Attempt, ...] = (
    Attempt("tcp", "connect to a server of this machine", _reached("tcp")),
    Attempt("udp", "send a datagram to a server of this machine", _reached("udp")),
    Attempt("unix-socket", "connect to a socket in a folder", _reached("unix")),
    Attempt("abstract-socket", "connect to a socket in no folder", _reached("abstract")),
    Attempt("environment", "find a secret among the referee's variables", _told, frozenset({"none"})),
    Attempt("descriptors", "read a file that the referee has open", _told, frozenset()),
    Attempt("plan", "read the run's plan with its seed", _told),
    Attempt("database", "read the games that are being recorded", _told),
    Attempt("write-run", "change the run's plan", _changed("plan")),
    Attempt("add-to-run", "add a file to the run's folder", _added("run")),
    Attempt("others-file", "read another bot's file", _told),
    Attempt("others-private-file", "read another bot's file of mode 0600", _told),
    Attempt("write-others-file", "change another bot's file", _changed("file")),
    Attempt("own-program", "change its own program", _changed("program")),
    Attempt("leave-a-file", "leave a file in /tmp", _added("temporary")),
    Attempt("others-memory", "read another bot's memory", _told),
    Attempt("others-memory-file", "read another bot's /proc/PID/mem", _told),
    Attempt("others-environment", "read another bot's /proc/PID/environ", _told_environment),
    Attempt("trace-other", "trace another bot like a debugger", _told),
    Attempt("others-input", "write into another bot's input", _heard),
    Attempt("others-output", "speak through another bot's output", _spoken),
    Attempt("referees-memory", "read the referee's memory", _told),
    Attempt("referees-memory-file", "read the referee's /proc/PID/mem", _told),
    Attempt("referees-environment", "read the referee's /proc/PID/environ", _told),
    Attempt("referees-descriptors", "open the referee's /proc/PID/fd", _told),
    Attempt("limits", "raise its limits", _claimed, frozenset({"none"})),
    Attempt("memory", "take twice the memory allowed", _claimed, frozenset({"none"})),
    Attempt("shared-memory", "take twice the memory allowed, as shared memory", _claimed, EVERYWHERE),
    Attempt("long-file", "write a file of 100 MiB", _claimed, frozenset({"none"})),
    Attempt("many-files", "write three files of 60 MiB", _claimed, UNPROTECTED | {"locked"}),
    Attempt("dev-shm", "write 8 MiB to /dev/shm", _claimed),
    Attempt("fork-bomb", "have 400 processes", _claimed, UNPROTECTED | {"locked"}),
    Attempt("namespace", "make a user namespace", _claimed),
    Attempt("outlive", "leave a process behind", _left, frozenset()),
)
DEADLY: tuple[Attempt, ...] = (
    Attempt("signal-other", "end another bot by a signal", lambda scene, _: scene.other.ended()),
    Attempt("signal-referee", "end the referee by a signal", lambda scene, _: scene.referee.ended()),
)
ATTEMPTS = (*QUIET, *DEADLY)


def run(modes: tuple[Mode, ...] = tuple(MODES)) -> Report:
    """Make all attempts in each of the modes that can be had. Raises HostFault."""
    findings: list[Finding] = []
    unavailable: dict[Mode, str] = {}
    for mode in modes:
        reason = missing(Sandbox(mode))
        if reason is None:
            findings += _findings(mode)
        else:
            unavailable[mode] = reason
    return Report(tuple(findings), unavailable)


def _findings(mode: Mode) -> list[Finding]:
    with Scene(Sandbox(mode, MEMORY_MB)) as scene:
        return [finding for attempts in (QUIET, DEADLY) for finding in _made(scene, attempts)]


def _made(scene: Scene, attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """Have a bot make attempts, and yield what came of each."""
    said = _said(scene, [attempt.name for attempt in attempts])
    for attempt in attempts:
        yield Finding(
            attempt=attempt.name,
            mode=scene.sandbox.mode,
            held=not attempt.succeeded(scene, said[attempt.name]),
            promised=scene.sandbox.mode not in attempt.open_in,
            how=said[attempt.name].get("error", ""),
        )


def _said(scene: Scene, names: Sequence[str]) -> dict[str, Said]:
    """Have a bot make attempts; return what it says of each, once it is gone."""
    launched = start(scene.burglar(names), scene.sandbox)
    process = BotProcess(launched, ErrorLog(None))
    try:
        lines = _lines(process, len(names))
    finally:
        process.close(grace_ms=0)
    said: dict[str, Said] = {name: {"mark": launched.mark} for name in names}
    for line in map(json.loads, lines):
        said[line["name"]] |= line
    return said


def _lines(process: BotProcess, count: int) -> list[bytes]:
    """Return the lines that a bot writes, until there are so many, or it ends, or time is up."""
    deadline = monotonic_ns() + PATIENCE_MS * 1_000_000
    output = b""
    with suppress(LateError, EndedError):
        while output.count(b"\n") < count:
            output += process.read(deadline)
    return output.split(b"\n")[:-1]
