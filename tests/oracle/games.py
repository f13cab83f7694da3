"""Games to be checked: random ones of every kind, and replays."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from protocol.cards import Character
from protocol.events import AnyEvent
from protocol.messages import Setup
from referee.match.replay import play_back, read_replay
from referee.rules import PRESETS, apply, make_setup, new_game, pending, preset
from tests.oracle.record import Step
from tests.strategies import BOXES, TASTES, UNIQUES, cast, choose

ROUND_LIMIT = 60


@dataclass(frozen=True)
class Played:
    """A finished game: what was in the box, the events of the deal, and all steps."""

    setup: Setup
    seats: int
    deal: Sequence[AnyEvent]
    steps: Sequence[Step]


def random_game(seed: str, number: int) -> Played:
    """Play game `number` of a series: the presets and random boxes in turn, for all numbers of players."""
    rng = Random(f"{seed}/{number}")
    seats, characters = BOXES[number % len(BOXES)]
    setup = _preset(rng, seats, characters) if number % 2 else _box(rng, seats, characters)
    return play(rng, setup, seats, f"{seed}/{number}", rng.choice(list(TASTES)))


def _box(rng: Random, seats: int, characters: int) -> Setup:
    """Return a random cast with random unique districts."""
    uniques = rng.sample(UNIQUES, 14)
    return make_setup(seats, cast(rng, seats, characters), uniques, round_limit=ROUND_LIMIT)


def _preset(rng: Random, seats: int, characters: int) -> Setup:
    """Return a preset with so many characters, the Emperor and the Queen replaced where they cannot be used."""
    listed = preset(rng.choice(PRESETS), 8)
    replaced: dict[Character, Character] = {}
    if seats == 2:
        replaced["emperor"] = "patrician"
    if seats < 5:
        replaced["queen"] = "tax_collector"
    names = [replaced.get(name, name) for name in listed.cast[:characters]]
    return make_setup(seats, names, listed.districts, round_limit=ROUND_LIMIT)


def play(rng: Random, setup: Setup, seats: int, seed: str, taste: str) -> Played:
    """Play a game at random, with a taste for some kinds of action, to its end."""
    state, deal = new_game(setup, seats, seed)
    steps = []
    while (ask := pending(state)) is not None:
        action = choose(rng, state, TASTES[taste])
        steps.append(Step(ask.seat, action, apply(state, ask.seat, action)))
    return Played(setup, seats, deal, steps)


def replayed(path: Path) -> Played:
    """Play back a replay. Raises VerifyError when the rules do not allow it."""
    replay = read_replay(path.read_bytes())
    moments = [(moment, list(moment.events)) for moment in play_back(replay)]
    steps = [
        Step(moment.seat, moment.action, events)
        for moment, events in moments
        if moment.seat is not None and moment.action is not None
    ]
    return Played(replay.header.setup, replay.header.seats, moments[0][1], steps)
