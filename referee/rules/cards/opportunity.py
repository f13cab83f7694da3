"""Questions that are answered with yes or no: a bribe, a threat turned up, a confiscation."""

from collections.abc import Callable
from typing import Any

from protocol.actions import AnyAction, Decline
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import Ask
from referee.rules.state import State
from referee.rules.turn import Barrier


def opportunity(
    question: type[Ask],
    accept: AnyAction,
    answer: Callable[[State, Any, Any, Events], None],
    barrier: Barrier,
    sentence: str,
) -> None:
    """Let `question` be answered with `accept` or by declining, which is harmless, before anything else."""

    def options(_state: State, _ask: Ask) -> tuple[AnyAction, ...]:
        return (accept, Decline())

    def check(_state: State, _ask: Ask, action: AnyAction) -> None:
        if action not in (accept, Decline()):
            raise IllegalAction("wrong_kind", barrier.rule(action), sentence, "/kind")

    def fallback(_state: State, _ask: Ask) -> AnyAction:
        return Decline()

    ASKS[question] = AskRule(options, check, answer, fallback)
