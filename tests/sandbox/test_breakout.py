"""All attempts to break out, in every mode: each mode holds back what it promises."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from referee.bots.sandbox import MODES
from referee.breakout import attempts, burglar
from referee.breakout.attempts import ATTEMPTS, Finding, Report
from referee.cli.exits import ExitCode
from tests.cli.conftest import invoke

__all__ = ["invoke"]

NEVER_OPEN = {"descriptors", "outlive"}
"""What is held back even without a sandbox."""


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_keeps_its_promises(mode):
    report = attempts.run((mode,))
    assert report.unavailable == {}
    assert [finding.attempt for finding in report.findings] == [attempt.name for attempt in ATTEMPTS]
    assert [finding.attempt for finding in report.findings if finding.promised and not finding.held] == []
    if mode == "none":
        assert {finding.attempt for finding in report.findings if finding.held} == NEVER_OPEN


def test_attempts_are_named_alike_in_both_places():
    assert [attempt.name for attempt in ATTEMPTS] == list(burglar.ATTEMPTS)


def finding(attempt: str, mode: str, *, held: bool, promised: bool, how: str = "") -> Finding:
    return Finding(attempt, mode, held, promised, how)


MADE_UP = Report(
    tuple(
        finding(attempt.name, mode, held=mode == "strict", promised=mode not in attempt.open_in, how="EPERM")
        for mode in ("none", "strict")
        for attempt in ATTEMPTS
    ),
    {"locked": "It needs a newer kernel."},
)


def test_the_table(invoke, monkeypatch):
    monkeypatch.setattr(attempts, "run", lambda: MADE_UP)
    result = invoke("selftest", "sandbox")
    head, *lines = result.stdout.splitlines()
    assert head.split() == ["a", "bot", "tries", "to", "none", "strict"]
    cells = dict(zip([attempt.name for attempt in ATTEMPTS], lines, strict=True))
    assert re.fullmatch("connect to a server of this machine +open +held EPERM", cells["tcp"])
    assert re.fullmatch("leave a process behind +BROKEN +held EPERM", cells["outlive"])
    assert result.stderr == "locked cannot be had on this machine. It needs a newer kernel.\n"
    assert result.exit_code == ExitCode.FOUND
    markdown = invoke("selftest", "sandbox", "--markdown").stdout.splitlines()
    assert markdown[0] == "| a bot tries to | `none` | `strict` |"
    assert "| connect to a server of this machine | open | held |" in markdown
    printed = json.loads(invoke("selftest", "sandbox", "--json").stdout)
    assert msgspec.convert(printed, Report) == MADE_UP


def test_kept_promises_are_fine(invoke, monkeypatch):
    kept = tuple(msgspec.structs.replace(one, held=True) for one in MADE_UP.findings)
    monkeypatch.setattr(attempts, "run", lambda: Report(kept, {}))
    assert invoke("selftest", "sandbox").exit_code == ExitCode.OK


README = Path(__file__).parents[2] / "README.md"


def test_the_readme_has_the_table():
    section = README.read_text(encoding="utf-8").split("## Sandboxes\n")[1].split("\n## ")[0]
    table = section[section.index("| a bot tries to") :].split("\n\n")[0]
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert head == ["a bot tries to", *(f"`{mode}`" for mode in MODES)]
    assert [row[0] for row in body] == [attempt.aim for attempt in ATTEMPTS]
    for attempt, (_, *cells) in zip(ATTEMPTS, body, strict=True):
        assert set(cells) <= {"open", "held"}
        for mode, cell in zip(MODES, cells, strict=True):
            assert cell == "held" or mode in attempt.open_in
