"""A sandbox that cannot be had is refused before anything is played, with what to do about it."""

import shutil
from pathlib import Path

import pytest

from referee.bots import HostFault
from referee.bots.sandbox import MODES, Sandbox, landlock, strict
from referee.bots.sandbox.probe import missing, require
from referee.cli.exits import ExitCode
from tests.cli.conftest import RANDOM, invoke

__all__ = ["invoke"]


@pytest.fixture
def tools(tmp_path, monkeypatch) -> Path:
    """A PATH with nothing but what a test puts there, and some tools of the system."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for tool in ("true", "sh", "setpriv", "prlimit"):
        (folder / tool).symlink_to(shutil.which(tool))
    monkeypatch.setenv("PATH", str(folder))
    strict._tool.cache_clear()
    yield folder
    strict._tool.cache_clear()


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_had_here(mode):
    assert missing(Sandbox(mode)) is None


def test_a_run_without_the_tool_it_needs_is_refused(tools, invoke, tmp_path):
    words = ("run", RANDOM, "--sandbox", "strict", "--out", tmp_path / "run")
    refused = invoke(*words)
    assert refused.exit_code == ExitCode.FOLDER
    assert "--sandbox strict cannot be had on this machine." in refused.stderr
    assert "apt-get install bubblewrap" in refused.stderr
    assert not (tmp_path / "run").exists()
    assert invoke(*words, "--keep-going").exit_code == ExitCode.FOLDER


def test_a_game_with_a_person_as_well(tools, invoke, tmp_path):
    refused = invoke("play", RANDOM, "--sandbox", "strict", "--save", tmp_path / "game")
    assert refused.exit_code == ExitCode.FOLDER
    assert "apt-get install bubblewrap" in refused.stderr


def test_a_tool_that_may_not_do_its_work(tools):
    bwrap = tools / "bwrap"
    bwrap.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    bwrap.chmod(0o755)
    with pytest.raises(HostFault, match=r"setting up uid map: Permission denied\n.*--sandbox locked"):
        require(Sandbox("strict"))


def test_a_kernel_without_landlock(monkeypatch):
    monkeypatch.setattr(landlock, "version", lambda: 2)
    with pytest.raises(HostFault, match=r"Linux 6\.2 or later"):
        require(Sandbox("locked"))


def test_a_machine_without_a_filter(monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    for mode in ("strict", "locked"):
        with pytest.raises(HostFault):
            require(Sandbox(mode))
