"""Runs with real bots, also as a program: `python -m tests.tournament.real FOLDER WORKERS` resumes a run."""

import sys
from pathlib import Path

from protocol.messages import Clock
from referee.bots import BotCommand, resolve
from referee.rules import preset
from referee.tournament.driver import Outcome, play
from referee.tournament.happenings import GamesRecorded, Happening
from referee.tournament.plan import Plan, Recipe
from referee.tournament.planning import Format, make_plan
from referee.tournament.store import create, resume

BOTS = Path(__file__).parent / "bots"
ROOT = Path(__file__).parents[2]
ALL_AGAINST_ALL = Format()
CLOCK = Clock(move_ms=600_000, bank_ms=0)


def bot(name: str) -> BotCommand:
    return resolve(str(BOTS / f"{name}.py"))


def real_plan(
    *bots: BotCommand,
    games: int,
    seats: int = 2,
    seed: str = "real",
    fresh: bool = False,
    recipes: tuple[Recipe, ...] = (),
    form: Format = ALL_AGAINST_ALL,
) -> Plan:
    setup = recipes or preset("first-game", seats)
    return make_plan(bots, setup, seats=seats, games=games, seed=seed, clock=CLOCK, fresh=fresh, form=form)


def played(folder: Path, plan: Plan, *, workers: int = 1, pin: bool = True) -> Outcome:
    with create(folder, plan) as run:
        return play(run, workers=workers, pin=pin, report=lambda _: None)


def _tell(happening: Happening) -> None:
    if isinstance(happening, GamesRecorded):
        sys.stdout.write(f"{happening.recorded}\n")
        sys.stdout.flush()


def _main(folder: Path, workers: int) -> None:
    with resume(folder) as run:
        sys.stdout.write(f"ended {play(run, workers=workers, pin=True, report=_tell)}\n")


if __name__ == "__main__":
    _main(Path(sys.argv[1]), int(sys.argv[2]))
