"""Random games for tests: tables of every kind, players with tastes, walks through states.

Everything follows from a seed, so that a failing case can be played again by its parameters.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import msgspec

from protocol import actions
from protocol.actions import AnyAction, Choose, ChooseCharacters
from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS, Character, UniqueDistrict
from protocol.events import AnyEvent
from protocol.messages import Setup
from referee.rules import BUILT, State, apply, make_setup, new_game, options, pending, preset
from referee.rules.state import Placed

UNIQUES: tuple[UniqueDistrict, ...] = tuple(name for name in UNIQUE_DISTRICTS if name in BUILT)
"""The unique districts that can be in a game."""

RANKS: tuple[tuple[Character, ...], ...] = tuple(CHARACTERS[first : first + 3] for first in range(0, 27, 3))
"""The characters of each rank."""

FIRST_GAME = preset("first-game", 8)
"""The setup with which everybody begins, with nine characters."""

BOXES: tuple[tuple[int, int], ...] = (
    (2, 8), (3, 9), (4, 8), (4, 9), (5, 8), (5, 9), (6, 8), (6, 9), (7, 8), (7, 9), (8, 9),
)  # fmt: skip
"""All numbers of players and of characters that the rules allow."""

TASTES: dict[str, dict[type, float]] = {
    "any": {},
    "builder": {actions.Build: 8, actions.EndTurn: 0.3, actions.Destroy: 0.1, actions.Armory: 0.1},
    "drawer": {actions.GatherCards: 9, actions.ExtraCards: 9, actions.Smithy: 9, actions.Build: 0.2},
    "miser": {actions.GatherGold: 9, actions.CollectIncome: 9, actions.Build: 0.1, actions.Museum: 9},
    "quarrel": {
        actions.Build: 3,
        actions.Destroy: 9,
        actions.Exchange: 9,
        actions.Seize: 9,
        actions.SwapHands: 9,
        actions.SwapCharacters: 9,
        actions.Redraw: 5,
        actions.ServeWarrants: 9,
        actions.EndTurn: 0.5,
    },
}
"""How much more than others a kind of action is liked."""


def cast(rng: Random, seats: int, characters: int) -> list[Character]:
    """Return a random cast that the rules allow for `seats`."""
    barred = {"emperor"} if seats == 2 else {"queen"} if seats < 5 else set()
    return [rng.choice([one for one in of_rank if one not in barred]) for of_rank in RANKS[:characters]]


def box(rng: Random, seats: int, characters: int, *, round_limit: int = 60) -> Setup:
    """Return a random setup for `seats` with so many characters: the first game's now and then."""
    if rng.random() < 0.2:
        uniques: Sequence[str] = FIRST_GAME.districts
        return make_setup(seats, FIRST_GAME.cast[:characters], uniques, round_limit=round_limit)
    uniques = rng.sample(UNIQUES, 14)
    return make_setup(seats, cast(rng, seats, characters), uniques, round_limit=round_limit)


def template(option: AnyAction) -> tuple[str, Choose | ChooseCharacters] | None:
    """Return the field of an option that holds a template, and the template."""
    for name in option.__struct_fields__:
        value = getattr(option, name)
        if isinstance(value, Choose | ChooseCharacters):
            return name, value
    return None


def completed(option: AnyAction, cards: tuple[str, ...]) -> AnyAction:
    """Return a template option with `cards` in place of its template."""
    found = template(option)
    assert found is not None, f"{option} is no template"
    return msgspec.structs.replace(option, **{found[0]: cards})


def fill(rng: Random, option: AnyAction) -> AnyAction:
    """Return `option` with a random selection for its template."""
    found = template(option)
    if found is None:
        return option
    choose = found[1]
    return completed(option, tuple(rng.sample(choose.options, rng.randint(choose.min, choose.max))))


def completions(rng: Random, option: AnyAction) -> Iterator[AnyAction]:
    """Yield an option itself, or selections for its template: the smallest, the largest, some at random."""
    found = template(option)
    if found is None:
        yield option
        return
    choose = found[1]
    yield completed(option, choose.options[: choose.min])
    yield completed(option, choose.options[len(choose.options) - choose.max :])
    for _ in range(2):
        yield fill(rng, option)


def covers(option: AnyAction, action: AnyAction) -> bool:
    """Tell whether `option` is `action` or a template that admits it."""
    found = template(option)
    if found is None or type(option) is not type(action):
        return option == action
    name, choose = found
    cards = getattr(action, name)
    if isinstance(cards, Choose | ChooseCharacters) or not choose.min <= len(cards) <= choose.max:
        return False
    return completed(option, cards) == action and not Counter(cards) - Counter(choose.options)


def furnish(rng: Random, state: State) -> None:
    """Let some districts of the deck stand in cities from the beginning, unique ones above all."""
    for seat in state.seats:
        for _ in range(rng.randrange(4)):
            fit = [card for card in state.deck if card != "secret_vault" and not seat.has(card)]
            uniques = [card for card in fit if card in state.setup.districts]
            card = rng.choice(uniques if uniques and rng.random() < 0.8 else fit)
            state.deck.remove(card)
            seat.city.append(Placed(card))


@dataclass
class Game:
    """A game being played at random: call `step` until `over`. `events` holds all that happened, unredacted.

    When it is `furnished`, some districts stand in the cities from the beginning.
    """

    rng: Random
    setup: Setup
    seats: int
    seed: str
    taste: str = "any"
    furnished: bool = False
    state: State = field(init=False)
    events: list[AnyEvent] = field(init=False)

    def __post_init__(self) -> None:
        self.state, self.events = new_game(self.setup, self.seats, self.seed)
        if self.furnished:
            furnish(self.rng, self.state)

    @property
    def over(self) -> bool:
        return pending(self.state) is None

    def choose(self) -> AnyAction:
        """Return a random legal action to the taste."""
        return choose(self.rng, self.state, TASTES[self.taste])

    def step(self) -> list[AnyEvent]:
        """Play one random action; return what happened."""
        happened = apply(self.state, pending(self.state).seat, self.choose())
        self.events += happened
        return happened

    def walk(self) -> Iterator[State]:
        """Yield the state at every decision, then play on; the last state yielded is that of the end."""
        while not self.over:
            yield self.state
            self.step()
        yield self.state


def choose(rng: Random, state: State, weights: dict[type, float]) -> AnyAction:
    """Return a random legal action, kinds weighted."""
    legal = options(state)
    (option,) = rng.choices(legal, [weights.get(type(one), 1.0) for one in legal])
    return fill(rng, option)


def game(seats: int, characters: int, number: int, **limits: int) -> Game:
    """Return game `number` of a kind; the same arguments give the same game. Every other one is furnished."""
    seed = f"{seats}/{characters}/{number}"
    rng = Random(seed)
    taste = list(TASTES)[number % len(TASTES)]
    return Game(rng, box(rng, seats, characters, **limits), seats, seed, taste, number % 2 == 1)
