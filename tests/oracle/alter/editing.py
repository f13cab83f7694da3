"""Ways to alter a recorded game: find a spot, put something else there. And what lay on the table at a spot."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from msgspec.structs import replace as with_fields

from protocol.actions import Action, AnyAction
from protocol.events import (
    AnyEvent,
    DistrictBeautified,
    DistrictBuilt,
    DistrictDestroyed,
    DistrictMoved,
    Event,
    GoldGained,
    GoldPaid,
    GoldTaken,
    TaxesCollected,
    TaxPaid,
)
from tests.oracle.games import Played
from tests.oracle.record import Step

Edit: TypeAlias = Callable[[Played], Iterator[Played]]
"""Yields a game altered in one way, for each spot where that is possible."""


@dataclass(frozen=True)
class Spot:
    """An event of a game: `step` counts from 0, -1 is the deal; `at` is its place among the events of the step."""

    game: Played
    step: int
    at: int

    @property
    def events(self) -> Sequence[AnyEvent]:
        """All events of the step."""
        return self.game.deal if self.step < 0 else self.game.steps[self.step].events

    @property
    def action(self) -> Any:
        """The action of the step, of which a caller knows the kind; None for the deal."""
        return None if self.step < 0 else self.game.steps[self.step].action

    @property
    def event(self) -> Any:
        """The event itself, of which a caller knows the kind."""
        return self.events[self.at]

    def put(self, *events: Event, action: Action | None = None) -> Played:
        """Return the game with these events in place of this one, and another action."""
        changed = [*self.events[: self.at], *events, *self.events[self.at + 1 :]]
        if self.step < 0:
            return replace(self.game, deal=changed)  # type: ignore[arg-type]
        old = self.game.steps[self.step]
        new = replace(old, events=changed, action=action or old.action)  # type: ignore[arg-type]
        return with_steps(self.game, self.step, self.step + 1, new)


def with_steps(game: Played, first: int, last: int, *steps: Step) -> Played:
    """Return the game with these steps in place of those from `first` up to before `last`."""
    return replace(game, steps=[*game.steps[:first], *steps, *game.steps[last:]])


def having(thing: object, **fields: object) -> bool:
    """Tell whether something has these values."""
    return all(getattr(thing, name) == value for name, value in fields.items())


def spots(game: Played, kind: type[Event], **fields: object) -> Iterator[Spot]:
    """Yield the spots of all events of a kind with these values."""
    for step in range(-1, len(game.steps)):
        for at, event in enumerate(game.deal if step < 0 else game.steps[step].events):
            if isinstance(event, kind) and having(event, **fields):
                yield Spot(game, step, at)


def acts(game: Played, kind: type[Action], **fields: object) -> Iterator[int]:
    """Yield the steps of all actions of a kind with these values."""
    for number, step in enumerate(game.steps):
        if isinstance(step.action, kind) and having(step.action, **fields):
            yield number


def dropped(kind: type[Event], **fields: object) -> Edit:
    """Leave out an event of a kind."""
    return lambda game: (spot.put() for spot in spots(game, kind, **fields))


def doubled(kind: type[Action], **fields: object) -> Edit:
    """Do the same thing a second time."""
    return lambda game: (
        with_steps(game, number, number, game.steps[number]) for number in acts(game, kind, **fields)
    )


def skipped(kind: type[Action], before: type[Action], **fields: object) -> Edit:
    """Leave out an action, where a certain other one is the next."""
    return lambda game: (
        with_steps(game, number, number + 1)
        for number in acts(game, kind, **fields)
        if isinstance(game.steps[number + 1].action, before)
    )


def more(kind: type[Event], name: str, by: int, **fields: object) -> Edit:
    """Add to a number of an event of a kind."""
    return lambda game: (
        spot.put(with_fields(event, **{name: getattr(event, name) + by}))
        for spot in spots(game, kind, **fields)
        for event in [spot.event]
    )


def changed(kind: type[Event], change: Callable[[AnyEvent], Event], **fields: object) -> Edit:
    """Put another event in the place of one of a kind."""
    return lambda game: (spot.put(change(spot.event)) for spot in spots(game, kind, **fields))


def during(kind: type[Action], edit: Edit) -> Edit:
    """Alter events, of actions of one kind only."""
    return lambda game: (
        new
        for new in edit(game)
        for old, step in zip(game.steps, new.steps, strict=True)
        if old is not step and isinstance(old.action, kind)
    )


def cities(game: Played, step: int) -> list[Counter[str]]:
    """Return the districts of all cities before a step."""
    found: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    for event in _before(game, step):
        if isinstance(event, DistrictBuilt):
            found[event.seat][event.district] += 1
        elif isinstance(event, DistrictDestroyed):
            found[event.seat][event.district] -= 1
        elif isinstance(event, DistrictMoved):
            found[event.victim][event.district] -= 1
            found[event.seat][event.district] += 1
    return [+city for city in found]


def purses(game: Played, step: int) -> list[int]:
    """Return the gold of all stashes before a step."""
    gold = [0] * game.seats
    for event in _before(game, step):
        if isinstance(event, GoldGained | TaxesCollected | GoldTaken):
            gold[event.seat] += event.gold
        if isinstance(event, GoldTaken):
            gold[event.victim] -= event.gold
        elif isinstance(event, GoldPaid):
            gold[event.seat] -= event.gold
        elif isinstance(event, TaxPaid | DistrictBeautified):
            gold[event.seat] -= 1
    return gold


def coins(game: Played, step: int) -> set[tuple[int, str]]:
    """Return seats and districts that were beautified before a step, wherever they are now."""
    return {
        (event.seat, event.district) for event in _before(game, step) if isinstance(event, DistrictBeautified)
    }


def _before(game: Played, step: int) -> Iterator[AnyEvent]:
    yield from game.deal
    for one in game.steps[:step]:
        yield from one.events


def renamed(game: Played, number: int, action: AnyAction, **names: str) -> Played:
    """Return the game with another action, and its events renamed to fit."""
    old = game.steps[number]
    fitted = [
        with_fields(event, **{key: value for key, value in names.items() if hasattr(event, key)})
        for event in old.events
    ]
    return with_steps(game, number, number + 1, replace(old, action=action, events=fitted))
