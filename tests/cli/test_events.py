"""`referee run --events` and `referee watch`."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest

from referee.cli.exits import ExitCode
from referee.tournament.store import create, resume
from tests.cli.conftest import GREEDY, RANDOM, ROOT, program
from tests.cli.test_terminal import Terminal
from tests.tournament.factory import plan, record


def events(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def kinds(told: list[dict]) -> list[str]:
    return [event["event"] for event in told]


@pytest.fixture
def left(tmp_path):
    """The folder of a run of twelve games, four of them recorded, that nobody is at work on."""
    of = plan(games=12)
    with create(tmp_path / "run", of) as run:
        run.record([record(of, number, broken=number == 2) for number in range(4)])
    return tmp_path / "run"


@pytest.fixture
def made_up(left):
    """The same run, open as if somebody played it."""
    with resume(left) as run:
        yield run


def test_events_on_standard_output_leave_no_room_for_a_table(tmp_path):
    words = ("run", RANDOM, GREEDY, "--games", 4, "--seed", "cli", "-j", 1, "--events", "-")
    done = program(*words, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    told = events(done.stdout)
    assert (told[0]["event"], told[-1]["event"]) == ("run_started", "run_ended")
    games = {game["number"]: game for event in told for game in event.get("games", []) if "recorded" in event}
    exported = events(program("export", tmp_path / "run").stdout)
    assert sorted(games) == [0, 1, 2, 3]
    for line in exported:
        game = games[line["number"]]
        assert (game["game"], game["bots"], game["ranks"]) == (line["game"], line["bots"], line["ranks"])
    assert re.search(r"^greedy_bot +\d \(1-2\) +A +4 ", done.stderr, re.MULTILINE)
    assert told[-1]["results_sha256"] in done.stderr


def test_events_and_json_cannot_both_have_standard_output(invoke, tmp_path):
    result = invoke("run", RANDOM, "--json", "--events", "-", "--out", tmp_path / "run")
    assert result.exit_code == ExitCode.USAGE
    assert "both want standard output" in result.stderr
    assert not (tmp_path / "run").exists()


def test_events_need_a_file_that_can_be_written(invoke, tmp_path):
    result = invoke("run", RANDOM, "--events", tmp_path / "nowhere" / "events", "--out", tmp_path / "run")
    assert result.exit_code == ExitCode.USAGE
    assert "nowhere/events cannot be written: No such file or directory" in result.stderr
    assert not (tmp_path / "run").exists()


def test_each_session_is_added_to_the_file_and_json_stays_alone(tmp_path, finished):
    file = tmp_path / "events.jsonl"
    for _ in range(2):
        done = program("run", "--resume", "--out", finished, "--events", file, "--json")
        assert json.loads(done.stdout)["games"] == 8
    told = events(file.read_text())
    assert kinds(told) == ["run_started", "standings", "run_ended"] * 2
    assert told[0]["recorded"] == 8


def test_a_run_goes_on_when_nobody_reads_its_events_any_more(tmp_path):
    words = ("run", RANDOM, GREEDY, "--games", "40", "--out", tmp_path / "run", "-j", "1", "--events", "-")
    command = [sys.executable, "-m", "referee", *map(str, words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        text = process.stderr.read().decode()
    assert process.returncode == 0, text
    assert text.count("events are no longer written") == 1
    assert "40 games, 0 void" in text
    assert "Exception ignored" not in text


def test_the_command_that_goes_on_keeps_the_events(tmp_path):
    words = ("run", RANDOM, GREEDY, "--games", 400, "--out", tmp_path / "run", "-j", 1)
    terminal = Terminal(*words, "--events", tmp_path / "events")
    terminal.until("[1-9] of 400 games")
    terminal.process.sendintr()
    assert f"--events {tmp_path / 'events'}" in "".join(terminal.rest())
    told = events((tmp_path / "events").read_text())
    assert kinds(told)[-1] == "run_ended"
    assert "run_stopped" in kinds(told)
    assert (told[-1]["outcome"], told[-1]["seed"]) == ("interrupted", None)


def test_the_schema_of_the_events_is_printed(invoke):
    schema = json.loads(invoke("schema", "events").stdout)
    assert schema["$id"] == "urn:citadels:events:1"


def test_a_watched_run_that_is_complete_has_its_standings_printed(finished, invoke):
    for words in ([], ["--once"]):
        result = invoke("watch", finished, *words)
        assert result.exit_code == ExitCode.OK
        assert invoke("standings", finished).stdout.startswith(result.stdout)


def test_a_glance_at_a_run_in_progress(made_up, invoke):
    result = invoke("watch", made_up.folder, "--once")
    assert result.exit_code == ExitCode.OK
    assert "3 of 12 games, 0 void, 1 fault" in result.stdout
    assert "Not counted: 1 game of blocks that are not complete." in result.stdout
    assert "A referee is at work on it." in result.stderr
    told = events(invoke("watch", made_up.folder, "--once", "--events", "-").stdout)
    assert kinds(told) == ["run_started", "standings"]
    assert (told[0]["workers"], told[0]["recorded"], told[0]["faults"]) == (None, 4, 1)


@pytest.mark.parametrize("words", [[], ["--once"]])
def test_a_run_that_was_killed_is_told_with_the_command_that_goes_on(left, invoke, words):
    result = invoke("watch", left, *words)
    assert result.exit_code == ExitCode.FOUND
    assert f"Nobody is at work on it. Go on with\n  referee run --resume --out {left}" in result.stderr
    resume(left).close()


def test_a_folder_without_a_run_cannot_be_watched(invoke, tmp_path):
    assert invoke("watch", tmp_path).exit_code == ExitCode.FOLDER


def test_a_watch_shows_the_live_table_until_the_run_ends(made_up):
    of = made_up.plan
    terminal = Terminal("watch", made_up.folder)
    terminal.until("^4 of 12 games, .* left, 1 fault *$", "^  bot2 ")
    made_up.record([record(of, number) for number in range(4, 9)])
    terminal.until("^9 of 12 games")
    made_up.record([record(of, number) for number in range(9, 12)])
    assert any(line.startswith("12 games, 0 void, 1 fault, results") for line in terminal.rest())
    assert terminal.process.exitstatus == ExitCode.OK


def test_a_watch_that_is_interrupted_leaves_the_run_alone(made_up):
    terminal = Terminal("watch", made_up.folder)
    terminal.until("^4 of 12 games")
    terminal.process.sendintr()
    terminal.rest()
    assert terminal.process.exitstatus == ExitCode.INTERRUPTED
    made_up.record([record(made_up.plan, 4)])


def test_a_run_that_is_killed_while_it_is_watched_ends_the_watch(tmp_path):
    words = (
        "run",
        RANDOM,
        GREEDY,
        "--games",
        "4000",
        "--out",
        str(tmp_path / "run"),
        "-j",
        "1",
        "--events",
        "-",
    )
    command = [sys.executable, "-m", "referee", *words]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        while b"games_recorded" not in process.stdout.readline():
            pass
        terminal = Terminal("watch", tmp_path / "run")
        terminal.until("[1-9] of 4000 games")
        os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
    assert "Nobody is at work on it." in "".join(terminal.rest())
    assert terminal.process.exitstatus == ExitCode.FOUND
