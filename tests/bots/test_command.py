import shutil
import sys
from pathlib import Path

import pytest

from referee.bots import BotCommand, BuildError, CommandError, build, resolve
from referee.bots.command import changed


def folder(path: Path, manifest: str, **files: str) -> Path:
    path.mkdir()
    (path / "bot.toml").write_text(manifest)
    for name, content in files.items():
        file = path / name.replace("__", ".")
        file.write_text(content)
        file.chmod(0o755)
    return path


def refused(spec: str | Path) -> str:
    with pytest.raises(CommandError) as caught:
        resolve(str(spec))
    assert caught.value.spec == str(spec)
    assert str(caught.value) == f"{spec}: {caught.value.sentence}"
    return caught.value.sentence


def test_a_python_file_runs_with_this_interpreter(tmp_path: Path):
    file = tmp_path / "greedy_bot.py"
    file.write_text("pass")
    command = resolve(str(file))
    assert (command.name, command.folder, command.build) == ("greedy_bot", str(tmp_path), ())
    assert command.argv == (sys.executable, str(file))


def test_an_executable_runs_as_it_is(program, monkeypatch):
    path = program("#!/bin/sh\n")
    monkeypatch.chdir(path.parent)
    command = resolve("program")
    assert command.argv == (str(path),)
    assert command.name == "program"


def test_a_folder_runs_by_its_manifest(tmp_path: Path):
    path = folder(tmp_path / "crab", 'run = ["./bot.sh", "--depth", "3"]', bot__sh="#!/bin/sh\n")
    command = resolve(str(path))
    assert command.name == "crab"
    assert command.argv == (str(path / "bot.sh"), "--depth", "3")
    assert command.folder == str(path)


def test_a_folder_may_name_an_installed_program(tmp_path: Path):
    path = folder(tmp_path / "sh", 'run = ["sh", "bot.sh"]', bot__sh="")
    assert resolve(str(path)).argv == (shutil.which("sh"), "bot.sh")


def test_a_folder_may_ask_for_this_interpreter(tmp_path: Path):
    path = folder(tmp_path / "snake", 'run = ["{python}", "bot.py", "--depth", "3"]', bot__py="")
    assert resolve(str(path)).argv == (sys.executable, "bot.py", "--depth", "3")


def test_a_command_line_is_split_into_words(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = resolve("sh -c 'read line' x")
    assert command.argv == (shutil.which("sh"), "-c", "read line", "x")
    assert command.name == "sh -c 'read line' x"
    assert command.folder == str(tmp_path)


def test_a_path_with_a_blank_is_a_path(tmp_path: Path):
    file = tmp_path / "my bot.py"
    file.write_text("")
    assert resolve(str(file)).argv == (sys.executable, str(file))


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        ("", "wrong: Object missing required field `run`"),
        ("run = []", "empty `run`"),
        ('run = "./bot"', "Expected `array`"),
        ('run = ["./bot"', "bot.toml is wrong"),
        ('run = ["./bot"]\nbiuld = []', "unknown field `biuld`"),
        ('run = ["./bot"]', "missing or not executable"),
        ('run = ["no-such-program-here"]', "a file of the folder is ./no-such-program-here"),
    ],
)
def test_a_wrong_manifest_is_named(tmp_path: Path, manifest: str, sentence: str):
    assert sentence in refused(folder(tmp_path / "bad", manifest))


def test_what_is_no_bot(tmp_path: Path, program):
    assert "no bot.toml" in refused(tmp_path)
    assert "no such file or folder" in refused(tmp_path / "missing.py")
    assert "neither executable nor a .py or .toml file" in refused(program("text", mode=0o600))
    assert "neither a file or folder nor a command line" in refused("no-such-program-here --fast")
    assert "cannot be split" in refused("sh -c 'oops")


