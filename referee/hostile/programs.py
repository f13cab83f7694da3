"""Bots that are a file and nothing more: programs that cannot start, and one that does not stay what it is."""

from msgspec import Struct


class Program(Struct, frozen=True):
    """An executable file: what it is, its name, and its content."""

    does: str
    file: str
    content: bytes


_CHANGING = b"""\
import json, sys
from pathlib import Path

for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"type": "hello", "version": 1}
    elif message["type"] == "game_start":
        answer = {"type": "ready", "game": message["game"]}
    elif message["type"] == "request":
        answer = {"type": "action", "request": message["request"], "choice": 0}
    elif message["type"] == "game_end":
        Path(__file__).write_text("raise SystemExit('I am another bot now.')")
        sys.exit()
    if answer:
        print(json.dumps(answer), flush=True)
"""

PROGRAMS: dict[str, Program] = {
    "no_program": Program("Is a binary for no machine.", "bot", b"\x7fELF" + b"\xff" * 200),
    "no_shebang": Program("Is a script without an interpreter line.", "bot", b"echo hello\n"),
    "no_interpreter": Program("Is a script of an interpreter that is not there.", "bot", b"#!/nowhere/sh\n"),
    "changes_its_file": Program(
        "Rewrites its program after the first game, and leaves.", "bot.py", _CHANGING
    ),
}
