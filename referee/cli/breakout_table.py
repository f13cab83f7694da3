"""What the modes of the sandbox hold back, as a table."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.cli.tables import aligned

if TYPE_CHECKING:
    from referee.breakout.attempts import Finding, Report

HEAD = "a bot tries to"


def text_table(report: "Report") -> str:
    """Return the attempts by the modes, with the errors that the bot got."""
    return "\n".join(aligned(_rows(report, _detailed)))


def markdown_table(report: "Report") -> str:
    """Return the attempts by the modes, without what depends on kernels."""
    head, *body = _rows(report, _plain)
    titles = (HEAD, *(f"`{mode}`" for mode in head[1:]))
    rows = [titles, ("---",) * len(head), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _rows(report: "Report", cell: "Callable[[Finding], str]") -> list[tuple[str, ...]]:
    from referee.breakout.attempts import ATTEMPTS

    modes = list(dict.fromkeys(finding.mode for finding in report.findings))
    cells = {(finding.attempt, finding.mode): cell(finding) for finding in report.findings}
    body = [(attempt.aim, *(cells[attempt.name, mode] for mode in modes)) for attempt in ATTEMPTS]
    return [(HEAD, *modes), *body]


def _detailed(finding: "Finding") -> str:
    return f"{_plain(finding)} {finding.how}".rstrip() if finding.held else _plain(finding)


def _plain(finding: "Finding") -> str:
    if finding.held:
        return "held"
    return "BROKEN" if finding.promised else "open"
