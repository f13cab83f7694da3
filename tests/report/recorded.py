"""A recorded run of made-up players whose bots have hostile names."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from referee.match import GameRecord, play_game
from referee.tournament import store
from referee.tournament.plan import Plan
from referee.tournament.schedule import spec
from tests.match.fakes import FakeSeat, choice, random_answers
from tests.tournament.factory import plan, presets

NAMES = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(2)'>",
    "{{ 7 * 7 }} </title> &lt; \u2028 ${x} P1",
    "a_name_that_is_much_longer_than_any_column_would_like_it_to_be",
)
EVENT = "The <b>Spring</b> Cup"
GAMES = 48
FAULTY = 7
"""A game in which the bot of seat 0 fails at its fifth request."""


def hostile_plan() -> Plan:
    """Four bots at tables of three, all presets in turn."""
    made = plan(len(NAMES), seats=3, games=GAMES, seed="report", setup=presets(3))
    return replace(
        made,
        name=EVENT,
        bots=tuple(replace(bot, name=name) for bot, name in zip(made.bots, NAMES, strict=True)),
    )


def played(of: Plan, number: int) -> GameRecord:
    """A game among players of which the first always takes the first option, and the others any."""
    game = spec(of, number)
    seats = [
        FakeSeat(random_answers(10 * number + bot) if bot else lambda request: choice(request, 0))
        for bot in game.bots
    ]
    if number == FAULTY:
        seats[0].fails = {"r5": "move_timeout"}
    return play_game(game, seats)


def record_run(folder: Path, games: Iterator[int] | range) -> Path:
    """Play games of the plan and write them into a folder."""
    of = hostile_plan()
    with store.create(folder, of) as run:
        run.record([played(of, number) for number in games])
    return folder
