"""The command line in this process and as a program, and one run that several tests read."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.cli.root import cli

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "sample_bots"
RANDOM = str(BOTS / "random_bot.py")
GREEDY = str(BOTS / "greedy_bot.py")

Invoke = Callable[..., Result]


@pytest.fixture
def invoke() -> Invoke:
    """Run a command in this process."""

    def run(*words: object) -> Result:
        return CliRunner().invoke(cli, [str(word) for word in words], prog_name="referee")

    return run


def program(*words: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run `referee` as a program."""
    command = [sys.executable, "-m", "referee", *map(str, words)]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="session")
def finished(tmp_path_factory) -> Path:
    """The folder of a run of eight games, two players each."""
    folder = tmp_path_factory.mktemp("cli") / "run"
    done = program("run", RANDOM, GREEDY, "--games", 8, "--seed", "cli", "--out", folder, "-j", 1)
    assert done.returncode == 0, done.stderr
    return folder


def bot_file(folder: Path, body: str, name: str = "bot.py") -> str:
    """Write a bot in Python and return its path."""
    path = folder / name
    path.write_text(body, encoding="utf-8")
    return str(path)
