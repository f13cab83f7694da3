"""What came out: how many mutants were noticed, module by module, and which were not."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.mutants.laboratory import Verdict
from tests.mutants.sites import Key

EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def equivalents(path: Path = EQUIVALENT) -> dict[Key, str]:
    """Return the mutants that change nothing, with the reasons."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    return {
        Key(**{name: entry[name] for name in entry if name != "reason"}): entry["reason"] for entry in entries
    }


@dataclass
class Row:
    """The count of one module."""

    module: str
    mutants: int = 0
    killed: int = 0
    equivalent: int = 0
    survivors: list[Verdict] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The part that was noticed of those that there is something to notice about."""
        counted = self.mutants - self.equivalent
        return self.killed / counted if counted else 1.0


class Report:
    """All verdicts, sorted."""

    def __init__(self, verdicts: Iterable[Verdict], known: dict[Key, str], *, whole: Sequence[str]) -> None:
        self.rows: dict[str, Row] = {}
        met: set[Key] = set()
        for verdict in verdicts:
            self._count(verdict, known)
            met |= {verdict.mutant.key} if verdict.killed is None else set()
        self.stale = [key for key in known if key.module in whole and key not in met]

    def _count(self, verdict: Verdict, known: dict[Key, str]) -> None:
        key = verdict.mutant.key
        row = self.rows.setdefault(key.module, Row(key.module))
        row.mutants += 1
        if verdict.killed is not None:
            row.killed += 1
        elif key in known:
            row.equivalent += 1
        else:
            row.survivors.append(verdict)

    def total(self) -> Row:
        """Return the sum of all modules."""
        rows = self.rows.values()
        return Row(
            "all",
            sum(row.mutants for row in rows),
            sum(row.killed for row in rows),
            sum(row.equivalent for row in rows),
            [survivor for row in rows for survivor in row.survivors],
        )

    def as_json(self) -> dict[str, Any]:
        """Return the report for programs."""
        modules = [*(self.rows[name] for name in sorted(self.rows)), self.total()]
        return {
            "modules": [
                {
                    "module": row.module,
                    "mutants": row.mutants,
                    "killed": row.killed,
                    "equivalent": row.equivalent,
                    "survived": len(row.survivors),
                    "share": round(row.share, 4),
                }
                for row in modules
            ],
            "survivors": [_survivor(verdict) for verdict in self.total().survivors],
            "stale": [asdict(key) for key in self.stale],
        }

    def lines(self) -> Iterable[str]:
        """Yield the report for people."""
        for verdict in self.total().survivors:
            one = _survivor(verdict)
            yield f"{one['file']}:{one['line_number']}: {one['operator']}: {one['change']}\n    {one['line']}"
        for key in self.stale:
            yield f"listed as equivalent, but gone or noticed: {key}"
        yield f"{'module':44} {'mutants':>7} {'killed':>7} {'equal':>6} {'left':>5} {'share':>7}"
        for row in [*(self.rows[name] for name in sorted(self.rows)), self.total()]:
            yield (
                f"{row.module:44} {row.mutants:7} {row.killed:7} {row.equivalent:6} "
                f"{len(row.survivors):5} {row.share:7.1%}"
            )


def _survivor(verdict: Verdict) -> dict[str, Any]:
    mutant = verdict.mutant
    file = Path(*mutant.key.module.split("."))
    number = mutant.number
    return {
        "file": f"{file / '__init__.py' if mutant.path.name == '__init__.py' else file.with_suffix('.py')}",
        "line_number": number,
        "operator": mutant.operator,
        **asdict(mutant.key),
    }
