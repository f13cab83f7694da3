"""Help, version, imports, exit codes of the whole program."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from referee import __version__
from referee.cli.exits import MEANINGS, ExitCode
from referee.cli.root import cli
from tests.cli.conftest import ROOT, program

HEAVY = (
    "msgspec",
    "structlog",
    "rich",
    "jinja2",
    "numpy",
    "asyncio",
    "sqlite3",
    "scipy",
    "yaml",
    "multiprocessing",
    "protocol",
)

COMMANDS = [
    ["run"], ["verify"], ["replay"], ["report"], ["export"], ["standings"], ["scenario"], ["scenario", "run"],
    ["scenario", "coverage"], ["watch"], ["play"], ["rules"], ["explain"], ["schema"], ["selftest"],
    ["selftest", "leak"], ["selftest", "hostile"], ["check"], ["init"],
]  # fmt: skip


@pytest.mark.parametrize("command", [[], *COMMANDS], ids=" ".join)
def test_help_imports_nothing_heavy(command):
    code = (
        "import sys\n"
        "from referee.cli import main\n"
        f"sys.argv = ['referee', *{command!r}, '--help']\n"
        "try: main()\n"
        f"finally: print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: referee")
    assert done.stderr == "[]\n"


def test_all_commands_are_there():
    assert sorted(cli.commands) == sorted({command[0] for command in COMMANDS})


def test_the_version(invoke):
    assert invoke("--version").output == f"referee {__version__}\n"


def test_help_documents_every_exit_code(invoke):
    text = " ".join(invoke("--help").output.split())
    assert set(MEANINGS) == set(ExitCode)
    for code, meaning in MEANINGS.items():
        assert f"{code.value} {meaning}" in text


def test_help_tells_how_to_complete_in_the_shell(invoke):
    assert "_REFEREE_COMPLETE=bash_source referee" in invoke("-h").output


@pytest.mark.parametrize(
    ("line", "expected"),
    [("referee r", {"replay", "rules", "run"}), ("referee explain move_", {"move_timeout"}),
     ("referee run --preset first", {"first-game"}), ("referee rules thief-not-r", {"thief-not-rank1"})],
)  # fmt: skip
def test_shell_completion(line, expected):
    words = line.split()
    environment = {
        "PATH": "/usr/bin:/bin",
        "_REFEREE_COMPLETE": "zsh_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    code = "import sys; sys.argv = ['referee']; from referee.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    found = done.stdout.splitlines()[1::3]
    assert expected <= set(found), done


@pytest.mark.parametrize(
    "words",
    [["fly"], ["--fly"], ["run"], ["run", "--games", "0", "x.py"], ["run", "--seats", "9", "x.py"], ["verify"],
     ["verify", "/nowhere"], ["standings", __file__], ["export", "/nowhere"], ["replay"], ["scenario", "run"],
     ["--log-level", "loud", "schema"], ["explain", "flying"], ["rules", "no such words at all"],
     ["scenario", "coverage", "--edition", "1850"], ["selftest", "leak", "--states", "0"]],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_ends_with_2(invoke, words):
    result = invoke(*words)
    assert result.exit_code == ExitCode.USAGE
    assert "Error: " in result.stderr
    assert result.stdout == ""


def test_a_mistake_of_our_own_ends_with_70_and_says_how_to_report_it(invoke, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken() -> str:
        error = ZeroDivisionError("oh no")
        error.add_note("Its record so far: ...")
        raise error

    monkeypatch.setattr("protocol.schema.schema_text", broken)
    result = invoke("schema")
    assert result.exit_code == ExitCode.BUG
    assert "ZeroDivisionError: oh no" in result.stderr
    file = re.search(r"/\S+/referee-bug-\S+\.txt", result.stderr)
    assert file
    text = Path(file[0]).read_text()
    assert __version__ in text
    assert "in broken" in text
    assert "Its record so far: ..." in text


def test_an_interruption_ends_with_130(invoke, monkeypatch):
    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("protocol.schema.schema_text", interrupted)
    result = invoke("schema")
    assert (result.exit_code, result.stderr) == (ExitCode.INTERRUPTED, "Interrupted.\n")


def test_click_errors_keep_their_meaning(invoke, monkeypatch):
    def complaint() -> str:
        raise click.ClickException("as it is")

    monkeypatch.setattr("protocol.schema.schema_text", complaint)
    result = invoke("schema")
    assert (result.exit_code, result.stderr) == (1, "Error: as it is\n")


def test_the_module_runs_as_a_program():
    done = program("schema")
    assert done.returncode == 0
    assert json.loads(done.stdout)["$defs"]
