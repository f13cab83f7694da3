"""What the sample bots say, line by line."""

import json
from collections import Counter

import pytest

from protocol.actions import EndTurn, GatherGold
from protocol.codec import decode_from_bot
from protocol.messages import ActionMessage, GameAborted, GameStart, Notice, Rejected, Request
from protocol.views import OwnView, PlayerView, TableView
from referee.rules import preset
from tests.sample_bots.table import CLOCK, FOLDER_BOTS, PYTHON_BOTS

ALL_BOTS = (*PYTHON_BOTS, *FOLDER_BOTS)
RANDOM_BOTS = ("random_bot", *FOLDER_BOTS)
START = GameStart("g1", 0, 2, preset("first-game", 2), CLOCK, "5eed")
VIEW = TableView(1, 0, 50, (PlayerView(2, 4, ()),) * 2, OwnView(0, ("temple",)))
QUESTION = Request("r1", "turn", CLOCK, 1, (), (EndTurn(), GatherGold()), VIEW)


def choice(line: bytes, request: str) -> int:
    message = decode_from_bot(line)
    assert isinstance(message, ActionMessage)
    assert message.request == request
    assert message.choice is not None
    return message.choice


@pytest.mark.parametrize("name", ALL_BOTS)
def test_the_end_of_input_ends_a_bot(name, seat_bots):
    (bot,) = seat_bots(name)
    bot.process.stdin.close()
    assert bot.hear() == b""
    assert bot.process.wait(60) == 0


@pytest.mark.parametrize("name", ALL_BOTS)
def test_shutdown_ends_a_bot_that_waits(name, seat_bots):
    (bot,) = seat_bots(name)
    bot.say({"type": "shutdown"})
    assert bot.hear() == b""
    assert bot.process.wait(60) == 0


@pytest.mark.parametrize("name", ALL_BOTS)
def test_only_what_wants_an_answer_gets_one(name, seat_bots):
    (bot,) = seat_bots(name)
    bot.say({"type": "weather", "sky": "blue"})
    bot.begin(START)
    bot.say(Notice("no_request", "No request is open."), {"type": "applause", "request": "r0", "legal": [1]})
    bot.say(QUESTION)
    assert choice(bot.hear(), "r1") in (0, 1)
    bot.say(GameAborted("g1"))
    assert bot.leave() == 0


@pytest.mark.parametrize("name", ALL_BOTS)
def test_a_refused_answer_is_followed_by_another(name, seat_bots):
    (bot,) = seat_bots(name)
    bot.begin(START)
    bot.say(QUESTION)
    bot.hear()
    bot.say(Rejected("r1", "bad_choice", "x", 'Not "that" one.', "/choice", 900, 2))
    assert choice(bot.hear(), "r1") == 0


@pytest.mark.parametrize("name", ["greedy_bot", "builder_bot"])
@pytest.mark.parametrize("decision", ["juggle", "turn"])
def test_a_question_of_unknown_kind_gets_the_first_option(name, decision, seat_bots):
    (bot,) = seat_bots(name)
    bot.begin(START)
    question = json.loads(json.dumps({"type": "request", "request": "r1", "decision": decision, "time": {}}))
    question["legal"] = [{"kind": "throw"}, {"kind": "catch", "seat": 1}]
    question["view"] = {
        "round": 1, "crown": 0, "deck": 50, "players": [{"gold": 2, "hand": 1, "city": []}] * 2,
        "you": {"seat": 0, "hand": ["an_unheard_of_district"]},
    }  # fmt: skip
    bot.say(question)
    assert choice(bot.hear(), "r1") == 0


ODD_LINES = {
    "nested": (3, [{"a": [1, [2, 3], {"b": [4, 5]}]}, {}, []]),
    "text": (4, [{"a": 'x",],[{"'}, {"b": "\\"}, "]}", ","]),
    "words": (5, [1, -2.5e3, True, None, "x"]),
    "one": (1, [{"kind": "end_turn"}]),
    "empty objects": (2, [{}, {}]),
    "long": (7, [{"pad": 'é"\\' * 20_000}] * 7),
}
"""`legal` lists that are easily miscounted, with their lengths."""


@pytest.mark.parametrize("odd", ODD_LINES)
@pytest.mark.parametrize("spaced", [False, True])
@pytest.mark.parametrize("name", RANDOM_BOTS)
def test_a_random_bot_counts_the_options_and_takes_each_equally_often(name, spaced, odd, seat_bots):
    length, legal = ODD_LINES[odd]
    (bot,) = seat_bots(name)
    bot.begin(START)
    question = {"before": [{"legal": [1, 2, 3, 4, 5, 6, 7, 8, 9]}], "legal": legal, "view": {"request": "no"}}
    separators = (" , ", " : ") if spaced else (",", ":")
    times = 20 if odd == "long" else 100
    counts: Counter[int] = Counter()
    for number in range(times * length):
        message = {"request": f"r{number}"} | question | {"type": "request"}
        bot.say(json.dumps(message, separators=separators).encode() + b"\n")
        counts[choice(bot.hear(), f"r{number}")] += 1
    assert set(counts) == set(range(length))
    surplus = sum((count - times) ** 2 / times for count in counts.values())
    assert surplus < 30, f"not uniform: {counts}"
