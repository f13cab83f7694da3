"""A bot that was written from SPEC.md alone plays by it, and objects to whatever does not keep it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import protocol
from protocol import VERSION
from referee.match.trace import said
from referee.rules import PRESETS
from tests.cli.conftest import program
from tests.protocol.recording import CONVERSATIONS, read

BOT = Path(__file__).with_name("spec_bot")
SPEC = " ".join((Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8").split())
BROKEN, REFUSED = 3, 4
"""The bot's exit status where a promise was broken, and where it was refused."""

CLOCK = ("--move-ms", 10_000, "--start-ms", 60_000)
GONE = object()
"""In place of a value: the field is left out."""


def play(folder: Path, seats: int, games: int, *options: object) -> dict[str, Any]:
    """Play games between bots of this kind, none of which may fail; return the results."""
    words = ("run", *[BOT] * seats, "--games", games, "--seats", seats, "--strict", *CLOCK, *options)
    done = program(*words, "--out", folder, "--json", "-j", 1)
    faults = program("standings", folder, "--faults")
    assert done.returncode == 0, faults.stdout + done.stderr
    results: dict[str, Any] = json.loads(done.stdout)
    return results


def conversation() -> list[dict[str, Any]]:
    """What the referee said in a recorded game, but for refusals, which the bot does not earn."""
    recorded = dict(read(CONVERSATIONS / f"v{VERSION}"))["first-game"]
    messages = [json.loads(one.line) for one in recorded if one.by == "referee"]
    return [message for message in messages if message["type"] != "rejected"]


def speak(messages: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    """Say all of it to the bot at once."""
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    return subprocess.run(
        [sys.executable, BOT / "bot.py"], input=lines, text=True, capture_output=True, timeout=60
    )


def find(messages: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """Return the message of this type, or the request with this id."""
    return next(message for message in messages if name in (message["type"], message.get("request")))


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "preset"), list(enumerate(PRESETS, start=2)))
def test_it_plays_without_a_fault(tmp_path: Path, seats: int, preset: str):
    results = play(tmp_path / "run", seats, seats, "--preset", preset, "--seed", preset)
    assert (results["games"], results["void"], results["faults"]) == (seats, 0, 0)


def building(folder: Path) -> Iterator[tuple[set[str], set[str]]]:
    """Yield for each request the templates for a Thieves' Den, and what the answer gives for a district."""
    for trace in folder.glob("*/*.trace"):
        templates: set[str] = set()
        for by, line in said(trace.read_text(encoding="utf-8")):
            message = json.loads(line)
            if by == "referee":
                dens = [entry for entry in message.get("legal", []) if entry.get("district") == "thieves_den"]
                templates = {field for den in dens for field in den if "from" in str(den[field])}
            elif message["type"] == "action":
                yield templates, message["action"].keys() & {"cards", "exchange"}


@pytest.mark.slow
def test_it_plays_random_casts_in_which_a_cardinal_builds_the_thieves_den_in_either_way(tmp_path: Path):
    bots = ("spec_bot", "spec_bot-2", "spec_bot-3", "spec_bot-4")
    cast = ("--cast", "cardinal,architect,patrician,random", "--districts", "thieves_den,library,random")
    traces = [word for bot in bots for word in ("--trace", bot)]
    play(tmp_path / "run", 4, 8, *cast, "--seed", "den1", *traces)
    built = list(building(tmp_path / "run" / "traces"))
    assert {"cards", "exchange"} in [offered for offered, _ in built]
    assert {"cards"} in [given for _, given in built]
    assert {"exchange"} in [given for _, given in built]


