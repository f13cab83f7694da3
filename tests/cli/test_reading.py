"""Commands that read a run, a replay, the rules: verify, replay, export, standings, rules, explain, schema."""

import csv
import hashlib
import json
import re
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from protocol.actions import Rob
from protocol.cards import BASIC_DISTRICTS, CHARACTERS, UNIQUE_DISTRICTS
from protocol.messages import FromBot
from protocol.schema import schema_text
from referee.cli.exits import ExitCode
from referee.cli.tables import clipped
from referee.report.wording import duration
from referee.rules import card
from referee.scenario.index import FOLDER as SCENARIOS


def test_a_run_verifies(invoke, finished):
    result = invoke("verify", finished)
    assert result.exit_code == 0
    assert result.output == f"{finished} holds: 8 of 8 planned games verified.\n"
    assert json.loads(invoke("verify", finished, "--json").stdout) == {"ok": True, "games": 8, "planned": 8}


def raw_replay(invoke, finished: Path, folder: Path, game: object = 3) -> Path:
    path = folder / "replay.jsonl"
    path.write_bytes(invoke("replay", finished, "--game", game, "--raw").stdout_bytes)
    return path


def test_one_replay_verifies(invoke, finished, tmp_path):
    path = raw_replay(invoke, finished, tmp_path)
    result = invoke("verify", path)
    assert (result.exit_code, result.output) == (0, f"{path} holds.\n")


def test_an_altered_replay_is_found_with_its_step(invoke, finished, tmp_path):
    path = raw_replay(invoke, finished, tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"gather_gold"' in line)
    lines[at] = lines[at].replace("gather_gold", "gather_cards")
    path.write_text("".join(lines))
    result = invoke("verify", path, "--json")
    assert result.exit_code == ExitCode.MISMATCH
    assert f"replay.jsonl: step {at}: " in result.stderr
    found = json.loads(result.stdout)
    assert (found["ok"], found["step"]) == (False, at)
    assert found["difference"] in result.stderr


def test_an_altered_game_of_a_run_is_found(invoke, finished, tmp_path):
    folder = tmp_path / "altered"
    shutil.copytree(finished, folder)
    with sqlite3.connect(folder / "run.db") as database:
        database.execute(
            "UPDATE seats SET total = total + 1, score = replace(score, '\"types\":0', '\"types\":1')"
        )
        database.execute("UPDATE games SET rounds = rounds + 1 WHERE number = 2")
    database.close()
    result = invoke("verify", folder)
    assert result.exit_code == ExitCode.MISMATCH
    assert "Error: game " in result.stderr


def test_a_file_that_is_no_replay_does_not_verify(invoke, tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"\x00\xff")
    assert invoke("verify", path).exit_code == ExitCode.MISMATCH


def test_a_folder_without_a_run_cannot_be_used(invoke, tmp_path):
    for command in ("verify", "standings", "export"):
        result = invoke(command, tmp_path)
        assert result.exit_code == ExitCode.FOLDER
        assert f"{tmp_path} holds no run" in result.stderr


def test_a_damaged_database_cannot_be_used(invoke, finished, tmp_path):
    folder = tmp_path / "damaged"
    shutil.copytree(finished, folder)
    (folder / "run.db").write_bytes(b"not a database" * 1000)
    result = invoke("standings", folder)
    assert result.exit_code == ExitCode.FOLDER
    assert "run.db" in result.stderr


def test_a_game_is_told_with_the_names_of_the_bots(invoke, finished):
    story = invoke("replay", finished, "--game", 0).output
    assert "random_bot" in story
    assert "greedy_bot" in story
    assert "Round 1, P" in story
    assert "points" in story


def test_a_game_is_chosen_by_its_id_as_well(invoke, finished):
    line = json.loads(invoke("export", finished).stdout.splitlines()[5])
    assert (
        invoke("replay", finished, "--game", line["game"]).output
        == invoke("replay", finished, "--game", 5).output
    )


def test_the_events_of_a_game_as_json(invoke, finished):
    lines = [
        json.loads(line) for line in invoke("replay", finished, "--game", 1, "--json").stdout.splitlines()
    ]
    assert lines[0]["step"] == 0
    assert lines[-1]["event"]["kind"] == "game_ended"
    assert any(line["event"].get("cards") for line in lines)


def test_a_replay_file_is_told(invoke, finished, tmp_path):
    path = raw_replay(invoke, finished, tmp_path)
    assert "Players: P0, P1\n" in invoke("replay", path).output


@pytest.mark.parametrize(
    "words", [[], ["--game", "99"], ["--game", "g-none"], ["--game", "1", "--json", "--raw"]], ids=" ".join
)
def test_a_game_that_is_not_there_is_wrong_usage(invoke, finished, words):
    assert invoke("replay", finished, *words).exit_code == ExitCode.USAGE


def test_game_makes_no_sense_with_a_replay_file(invoke, finished, tmp_path):
    path = raw_replay(invoke, finished, tmp_path)
    assert invoke("replay", path, "--game", 1).exit_code == ExitCode.USAGE


def test_the_jsonl_export_has_the_digest_of_the_standings(invoke, finished):
    exported = invoke("export", finished, "--format", "jsonl").stdout_bytes
    lines = [json.loads(line) for line in exported.splitlines()]
    assert [line["number"] for line in lines] == list(range(8))
    standings = json.loads(invoke("standings", finished, "--json").stdout)
    assert standings["results_sha256"] == hashlib.sha256(exported).hexdigest()


def test_the_csv_export_into_a_file(invoke, finished, tmp_path):
    path = tmp_path / "games.csv"
    assert invoke("export", finished, "--format", "csv", "-o", path).exit_code == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 16
    assert {row["bot"] for row in rows} == {"random_bot", "greedy_bot"}


@pytest.mark.parametrize(
    ("microseconds", "text"), [(7, "7 µs"), (1500, "1.5 ms"), (999_949, "999.9 ms"), (2_500_000, "2.50 s")]
)
def test_durations(microseconds, text):
    assert duration(microseconds) == text


def test_long_and_wild_names_are_tamed():
    assert clipped("a" * 50) == "a" * 39 + "…"
    assert clipped("\x1b[2Jbot\n") == "?[2Jbot?"


def test_rules_are_shown_by_id(invoke):
    text = invoke("rules", "thief-not-rank1").output
    assert text.startswith("thief-not-rank1\n  The rank 1 character ")


def test_a_rule_is_explained_with_the_scenarios_that_show_it(invoke, monkeypatch):
    monkeypatch.chdir(SCENARIOS.parent)
    text, _, shown = invoke("explain", "thief-not-rank1").output.partition("\nScenarios that show it:\n")
    rule, _, breach = text.partition("\nTo keep it, ")
    assert rule == invoke("rules", "thief-not-rank1").output
    place, action = re.search(r"in the situation of (\S+):\n  <- (.+)$", breach, re.MULTILINE).groups()
    assert re.fullmatch(r"scenarios/2016/characters/thief\.yaml:\d+", place)
    assert msgspec.json.decode(action, type=FromBot).action == Rob(character="assassin")
    assert re.search(r"^  scenarios/2016/characters/thief\.yaml:\d+: \w+", shown, re.MULTILINE)


def test_a_rule_without_a_breach_has_no_advice(invoke):
    assert "To keep it" not in invoke("explain", "SCR-04").output


@pytest.mark.parametrize("words", [["witch"], ["Witch"], ["WITCH"]])
def test_a_character_is_shown_with_the_rules_about_it(invoke, words):
    head, text, line, name, blank, title, *listed = invoke("rules", *words).output.splitlines()
    assert (head, text) == ("Witch", "  " + card("witch").text)
    assert (line, name) == ("  character of rank 1, 2016 edition", "  id: witch")
    assert (blank, title) == ("", "The rules about it:")
    shown = [line.split()[0] for line in listed]
    assert {"WIT-18", "TIE-05"} <= set(shown)
    assert shown[0] == "witch-must-gather-first"
    assert shown.index("WIT-18") < shown.index("preset-cunning-agents-rank9")
    assert "thief-not-rank1" not in shown


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["Thieves'", "Den"], ["Thieves' Den", "  unique district, costs 6 gold, 1 copy, 2016 edition"]),
        (["thieves-den"], ["Thieves' Den", "  unique district, costs 6 gold, 1 copy, 2016 edition"]),
        (["school of magic"], ["School of Magic", "  unique district, costs 6 gold, 1 copy, 2016 edition"]),
        (["secret_vault"], ["Secret Vault", "  unique district, cannot be built, 1 copy, 2016 edition"]),
        (["tavern"], ["Tavern", "  trade district, costs 1 gold, 5 copies, 2016 edition", "  id: tavern"]),
        (["trading post"], ["Trading Post", "  trade district, costs 2 gold, 3 copies, 2016 edition"]),
    ],
)
def test_a_district_is_shown_with_its_cost(invoke, words, lines):
    shown = invoke("rules", *words).output.splitlines()
    assert [line for line in shown if line in lines] == lines


