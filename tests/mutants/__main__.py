"""`python -m tests.mutants`."""

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.mutants.laboratory import Laboratory, Verdict
from tests.mutants.report import Report, equivalents
from tests.mutants.sites import Mutant, mutants

ROOT = Path(__file__).parents[2]
COPIED = ("referee", "protocol", "scenarios")
TARGETS = ("draft", "flow", "gather", "build", "scoring", "turn", "changes", "setup", "cards")
"""Modules and packages of `referee.rules` that are altered."""

EVERY_S = 15.0
"""How often the progress is told, in seconds."""


def main() -> int:
    """Run the mutants that the command line asks for and report; 1 when one survived that is not listed."""
    wanted = _arguments()
    os.nice(10)
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        for part in COPIED:
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        found = [mutant for path in files(folder, wanted.module) for mutant in mutants_of(folder, path)]
        whole = sorted({mutant.key.module for mutant in found}) if wanted.sample is None else []
        if wanted.sample is not None:
            found = random.Random(wanted.seed).sample(found, min(wanted.sample, len(found)))
        laboratory = Laboratory(folder)
        _tell(f"{len(laboratory.specimens)} scenarios, {len(found)} mutants")
        for broken in laboratory.broken:
            _tell(f"put aside, because it does not hold: {broken}")
        report = Report(_watched(laboratory, found, wanted.workers), equivalents(), whole=whole)
    if wanted.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        print("\n".join(report.lines()))
    return 1 if report.total().survivors or report.stale else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "--module", action="append", metavar="NAME", help="such as cards/rank_1; may be repeated"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only so many mutants, drawn at random")
    parser.add_argument("--seed", default="0", help="decides which ones are drawn")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("-j", "--workers", type=int, default=2, help="processes at a time")
    return parser.parse_args()


def files(folder: Path, modules: list[str] | None) -> Iterator[Path]:
    """Yield the files of the modules and packages that are meant; what gathers a package has no rules in it."""
    rules = folder / "referee" / "rules"
    for name in modules or TARGETS:
        path = rules / name.removesuffix(".py").replace(".", "/")
        found = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        if not all(one.is_file() for one in found):
            sys.exit(f"referee.rules has no module {name!r}")
        yield from (one for one in found if one.name != "__init__.py")


def mutants_of(folder: Path, path: Path) -> list[Mutant]:
    parts = path.relative_to(folder).with_suffix("").parts
    return mutants(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path)


def _watched(laboratory: Laboratory, found: list[Mutant], workers: int) -> Iterator[Verdict]:
    began = told = time.monotonic()
    left = 0
    for number, verdict in enumerate(laboratory.examine(found, workers), 1):
        left += verdict.killed is None
        if time.monotonic() - told > EVERY_S or number == len(found):
            told = time.monotonic()
            _tell(f"{number} of {len(found)}, {left} not noticed, {told - began:.0f} s")
        yield verdict


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
