"""A scenario file as data: what the author wrote, understood, each part with its place in the file."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from protocol.actions import AnyAction
from protocol.cards import Character
from protocol.messages import Decision
from referee.rules import ROUND_LIMIT
from referee.rules.position import Position
from referee.scenario.nodes import Node
from referee.scenario.phrases import Phrase
from referee.scenario.problems import Place


class Wanted(Struct, frozen=True):
    """A phrase that something must fit, or must not."""

    place: Place
    phrase: Phrase


class Asked(Struct, frozen=True):
    """Who is to be asked what; `seat` None means that the game is over."""

    seat: int | None
    decision: Decision | None = None
    character: Character | None = None

    def __str__(self) -> str:
        if self.seat is None:
            return "game over"
        acting = f" as {self.character}" if self.character else ""
        return f"P{self.seat} {self.decision}{acting}"


class Ask(Struct, frozen=True):
    """Expect a question, with options that must be there and options that must not.

    With `exactly`, each option must fit one of the phrases and each phrase an option.
    """

    place: Place
    asked: Asked
    options: tuple[Wanted, ...] = ()
    absent: tuple[Wanted, ...] = ()
    exactly: tuple[Wanted, ...] | None = None


class Move(Struct, frozen=True):
    """An action of a seat."""

    place: Place
    seat: int
    action: AnyAction
    text: str


class Do(Struct, frozen=True):
    """Carry actions out, one after the other."""

    place: Place
    moves: tuple[Move, ...]


class Refuse(Struct, frozen=True):
    """Expect that an action is refused, by exactly this rule (and code), and changes nothing."""

    place: Place
    move: Move
    rule: str
    code: str | None = None


class Until(Struct, frozen=True):
    """Let every seat take its harmless default until `asked` is asked (in `round`, if given)."""

    place: Place
    asked: Asked | None
    round: int | None = None


class Events(Struct, frozen=True):
    """Expect events of the last `do` or `until`, in this order, others between them unless `exactly`.

    With `seen_by` they are compared as that seat sees them.
    """

    place: Place
    wanted: tuple[Wanted, ...] = ()
    absent: tuple[Wanted, ...] = ()
    exactly: bool = False
    seen_by: int | None = None


class Check(Struct, frozen=True):
    """Expect values: of the state, of a seat's view, or of the scores. `wanted` is a part of the whole."""

    place: Place
    what: Literal["state", "view", "scores"]
    wanted: Node


Step: TypeAlias = Ask | Do | Refuse | Until | Events | Check


class SetupCase(Struct, frozen=True):
    """A game to be set up from its box; `refuse` is the rule that must forbid it."""

    place: Place
    seats: int
    preset: str | None = None
    cast: tuple[str, ...] | None = None
    districts: tuple[str, ...] | None = None
    seed: str = "scenario"
    characters: int | None = None
    round_limit: int = ROUND_LIMIT
    refuse: str | None = None


class Scenario(Struct, frozen=True):
    """One case: where it starts, and what happens or must hold from there.

    `start` is a position, with the node that it was read from for the place of faults, or a setup.
    """

    place: Place
    title: str
    rules: tuple[tuple[str, Place], ...]
    start: Position | SetupCase
    source: Node
    steps: tuple[Step, ...]

    def cites(self) -> frozenset[str]:
        """Return the ids of the rules that the scenario is about, its refusals included."""
        return frozenset(rule for rule, _ in self.rules) | self.refuses()

    def breaches(self) -> Iterator[Refuse]:
        """Yield the actions that are refused."""
        return (step for step in self.steps if isinstance(step, Refuse))

    def refuses(self) -> frozenset[str]:
        """Return the ids of the rules whose breach is refused in the scenario."""
        rules = {step.rule for step in self.breaches()}
        if isinstance(self.start, SetupCase) and self.start.refuse is not None:
            rules.add(self.start.refuse)
        return frozenset(rules)


class ScenarioFile(Struct, frozen=True):
    """A file of scenarios of one edition."""

    path: str
    edition: str
    scenarios: tuple[Scenario, ...]
