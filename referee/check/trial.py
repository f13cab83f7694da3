"""All clauses tried on one bot, and what was found."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from protocol.messages import Clock, Limits
from referee.bots import BotCommand
from referee.bots.faults import shown
from referee.bots.sandbox import DEFAULT, Sandbox
from referee.check import deterministic, plays, robust, speaks
from referee.check.bench import Bench, BreachError, Transcript
from referee.check.clauses import CLAUSES, LEVELS, Clause, Level

Probe: TypeAlias = Callable[[Bench], None]
"""Tries a clause; raises BreachError, and leaves in the bench's transcript what was said."""

Verdict: TypeAlias = Literal["kept", "broken", "untried"]

MODULES = {"speaks": speaks, "plays": plays, "robust": robust, "deterministic": deterministic}

PROBES: dict[str, Probe] = {
    clause.id: getattr(MODULES[clause.level], clause.id.replace("-", "_")) for clause in CLAUSES
}
"""How each clause is tried: by the function of its name in the module of its level."""

ONE_BY_ONE: tuple[Level, ...] = ("speaks", "deterministic")
"""Levels whose clauses build on each other."""

SHOWN_LINES = 3
SHOWN_CHARACTERS = 600


class Finding(Struct, frozen=True):
    """What came of one clause; of a broken one, what the bot did and the last lines of the conversation."""

    clause: Clause
    verdict: Verdict
    detail: str = ""
    sent: tuple[str, ...] = ()
    received: tuple[str, ...] = ()


class Trial(Struct, frozen=True):
    """What came of a bot, up to a level."""

    bot: str
    level: Level
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether all clauses are kept."""
        return all(finding.verdict == "kept" for finding in self.findings)


def try_bot(
    command: BotCommand,
    level: Level,
    clock: Clock,
    limits: Limits,
    sandbox: Sandbox = DEFAULT,
    report: Callable[[Finding], None] = lambda _: None,
) -> Trial:
    """Try all clauses up to a level and tell `report` of each; raises HostFault.

    The clauses of a level are tried only on a bot that keeps all of the levels before, and those of the first and the
    last level only while none of the level is broken, because nothing can be learnt from them otherwise.
    """
    bench = Bench(command, clock, limits, sandbox)
    wanted = [clause for clause in CLAUSES if LEVELS.index(clause.level) <= LEVELS.index(level)]
    findings: list[Finding] = []
    for clause in wanted:
        finding = _try(bench, clause) if _can_be_tried(clause, findings) else Finding(clause, "untried")
        findings.append(finding)
        report(finding)
    return Trial(command.name, level, tuple(findings))


def _can_be_tried(clause: Clause, findings: list[Finding]) -> bool:
    level = LEVELS.index(clause.level)
    broken = [LEVELS.index(finding.clause.level) for finding in findings if finding.verdict == "broken"]
    return not broken or (level <= min(broken) and clause.level not in ONE_BY_ONE)


def _try(bench: Bench, clause: Clause) -> Finding:
    bench.transcript = Transcript()
    try:
        PROBES[clause.id](bench)
    except BreachError as breach:
        transcript = bench.transcript
        return Finding(
            clause, "broken", str(breach), _last(transcript.lines("referee")), _last(transcript.lines("bot"))
        )
    return Finding(clause, "kept")


def _last(lines: list[bytes]) -> tuple[str, ...]:
    return tuple(shown(line[:SHOWN_CHARACTERS]) for line in lines[-SHOWN_LINES:])
