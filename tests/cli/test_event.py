"""`referee run EVENT.toml`, and what a run is told to be by its options: formats, times, seeds."""

import hashlib
import json

import pytest

from referee.cli.exits import ExitCode
from referee.cli.parameters import duration_text
from referee.tournament.plan import load
from tests.cli.conftest import BOTS, GREEDY, RANDOM, program

EVENT = f"""\
name = "Spring cup"
games = 4
seats = 2
seed_from = "beacon.json"
on_fault = "forfeit"
bots = [
    {{ path = "{BOTS}/random_bot.py", name = "Dicey", author = "Ann" }},
    "{BOTS}/greedy_bot.py",
    "{BOTS}/builder_bot.py",
]

[setup]
cast = ["random"]

[clock]
move_ms = 2500
"""


@pytest.fixture
def event(tmp_path):
    (tmp_path / "beacon.json").write_text('{"round": 4711}')
    file = tmp_path / "cup.toml"
    file.write_text(EVENT)
    return file


def test_an_event_is_held_as_it_is_described(event, tmp_path):
    done = program("run", event, "--out", tmp_path / "run", "-j", 1, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Spring cup: 4 games of 2 players, 3 bots, in ")
    assert {line["bot"] for line in json.loads(done.stdout)["standings"]} == {
        "Dicey",
        "greedy_bot",
        "builder_bot",
    }
    plan = load(tmp_path / "run")
    assert (plan.name, plan.games, plan.seats, plan.on_fault) == ("Spring cup", 4, 2, "forfeit")
    assert plan.clock.move_ms == 2500
    assert plan.setup[0].cast == ()
    assert plan.bots[0].author == "Ann"
    assert plan.seed == hashlib.sha256(b'{"round": 4711}').hexdigest()
    again = program("run", event, "--resume", "--out", tmp_path / "run", "--json")
    assert again.stdout == done.stdout


def test_options_beside_an_event_win(event, tmp_path):
    words = ("--games", 2, "--seed-from", "ab" * 20, "--cast", "", "--fresh", "-j", 1)
    done = program("run", event, "--out", tmp_path / "run", *words)
    assert done.returncode == 0, done.stderr
    plan = load(tmp_path / "run")
    assert (plan.games, plan.seed, plan.fresh, plan.on_fault) == (2, "ab" * 20, True, "forfeit")
    assert not isinstance(plan.setup, tuple)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("games = 4", "games = 0"), ":2: games: 0 is not in the range x>=1."),
        (("games = 4", 'for = "soon"'), ":2: for: 'soon' is no time such as 2h, 1h30m or 45s."),
        (("seats = 2", "seats = 9"), ":3: seats: 9 is not in the range 2<=x<=8."),
        (
            ("beacon.json", "nowhere.json"),
            ":4: seed_from: 'nowhere.json' is neither a file that can be read nor",
        ),
        (('"forfeit"', '"forfiet"'), ":5: on_fault: 'forfiet' is not one of 'play-on', 'forfeit'."),
        (("greedy_bot", "gready_bot"), "gready_bot.py: There is no such file or folder."),
        (("move_ms", "mvoe_ms"), ":16: there is no key mvoe_ms; did you mean move_ms?"),
        (('"random"]', '"randon"]'), "There is no character 'randon'. Did you mean random?"),
        (("seats = 2", 'seed = "x"'), "--seed and --seed-from both decide the seed"),
    ],
)
def test_what_is_wrong_with_an_event_is_told_with_its_place(invoke, event, change, message, tmp_path):
    event.write_text(event.read_text().replace(*change))
    result = invoke("run", event, "--out", tmp_path / "run")
    assert result.exit_code == ExitCode.USAGE
    assert message in result.stderr
    assert not (tmp_path / "run").exists()


def test_an_event_has_its_own_bots(invoke, event):
    result = invoke("run", event, f"{BOTS}/random_bot.py")
    assert result.exit_code == ExitCode.USAGE
    assert "leave out the other BOTs" in result.stderr


def test_a_time_ends_a_run_and_more_time_goes_on(tmp_path):
    folder = tmp_path / "run"
    bots = (f"{BOTS}/random_bot.py", f"{BOTS}/greedy_bot.py")
    done = program("run", *bots, "--for", "1s", "--seats", 4, "--out", folder, "-j", 1, "--json")
    assert done.returncode == 0, done.stderr
    assert f"Games for 1s of 4 players, 4 bots, in {folder}\n" in done.stderr
    played = json.loads(done.stdout)["games"]
    assert played % 4 == 0
    assert load(folder).stop.seconds == 1
    more = program("run", "--resume", "--for", "1s", "--out", folder, "-j", 1, "--json")
    assert more.returncode == 0, more.stderr
    assert json.loads(more.stdout)["games"] > played
    assert json.loads(program("verify", folder, "--json").stdout)["ok"]


def test_only_a_run_that_time_ends_goes_on_for_longer(invoke, finished):
    result = invoke("run", "--resume", "--for", "1s", "--out", finished)
    assert result.exit_code == ExitCode.USAGE
    assert "this one has its games" in result.stderr


def test_the_seed_is_published_when_the_run_is_finished(finished):
    assert not (finished / "seed.txt").exists()
    assert json.loads((finished / "plan.json").read_text())["seed"] == "cli"


def test_a_short_seed_is_no_secret(tmp_path):
    words = ("run", f"{BOTS}/random_bot.py", "--seats", 2, "--games", 1, "-j", 1, "--out")
    assert "(a short seed can be guessed from it)" in program(*words, tmp_path / "a", "--seed", "1").stderr
    assert "can be guessed" not in program(*words, tmp_path / "b").stderr


@pytest.mark.parametrize(("seconds", "text"), [(7200, "2h"), (5445, "1h30m45s"), (60, "1m"), (1, "1s")])
def test_times_are_shown_as_they_are_written(seconds, text):
    assert duration_text(seconds) == text


def test_a_manifest_of_a_bot_is_no_event(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "other.toml").write_text(f'run = ["{{python}}", "{GREEDY}"]\n')
    done = program("run", folder / "other.toml", RANDOM, "--games", 2, "--seed", 1, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    assert "mine-other" in done.stdout