def test_the_words_of_its_promises_are_those_of_the_specification(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(BOT)
    from promises import PROMISES

    words = [words for promises in PROMISES.values() for words, _ in promises]
    assert len(words) > 60
    assert [one for one in words if one not in SPEC] == []


def test_a_game_as_it_was_is_no_breach():
    listened = speak(conversation())
    assert listened.returncode == 0, listened.stderr
    answers = [json.loads(line) for line in listened.stdout.splitlines()]
    assert len(answers) == sum(message["type"] != "shutdown" for message in conversation()) - 1
    assert not any("choice" in answer for answer in answers)


@pytest.mark.parametrize(
    ("name", "path", "value", "words"),
    [
        ("hello", "versions", [2], "`versions` are the protocol versions"),
        ("hello", "schema", "sha256:9f2c", "`schema` is `sha256:`"),
        ("hello", "limits.attempts", GONE, "`hello` tells them"),
        ("game_start", "bot_seed", "a b", "It consists of letters"),
        ("game_start", "seats", 9, "`seats` is a number from 2 to 8"),
        ("game_start", "seat", 2, "from 0 to `seats` - 1"),
        ("game_start", "setup.cast.0", "spy", "one of each rank"),
        ("game_start", "setup.districts.0", "keep", "the 14 unique districts"),
        ("game_start", "setup.city_size", 7, "8 with 2 or 3 seats"),
        ("r1", "request", "r2", "Each seat has its own"),
        ("r1", "time.bank_ms", 4000, "A new game begins with a full bank"),
        ("r2", "time.bank_ms", 6000, "What it takes longer"),
        ("r2", "time.move_ms", 500, "the same in all requests"),
        ("r2", "seq", 8, "The first of them is number `seq`"),
        ("r3", "legal", [], "Never empty"),
        ("r3", "decision", "keep", "`legal` always shows"),
        ("r2", "legal.0.discard", GONE, "in all picks of a round but the very first"),
        ("r2", "legal.0.character", "assassin", "a seat was handed characters"),
        ("r13", "legal.3.cards.min", 0, "with `from`, `min` and `max`"),
        ("r13", "legal.3.cards.max", GONE, "with `from`, `min` and `max`"),
        ("r13", "legal.3.cards.from.0", "keep", "Every list of `min` to `max`"),
        ("r13", "legal.3.seat", {"from": [0], "min": 1, "max": 1}, "Only these fields can be templates"),
        ("r3", "view.turn.gathered", True, "whether resources were gathered"),
        ("r8", "legal.0.card", "keep", "only in a `keep` decision"),
        ("r4", "legal.1.district", "keep", "build from the hand"),
        ("r18", "legal.2.beautified", True, "is named by `district` and `beautified`"),
        ("r8", "events.0.cards", GONE, "A field marked * is there"),
        ("r8", "events.0.seat", 0, "A field marked * is there"),
        ("r8", "events.0.seat", 2, "seats are counted clockwise"),
        ("r8", "events.0.count", 3, "`cards_drawn`, `cards_gained`: `count`"),
        ("r11", "events.3.round", 3, "`round` | the round"),
        ("r24", "events.1.character", "queen", "`cast`: the characters"),
        ("r8", "view.deck", 57.5, "One JSON object"),
        ("r8", "view.deck", 58, "number of cards in the deck"),
        ("r8", "view.crown", 0, "the crowned seat"),
        ("r8", "view.called", 6, "the rank called last"),
        ("r8", "view.taxes", 1, "gold on the Tax Collector's token"),
        ("r8", "view.you.hand.0", "keep", "the own cards, sorted by name"),
        ("r8", "view.you.characters.0", "king", "in the order of picking"),
        ("r8", "view.you.set_aside", GONE, "with the one left over"),
        ("r8", "view.you.offers.0.0", "queen", "the stacks of characters"),
        ("r8", "view.players.0.hand", 3, "number of cards in hand"),
        ("r8", "view.players.0.city.0.beautified", True, "districts in the order of building"),
        ("r8", "view.players.0.completed", True, "whether the city was completed"),
        ("r8", "view.players.0.characters", GONE, "characters that the seat has shown"),
        ("r8", "view.turn.builds", 2, "how many more districts may be built"),
        ("r6", "view.turn.used", GONE, "abilities used up"),
        ("r5", "view.turn.spent", 3, "gold paid for districts"),
        ("r4", "events.0.gold", 3, "gold in the stash"),
        ("r24", "view.marks", GONE, "Marks stay to the end of the round"),
        ("r18", "view.you.beneath.0", None, "the bottom of the deck"),
        ("r18", "view.you.known_hands.0.seat", 1, "cards that are for certain in another hand"),
        ("game_end", "game", "g-another", "`game_end` carries the last events"),
        ("game_end", "ranks", [1, 2], "`ranks` says the same"),
        ("game_end", "scores.0.total", 5, "`game_ended` | `scores`"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_it_objects_to_a_breach(name: str, path: str, value: Any, words: str):
    messages = conversation()
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    place: Any = find(messages, name)
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    objection = speak(messages)
    assert objection.returncode == BROKEN, objection.stderr
    assert re.search(f"«.*{re.escape(words)}.*»", objection.stderr)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("total", 5, "`total` the sum of these four"),
        ("rank", 1, "share a place"),
        ("districts", 5, "`districts` is the cost of the city"),
        ("haunted_quarter", "noble", "`null` without one"),
    ],
)
def test_it_counts_the_points_itself(field: str, value: Any, words: str):
    messages = conversation()
    end = find(messages, "game_end")
    for scores in (end["scores"], end["events"][-1]["scores"]):
        scores[0][field] = value
        if field == "districts":
            scores[0]["total"] = value
    end["ranks"] = [score["rank"] for score in end["scores"]]
    objection = speak(messages)
    assert objection.returncode == BROKEN, objection.stderr
    assert words in objection.stderr


def test_it_objects_to_a_notice_that_it_did_not_earn():
    messages = conversation()
    messages.insert(4, {"type": "notice", "code": "stale_request", "message": "Request r1 is settled."})
    objection = speak(messages)
    assert objection.returncode == BROKEN, objection.stderr
    assert "A line of the bot was ignored" in objection.stderr


def test_an_answer_that_a_broken_off_game_crossed_may_be_noticed():
    messages = conversation()
    start = find(messages, "game_start")
    notice = {"type": "notice", "code": "no_request", "message": "No request is open."}
    again = [*messages[:4], {"type": "game_aborted", "game": start["game"]}, start, notice, *messages[2:]]
    assert speak(again).returncode == 0


def test_it_objects_to_lines_out_of_order():
    messages = conversation()
    objection = speak([messages[0], *messages[2:]])
    assert objection.returncode == BROKEN
    assert "In order: `hello` once" in objection.stderr


def test_it_leaves_when_it_is_refused():
    messages = conversation()[:3]
    refusal = {
        "type": "rejected", "request": "r1", "code": "not_offered", "rule": "select-keep-exactly-one",
        "message": "No.", "path": "/character", "remaining_ms": 900, "attempts_left": 2,
    }  # fmt: skip
    assert speak([*messages, refusal]).returncode == REFUSED


def test_it_ignores_what_it_does_not_know_and_a_line_that_was_cut_off():
    messages = conversation()
    for message in messages:
        message["weather"] = {"kind": "rain"}
    find(messages, "r3")["legal"][0]["mood"] = "good"
    messages.insert(3, {"type": "music", "tune": 1})
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    listened = subprocess.run(
        [sys.executable, BOT / "bot.py"], input=lines + '{"type":"hel', text=True, capture_output=True
    )
    assert listened.returncode == 0, listened.stderr
