"""Fuzzing of every door with atheris, which learns from the branches taken, for so many seconds each.

An input that breaks a door, takes too long or too much memory is kept in `.fuzz/`. Once its cause is gone, move it
into `tests/fuzz/corpus/<door>/`, under a name that says what it is.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz.doors import CORPUS, DOORS

ROOT = Path(__file__).parents[2]
FOUND = ROOT / ".fuzz"
LIMITS = ("-timeout=30", "-rss_limit_mb=2048", "-max_len=20000", "-print_final_stats=1")

_RUNS = re.compile(r"stat::number_of_executed_units:\s*([0-9]+)")


def main(words: list[str]) -> int:
    """Fuzz the doors. Return 1 when something was found."""
    parser = argparse.ArgumentParser(prog="fuzzing", description=__doc__)
    parser.add_argument("doors", metavar="DOOR", nargs="*", help=f"among {', '.join(DOORS)} (all)")
    parser.add_argument("--seconds", type=int, default=300, help="for each door (300)")
    given = parser.parse_args(words)
    if unknown := set(given.doors) - set(DOORS):
        parser.error(f"there is no door {', '.join(unknown)}")
    return max(_fuzz(door, given.seconds) for door in given.doors or DOORS)


def _fuzz(door: str, seconds: int) -> int:
    (FOUND / door).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="referee-fuzz-") as learnt:
        options = (*LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={FOUND / door}/")
        command = [sys.executable, "-m", "tests.soak.target", door, *options, learnt, str(CORPUS / door)]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
        runs = _RUNS.search(ended.stderr)
        count = f"{int(runs[1]):,}" if runs else "an unknown number of"
        print(f"{door}: {count} inputs, {len(list(Path(learnt).iterdir()))} new paths", flush=True)
    if ended.returncode != 0:
        print(ended.stdout[-2000:], ended.stderr[-6000:], sep="\n", flush=True)
        return 1
    return 0
