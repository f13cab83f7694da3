"""The searching bot: its quick player knows every card, its answers are legal, and it beats the builder."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace

import msgspec
import pytest

from protocol.actions import AnyAction, complete
from protocol.codec import decode_from_bot, encode
from protocol.messages import (
    ActionMessage,
    BotHello,
    Clock,
    GameStart,
    Hello,
    Limits,
    Ready,
    Rejected,
    Request,
    Setup,
    Shutdown,
)
from referee.bots import resolve
from referee.rules import (
    PRESETS,
    State,
    apply,
    check,
    determinize,
    imagine,
    new_game,
    options,
    pending,
    preset,
    view,
)
from tests.sample_bots.table import FOLDER
from tests.sample_bots.test_strength import BUILDER
from tests.strategies import BOXES, game

SEARCH = FOLDER / "search"


@pytest.fixture(scope="module")
def bot() -> Iterator[SimpleNamespace]:
    """The modules of the bot, which import each other by their bare names."""
    names = ("bot", "searching", "playing", "judging", "weighing")
    sys.path.insert(0, str(SEARCH))
    yield SimpleNamespace(**{name: __import__(name) for name in names})
    sys.path.remove(str(SEARCH))
    for name in names:
        del sys.modules[name]


def request(state: State, number: int, move_ms: int = 50) -> Request:
    """Return what the seat that is asked would be sent."""
    ask = pending(state)
    clock = Clock(move_ms, 0)
    return Request(f"r{number}", ask.decision, clock, 0, (), tuple(options(state)), view(state, ask.seat))


def play(
    bot: SimpleNamespace, setup: Setup, seats: int, seed: str, games: int
) -> tuple[State, list[AnyAction]]:
    """Play a game of searching bots among themselves; every answer is checked."""
    state, _ = new_game(setup, seats, seed)
    players = [bot.bot.Player(games) for _ in range(seats)]
    for seat, player in enumerate(players):
        start = GameStart("g", seat, seats, setup, Clock(50, 0), f"{seed}{seat}")
        assert player.answer(start) == Ready("g")
    chosen: list[AnyAction] = []
    while (ask := pending(state)) is not None:
        answer = players[ask.seat].answer(request(state, len(chosen)))
        assert answer.request == f"r{len(chosen)}"
        check(state, ask.seat, answer.action)
        apply(state, ask.seat, answer.action)
        chosen.append(answer.action)
    return state, chosen


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_the_quick_player_has_a_legal_answer_to_every_question(bot, seats, characters):
    for number in range(12):
        one = game(seats, characters, 900 + number)
        while (ask := pending(one.state)) is not None:
            action = bot.playing.answer(one.state, one.rng)
            check(one.state, ask.seat, action)
            apply(one.state, ask.seat, action if one.rng.random() < 0.7 else one.choose())


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_the_quick_player_does_not_peep(bot, seats, characters):
    """Its answer is the same whatever the things are that its seat cannot see."""
    compared = 0
    for number in range(4):
        one = game(seats, characters, 930 + number)
        for state in one.walk():
            if not one.over and one.rng.random() < 0.3:
                dice = str(one.rng.random())
                redrawn = determinize(state, pending(state).seat, dice)
                answers = [bot.playing.answer(table, random.Random(dice)) for table in (state, redrawn)]
                assert answers[0] == answers[1]
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8])
def test_the_search_plays_whole_games_of_every_preset(bot, name, seats):
    state, chosen = play(bot, preset(name, seats), seats, "whole", 2)
    assert len(state.scores) == seats
    assert len(chosen) > 10 * seats


def test_with_a_number_of_games_the_search_repeats_itself(bot):
    setup = preset("cunning-agents", 4)
    first = play(bot, setup, 4, "again", 6)
    assert play(bot, setup, 4, "again", 6) == first
    assert play(bot, setup, 4, "again", 7) != first


@pytest.mark.parametrize(("seats", "characters"), BOXES)
def test_every_candidate_is_legal_and_there_are_not_too_many(bot, seats, characters):
    counts = Counter[int]()
    for number in range(3):
        one = game(seats, characters, 950 + number)
        for state in one.walk():
            if one.over or one.rng.random() > 0.3:
                continue
            seat = pending(state).seat
            imagined = imagine(one.setup, view(state, seat), pending(state).decision)
            habit = bot.playing.answer(imagined, random.Random(0))
            tried = bot.searching.candidates(imagined, seat, habit)
            for action in tried:
                check(state, seat, action)
            assert len(set(tried)) == len(tried)
            counts[len(tried)] += 1
    assert max(counts) <= bot.searching.MOST
    assert sum(counts[number] for number in counts if number > 1) > 50


def builder(setup: Setup, state: State, number: int) -> AnyAction:
    """Return the builder's answer."""
    ask, legal = pending(state), options(state)
    start = {"setup": msgspec.to_builtins(setup), "bot_seed": "builder"}
    question = {"request": f"r{number}", "decision": ask.decision, "legal": msgspec.to_builtins(legal)}
    given = BUILDER.decide(start, question | {"view": msgspec.to_builtins(view(state, ask.seat))})
    return (
        complete(legal[given["choice"]]) if "choice" in given else msgspec.convert(given["action"], AnyAction)
    )


def points(bot: SimpleNamespace, number: int) -> float:
    """Play a game of one searching bot and three builders; return its placement points."""
    setup, mine = preset("first-game", 4), number % 4
    state, _ = new_game(setup, 4, f"strength {number}")
    player, count = bot.bot.Player(40), 0
    player.answer(GameStart("g", mine, 4, setup, Clock(50, 0), f"{number}"))
    while (ask := pending(state)) is not None:
        count += 1
        action = (
            player.answer(request(state, count)).action if ask.seat == mine else builder(setup, state, count)
        )
        apply(state, ask.seat, action)
    return (4 - state.scores[mine].rank) / 3


def test_the_search_beats_the_builder(bot):
    won = [points(bot, number) for number in range(20)]
    assert sum(won) / len(won) > 0.65


def test_the_search_speaks_the_protocol_as_a_process_of_its_own():
    command = resolve(str(SEARCH))
    state, _ = new_game(preset("first-game", 4), 4, "process")
    start = GameStart("g1", pending(state).seat, 4, state.setup, Clock(50, 0), "5eed")
    lines = [
        Hello("citadels", (1,), "", Limits()),
        start,
        request(state, 1),
        Rejected("r1", "bad_choice", "x", "Not that one.", "/choice", 900, 2),
        Shutdown(),
    ]
    said = subprocess.run(
        command.argv, cwd=command.folder, input=b"".join(map(encode, lines)), capture_output=True, timeout=120
    )
    assert (said.returncode, said.stderr) == (0, b"")
    greeting, ready, answer, again = map(decode_from_bot, said.stdout.splitlines())
    assert greeting == BotHello(1, "search")
    assert ready == Ready("g1")
    check(state, start.seat, answer.action)
    assert again == ActionMessage("r1", choice=0)
