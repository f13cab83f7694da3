"""A run on a terminal: the live display, Ctrl-C, and the command that goes on."""

import json
import os
import re
import shlex
import signal
import sys
from pathlib import Path
from time import monotonic

import pexpect
import pyte
import pytest

from referee.cli.exits import ExitCode
from tests.cli.conftest import GREEDY, RANDOM, ROOT, program

COLUMNS, LINES = 80, 24
PATIENCE_S = 120
GAMES = 400
PLAIN_ENVIRONMENT = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}


def _heed_ctrl_c() -> None:
    """Whoever runs the tests may ignore Ctrl-C, as a shell tells what it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`referee` on a pseudo-terminal, and what its screen shows."""

    def __init__(self, *words: object, **environment: str) -> None:
        command = ["-m", "referee", *map(str, words)]
        self.process = pexpect.spawn(
            sys.executable,
            command,
            cwd=ROOT,
            dimensions=(LINES, COLUMNS),
            timeout=PATIENCE_S,
            env={**PLAIN_ENVIRONMENT, **environment},
            preexec_fn=_heed_ctrl_c,
        )
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)

    def until(self, *patterns: str) -> list[str]:
        """Read on until some lines of the screen match all patterns at once; return the lines."""
        deadline = monotonic() + PATIENCE_S
        while not all(any(re.search(shown, line) for line in self.lines()) for shown in patterns):
            assert monotonic() < deadline, self.lines()
            self._stream.feed(self.process.read_nonblocking(4096, PATIENCE_S))
        return self.lines()

    def resize(self, columns: int) -> None:
        """Make the window narrower or wider; what is there is wrapped or joined as a terminal does it."""
        text = "".join(self.lines())
        self._screen.resize(LINES, columns)
        self._screen.reset()
        self._stream.feed(text.encode())
        self.process.setwinsize(LINES, columns)

    def lines(self) -> list[str]:
        """The lines in their full width, blanks included, so that a broken line can be put together again."""
        return [line for line in self._screen.display if line.strip()]

    def rest(self) -> list[str]:
        """Read to the end of the program, which must come."""
        deadline = monotonic() + PATIENCE_S
        while True:
            assert monotonic() < deadline, self.lines()
            try:
                self._stream.feed(self.process.read_nonblocking(4096, PATIENCE_S))
            except pexpect.EOF:
                self.process.close()
                return self.lines()


def heading_and_rows(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the words of the heading of the live table and the two lines under it."""
    heading = next(number for number, line in enumerate(lines) if line.startswith("  bot "))
    return lines[heading].split(), lines[heading + 1 : heading + 3]


def test_the_display_shows_games_rate_time_left_and_leaders(tmp_path):
    terminal = Terminal(
        "run", RANDOM, GREEDY, "--games", GAMES, "--seed", "1", "--out", tmp_path / "run", "-j", 2
    )
    shown = terminal.until(
        "[1-9] of 400 games", "^━", "^. random_bot +[0-9.]+ +0", "^. greedy_bot +[0-9.]+ +0"
    )
    headline = next(line for line in shown if f"of {GAMES} games, " in line)
    assert re.search("/s, .* gone, .* left, 0 faults, 2 workers", headline)
    heading, rows = heading_and_rows(shown)
    assert heading == ["bot", "points", "±", "games", "wins", "faults", "0", "1"]
    assert {line.split()[1] for line in rows} == {"random_bot", "greedy_bot"}
    assert all(line.startswith("▸ ") for line in rows)
    end = terminal.rest()
    assert terminal.process.exitstatus == 0
    assert not any("of 400 games, " in line for line in end)
    assert any(line.startswith("400 games, 0 void, 0 faults") for line in end)


def test_a_narrower_window_is_drawn_anew(tmp_path):
    terminal = Terminal(
        "run", RANDOM, GREEDY, "--games", GAMES, "--seed", "1", "--out", tmp_path / "run", "-j", 2
    )
    terminal.until("[1-9] of 400 games", "^. greedy_bot", "wins")
    terminal.resize(40)
    shown = terminal.until("^  bot +points +± +0 +1 *$")
    assert sum("bot " in line and "points" in line for line in shown) == 1
    assert sum(" of 400 games" in line for line in shown) == 1
    terminal.process.sendintr()
    terminal.rest()
    assert terminal.process.exitstatus == ExitCode.INTERRUPTED


@pytest.mark.parametrize(("environment", "table"), [({"NO_COLOR": "1"}, True), ({"TERM": "dumb"}, False)])
def test_it_does_without_colours_and_without_a_cursor(tmp_path, environment, table):
    terminal = Terminal("run", RANDOM, GREEDY, "--games", 20, "--out", tmp_path / "run", **environment)
    written = terminal.process.read()
    terminal.process.close()
    assert terminal.process.exitstatus == 0
    colours = [int(code) for codes in re.findall(rb"\x1b\[([0-9;]+)m", written) for code in codes.split(b";")]
    assert not any(30 <= code <= 49 or 90 <= code <= 107 for code in colours)
    assert (b" left, " in written) == table
    assert (b"progress" in written) == (not table)


def test_ctrl_c_prints_how_to_go_on_and_that_leads_to_the_same_result(tmp_path):
    folder = tmp_path / "a run"
    words = ("run", RANDOM, GREEDY, "--games", GAMES, "--seed", "1", "-j", "2")
    terminal = Terminal(*words, "--out", folder)
    terminal.until("[1-9] of 400 games")
    terminal.process.sendintr()
    end = terminal.rest()
    assert terminal.process.exitstatus == ExitCode.INTERRUPTED
    recorded = next(line for line in end if line.startswith("Interrupted: "))
    assert 0 < int(recorded.split()[1]) < GAMES
    command = resume_command(end)
    assert command == ["referee", "run", "--resume", "--out", str(folder), "-j", "2"]
    resumed = program(*command[1:], "--json")
    assert resumed.returncode == 0, resumed.stderr
    whole = program(*words, "--out", tmp_path / "whole", "--json")
    assert json.loads(resumed.stdout) == json.loads(whole.stdout)
    assert program("verify", folder).returncode == 0


def resume_command(lines: list[str]) -> list[str]:
    """Return the words of the command that is printed last, however the terminal broke its line."""
    start = next(number for number, line in enumerate(lines) if line.startswith("  referee run "))
    return shlex.split("".join(lines[start:]))


def test_ctrl_c_twice_breaks_the_games_off(tmp_path):
    slow = Path(tmp_path / "slow.py")
    slow.write_text(Path(RANDOM).read_text().replace("import json", "import json, time").replace(
        "            choice =", "            time.sleep(0.2)\n            choice ="))  # fmt: skip
    folder = tmp_path / "run"
    terminal = Terminal("run", slow, GREEDY, "--games", GAMES, "--seed", "1", "--out", folder, "-j", "1")
    terminal.until("0 of 400 games")
    terminal.process.sendintr()
    terminal.process.sendintr()
    end = terminal.rest()
    assert terminal.process.exitstatus == ExitCode.INTERRUPTED
    assert resume_command(end)[:3] == ["referee", "run", "--resume"]
