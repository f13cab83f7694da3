"""Does a bot lose on time that is not its own? More workers than processors, bots that use most of their limit.

`python -m tests.soak fair_time [GAMES [MOVE_MS]]` plays through the command line.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from referee.tournament.statistics import analyse
from referee.tournament.store import read

THINKER = Path(__file__).with_name("thinker.py")
ROOT = Path(__file__).parents[2]
GAMES, MOVE_MS = 500, 250
TOO_MANY = 4
"""So many workers are asked for, for each core."""


class Fairness(Struct, frozen=True):
    """What came of a run: games, failures of bots, the longest decision and the longest delay, and the warning."""

    games: int
    faults: int
    most_ms: float
    delay_ms: float
    warned: bool


def play(folder: Path, games: int, move_ms: int) -> Fairness:
    """Play games between two bots that think for 80% of their limit, without spare time, with too many workers."""
    workers = TOO_MANY * (os.cpu_count() or 1)
    words = ["run", THINKER, THINKER, "--games", games, "--move-ms", move_ms, "--bank-ms", 0, "-j", workers]
    command = [sys.executable, "-m", "referee", *map(str, words), "--bench-after", "0", "--seed", "fair"]
    done = subprocess.run(
        [*command, "--out", str(folder)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    with read(folder) as run:
        analysis = analyse(run)
    assert analysis.delay is not None
    return Fairness(
        games=analysis.recorded,
        faults=analysis.faults,
        most_ms=max(times.most for times in analysis.times) / 1000,
        delay_ms=analysis.delay.most / 1000,
        warned="more workers than usable processors" in done.stderr,
    )


def main(words: list[str]) -> int:
    """Play a long run and tell what came of it; return 1 when a bot lost on time, or nobody was warned."""
    games, move_ms = (int(word) for word in (*words, *map(str, (GAMES, MOVE_MS)[len(words) :])))
    with TemporaryDirectory() as folder:
        fairness = play(Path(folder) / "run", games, move_ms)
    print(
        f"{fairness.games} games, limit {move_ms} ms of which bots use 80%: {fairness.faults} faults, the longest"
        f" decision {fairness.most_ms:.1f} ms, the longest delay of the referee's own {fairness.delay_ms:.1f} ms"
    )
    return int(fairness.faults > 0 or not fairness.warned)
