"""The machine: runs steps until a seat is asked, and answers. It knows no card and no rule.

Rules register a function for each kind of `Step` and an `AskRule` for each kind of `Ask`.
"""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any, NamedTuple, TypeVar

import msgspec

from protocol.actions import AnyAction
from protocol.events import AnyEvent
from referee.rules.errors import IllegalAction
from referee.rules.frames import AnyStep, Ask
from referee.rules.state import State

Events = list[AnyEvent]
StepRule = Callable[[State, Any, Events], None]
StepFunction = TypeVar("StepFunction", bound=StepRule)


class AskRule(NamedTuple):
    """What the engine must know of a kind of question.

    `options` lists the legal actions in canonical order, `check` raises IllegalAction, `answer` carries a
    checked action out, `fallback` is the harmless default for a seat that failed.
    """

    options: Callable[[State, Any], Iterable[AnyAction]]
    check: Callable[[State, Any, AnyAction], None]
    answer: Callable[[State, Any, Any, Events], None]
    fallback: Callable[[State, Any], AnyAction]


STEPS: dict[type, StepRule] = {}
ASKS: dict[type, AskRule] = {}

_encode = msgspec.json.Encoder().encode


def step(kind: type[AnyStep]) -> Callable[[StepFunction], StepFunction]:
    """Register the decorated function as what `kind` of step does."""

    def register(function: StepFunction) -> StepFunction:
        STEPS[kind] = function
        return function

    return register


def pending(state: State) -> Ask | None:
    """Return the question that waits for an answer, or None when the game is over."""
    frame = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, Ask) else None


def asked(state: State) -> Ask:
    """Return the question that waits for an answer; the game must not be over."""
    frame = state.stack[-1]
    assert isinstance(frame, Ask), "the game rests although nobody is asked"
    return frame


def options(state: State) -> list[AnyAction]:
    """Return the legal answers to the pending question, in canonical order, templates for combinations.

    The game must not be over.
    """
    ask = state.stack[-1]
    return list(ASKS[type(ask)].options(state, ask))


def check(state: State, seat: int, action: AnyAction) -> None:
    """Raise IllegalAction unless `seat` may answer the pending question with `action`. The authority."""
    ask, rule = _question(state, seat)
    rule.check(state, ask, action)


def apply(state: State, seat: int, action: AnyAction) -> Events:
    """Carry out `action` of `seat` and go on to the next question; return what happened, unredacted.

    Raises IllegalAction, and then has changed nothing.
    """
    ask, rule = _question(state, seat)
    rule.check(state, ask, action)
    state.stack.pop()
    out: Events = []
    rule.answer(state, ask, action, out)
    settle(state, out)
    return out


def _question(state: State, seat: int) -> tuple[Any, AskRule]:
    """Return the pending question and its rules; raise IllegalAction unless it is put to `seat`."""
    ask: Any = state.stack[-1] if state.stack else None
    rule = ASKS.get(type(ask))
    if rule is None or ask.seat != seat:
        raise IllegalAction(
            "not_your_decision", "crown-holder-runs-steps", f"It is not P{seat} that is asked."
        )
    return ask, rule


def fallback(state: State) -> AnyAction:
    """Return the harmless legal answer with which a seat that failed is played on."""
    ask = asked(state)
    return ASKS[type(ask)].fallback(state, ask)


def settle(state: State, out: Events) -> None:
    """Run steps until a question is pending or the game is over."""
    stack = state.stack
    while stack and (rule := STEPS.get(type(stack[-1]))):
        rule(state, stack.pop(), out)


def digest(state: State) -> str:
    """Return a hash of the whole state, 16 hexadecimal digits."""
    return blake2b(_encode(state), digest_size=8).hexdigest()