@pytest.mark.parametrize("name", [*CHARACTERS, *BASIC_DISTRICTS, *UNIQUE_DISTRICTS])
def test_every_card_is_found_by_its_id_and_title(invoke, name):
    found = json.loads(invoke("rules", name, "--json").stdout)
    assert found["card"]["id"] == name
    assert json.loads(invoke("rules", found["card"]["title"], "--json").stdout) == found
    if name not in BASIC_DISTRICTS:
        assert found["card"]["text"]
        assert found["rules"]


def test_a_card_that_is_not_there_is_answered_with_its_neighbours(invoke):
    assert "Did you mean witch?" in invoke("rules", "wich").stderr


def test_rules_are_searched_by_words(invoke):
    listed = invoke("rules", "crown").output.splitlines()
    assert len(listed) > 5
    found = json.loads(invoke("rules", "crown", "--json").stdout)
    assert [line.split()[0] for line in listed] == [rule["id"] for rule in found]


def test_a_rule_that_is_not_there_is_answered_with_its_neighbours(invoke):
    assert "Did you mean thief-not-rank1 " in invoke("rules", "thief-not-rank2").stderr


def test_codes_are_explained(invoke):
    assert invoke("explain", "move_timeout").output.startswith("move_timeout: a fault: ")
    assert invoke("explain", "bad_choice").output.startswith("bad_choice: a refusal: ")
    assert "Did you mean move_timeout" in invoke("explain", "move_timeuot").stderr


def test_explain_lists_all_codes(invoke):
    from protocol.faults import FAULTS, REFUSALS

    text = invoke("explain").output
    assert all(f"  {code} " in text for code in (*FAULTS, *REFUSALS))


def test_the_schema_is_the_generated_one(invoke):
    assert invoke("schema").stdout == schema_text()
