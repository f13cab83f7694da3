"""Plans and records made up for tests."""

import hashlib
from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from protocol.events import Score
from protocol.messages import Clock, Setup
from referee.bots.command import BotCommand
from referee.bots.faults import Fault
from referee.match import GameRecord, SeatFault, SeatTiming
from referee.rules import PRESETS, preset
from referee.tournament.draws import Draws
from referee.tournament.plan import OnFault, Plan, Recipe, Stop
from referee.tournament.planning import Format, FormatName, make_plan
from referee.tournament.schedule import spec

SETUP = Setup(
    edition="2016",
    cast=("assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"),
    districts=("smithy", "library"),
    city_size=7,
    round_limit=100,
)


NEVER = Stop()

RANDOM = Recipe(edition="2016", cast=(), districts=(), characters=None, round_limit=200)
"""All cards drawn."""


def presets(seats: int) -> tuple[Recipe, ...]:
    """All presets in turn."""
    setups = [preset(name, seats) for name in PRESETS]
    return tuple(
        Recipe("2016", box.cast, box.districts, 9 if len(box.cast) == 9 else 8, box.round_limit)
        for box in setups
    )


def command(name: str, content: str = "") -> BotCommand:
    return BotCommand(
        name=name, argv=("/bin/" + name,), folder="/", sha256=hashlib.sha256(content.encode()).hexdigest()
    )


def commands(count: int) -> list[BotCommand]:
    return [command(f"bot{number}") for number in range(count)]


def plan(
    bots: int = 3,
    *,
    seats: int = 3,
    games: int = 12,
    seed: str = "seed",
    on_fault: OnFault = "play-on",
    bench_after: int = 0,
    fresh: bool = False,
    setup: Setup | tuple[Recipe, ...] = SETUP,
    form: FormatName = "round-robin",
    pods: int | None = None,
    advance: int | None = None,
    final_games: int | None = None,
    stop: Stop = NEVER,
    duplicate: bool = False,
    authors: str = "",
) -> Plan:
    """A plan for bots of which the first ones have authors of one letter each, who are then kept apart."""
    clock = Clock(move_ms=1000, bank_ms=5000)
    return make_plan(
        [replace(one, author=author) for one, author in zip_longest(commands(bots), authors, fillvalue="")],
        setup,
        seats=seats,
        games=games,
        seed=seed,
        clock=clock,
        on_fault=on_fault,
        bench_after=bench_after,
        fresh=fresh,
        form=Format(form, pods, advance, final_games),
        stop=stop,
        duplicate=duplicate,
        separate_authors=bool(authors),
    )


def record(of: Plan, number: int, *, broken: bool = False) -> GameRecord:
    """A game whose outcome follows from its seed; with `broken`, its last seat timed out."""
    game = spec(of, number)
    draws = Draws(game.seed, "outcome")
    ranks = tuple(1 + rank for rank in draws.shuffled(list(range(of.seats))))
    scores = tuple(score(40 - 3 * rank, rank) for rank in ranks)
    seat = of.seats - 1
    return GameRecord(
        id=game.id,
        number=number,
        bots=game.bots,
        result="finished",
        rounds=10,
        decisions=100,
        scores=scores,
        ranks=ranks,
        faults=(SeatFault(seat, "move_timeout", "r3", "No answer came."),) if broken else (),
        replay=b'{"game":"%s"}\n' % game.id.encode() * 20,
        evidence=(Fault("move_timeout", "No answer came.", "r3", 1001, "", "Traceback", None),)
        if broken
        else (),
        timing=tuple(
            SeatTiming(seat, 3, [10 * number + 1, 10 * number + 2, 7], [5, number, 9])
            for seat in range(of.seats)
        ),
    )


def score(total: int, rank: int) -> Score:
    return Score(districts=total - 3, types=3, completion=0, unique=0, total=total, rank=rank)


def records(of: Plan) -> Iterator[GameRecord]:
    return (record(of, number, broken=number % 5 == 3) for number in range(of.games))
