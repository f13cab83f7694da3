"""A search for leaks: what a seat receives must not depend on what it may not know.

Random games are played. At random moments the state is redrawn for a seat (`determinize`), and everything the
seat would receive must be the same bytes in both: the view, who is asked what, its options. Then both go one
action further, and what the seat hears of it must be the same again, as far as it does not rightly learn
something: its own cards, who answers a call, what the next round's shuffle brings.
"""

from collections.abc import Callable, Iterator
from itertools import zip_longest

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol import events
from protocol.actions import (
    AnyAction,
    Beautify,
    Build,
    Choose,
    ChooseCharacters,
    Decline,
    GiveCards,
    Keep,
    Laboratory,
    Museum,
    Pick,
    Redraw,
    ServeWarrants,
    SwapCharacters,
    TakeCard,
    Threaten,
)
from protocol.cards import District
from protocol.events import AnyEvent
from referee.rules.determinize import determinize
from referee.rules.editions import EDITIONS
from referee.rules.engine import apply, asked, options, pending
from referee.rules.frames import AskConfiscate
from referee.rules.moments import SILENCED
from referee.rules.rng import draw, shuffled
from referee.rules.setup import NINTH_REQUIRED, PRESETS, new_game, preset
from referee.rules.state import Placed, State
from referee.rules.view import PUBLIC, concerned, for_seat, view

_encode = msgspec.json.Encoder().encode

CHECKED_SHARE = 8
"""One decision in so many is checked, for every seat."""


FURNISHED = 3
"""No city has more districts at the beginning."""


class Leak(Struct, frozen=True):
    """A difference that `seat` could see: where, in what, and the bytes in the true and the redrawn state."""

    players: int
    game: str
    decision: int
    seat: int
    what: str
    true: str
    redrawn: str


class Report(Struct):
    """How many pairs of state and seat were compared, and what leaked."""

    states: int
    leaks: list[Leak]


