"""The record of a game, read step by step, and the objection that ends the reading."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from protocol.actions import Action, AnyAction
from protocol.events import AnyEvent, Event

E = TypeVar("E", bound=Event)
A = TypeVar("A", bound=Action)


class Objection(Exception):  # noqa: N818 - it objects
    """A record breaks a rule: at which step (0 is the deal), which rule in words, what it wants and what is there."""

    def __init__(self, step: int, rule: str, expected: object, found: object) -> None:
        super().__init__(step, rule, expected, found)
        self.step = step
        self.rule = rule
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"step {self.step}: {self.rule} Expected: {self.expected}. Found: {self.found}."


@dataclass(frozen=True)
class Step:
    """One action of the game: whose, what, and the unredacted events that came of it."""

    seat: int
    action: AnyAction
    events: Sequence[AnyEvent]


class Recorded(Protocol):
    """What a step must offer."""

    @property
    def seat(self) -> int: ...
    @property
    def action(self) -> AnyAction: ...
    @property
    def events(self) -> Sequence[AnyEvent]: ...


class Record:
    """The deal and the steps of a game, with a finger on the next event.

    Every event must be asked for before the next action is, and the last one before the end.
    """

    def __init__(self, deal: Sequence[AnyEvent], steps: Sequence[Recorded]) -> None:
        self._steps = steps
        self._events = deal
        self._next = 0
        self.step = 0

    def objection(self, rule: str, expected: object, found: object) -> Objection:
        """Return an objection to this step."""
        return Objection(self.step, rule, expected, found)

    def expect(self, event: Event, rule: str) -> None:
        """Pass over the next event, which must be this one."""
        found = self._event(event, rule)
        if found != event:
            raise self.objection(rule, event, found)

    def find(self, kind: type[E], rule: str, **fields: object) -> E:
        """Pass over the next event and return it; it must be of this kind and have these values."""
        wanted = f"{kind.__name__} with {fields}"
        found = self._event(wanted, rule)
        if not isinstance(found, kind):
            raise self.objection(rule, wanted, found)
        if any(getattr(found, name) != value for name, value in fields.items()):
            raise self.objection(rule, wanted, found)
        return found

    def gather(self, events: Sequence[Event], rule: str) -> None:
        """Pass over as many events, which must be these in any order."""
        left = list(events)
        for _ in events:
            found = self._event(left, rule)
            if found not in left:
                raise self.objection(rule, left, found)
            left.remove(found)

    def follows(self, event: Event) -> bool:
        """Tell whether this event is the next one, without passing over it."""
        return self._next < len(self._events) and self._events[self._next] == event

    def answer(self, seat: int, question: str, *kinds: type[A]) -> A:
        """Return the next action, which must be of one of these kinds and by `seat`."""
        self._all_told()
        if self.step == len(self._steps):
            raise self.objection("The game goes on.", f"P{seat} {question}", "the end of the record")
        self.step += 1
        step = self._steps[self.step - 1]
        self._events, self._next = step.events, 0
        if step.seat != seat:
            raise self.objection(f"It is P{seat} who {question}.", f"P{seat}", f"P{step.seat}: {step.action}")
        for kind in kinds:
            if isinstance(step.action, kind):
                return step.action
        names = " or ".join(kind.__name__ for kind in kinds)
        raise self.objection(f"P{seat} {question}.", names, step.action)

    def close(self) -> None:
        """Make sure that nothing is left."""
        self._all_told()
        if self.step < len(self._steps):
            raise self.objection("The game is over.", "the end of the record", self._steps[self.step])

    def _event(self, wanted: object, rule: str) -> AnyEvent:
        if self._next == len(self._events):
            raise self.objection(rule, wanted, "no more events")
        self._next += 1
        return self._events[self._next - 1]

    def _all_told(self) -> None:
        if self._next < len(self._events):
            raise self.objection("Nothing else happens.", "no more events", self._events[self._next])
