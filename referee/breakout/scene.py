"""The scene of a break-in: all that a bot could go for, and what one sees of it afterwards."""

import json
import os
import secrets
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic_ns
from types import TracebackType
from typing import Any, Self

from referee.bots import reaper
from referee.bots.command import BotCommand
from referee.bots.errlog import ErrorLog
from referee.bots.launch import start
from referee.bots.process import BotProcess, EndedError, LateError
from referee.bots.sandbox.modes import Sandbox
from referee.bots.sandbox.view import MANIFEST

MEMORY_MB = 256
"""The limit on the burglar's memory: quickly exceeded."""

VARIABLE = "REFEREE_SECRET"
"""The referee's variable that holds the secret."""

_BY_NOW = "by now"
_HERE = Path(__file__).parent
_PATIENCE_MS = 60_000
_MOST_BYTES = 1 << 16
_FREE = Sandbox("none", 0)


class Resident:
    """A program that keeps a secret in its memory and repeats what it hears: another bot, or the referee."""

    def __init__(self, command: BotCommand, sandbox: Sandbox, secret: str) -> None:
        self._process = BotProcess(start(command, sandbox), ErrorLog(None))
        self._output = b""
        self._lines: list[str] = []
        self._process.write(f"{secret}\n".encode())
        where = json.loads(self._line())
        self.address: int = where["address"]
        self.descriptor: int = where["descriptor"]

    @property
    def pid(self) -> int:
        """The process itself, as seen from here: what encloses it has children."""
        family = {self._process.pid, *reaper.descendants(self._process.pid)}
        return next(pid for pid in family if not reaper.descendants(pid))

    def lines(self) -> list[str]:
        """Return all that it has written from what it has heard by now; the last line is "" when it has ended."""
        self._process.write(f"{_BY_NOW}\n".encode())
        self._lines.append(self._line())
        while self._lines[-1] not in ("", json.dumps({"heard": _BY_NOW})):
            self._lines.append(self._line())
        return self._lines

    def ended(self) -> bool:
        """Tell whether it has ended."""
        return self.lines()[-1] == ""

    def close(self) -> None:
        """End it."""
        self._process.close(grace_ms=0)

    def _line(self) -> str:
        """Return the next line, "" when it has ended or is silent for long."""
        deadline = monotonic_ns() + _PATIENCE_MS * 1_000_000
        with suppress(LateError, EndedError):
            while b"\n" not in self._output:
                self._output += self._process.read(deadline)
        line, _, self._output = self._output.partition(b"\n")
        return line.decode()


class Scene:
    """A run's folder, two bots' folders, servers, another bot, and a process that stands for a worker.

    All of them keep `secret`; `word` is what a bot must bring to a place to prove that it was there.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.secret = secrets.token_hex(16)
        self.word = secrets.token_hex(16)
        self.temporary = Path(tempfile.gettempdir())

    def __enter__(self) -> Self:
        with ExitStack() as made:
            self._folder = Path(made.enter_context(tempfile.TemporaryDirectory(prefix="referee-breakout-")))
            self._make_run(made)
            self._make_bots()
            self._make_servers(made)
            self._make_residents(made)
            self._made = made.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._made.__exit__(kind, error, trace)

    def burglar(self, names: Sequence[str]) -> BotCommand:
        """Return the bot that makes the attempts named."""
        targets = {
            **{
                name: server.getsockname()[1]
                for name, server in self._servers.items()
                if name in ("tcp", "udp")
            },
            "unix": str(self._folder / "socket"),
            "abstract": self.word,
            "word": self.word,
            "length": len(self.secret),
            "memory": 2 * self.sandbox.memory_mb << 20,
            **{name: str(place) for name, place in self.places.items()},
            **_about("other", self.other),
            **_about("referee", self.referee),
        }
        argv = (sys.executable, str(self.places["program"]), json.dumps(targets), *names)
        return BotCommand("burglar", argv, str(self.places["program"].parent))

    def changed(self, name: str) -> bool:
        """Tell whether the word was written into a file."""
        return self.word in self.places[name].read_text(encoding="utf-8")

    def added(self, name: str) -> bool:
        """Tell whether a file with the word for its name was made in a folder."""
        return (self.places[name] / self.word).exists()

    def received(self, name: str) -> bool:
        """Tell whether the word arrived at a server."""
        server = self._servers[name]
        with suppress(OSError):
            if name == "udp":
                return server.recv(_MOST_BYTES) == self.word.encode()
            link, _ = server.accept()
            with link:
                return link.recv(_MOST_BYTES) == self.word.encode()
        return False

    def _make_run(self, made: ExitStack) -> None:
        """Make the folder of a run that is being recorded, and a descriptor that programs could inherit."""
        run = self._folder / "run"
        run.mkdir()
        plan = run / "plan.json"
        plan.write_text(json.dumps({"seed": self.secret}), encoding="utf-8")
        database = sqlite3.connect(run / "run.db", isolation_level=None)
        made.callback(database.close)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE games (replay TEXT)")
        database.execute("INSERT INTO games VALUES (?)", (self.secret,))
        held = os.open(plan, os.O_RDONLY)
        made.callback(os.close, held)
        os.set_inheritable(held, True)
        self.places = {"run": run, "plan": plan, "database": run / "run.db-wal", "temporary": self.temporary}
        made.callback((self.temporary / self.word).unlink, missing_ok=True)

    def _make_bots(self) -> None:
        """Make the folders of the two bots."""
        for name, program in (("other", "resident.py"), ("burglar", "burglar.py")):
            folder = self._folder / name
            folder.mkdir()
            shutil.copy(_HERE / program, folder)
            (folder / MANIFEST).touch()
        files = {"file": 0o644, "private_file": 0o600}
        for name, mode in files.items():
            file = self.places[name] = self._folder / "other" / name
            file.write_text(self.secret, encoding="utf-8")
            file.chmod(mode)
        self.places["program"] = self._folder / "burglar" / "burglar.py"

    def _make_servers(self, made: ExitStack) -> None:
        """Make sockets that anybody may connect to."""
        self._servers = {
            "tcp": socket.create_server(("127.0.0.1", 0)),
            "udp": socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
            "unix": socket.socket(socket.AF_UNIX),
            "abstract": socket.socket(socket.AF_UNIX),
        }
        for server in self._servers.values():
            made.callback(server.close)
            server.setblocking(False)
        self._servers["udp"].bind(("127.0.0.1", 0))
        for name, address in (("unix", str(self._folder / "socket")), ("abstract", f"\0{self.word}")):
            self._servers[name].bind(address)
            self._servers[name].listen()
        (self._folder / "socket").chmod(0o777)

    def _make_residents(self, made: ExitStack) -> None:
        """Start the other bot and the process that stands for a worker, and tell them the secret."""
        program = self._folder / "other" / "resident.py"
        argv, folder = (sys.executable, str(program)), str(program.parent)
        self.other = Resident(BotCommand("other", argv, folder), self.sandbox, self.secret)
        made.callback(self.other.close)
        os.environ[VARIABLE] = self.secret
        made.callback(os.environ.pop, VARIABLE)
        worker = BotCommand("worker", (*argv, str(self.places["plan"])), folder)
        self.referee = Resident(worker, _FREE, self.secret)
        made.callback(self.referee.close)


def _about(name: str, resident: Resident) -> dict[str, Any]:
    return {
        name: resident.pid,
        f"{name}_address": resident.address,
        f"{name}_descriptor": resident.descriptor,
    }
