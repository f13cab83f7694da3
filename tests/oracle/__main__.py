"""Play and check many random games, or check replays: `python -m tests.oracle --games 20000 [--seed S]`."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS
from protocol.events import AnyEvent
from tests.oracle.check import Summary, check_game
from tests.oracle.games import Played, random_game, replayed
from tests.oracle.record import Objection

BATCH = 50


@dataclass
class Report:
    """What a batch of games came to: the sum of all that passed, and the objections by the name of the game."""

    summary: Summary = field(default_factory=Summary)
    objections: list[str] = field(default_factory=list)


def check(name: str, game: Played, report: Report) -> None:
    """Check one game into a report."""
    try:
        report.summary.add(check_game(game.setup, game.seats, game.deal, game.steps))
    except Objection as objection:
        cast = " ".join(game.setup.cast)
        report.objections.append(f"{name} ({game.seats} players; {cast}): {objection}")


def batch(seed: str, last: int, first: int) -> Report:
    """Play and check up to BATCH games of a series, from number `first` on and below `last`."""
    report = Report()
    for number in range(first, min(first + BATCH, last)):
        check(f"game {number} of seed {seed}", random_game(seed, number), report)
    return report


def run(seed: str, games: int, jobs: int) -> Report:
    """Play and check a series of games, and show how far it got."""
    total, started = Report(), time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(partial(batch, seed, games), range(0, games, BATCH)):
            total.summary.add(part.summary)
            total.objections += part.objections
            done = total.summary.games + len(total.objections)
            rate = done / (time.monotonic() - started)
            line = f"{done} of {games} games, {len(total.objections)} objections, {rate:.0f} games/s"
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return total


def show(report: Report) -> None:
    """Print how often everything occurred, the rarest first, and the objections."""
    summary = report.summary
    print(f"{summary.games} games passed: {summary.rounds} rounds, {summary.decisions} decisions.")
    kinds = [kind.__struct_config__.tag for kind in AnyEvent.__args__]
    _table("turns by character", summary.turns, CHARACTERS)
    _table("turns that a Witch resumed as", summary.resumed, CHARACTERS[3:])
    _table("unique districts in play", summary.districts, UNIQUE_DISTRICTS)
    _table("events", summary.events, kinds)
    _table("actions", summary.actions, summary.actions)
    _table("causes", summary.causes, summary.causes)
    _table("rare cases", summary.rarities, summary.rarities)
    for objection in report.objections:
        print(f"OBJECTION {objection}")
    print(f"{len(report.objections)} objections.")


def _table(title: str, counted: Counter[str], names: Iterable[str]) -> None:
    rarest = sorted(names, key=lambda name: counted[name])
    print(f"\n{title}, the rarest first:")
    print("  " + ", ".join(f"{name} {counted[name]}" for name in rarest))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status: 1 when there was an objection."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many random games (default 1000)")
    parser.add_argument("--seed", default="oracle", help="text that all games follow from")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("replays", nargs="*", type=Path, help="replays to check in place of random games")
    options = parser.parse_args(arguments)
    if options.replays:
        report = Report()
        for path in options.replays:
            check(str(path), replayed(path), report)
    else:
        report = run(options.seed, options.games, options.jobs)
    show(report)
    return 1 if report.objections else 0


if __name__ == "__main__":
    sys.exit(main())