class Chooser:
    """Random choices that follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._draws = 0

    def below(self, bound: int) -> int:
        """Return an integer from 0 to `bound` - 1."""
        self._draws += 1
        return draw(bound, self._seed, "leaktest", self._draws)

    def action(self, legal: list[AnyAction]) -> AnyAction:
        """Return one of the legal actions, templates filled at random."""
        return self.fill(legal[self.below(len(legal))])

    def fill(self, option: AnyAction) -> AnyAction:
        """Return `option` with a random selection in place of its template."""
        match option:
            case Build(cards=Choose() as template):
                return replace(option, cards=self._select(template))
            case Build(exchange=Choose() as template):
                return replace(option, exchange=self._select(template))
            case GiveCards(seats=seats, cards=Choose() as template):
                return GiveCards(seats, self._select(template))
            case ServeWarrants(signed=signed, blank=ChooseCharacters(options=characters, min=count)):
                self._draws += 1
                order = shuffled(characters, self._seed, "leaktest", self._draws)
                return ServeWarrants(signed, tuple(order[:count]))
            case Redraw(cards=Choose() as template):
                return Redraw(self._select(template))
            case Beautify(districts=Choose() as template):
                return Beautify(self._select(template))
            case _:
                return option

    def _select(self, template: Choose) -> tuple[District, ...]:
        self._draws += 1
        order = shuffled(template.options, self._seed, "leaktest", self._draws)
        return tuple(order[: template.min + self.below(template.max - template.min + 1)])


def run(states: int, seed: str, progress: Callable[[int], None] | None = None) -> Report:
    """Compare at least `states` pairs of state and seat, over all numbers of players; same seed, same report.

    `progress` is told the number of pairs compared, after each game.
    """
    report = Report(0, [])
    number = 0
    while report.states < states:
        _check_game(report, 2 + number % 7, f"{seed}:{number}")
        if progress:
            progress(report.states)
        number += 1
    return report


def _check_game(report: Report, players: int, game: str) -> None:
    """Play one random game and compare at random moments of it."""
    chooser = Chooser(game)
    nine = players in NINTH_REQUIRED or (players > 2 and chooser.below(2) == 1)
    name = PRESETS[chooser.below(len(PRESETS))]
    state, _ = new_game(preset(name, players, characters=9 if nine else 8), players, game)
    _furnish(state, chooser)
    decision = 0
    while (ask := pending(state)) is not None:
        action = chooser.action(options(state))
        if chooser.below(CHECKED_SHARE) == 0:
            for seat in range(players):
                report.states += 1
                redrawn = determinize(state, seat, f"{game}:{decision}:{seat}")
                for what, true, other in _differences(state, redrawn, seat, action, chooser):
                    report.leaks.append(Leak(players, game, decision, seat, what, true, other))
        apply(state, ask.seat, action)
        decision += 1


def _furnish(state: State, chooser: Chooser) -> None:
    """Let unique districts stand in cities from the beginning, so that even the rare ones are met often."""
    cards = EDITIONS[state.setup.edition].uniques
    for card in state.setup.districts:
        owner = state.seats[chooser.below(len(state.seats))]
        if card in state.deck and cards[card].cost and len(owner.city) < FURNISHED:
            state.deck.remove(card)
            owner.city.append(Placed(card))


def _differences(
    state: State, redrawn: State, seat: int, action: AnyAction, chooser: Chooser
) -> Iterator[tuple[str, str, str]]:
    """What `seat` could tell apart, as (what, bytes in the true state, bytes in the redrawn state)."""
    found = False
    for what, observe in OBSERVATIONS.items():
        true, other = observe(state, seat), observe(redrawn, seat)
        if true != other:
            found = True
            yield what, true.decode(), other.decode()
    if not found:
        yield from _differences_after(state.copy(), redrawn, seat, action, chooser)


def _view(state: State, seat: int) -> bytes:
    return _encode(view(state, seat))


def _question(state: State, _seat: int) -> bytes:
    ask = asked(state)
    return f"P{ask.seat} {ask.decision}".encode()


def _options(state: State, seat: int) -> bytes:
    return _encode(options(state)) if asked(state).seat == seat else b""


OBSERVATIONS: dict[str, Callable[[State, int], bytes]] = {
    "view": _view,
    "question": _question,
    "options": _options,
}
"""What a seat can observe of a state at rest."""


def _differences_after(
    state: State, redrawn: State, seat: int, action: AnyAction, chooser: Chooser
) -> Iterator[tuple[str, str, str]]:
    """What `seat` could tell apart once the question has been answered in both states."""
    counterpart = _counterpart(redrawn, action, chooser)
    if counterpart is None:
        return
    actor = asked(state).seat
    openings = _openings(state)
    true = _heard(_go_on(state, actor, action, seat), seat, openings)
    other = _heard(_go_on(redrawn, actor, counterpart, seat), seat, openings)
    place = _first_difference(true.lines, other.lines)
    if place is None:
        if not (true.learnt or other.learnt) and _view(state, seat) != _view(redrawn, seat):
            yield "view after", _view(state, seat).decode(), _view(redrawn, seat).decode()
    elif place == 0 or not true.answers[place - 1]:
        yield "events", "\n".join(true.lines), "\n".join(other.lines)


def _first_difference(true: list[str], other: list[str]) -> int | None:
    for place, (one, two) in enumerate(zip_longest(true, other)):
        if one != two:
            return place
    return None


def _openings(state: State) -> frozenset[AnyEvent]:
    """Events right after which all may learn who holds a character.

    The call of one that is not silenced is answered; after the last turn a killed rank 4 is shown.
    """
    silenced = {mark.character for mark in state.marks if mark.kind in SILENCED}
    openings: set[AnyEvent] = {events.CharacterCalled(one) for one in state.setup.cast if one not in silenced}
    if state.turn and state.turn.character == state.setup.cast[-1]:
        openings.add(events.TurnEnded(state.turn.seat, state.turn.character))
    return frozenset(openings)


def _counterpart(redrawn: State, action: AnyAction, chooser: Chooser) -> AnyAction | None:
    """Return an action that looks to the other seats like `action`, if the redrawn state has one."""
    for option in options(redrawn):
        filled = chooser.fill(option)
        if filled == action or _seen_of(filled) == _seen_of(action):
            return filled
    return None


def _seen_of(action: AnyAction) -> tuple[object, ...]:
    """What the seats that are not concerned see of an action."""
    kind = type(action)
    match action:
        case Pick() | Keep() | Laboratory() | Museum() | TakeCard():
            return (kind,)
        case Redraw(cards=cards) | GiveCards(cards=cards):
            return (kind, _length(cards))
        case Beautify(districts=districts):
            return (kind, districts)
        case ServeWarrants(signed=signed, blank=blank):
            assert not isinstance(blank, ChooseCharacters), "a template was not filled"
            return (kind, frozenset([signed, *blank]))
        case Threaten(flowered=flowered, plain=plain):
            return (kind, frozenset([flowered, plain]))
        case SwapCharacters(seat=seat):
            return (kind, seat)
        case Build(district=district, cards=cards, sacrifice=sacrifice, lender=lender):
            return (kind, district, _length(cards), sacrifice, lender)
        case _:
            return (kind, action)


def _length(cards: tuple[District, ...] | Choose) -> int:
    assert not isinstance(cards, Choose), "a template was not filled"
    return len(cards)


def _go_on(state: State, actor: int, action: AnyAction, seat: int) -> list[AnyEvent]:
    """Carry out `action`, and let a Magistrate decline who is asked behind the back of `seat`."""
    happened = apply(state, actor, action)
    ask = pending(state)
    if isinstance(ask, AskConfiscate) and ask.seat != seat:
        happened += apply(state, ask.seat, Decline())
    return happened


REVEALING = events.RoundStarted | events.TypeNamed | events.MarkRevealed | events.GameEnded
"""Events from which on everyone rightly learns something hidden."""


class Heard(Struct):
    """What a seat hears of an action, up to the next round: lines that must not differ.

    `answers` tells of each line whether all may learn right after it who holds a character; `learnt` whether
    the seat rightly learns something else.
    """

    lines: list[str]
    answers: list[bool]
    learnt: bool


def _heard(happened: list[AnyEvent], seat: int, openings: frozenset[AnyEvent]) -> Heard:
    heard = Heard([], [], False)
    for event in happened:
        if isinstance(event, REVEALING):
            heard.learnt = True
            break
        own = type(event) not in PUBLIC and seat in concerned(event)
        heard.learnt = heard.learnt or own
        heard.lines.append(type(event).__name__ if own else _encode(for_seat(event, seat)).decode())
        heard.answers.append(event in openings)
    return heard
