"""`referee replay PATH --as SEAT -- BOT`: a game fed to a bot again."""

import json

import pytest

from tests.cli.conftest import GREEDY, RANDOM, bot_file, program


def seat_of(invoke, finished, bot):
    told = invoke("replay", finished, "--game", 3).stdout.splitlines()[1]
    return 0 if told.startswith(f"Players: P0 {bot}") else 1


def test_the_bot_that_played_answers_as_recorded(invoke, finished):
    seat = seat_of(invoke, finished, "greedy_bot")
    done = invoke("replay", finished, "--game", 3, "--as", seat, "--", GREEDY)
    assert done.exit_code == 0
    assert "requests as recorded." in done.stdout


def test_randomness_of_the_run_is_given_to_it_again(invoke, finished):
    seat = seat_of(invoke, finished, "random_bot")
    done = invoke("replay", finished, "--game", 3, "--as", seat, "--json", "--", RANDOM)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["difference"] is None


def test_another_bot_is_stopped_at_its_first_other_answer(invoke, finished):
    seat = seat_of(invoke, finished, "random_bot")
    done = invoke("replay", finished, "--game", 3, "--as", seat, "--", GREEDY)
    assert done.exit_code == 1
    for word in ("and then something else", "recorded  {", "answered  {", "legal", "view      {"):
        assert word in done.stdout


def test_an_illegal_answer_is_shown_with_its_rule_and_the_nearest_legal_action(invoke, finished, tmp_path):
    cheat = bot_file(
        tmp_path,
        """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": a = {"type": "hello", "version": 1}
    elif m["type"] == "game_start": a = {"type": "ready", "game": m["game"]}
    elif m["type"] in ("request", "rejected"):
        a = {"type": "action", "request": m["request"], "action": {"kind": "pick", "character": "queen"}}
    else: continue
    print(json.dumps(a), flush=True)
""",
    )
    done = invoke("replay", finished, "--game", 3, "--as", 0, "--", cheat)
    assert done.exit_code == 1
    assert 'refused   {"type":"action"' in done.stdout
    assert 'the nearest legal action: {"kind":"pick"' in done.stdout
    assert "failed    too_many_rejections" in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--game", 3, "--as", 0], "Name one bot"),
        (["--game", 3, "--as", 0, "--", GREEDY, RANDOM], "Name one bot"),
        (["--game", 3, "--", GREEDY], "Which seat"),
        (["--game", 3, "--as", 5, "--", GREEDY], "seats 0 to 1"),
    ],
)
def test_what_is_missing_is_named(invoke, finished, words, complaint):
    done = invoke("replay", finished, *words)
    assert done.exit_code == 2
    assert complaint in done.stderr


def test_what_is_no_trace_is_named(invoke, tmp_path):
    path = tmp_path / "bad.trace"
    path.write_text("nonsense\n")
    done = invoke("replay", path, "--", GREEDY)
    assert done.exit_code == 2
    assert "line 1 is no line of a trace" in done.stderr


def test_a_trace_of_a_run_is_held_with_the_bot_again(invoke, tmp_path):
    done = program(
        "run", RANDOM, GREEDY, "--games", 2, "--seed", 1, "--out", tmp_path / "run", "--trace", "greedy_bot"
    )
    assert done.returncode == 0, done.stderr
    traces = sorted((tmp_path / "run" / "traces" / "greedy_bot").glob("*.trace"))
    assert len(traces) == 2
    assert not (tmp_path / "run" / "traces" / "random_bot").exists()
    same = invoke("replay", traces[0], "--", GREEDY)
    assert same.exit_code == 0, same.output
    assert "lines as recorded." in same.stdout
    other = invoke("replay", traces[0], "--", RANDOM)
    assert other.exit_code == 1
    assert "and then something else" in other.stdout
    assert '"type":"request"' in other.stdout


def test_a_bot_that_does_not_play_cannot_be_traced(tmp_path):
    done = program("run", RANDOM, GREEDY, "--games", 2, "--out", tmp_path / "run", "--trace", "greedy")
    assert done.returncode == 2
    assert "No bot of this run is called 'greedy'. Did you mean greedy_bot?" in done.stderr
