"""Which files a bot gets to see where it does not see all."""

import sys
from pathlib import Path

import pytest

from referee.bots import resolve
from referee.bots.sandbox import view


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def made(path: Path, content: str = "", mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    path.chmod(mode)
    return path


def test_of_a_file_nothing_beside_it(tmp_path):
    bot = made(tmp_path / "bots" / "alice.py")
    made(tmp_path / "bots" / "bob.py")
    seen = view.needed(resolve(str(bot)))
    assert bot in seen
    assert not [place for place in seen if place != bot and place.is_relative_to(tmp_path)]
    assert all(package in seen or view.outermost([*seen, package]) == seen for package in view.PACKAGES)


def test_of_a_folder_all_of_it(tmp_path):
    made(tmp_path / "alice" / "bot.toml", 'run = ["./bot", "data.txt"]')
    made(tmp_path / "alice" / "bot")
    made(tmp_path / "alice" / "data.txt")
    assert view.needed(resolve(str(tmp_path / "alice"))) == [tmp_path / "alice"]


def test_of_a_command_line_the_files_it_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made(tmp_path / "bot.txt")
    made(tmp_path / "run" / "plan.json")
    assert view.needed(resolve("sh bot.txt run --seed /etc/passwd")) == [
        Path("/etc/passwd"),
        tmp_path / "bot.txt",
    ]


def test_a_virtual_environment_brings_what_it_builds_on(tmp_path):
    base = made(tmp_path / "opt" / "bin" / "python3.99")
    (tmp_path / "opt" / "lib").mkdir()
    python = tmp_path / "venv" / "bin" / "python"
    made(tmp_path / "venv" / "pyvenv.cfg", f"home = {base.parent}\nversion = 3.99\n")
    (tmp_path / "venv" / "lib").mkdir()
    python.parent.mkdir()
    python.symlink_to(base)
    bot = made(tmp_path / "bots" / "alice", f"#!{python}\n")
    made(tmp_path / "bots" / "bob")
    assert view.needed(resolve(str(bot))) == [bot, tmp_path / "opt", tmp_path / "venv"]


def test_a_script_by_env(tmp_path, monkeypatch):
    made(tmp_path / "node" / "bin" / "mynode")
    (tmp_path / "node" / "lib").mkdir()
    monkeypatch.setenv("PATH", f"/usr/bin:{tmp_path / 'node' / 'bin'}")
    bot = made(tmp_path / "alice", "#!/usr/bin/env -S mynode --fast\n")
    assert view.needed(resolve(str(bot))) == [bot, tmp_path / "node"]


def test_a_program_in_a_home_does_not_bring_the_home(tmp_path):
    tool = made(tmp_path / "home" / "bin" / "tool")
    (tmp_path / "home" / "lib").mkdir()
    bot = made(tmp_path / "alice", f"#!{tool}\n")
    assert view.needed(resolve(str(bot))) == [bot, tool]


def test_the_interpreter_of_the_referee_is_seen_with_its_packages(tmp_path):
    seen = view.needed(resolve(str(made(tmp_path / "alice.py"))))
    for place in (
        Path(sys.executable),
        Path(sys.executable).resolve(),
        Path(sys.base_prefix),
        Path(view.__file__),
    ):
        assert any(place.is_relative_to(shown) for shown in (*seen, *view.SYSTEM))