def test_the_digest_changes_with_the_content(tmp_path: Path):
    path = folder(tmp_path / "bot", 'run = ["./bot.sh"]', bot__sh="a", data="b")
    first = resolve(str(path)).sha256
    assert resolve(str(path)).sha256 == first
    (path / "data").write_text("c")
    second = resolve(str(path)).sha256
    (path / "data").rename(path / "date")
    third = resolve(str(path)).sha256
    assert len({first, second, third}) == 3
    assert resolve("sh -c x").sha256 != resolve("sh -c y").sha256


def test_the_digest_is_that_of_the_sources(tmp_path: Path):
    manifest = (
        'run = ["./bot"]\nbuild = ["sh", "-c", "echo > bot; chmod +x bot; mkdir build; echo > build/x"]'
    )
    path = folder(tmp_path / "bot", manifest, bot__c="int main;")
    command = resolve(str(path))
    assert command.build[0] == "sh"
    build(command)
    for made in ("__pycache__", ".git"):
        (path / made).mkdir()
        (path / made / "x").write_text("x")
    assert resolve(str(path)) == command


def test_a_failed_build_shows_its_output(tmp_path: Path):
    command = BotCommand("c", ("/bin/sh",), str(tmp_path), ("sh", "-c", "echo no compiler >&2; exit 3"))
    with pytest.raises(BuildError) as caught:
        build(command)
    assert caught.value.output == "no compiler\n"
    assert str(caught.value) == "c: The build ended with status 3."


def test_a_build_that_cannot_start(tmp_path: Path):
    command = BotCommand("c", ("/bin/sh",), str(tmp_path), ("no-such-program-here",))
    with pytest.raises(BuildError, match="cannot be started: No such file"):
        build(command)


def test_a_build_that_takes_too_long(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("referee.bots.command.BUILD_SECONDS", 0.2)
    command = BotCommand("c", ("/bin/sh",), str(tmp_path), ("sh", "-c", "echo waiting; exec sleep 60"))
    with pytest.raises(BuildError, match="more than 0") as caught:
        build(command)
    assert caught.value.output == "waiting\n"


def test_no_build_is_no_work(tmp_path: Path):
    build(BotCommand("c", ("/bin/sh",), str(tmp_path)))


def test_a_changed_file_is_noticed(tmp_path: Path):
    file = tmp_path / "bot.py"
    file.write_text("pass")
    command = resolve(str(file))
    assert not changed(command)
    file.write_text("exit")
    assert changed(command)


def test_a_changed_folder_is_noticed(tmp_path: Path):
    path = folder(tmp_path / "crab", 'run = ["./bot.sh"]', bot__sh="#!/bin/sh\n")
    command = resolve(str(path))
    assert not changed(command)
    (path / "book.txt").write_text("open with the king")
    assert changed(command)


def test_what_is_built_is_not_followed_up(tmp_path: Path):
    path = folder(
        tmp_path / "crab",
        'run = ["./bot"]\nbuild = ["sh", "-c", "cp bot.sh bot; touch more"]',
        bot__sh="#!/bin/sh\n",
    )
    command = resolve(str(path))
    build(command)
    assert not changed(command)


def test_what_cannot_be_found_or_followed_up_has_not_changed(tmp_path: Path):
    file = tmp_path / "bot.py"
    file.write_text("pass")
    command = resolve(str(file))
    file.unlink()
    assert not changed(command)
    assert not changed(resolve("sh -c true"))


def test_a_run_that_is_kept_beside_a_bot_is_no_part_of_it(tmp_path):
    (tmp_path / "bot.toml").write_text('run = ["{python}", "bot.py"]')
    (tmp_path / "bot.py").write_text("")
    before = resolve(str(tmp_path)).sha256
    run = tmp_path / "runs" / "first"
    run.mkdir(parents=True)
    (run / "run.db").write_text("")
    (run / "plan.json").write_text("{}")
    assert resolve(str(tmp_path)).sha256 == before
    (tmp_path / "runs" / "notes.txt").write_text("a part of it")
    assert resolve(str(tmp_path)).sha256 != before
