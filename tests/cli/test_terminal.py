"""A run on a terminal: the live display, Ctrl-C, and the command that goes on."""

import json
import re
import shlex
import sys
from pathlib import Path

import pexpect
import pyte

from referee.cli.exits import ExitCode
from tests.cli.conftest import GREEDY, RANDOM, ROOT, program

COLUMNS, LINES = 100, 30
PATIENCE_S = 120
GAMES = 400


class Terminal:
    """`referee` on a pseudo-terminal, and what its screen shows."""

    def __init__(self, *words: object) -> None:
        command = ["-m", "referee", *map(str, words)]
        self.process = pexpect.spawn(
            sys.executable, command, cwd=ROOT, dimensions=(LINES, COLUMNS), timeout=PATIENCE_S
        )
        self._screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self._screen)

    def until(self, *patterns: str) -> list[str]:
        """Read on until some lines of the screen match all patterns at once; return the lines."""
        while not all(any(re.search(shown, line) for line in self.lines()) for shown in patterns):
            self._stream.feed(self.process.read_nonblocking(4096, PATIENCE_S))
        return self.lines()

    def lines(self) -> list[str]:
        """The lines in their full width, blanks included, so that a broken line can be put together again."""
        return [line for line in self._screen.display if line.strip()]

    def rest(self) -> list[str]:
        """Read to the end of the program."""
        while True:
            try:
                self._stream.feed(self.process.read_nonblocking(4096, PATIENCE_S))
            except pexpect.EOF:
                self.process.close()
                return self.lines()


def test_the_display_shows_games_rate_time_left_and_leaders(tmp_path):
    terminal = Terminal("run", RANDOM, GREEDY, "--games", GAMES, "--seed", "1", "--out", tmp_path / "run")
    shown = terminal.until("[1-9] of 400 games", "^━", "^bot ", "^random_bot +[1-9]", "^greedy_bot +[1-9]")
    headline = next(line for line in shown if f"of {GAMES} games, " in line)
    assert "/s, " in headline
    assert " left, 0 faults" in headline
    heading = next(number for number, line in enumerate(shown) if line.startswith("bot "))
    assert shown[heading].split() == ["bot", "games", "points", "wins", "faults"]
    assert {shown[heading + 1].split()[0], shown[heading + 2].split()[0]} == {"random_bot", "greedy_bot"}
    end = terminal.rest()
    assert terminal.process.exitstatus == 0
    assert not any("of 400 games, " in line for line in end)
    assert any(line.startswith("400 games, 0 void, 0 faults") for line in end)


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
