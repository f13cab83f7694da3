"""Tables, names, times and faults as text."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.bots import Fault
    from referee.tournament.balance import Balance

LONGEST_NAME = 40
LAST_LINES = 10
"""Of what a failed bot wrote."""


def schedule_lines(balances: "Sequence[Balance]") -> Iterator[str]:
    """Yield a line about how even a schedule is, for each kind of its stages."""
    for of in balances:
        yield (
            f"Schedule ({of.stage}): {of.games} games for each bot, {of.seats} in each seat, "
            f"{of.meetings} for each pair, {of.neighbours} for each bot right after another"
        )


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def clipped(name: str, longest: int = LONGEST_NAME) -> str:
    """Return the name of a bot, cut when it is long, with nothing in it that could move the cursor."""
    visible = "".join(character if character.isprintable() else "?" for character in name)
    return visible if len(visible) <= longest else visible[: longest - 1] + "…"


def fault_lines(fault: "Fault") -> list[str]:
    """Return a fault with its evidence."""
    at = f" at {fault.request} after {fault.elapsed_ms} ms" if fault.request else ""
    ended = "" if fault.exit_status is None else f", exit status {fault.exit_status}"
    lines = [f"{fault.code}{at}{ended}: {fault.detail}"]
    for what, text in (("it wrote", fault.received), ("its standard error ends with", fault.stderr)):
        if text.strip():
            lines.append(f"  {what}:")
            lines += [f"    {line}" for line in text.strip().splitlines()[-LAST_LINES:]]
    return lines
