"""`referee init` begins a bot that plays at once."""

import os
import subprocess
import sys
import zipfile

import pytest

from protocol.messages import Clock, Limits
from referee.bots import build, resolve
from referee.check import try_bot
from referee.cli.exits import ExitCode
from referee.cli.init import TOOLS, kits
from tests.cli.conftest import ROOT, invoke, program
from tests.kits.table import ONE_BY_ONE, copied, sources

__all__ = ["invoke"]


def test_without_words_it_lists_the_languages(invoke):
    listed = invoke("init")
    assert listed.exit_code == ExitCode.OK
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(TOOLS)


@pytest.mark.parametrize("language", ONE_BY_ONE)
def test_the_bot_calls_itself_like_its_folder(invoke, language, tmp_path):
    folder = tmp_path / "my-bot.1"
    done = invoke("init", language, folder)
    assert done.exit_code == ExitCode.OK, done.output
    changed = {
        file.name
        for file in folder.iterdir()
        if file.read_bytes() != (kits() / language / file.name).read_bytes()
    }
    assert len(changed) == 1
    (file,) = changed
    old = (kits() / language / file).read_text().splitlines()
    new = (folder / file).read_text().splitlines()
    ((was, is_),) = [(was, is_) for was, is_ in zip(old, new, strict=True) if was != is_]
    assert "hello" in was.lower()
    assert is_ == was.replace(language, "my-bot.1")


def test_the_next_steps_can_be_done(invoke, tmp_path):
    folder = tmp_path / "mine"
    done = invoke("init", "python", folder)
    check, run = (line.split()[1:] for line in done.stdout.splitlines() if line.startswith("  referee "))
    assert program(*check, "--level", "speaks").returncode == 0
    assert run[-2:] == ["--games", "20"]
    assert program(*run[:-1], "2", "--out", tmp_path / "run", "--strict").returncode == 0


def test_what_was_built_is_left_behind(invoke, monkeypatch, tmp_path):
    kit = copied("c", tmp_path / "kits")
    build(resolve(str(kit)))
    monkeypatch.setattr("referee.cli.init.kits", lambda: tmp_path / "kits")
    invoke("init", "c", tmp_path / "mine")
    assert (kit / "bot").exists()
    assert not (tmp_path / "mine" / "bot").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(["cobol", "new"], "'cobol' is not one of 'c', 'cpp', 'go'"), (["c"], "referee init c DIR"),
     (["c", "full"], "not empty"), (["c", "file"], "is a file"), (["c", 'my "bot"'], "letters")],
    ids=" ".join,
)  # fmt: skip
def test_it_refuses(invoke, monkeypatch, tmp_path, words, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note").write_text("mine")
    (tmp_path / "file").write_text("mine")
    done = invoke("init", *words)
    assert done.exit_code == ExitCode.USAGE
    assert complaint in done.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "note"]


def test_what_is_missing_is_named_with_its_package(invoke, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    done = invoke("init", "typescript", tmp_path / "mine")
    assert done.exit_code == ExitCode.OK
    assert (
        "needs tsc, node: install it first, on Debian with `apt install node-typescript nodejs`"
        in done.stdout
    )
    assert "needs rustc, which is not installed" in invoke("init").stdout


def test_it_works_where_the_package_is_installed(tmp_path):
    wheels = tmp_path / "wheels"
    hatch = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(hatch, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = wheels.iterdir()
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("referee/kits/")}
        archive.extractall(site)
    assert packed == {f"referee/kits/{name}/{file}" for name in TOOLS for file in sources(name)}
    command = [sys.executable, "-m", "referee", "init", "shell", "mine"]
    environment = os.environ | {"PYTHONPATH": str(site)}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    trial = try_bot(resolve(str(tmp_path / "mine")), "speaks", Clock(10_000, 10_000), Limits(start_ms=60_000))
    assert trial.passed
