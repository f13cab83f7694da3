"""Standings and faults as text."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from referee.bots import Fault
    from referee.tournament.standings import Standing, Table

HEADINGS = ("bot", "games", "points", "95% interval", "wins", "mean score", "faults", "median", "p99", "max")
LONGEST_NAME = 40
LAST_LINES = 10
"""Of what a failed bot wrote."""


def standings_table(table: "Table", planned: int) -> str:
    """Return the standings with a line about the whole run, aligned; points go from 0 (last) to 1 (first)."""
    rows = [HEADINGS, *(tuple(_cells(line)) for line in table.standings)]
    head, *body = _aligned(rows)
    games = f"{table.games} of {planned} games" if table.games < planned else counted(table.games, "game")
    summary = f"{games}, {table.void} void, {counted(table.faults, 'fault')}, results {table.results_sha256}"
    return "\n".join([click.style(head, bold=True), *body, summary])


def counted(number: int, thing: str) -> str:
    """Return a number of things in words, `3 games`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _cells(line: "Standing") -> Iterator[str]:
    yield clipped(line.bot)
    yield str(line.games)
    yield f"{line.points:.3f}"
    yield f"{line.ci95[0]:.3f} to {line.ci95[1]:.3f}" if line.ci95 else "-"
    yield str(line.wins)
    yield f"{line.mean_score:.1f}"
    yield str(line.faults)
    times = line.times
    yield from map(duration, (times.median, times.p99, times.most)) if times else ("-", "-", "-")


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows as lines: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def clipped(name: str, longest: int = LONGEST_NAME) -> str:
    """Return the name of a bot, cut when it is long, with nothing in it that could move the cursor."""
    visible = "".join(character if character.isprintable() else "?" for character in name)
    return visible if len(visible) <= longest else visible[: longest - 1] + "…"


def duration(microseconds: int) -> str:
    """Return a time per decision in the unit that suits it."""
    if microseconds < 1_000:
        return f"{microseconds} µs"
    if microseconds < 1_000_000:
        return f"{microseconds / 1_000:.1f} ms"
    return f"{microseconds / 1_000_000:.2f} s"


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
