"""`referee run`: parsing, refusals, pre-flight, results, resuming."""

import json
import re

import pytest

from referee.cli.exits import ExitCode
from referee.cli.pace import clock_time
from referee.cli.root import cli
from referee.rules import PRESETS, preset
from tests.cli.conftest import GREEDY, RANDOM, bot_file, program

FIRST = "assassin,thief,magician,king,bishop,merchant,architect,warlord"
QUITS = "import sys\nfor line in sys.stdin:\n    print('Traceback: boom', file=sys.stderr)\n    sys.exit(3)\n"
GREETS = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"hello","version":1}', flush=True)
    elif message["type"] == "game_start":
        print(json.dumps({"type": "ready", "game": message["game"]}), flush=True)
    elif message["type"] == "request":
        print("what?", flush=True)
"""


def run_json(*words: object) -> dict:
    done = program("run", *words, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def test_json_prints_exactly_one_object_of_the_documented_shape(tmp_path):
    printed = run_json(RANDOM, GREEDY, "--games", 4, "--seed", 1, "--out", tmp_path / "run", "-j", 1)
    assert list(printed)[:5] == ["games", "void", "faults", "results_sha256", "standings"]
    assert {"pairs", "seats", "bands", "stopped"} < set(printed)
    assert not {"running", "times"} & set(printed)
    assert printed["sandbox"] == {"mode": "limits", "memory_mb": 1024, "freeze": False}
    assert (printed["games"], printed["void"], printed["faults"]) == (4, 0, 0)
    assert re.fullmatch("[0-9a-f]{64}", printed["results_sha256"])
    for line in printed["standings"]:
        assert list(line)[:7] == ["bot", "games", "points", "ci95", "wins", "mean_score", "faults"]
        assert line["ci95"] is None
    assert {line["bot"] for line in printed["standings"]} == {"random_bot", "greedy_bot"}


def test_a_run_prints_its_standings_and_where_it_is(tmp_path):
    done = program("run", RANDOM, GREEDY, "--games", 2, "--seed", "shown", "--out", tmp_path / "run", "-j", 1)
    assert done.returncode == 0
    assert done.stdout.startswith("bot ")
    assert re.search(
        "^2 games, 0 void, 0 faults, results [0-9a-f]{64}, sandbox limits$", done.stdout, re.MULTILINE
    )
    assert f"2 games of 2 players, 2 bots, in {tmp_path / 'run'}" in done.stderr
    assert "SHA-256 of the seed: " in done.stderr
    assert "Seed: shown\n" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert re.search(r"progress +games=0 of=2 ", done.stderr)
    assert re.search(r"progress +games=2 of=2 ", done.stderr)


def test_log_lines_as_json(tmp_path):
    done = program("--log-format", "json", "run", RANDOM, GREEDY, "--games", 1, "--out", tmp_path / "run")
    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    games = [line["games"] for line in lines]
    assert (games[0], games[-1]) == (0, 1)
    assert games == sorted(games)


def test_a_higher_log_level_hides_the_progress(tmp_path):
    done = program("--log-level", "warning", "run", RANDOM, GREEDY, "--games", 1, "--out", tmp_path / "run")
    assert "progress" not in done.stderr


def test_without_out_each_run_has_a_folder_of_its_own(tmp_path):
    for _ in range(2):
        done = program("run", RANDOM, GREEDY, "--games", 1, "-j", 1, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "runs").iterdir())) == 2


def test_a_fresh_seed_is_another_one_each_time_and_is_printed(tmp_path):
    words = ("run", RANDOM, GREEDY, "--games", 1, "-j", 1, "--out")
    seeds = {
        re.search("Seed: ([0-9a-f]{32})\n", program(*words, tmp_path / name).stderr)[1] for name in ("a", "b")
    }
    assert len(seeds) == 2


@pytest.mark.parametrize(("bots", "seats"), [(1, 5), (2, 2), (3, 3), (8, 8), (9, 5)])
def test_the_seats_follow_from_the_number_of_bots(bots, seats, tmp_path):
    done = program("run", *[RANDOM] * bots, "--games", 1, "--out", tmp_path / "run", "-j", 1)
    assert done.returncode == 0, done.stderr
    plan = json.loads((tmp_path / "run" / "plan.json").read_text())
    assert plan["seats"] == seats
    assert ("repeated are: random_bot-2" in done.stderr) == (bots == 1)


def test_the_options_arrive_in_the_plan(tmp_path):
    folder = tmp_path / "run"
    cast = "Warlord, architect, merchant,bishop,king,magician,thief,assassin,tax-collector"
    words = (
        "--cast",
        cast,
        "--move-ms",
        2000,
        "--bank-ms",
        0,
        "--start-ms",
        20000,
        "--on-fault",
        "forfeit",
        "--fresh",
    )
    done = program("run", RANDOM, "--games", 1, "--seats", 4, "--out", folder, *words)
    assert done.returncode == 0, done.stderr
    plan = json.loads((folder / "plan.json").read_text())
    assert plan["clock"] == {"move_ms": 2000, "bank_ms": 0}
    assert plan["limits"]["start_ms"] == 20000
    assert (plan["on_fault"], plan["fresh"], plan["seats"]) == ("forfeit", True, 4)
    assert plan["setup"]["cast"] == [*FIRST.split(","), "tax_collector"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cast", "thiff," + FIRST], "There is no character 'thiff'. Did you mean thief?"),
        (["--districts", "smity,libary"], "There is no unique district 'libary'. Did you mean library?"),
        (["--preset", "first-gane"], "There is no preset 'first-gane'. Did you mean first-game?"),
        (
            ["--cast", "thief"],
            "A cast has exactly one character of rank 1, this one has 0. [custom-one-character",
        ),
        (["--cast", FIRST, "--seats", "8"], "[nine-required-3-or-8]"),
        (["--cast", FIRST + ",queen", "--seats", "4"], "[queen-needs-five]"),
        (["--districts", "library"], "[custom-fourteen-uniques]"),
        (["--preset", "al"], "Did you mean all?"),
        (["--cast", "randon"], "There is no character 'randon'. Did you mean random?"),
        (["--districts", "randm"], "There is no unique district 'randm'. Did you mean random?"),
        (["--cast", "thief", "--districts", "random"], "this one has 0. [custom-one-character"),
        (["--cast", "random", "--districts", "library"], "[custom-fourteen-uniques]"),
        (["--cast", "thief,spy,random"], "rank 2, this one has 2. [custom-one-character"),
        (["--cast", "random,queen", "--seats", "4"], "[queen-needs-five]"),
        (["--cast", "random,emperor", "--seats", "2"], "[emperor-not-two-player]"),
        (["--cast", "random,queen", "--characters", "8"], "[custom-one-character-per-rank]"),
        (["--characters", "8", "--seats", "3"], "[nine-required-3-or-8]"),
        (["--characters", "9", "--seats", "2"], "[two-player-ranks-1-to-8]"),
        (["--characters", "7"], "8<=x<=9"),
        (["--cast", FIRST, "--characters", "9"], "--cast names 8 characters, not 9"),
        (["--preset", "all", "--cast", FIRST, "--seats", "8"], "[nine-required-3-or-8]"),
    ],
)
def test_a_setup_that_cannot_be_is_wrong_usage(invoke, words, message, tmp_path):
    result = invoke("run", RANDOM, *words, "--out", tmp_path / "run")
    assert result.exit_code == ExitCode.USAGE
    assert message in result.stderr
    assert not (tmp_path / "run").exists()


def made_plan(folder, *words):
    done = program("run", *words, "--out", folder, "-j", 1)
    assert done.returncode == 0, done.stderr
    held = program("verify", folder)
    assert held.returncode == 0, held.stderr
    return json.loads((folder / "plan.json").read_text()), done.stderr


def exported(folder):
    return [json.loads(line) for line in program("export", folder).stdout.splitlines()]


def test_all_presets_are_played_in_turn(tmp_path):
    plan, told = made_plan(tmp_path / "run", RANDOM, GREEDY, "--games", 14, "--preset", "all")
    assert "7 setups take turns, 2 games each time.\n" in told
    assert len(plan["setup"]) == 7
    assert [line["preset"] for line in exported(tmp_path / "run")[::2]] == list(PRESETS)


@pytest.mark.parametrize("seats", range(2, 9))
def test_random_casts_are_drawn_for_each_block(seats, tmp_path):
    folder = tmp_path / "run"
    words = ("--seats", seats, "--games", 2 * seats, "--cast", "random", "--districts", "random", "--strict")
    plan, told = made_plan(folder, RANDOM, GREEDY, *words)
    assert f"The setup is drawn anew for every {seats} games.\n" in told
    assert plan["setup"] == [
        {"edition": "2016", "cast": [], "districts": [], "characters": None, "round_limit": 200}
    ]
    first, second = (exported(folder)[number] for number in (0, seats))
    assert (first["cast"], first["uniques"]) != (second["cast"], second["uniques"])


def test_some_cards_may_be_named_and_the_others_drawn(tmp_path):
    folder = tmp_path / "run"
    cards = ("--cast", "witch,random, queen", "--districts", "random,keep", "--seats", 5, "--games", 10)
    plan, _ = made_plan(folder, RANDOM, *cards)
    assert plan["setup"][0]["cast"] == ["witch", "queen"]
    for line in exported(folder):
        assert {"witch", "queen"} <= set(line["cast"])
        assert "keep" in line["uniques"]


def test_every_preset_may_have_drawn_characters(tmp_path):
    folder = tmp_path / "run"
    made_plan(folder, RANDOM, GREEDY, "--games", 14, "--preset", "all", "--cast", "random")
    boxes = {tuple(line["uniques"]) for line in exported(folder)}
    assert boxes == {preset(name, 2).districts for name in PRESETS}


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["--preset", "vicious-nobles", "--characters", "9"], 9),
        (["--preset", "vicious-nobles", "--characters", "8"], 8),
        (["--preset", "vicious-nobles"], 8),
        (["--cast", "random", "--characters", "9"], 9),
        (["--cast", "random", "--characters", "8"], 8),
    ],
)
def test_the_number_of_characters_is_chosen(words, number, tmp_path):
    folder = tmp_path / "run"
    made_plan(folder, RANDOM, "--seats", 4, "--games", 8, *words)
    assert {len(line["cast"]) for line in exported(folder)} == {number}


def test_drawn_setups_are_resumed_with_the_same_options_only(tmp_path):
    folder = tmp_path / "run"
    words = ("run", RANDOM, GREEDY, "--games", 4, "--out", folder)
    assert program(*words, "--cast", "random").returncode == 0
    assert program(*words, "--cast", "random", "--resume").returncode == 0
    other = program(*words, "--cast", "random,witch", "--resume")
    assert other.returncode == ExitCode.FOLDER
    assert 'setup 1.cast was [] and is now ["witch"]' in other.stderr


def test_presets_are_completed():
    from click.shell_completion import ShellComplete

    completer = ShellComplete(cli, {}, "referee", "_REFEREE_COMPLETE")
    found = completer.get_completions(["run", "--preset"], "a")
    assert [item.value for item in found] == ["ambitious-aristocrats", "all"]


def test_a_bot_that_is_not_there_is_wrong_usage(invoke, tmp_path):
    result = invoke("run", RANDOM, tmp_path / "nobody.py")
    assert result.exit_code == ExitCode.USAGE
    assert f"{tmp_path / 'nobody.py'}: There is no such file or folder." in result.stderr


def test_a_bot_that_does_not_shake_hands_is_told_before_the_first_game(invoke, tmp_path):
    bad = bot_file(tmp_path, QUITS)
    result = invoke("run", RANDOM, bad, "--out", tmp_path / "run")
    assert result.exit_code == ExitCode.BOT
    assert (
        "bot cannot play: start_failed, exit status 3: The bot's process ended with status 3 before"
        in result.stderr
    )
    assert "Traceback: boom" in result.stderr
    assert "referee explain start_failed" in result.stderr
    assert not (tmp_path / "run").exists()


def test_a_bot_that_cannot_be_built_is_told_with_the_output(invoke, tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "bot.toml").write_text('build = ["sh", "-c", "echo no compiler; exit 1"]\nrun = ["./bot"]\n')
    result = invoke("run", RANDOM, folder, "--out", tmp_path / "run")
    assert result.exit_code == ExitCode.BOT
    assert "no compiler" in result.stderr


def test_keep_going_plays_with_a_bot_that_cannot_start_and_strict_tells(tmp_path):
    bad = bot_file(tmp_path, QUITS)
    words = ("run", RANDOM, bad, "--games", 2, "-j", 1, "--keep-going")
    done = program(*words, "--out", tmp_path / "a", "--json")
    assert done.returncode == ExitCode.OK
    assert json.loads(done.stdout)["faults"] == 2
    assert program(*words, "--out", tmp_path / "b", "--strict").returncode == ExitCode.FOUND
    assert f"referee standings {tmp_path / 'a'} --faults" in done.stderr
    held = program("verify", tmp_path / "a")
    assert held.returncode == 0, held.stderr
    told = program("standings", tmp_path / "a", "--faults").stdout
    assert told.count(" bot\n  start_failed, exit status 3: ") == 2
    assert "      Traceback: boom\n" in told
    lines = [
        json.loads(line)
        for line in program("standings", tmp_path / "a", "--faults", "--json").stdout.splitlines()
    ]
    assert [(line["number"], line["bot"], line["fault"]["code"]) for line in lines] == [
        (0, "bot", "start_failed"),
        (1, "bot", "start_failed"),
    ]


def test_a_bot_that_fails_in_a_game_is_counted(tmp_path):
    bad = bot_file(tmp_path, GREETS)
    printed = run_json(RANDOM, bad, "--games", 2, "-j", 1, "--out", tmp_path / "run", "--on-fault", "forfeit")
    assert {line["bot"]: (line["faults"], line["wins"]) for line in printed["standings"]} == {
        "random_bot": (0, 2),
        "bot": (2, 0),
    }


def test_a_folder_that_holds_a_run_is_left_alone(invoke, finished):
    result = invoke("run", RANDOM, GREEDY, "--games", 1, "--out", finished)
    assert result.exit_code == ExitCode.FOLDER
    assert "holds a run already" in result.stderr


def test_a_finished_run_is_resumed_to_the_same_result(finished):
    again = json.loads(program("run", "--resume", "--out", finished, "--json").stdout)
    known = json.loads(program("standings", finished, "--json").stdout)
    assert {"running", "times", "delay", "cpu"} >= set(known) - set(again)
    assert again.items() <= known.items()


def test_resuming_with_the_same_bots_keeps_the_seed(finished):
    done = program("run", RANDOM, GREEDY, "--games", 8, "--resume", "--out", finished)
    assert done.returncode == 0
    assert "Seed: cli\n" in done.stderr


def test_resuming_with_another_plan_is_refused(invoke, finished):
    result = invoke("run", RANDOM, GREEDY, "--games", 9, "--resume", "--out", finished)
    assert result.exit_code == ExitCode.FOLDER
    assert "games was 8 and is now 9" in result.stderr


@pytest.mark.parametrize(
    "words", [["--games", 8], ["--seed", "cli"], ["--fresh"], ["--move-ms", 5], ["--characters", 9]]
)
def test_resuming_without_bots_takes_the_plan_as_it_is(invoke, finished, words):
    result = invoke("run", "--resume", "--out", finished, *words)
    assert result.exit_code == ExitCode.USAGE
    assert f"leave out {words[0]}" in result.stderr


def test_resuming_needs_a_folder_with_a_run(invoke, tmp_path):
    assert invoke("run", "--resume").exit_code == ExitCode.USAGE
    assert invoke("run", "--resume", "--out", tmp_path).exit_code == ExitCode.FOLDER


@pytest.mark.parametrize(
    ("seconds", "text"), [(None, "?"), (0.4, "0:00"), (61, "1:01"), (3600, "1:00:00"), (100_000, "27:46:40")]
)
def test_times_left(seconds, text):
    assert clock_time(seconds) == text


GREETS_AND_LEAVES = """
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print('{"type":"hello","version":1}', flush=True)
    elif json.loads(line)["type"] == "game_start":
        sys.exit(1)
