"""`kill -9` at random moments of a run: of the referee, of a worker, of everything.

Each run is resumed and must end with the bytes of the run that was left alone, in a sound database, with every
game once; no process may be left of the one that was killed.
"""

import argparse
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from time import monotonic

from tests.durability.program import (
    GAMES,
    Blow,
    Moment,
    Victim,
    assert_whole,
    digest,
    done,
    new_run,
    results,
    struck_and_resumed,
)

VICTIMS: tuple[Victim, ...] = ("referee", "worker", "everything")


def main(words: list[str]) -> int:
    """Strike at so many moments. Return 1 when a run was not as it should be."""
    parser = argparse.ArgumentParser(prog="kill_points", description=__doc__)
    parser.add_argument("--points", type=int, default=100, help="how many moments (100)")
    parser.add_argument("--seed", default=None, help="repeats the moments of another time")
    given = parser.parse_args(words)
    seed = given.seed or str(random.SystemRandom().randrange(10**6))
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(prefix="referee-soak-") as folder:
        return _strike(Path(folder), given.points, random.Random(seed))


def _strike(folder: Path, points: int, draws: random.Random) -> int:
    began = monotonic()
    printed = done(new_run(folder / "undisturbed")).stdout
    seconds = monotonic() - began
    expected, expected_digest = results(folder / "undisturbed"), digest(printed)
    struck: Counter[str] = Counter()
    bad = tries = 0
    while (point := struck.total()) < points:
        victim, moment = VICTIMS[point % len(VICTIMS)], _moment(draws, seconds)
        run = folder / str(tries := tries + 1)
        try:
            blow = struck_and_resumed(run, victim, moment)
            if blow is None:
                continue
            struck[f"{victim}, {_left(victim, blow)}"] += 1
            assert_whole(run, blow.printed, expected, expected_digest)
        except AssertionError as error:
            bad += 1
            struck["bad"] += 1
            print(f"{victim} struck at {moment}: {error}", flush=True)
        finally:
            shutil.rmtree(run, ignore_errors=True)
    print(f"{points} blows; {points - bad} runs ended with the same bytes.")
    for what, count in sorted(struck.items()):
        print(f"  {count:>3} {what}")
    return 1 if bad else 0


def _moment(draws: random.Random, seconds: float) -> Moment:
    """Draw a moment: one in five before the first games are recorded, however early, the others afterwards."""
    if draws.random() < 0.2:
        return Moment(0, draws.uniform(0, seconds / 2))
    return Moment(draws.randint(2, 10), draws.uniform(0, 0.2))


def _left(victim: Victim, blow: Blow) -> str:
    if victim == "worker":
        return "the run went on"
    return (
        "nothing recorded yet" if blow.left == 0 else "all recorded" if blow.left == GAMES else "in between"
    )
