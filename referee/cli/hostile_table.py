"""The results of the hostile bench as text."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.hostile.bench import Result

BOUNDS = (
    "Bounds: the verdict at most 100 ms after the deadline, the referee at most 4 MiB larger, no process left, "
    "the other seats' game valid, the next game played."
)
HEADINGS = (
    "bot", "what it does", "the record shows", "ms after the deadline", "ms after the misdeed", "KiB",
    "processes left", "other seats", "next game",
)  # fmt: skip
LEGAL = "none: legal"


def line(result: "Result") -> str:
    """Return a result as a line of text."""
    from referee.hostile.bench import passed

    verdict = "ok" if passed(result) else "WRONG"
    expected = "" if result.got == result.expected else f" (expected {result.expected or LEGAL})"
    return (
        f"{verdict:5}  {result.bot:24} {(result.got or LEGAL) + expected:21} {_when(result):24} "
        f"{result.memory_kib:5} KiB, {result.survivors} left"
        + ("" if result.others_valid else ", the game of the others is NOT VALID")
        + ("" if result.next_game else ", the next game was NOT PLAYED")
    )


def _when(result: "Result") -> str:
    if result.late_ms is not None:
        return f"{result.late_ms} ms after deadline"
    return "" if result.reaction_ms is None else f"{result.reaction_ms} ms after misdeed"


def markdown_table(results: "Sequence[Result]") -> str:
    """Return results as a table in Markdown."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in _rows(results))


def _rows(results: "Sequence[Result]") -> Iterator[tuple[str, ...]]:
    yield HEADINGS
    yield ("---",) * len(HEADINGS)
    for result in results:
        yield (
            f"`{result.bot}`",
            result.does.rstrip("."),
            f"`{result.got}`" if result.got else LEGAL,
            "–" if result.late_ms is None else str(result.late_ms),
            "–" if result.reaction_ms is None else str(result.reaction_ms),
            str(result.memory_kib),
            str(result.survivors),
            "valid" if result.others_valid else "NOT VALID",
            "played" if result.next_game else "NOT PLAYED",
        )
