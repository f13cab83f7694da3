"""One seeded game of the first game's cards, told step by step: question, options, answer, events, scores."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from protocol.actions import AnyAction, Build, complete
from protocol.events import AnyEvent
from protocol.views import PlayerView
from referee import rules
from referee.rules import State
from referee.rules.rng import draw

SEATS = range(2, 9)


def golden_file(seats: int) -> Path:
    return Path(__file__).with_name(f"{seats}_players.txt")


def playthrough(seats: int) -> Iterator[str]:
    seed = f"golden {seats}"
    setup = rules.preset("first-game", seats)
    state, happened = rules.new_game(setup, seats, seed)
    yield f"{seats} players, seed {seed!r}"
    yield f"cast: {' '.join(setup.cast)}"
    yield f"districts: {' '.join(setup.districts)}"
    yield from heard(happened, seats)
    step = 0
    while (ask := rules.pending(state)) is not None:
        step += 1
        legal = rules.options(state)
        answer = chosen(legal, seed, step)
        yield f"{step}. P{ask.seat} {ask.decision}: {' | '.join(map(shown, legal))}"
        yield f"  > {shown(answer)}"
        happened = rules.apply(state, ask.seat, answer)
        yield from heard(happened, seats)
        if any(msgspec.to_builtins(event)["kind"] == "round_ended" for event in happened):
            yield from table(state)
    yield from (f"P{seat} {fields(score)}" for seat, score in enumerate(state.scores or ()))


def chosen(legal: list[AnyAction], seed: str, step: int) -> AnyAction:
    """Build whenever possible, so that the game is short; otherwise anything."""
    builds = [option for option in legal if isinstance(option, Build)]
    preferred = builds or legal
    return complete(preferred[draw(len(preferred), seed, "answer", step)])


def heard(happened: Iterable[AnyEvent], seats: int) -> Iterator[str]:
    """Each event once for all who see the same: without a name what everybody sees."""
    for event in happened:
        seen: dict[AnyEvent, list[str]] = {}
        for seat in range(seats):
            seen.setdefault(rules.for_seat(event, seat), []).append(f"P{seat}")
        for version, who in seen.items():
            audience = "" if len(who) == seats else f"[{' '.join(who)}] "
            yield f"    {audience}{shown(version)}"


def table(state: State) -> Iterator[str]:
    """The table after a round, as everybody sees it, with the hand that only its owner sees."""
    for seat in range(len(state.seats)):
        view = rules.view(state, seat)
        yield f"  P{seat} {possessions(view.players[seat])} hand: {' '.join(view.you.hand)}"


def possessions(player: PlayerView) -> str:
    city = " ".join(placed.district + "+" * placed.beautified for placed in player.city)
    return f"gold {player.gold} city: {city or '-'}"


def shown(thing: AnyAction | AnyEvent) -> str:
    """The kind of an action or event and its values, those at their default left out; seats come first."""
    content = msgspec.to_builtins(thing)
    kind = content.pop("kind")
    seat = [f"P{content.pop('seat')}"] if "seat" in content else []
    return " ".join([*seat, kind, *map(value_of, content.values())])


def fields(thing: msgspec.Struct) -> str:
    return " ".join(f"{name}={value_of(value)}" for name, value in msgspec.to_builtins(thing).items())


def value_of(value: object) -> str:
    match value:
        case {"from": cards, "min": least, "max": most}:
            return f"{least}..{most} of ({' '.join(cards)})"
        case list() | tuple():
            return "(" + " ".join(map(value_of, value)) + ")"
        case dict():
            return "{" + " ".join(f"{name}={value_of(inner)}" for name, inner in value.items()) + "}"
        case _:
            return str(value)
