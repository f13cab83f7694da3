"""A run says in which sandbox it was played, and goes on in no other."""

import json

import msgspec
import pytest

from referee.bots.sandbox import MODES, Sandbox
from referee.bots.sandbox.limits import MEMORY_MB
from referee.cli import sandbox as options
from referee.cli.exits import ExitCode
from referee.tournament.plan import digest, load
from tests.cli.conftest import RANDOM, program
from tests.tournament.factory import plan


def test_the_command_line_offers_what_there_is():
    assert tuple(MODES) == options.MODES
    assert options.MEMORY_MB == MEMORY_MB


def test_the_sandbox_belongs_to_what_the_results_follow_from():
    made = plan()
    other = msgspec.structs.replace(made, sandbox=Sandbox("none", 0))
    assert digest(made) != digest(other)


@pytest.fixture
def folder(tmp_path):
    done = program(
        "run", RANDOM, "--seats", 2, "--games", 2, "-j", 1, "--out", tmp_path / "run", "--memory-mb", 700
    )
    assert done.returncode == 0, done.stderr
    assert "Sandbox: limits (" in done.stderr
    return tmp_path / "run"


def test_the_plan_the_standings_and_the_refusal_to_go_on_otherwise(folder):
    assert load(folder).sandbox == Sandbox("limits", 700)
    standings = program("standings", folder, "--json")
    assert json.loads(standings.stdout)["sandbox"] == {"mode": "limits", "memory_mb": 700, "freeze": False}
    again = ["run", RANDOM, "--seats", 2, "--games", 2, "--resume", "--out", folder]
    refused = program(*again, "--sandbox", "none", "--freeze")
    assert refused.returncode == ExitCode.FOLDER
    assert 'sandbox.mode was "limits" and is now "none"' in refused.stderr
    assert "sandbox.memory_mb was 700 and is now 0" in refused.stderr
    assert "sandbox.freeze was false and is now true" in refused.stderr
    assert program(*again, "--memory-mb", 700).returncode == ExitCode.OK


def test_a_limit_on_the_memory_needs_a_sandbox():
    done = program("run", RANDOM, "--sandbox", "none", "--memory-mb", 100)
    assert done.returncode == ExitCode.USAGE
    assert "leave out --memory-mb" in done.stderr