"""


def test_a_bot_that_always_fails_is_benched_and_the_run_says_so(tmp_path):
    bad = bot_file(tmp_path, GREETS_AND_LEAVES, "bad.py")
    folder = tmp_path / "run"
    words = ("run", RANDOM, bad, "--games", 6, "--bench-after", 2, "-j", 64, "--seed", 1, "--out", folder)
    done = program(*words)
    assert done.returncode == 0, done.stderr
    assert "bad was benched from game 2 on.\n" in done.stdout
    assert "6 games, 0 void, 2 faults, " in done.stdout
    assert "The referee added to a decision: " in done.stdout
    assert re.search(r"benched +bot=bad +from_game=2", done.stderr)
    assert "more workers than usable processors" in done.stderr
    shown = json.loads(program("standings", folder, "--json").stdout)
    assert shown["benched"] == [{"bot": "bad", "since": 2}]
    assert {line["bot"]: line["benched"] for line in shown["standings"]} == {"random_bot": 0, "bad": 4}
    assert shown["delay"]["decisions"] > 0
    faults = program("standings", folder, "--faults").stdout
    assert faults.endswith("bad\n  benched: it failed in too many games in a row and sat out 4 games\n")
    listed = [
        json.loads(line) for line in program("standings", folder, "--faults", "--json").stdout.splitlines()
    ]
    assert [line["fault"]["code"] for line in listed] == ["exited"] * 2 + ["benched"] * 4
    assert program("verify", folder).returncode == 0
    assert "--bench-after" in program("explain", "benched").stdout
