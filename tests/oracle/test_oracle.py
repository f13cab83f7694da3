"""The checker passes the games that the engine plays, and objects to games that were altered."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace as with_fields

from protocol.actions import AnyAction
from protocol.events import AnyEvent
from protocol.faults import FaultCode
from referee.match import play_game
from tests.match.fakes import FakeSeat, players, random_answers
from tests.match.fakes import game as spec
from tests.oracle import Objection, Summary, check_game
from tests.oracle.__main__ import main
from tests.oracle.alter.editing import Spot
from tests.oracle.alter.table import ALTERATIONS, Alteration
from tests.oracle.games import Played, random_game

GAMES = 330
POOL = 88

PERMITTED = (
    "double built by the Wizard",
    "double built with the Quarry",
    "Framework sacrificed",
    "Necropolis built by sacrifice",
    "Theater of 2 or 3 players",
    "Witch bewitched her own character",
    "Warlord destroys in his own city",
)
"""Rare cases that the rules permit, and that an engine might wrongly refuse."""


def checked(game: Played) -> Summary:
    return check_game(game.setup, game.seats, game.deal, game.steps)


def objection(game: Played) -> Objection:
    """Return the objection to an altered game."""
    with pytest.raises(Objection) as caught:
        checked(game)
    return caught.value


@pytest.fixture(scope="module")
def pool() -> list[Played]:
    """Games to be altered."""
    return [random_game("pool", number) for number in range(POOL)]


@pytest.mark.parametrize("part", range(11))
def test_random_games_pass(part: int) -> None:
    for number in range(part, GAMES, 11):
        game = random_game("test", number)
        summary = checked(game)
        assert summary.decisions == len(game.steps)
        assert len(summary.scores) == game.seats


@pytest.mark.slow
def test_everything_occurs() -> None:
    total = Summary()
    for number in range(GAMES):
        total.add(checked(random_game("occurs", number)))
    assert len(total.turns) == 27
    assert len(total.districts) == 30
    assert len(total.events) == len(AnyEvent.__args__)
    assert len(total.actions) == len(AnyAction.__args__)
    assert all(total.rarities[name] for name in PERMITTED)
    assert all(total.causes[name] for name in ("cardinal", "thieves_den", "park", "poor_house", "queen"))


@pytest.mark.parametrize("alteration", ALTERATIONS, ids=lambda alteration: alteration.name)
def test_an_altered_game_is_objected_to(alteration: Alteration, pool: list[Played]) -> None:
    rules = [objection(altered).rule for altered in first_of_each(alteration, pool)]
    assert rules, "no game of the pool can be altered so"
    assert any(re.search(alteration.because, rule) for rule in rules), rules


def first_of_each(alteration: Alteration, pool: list[Played]) -> list[Played]:
    """Return up to four games altered, each at another place than the last."""
    altered = (next(alteration.edit(game), None) for game in pool)
    found = (game for game in altered if game is not None)
    return [game for game, _ in zip(found, range(4), strict=False)]


def every_spot(game: Played) -> Iterator[Spot]:
    for step in range(-1, len(game.steps)):
        for at in range(len(game.deal if step < 0 else game.steps[step].events)):
            yield Spot(game, step, at)


def numbers_changed(spot: Spot) -> Iterator[Played]:
    """Yield the game with each number or truth value of an event changed."""
    event = spot.event
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, bool):
            yield spot.put(with_fields(event, **{name: not value}))
        elif isinstance(value, int):
            yield spot.put(with_fields(event, **{name: value + 1}))
            yield spot.put(with_fields(event, **{name: value - 1}))


@pytest.mark.parametrize("number", range(11))
def test_no_event_can_be_left_out_or_doubled_or_miscounted(number: int, pool: list[Played]) -> None:
    rng = Random(number)
    for spot in rng.sample(list(every_spot(pool[number])), 25):
        event = spot.event
        for altered in (spot.put(), spot.put(event, event), *numbers_changed(spot)):
            objection(altered)


@pytest.mark.parametrize("failing", [{}, {"r9": "move_timeout"}, {None: "start_failed"}])
def test_replays_are_checked(
    failing: dict[str | None, FaultCode], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    others = [FakeSeat(random_answers(seat), fails=failing) for seat in (1, 2)]
    record = play_game(spec(4, cards="cunning-agents"), [*players(2), *others])
    path = tmp_path / "game.jsonl"
    path.write_bytes(record.replay)
    assert main([str(path)]) == 0
    assert "1 games passed" in capsys.readouterr().out


def test_an_objection_names_step_rule_expected_and_found(pool: list[Played]) -> None:
    spot = next(spot for spot in every_spot(pool[0]) if spot.event.__class__.__name__ == "GoldPaid")
    event = spot.event
    sentence = str(objection(spot.put(with_fields(event, gold=event.gold + 1))))
    assert sentence.startswith(f"step {spot.step + 1}: ")
    assert f"Expected: {event}. Found: " in sentence


def test_the_command_line_checks_random_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "12", "--seed", "line"]) == 0
    told = capsys.readouterr()
    assert "12 of 12 games, 0 objections" in told.err
    assert "12 games passed" in told.out
    assert "unique districts in play, the rarest first:" in told.out
