"""Each kit builds, and its bots are good bots."""

import json
import re
import shlex
import subprocess
import sys
import tomllib

import pytest

from protocol.messages import Clock, Limits
from referee.bots import CommandError, resolve
from referee.check import plays, robust, try_bot
from referee.cli.init import TOOLS
from tests.cli.conftest import program
from tests.kits.table import KITS, MANIFESTS, ONE_BY_ONE, copied, sources

CLOCK = Clock(10_000, 10_000)
LIMITS = Limits(start_ms=60_000, ready_ms=60_000)
WARNINGS_END_IT = "-Werror"


@pytest.fixture
def fewer_games(monkeypatch):
    """Every eighth table and ten games in a row."""
    tables = plays.tables()[::8]
    monkeypatch.setattr(plays, "tables", lambda: tables)
    monkeypatch.setattr(robust, "GAMES", 10)
    monkeypatch.setattr(robust, "SETTLED", 5)


def manifest(language, name):
    return tomllib.loads((KITS / language / name).read_text(encoding="utf-8"))


def test_there_is_a_kit_for_each_language_and_a_language_for_each_kit():
    assert {file.parent.name for file in KITS.glob("*/thrifty.toml")} == set(TOOLS)


@pytest.mark.parametrize("language", TOOLS)
def test_the_page_of_a_kit_says_how_it_is_built_and_names_its_files(language):
    page = (KITS / language / "README.md").read_text(encoding="utf-8")
    build = manifest(language, "bot.toml").get("build", [])
    assert shlex.join(word for word in build if word != WARNINGS_END_IT) in page
    named = set(re.findall(r"`([\w.]+\.\w+)`", page))
    assert {str(file) for file in sources(language)} - {"README.md", "bot.toml", "tsconfig.json"} <= named
    for topic in ("lush", "tandard output", "ong lines", "between games"):
        assert topic in page
    assert len(page.splitlines()) < 60


@pytest.mark.parametrize("language", TOOLS)
def test_both_bots_are_built_alike_and_run_in_different_ways(language):
    one, other = (manifest(language, name) for name in MANIFESTS)
    assert one.get("build") == other.get("build")
    assert [*one["run"], "thrifty"] == other["run"]


def test_a_bot_may_be_named_by_its_manifest(tmp_path):
    kit = copied("python", tmp_path)
    by_folder, by_file, other = (resolve(str(path)) for path in (kit, kit / "bot.toml", kit / "thrifty.toml"))
    assert by_folder == by_file
    assert (by_folder.name, other.name) == ("python", "python-thrifty")
    assert by_folder.sha256 != other.sha256
    (kit / "odd.toml").write_text("run = []")
    with pytest.raises(CommandError, match=r"Its odd.toml has an empty `run`"):
        resolve(str(kit / "odd.toml"))


@pytest.mark.parametrize("language", ONE_BY_ONE)
def test_a_kit_builds_without_a_warning(language, tmp_path):
    folder = copied(language, tmp_path)
    build = resolve(str(folder)).build
    if build:
        done = subprocess.run(build, cwd=folder, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
@pytest.mark.usefixtures("fewer_games")
@pytest.mark.parametrize("language", ONE_BY_ONE)
@pytest.mark.parametrize("name", MANIFESTS)
def test_the_bots_of_a_kit_are_robust(language, name, command):
    trial = try_bot(command(language, name), "robust", CLOCK, LIMITS)
    broken = {finding.clause.id: finding.detail for finding in trial.findings if finding.verdict != "kept"}
    assert broken == {}


@pytest.mark.slow
def test_all_kits_play_with_each_other(command, tmp_path):
    commands = [command(language, name) for language in TOOLS for name in MANIFESTS]
    bots = [f"{bot.folder}/{name}" for bot, name in zip(commands, MANIFESTS * len(TOOLS), strict=True)]
    assert len({bot.name for bot in commands}) == len(bots)
    words = ["--games", 8, "--seats", 5, "--seed", "kits", "--move-ms", 10_000, "--start-ms", 60_000, "-j", 1]
    line = [
        sys.executable,
        "-m",
        "referee",
        "run",
        *bots,
        *map(str, words),
        "--strict",
        "--out",
        tmp_path / "run",
    ]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    standings = program("standings", tmp_path / "run", "--json")
    assert {row["bot"] for row in json.loads(standings.stdout)["standings"]} == {bot.name for bot in commands}
