"""A seat's own turn: one question, asked again and again, whose answers are verbs.

A verb is a kind of action with its rules. Some belong to every turn, others to a character (its abilities)
or to a district in the city (its action); each module registers its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from protocol.actions import AnyAction, Build, EndTurn, GatherCards, GatherGold
from protocol.cards import Character, District
from referee.rules import changes
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskTurn
from referee.rules.moments import DUTIES, Duty
from referee.rules.state import State, Turn


class Verb(NamedTuple):
    """The rules of one kind of action within a turn, for the seat whose turn it is.

    `options` lists the legal ones, `check` raises IllegalAction, `perform` carries a checked one out.
    `use` names what it uses up, None when it may be done again.
    """

    options: Callable[[State, int], Iterable[AnyAction]]
    check: Callable[[State, int, Any], None]
    perform: Callable[[State, int, Any, Events], None]
    use: str | None = None


COMMON: dict[type, Verb] = {}
"""Verbs of every turn, by the kind of action."""

ABILITIES: dict[Character, dict[type, Verb]] = {}
"""Verbs of a character."""

DISTRICT_ACTIONS: dict[District, dict[type, Verb]] = {}
"""Verbs of whoever has the district in the city."""


class Barrier(NamedTuple):
    """The rules that forbid everything while something else comes first.

    `build` is cited for building, `district` for the action of a district, `end` for ending the turn, `ability`
    for everything else.
    """

    build: str
    district: str
    ability: str
    end: str

    def rule(self, action: AnyAction) -> str:
        """Return the rule that forbids `action`."""
        if isinstance(action, Build):
            return self.build
        if isinstance(action, EndTurn):
            return self.end
        return self.district if _of_a_district(type(action)) else self.ability


def _of_a_district(kind: type) -> bool:
    """Tell whether a kind of action is the action of some district."""
    return any(kind in verbs for verbs in DISTRICT_ACTIONS.values())


def ability(character: Character, kind: type, verb: Verb) -> None:
    """Register a verb of a character."""
    ABILITIES.setdefault(character, {})[kind] = verb


def district_action(district: District, kind: type, verb: Verb) -> None:
    """Register a verb of the owner of a district."""
    DISTRICT_ACTIONS.setdefault(district, {})[kind] = verb


def _special_verbs(state: State, seat: int, character: Character) -> Iterator[dict[type, Verb]]:
    """Abilities of the character, then actions of the city's districts, used up ones included."""
    if character in ABILITIES:
        yield ABILITIES[character]
    for placed in state.seats[seat].city:
        if placed.district in DISTRICT_ACTIONS:
            yield DISTRICT_ACTIONS[placed.district]


def _options(state: State, ask: AskTurn) -> list[AnyAction]:
    seat, turn = ask.seat, state.active()
    legal: list[AnyAction] = []
    if not turn.gathered:
        legal += COMMON[GatherGold].options(state, seat)
        legal += COMMON[GatherCards].options(state, seat)
    for verbs in _special_verbs(state, seat, turn.character):
        for verb in verbs.values():
            if verb.use not in turn.used:
                legal += verb.options(state, seat)
    if turn.gathered:
        legal += COMMON[Build].options(state, seat)
        legal += COMMON[EndTurn].options(state, seat)
    return legal


def _verb(state: State, seat: int, kind: type) -> Verb | None:
    """Return the verb for `kind` of action that the seat has this turn, used up or not."""
    if kind in COMMON:
        return COMMON[kind]
    for verbs in _special_verbs(state, seat, state.active().character):
        if kind in verbs:
            return verbs[kind]
    return None


def _check(state: State, ask: AskTurn, action: AnyAction) -> None:
    verb = _verb(state, ask.seat, type(action))
    if verb is None:
        raise _not_available(state, ask.seat, type(action))
    if verb.use is not None and verb.use in state.active().used:
        district = _of_a_district(type(action))
        rule = "unique-once-per-turn-own-turn" if district else "ability-once-per-turn"
        raise IllegalAction("already_used", rule, "That works once a turn and has been used.", "/kind")
    verb.check(state, ask.seat, action)


def _not_available(state: State, seat: int, kind: type) -> IllegalAction:
    """Say why the seat has no such verb: another character's, a district it lacks, or no part of a turn."""
    for district, verbs in DISTRICT_ACTIONS.items():
        if kind in verbs:
            return IllegalAction(
                "not_your_ability", "info-city-open", f"P{seat} has no {district} in its city.", "/kind"
            )
    for character, verbs in ABILITIES.items():
        if kind in verbs:
            return _another_character(state, seat, character)
    return IllegalAction("wrong_kind", "turn-taken-on-reveal", "That is not done in a turn.", "/kind")


def _another_character(state: State, seat: int, character: Character) -> IllegalAction:
    acting = state.active().character
    rule = "ability-at-stated-time"
    if len(state.seats) <= 3:
        rule = f"{'two' if len(state.seats) == 2 else 'three'}-player-ability-own-turn-only"
    sentence = f"That is an ability of another character (such as {character}); P{seat} acts as {acting}."
    return IllegalAction("not_your_ability", rule, sentence, "/kind")


def _answer(state: State, ask: AskTurn, action: AnyAction, out: Events) -> None:
    if type(action) is EndTurn:
        return
    state.then(ask)
    verb = _verb(state, ask.seat, type(action))
    assert verb is not None, f"{action} was not checked"
    if verb.use is not None:
        changes.use(state, verb.use, out)
    verb.perform(state, ask.seat, action, out)


def _fallback(state: State, ask: AskTurn) -> AnyAction:
    turn = state.active()
    if not turn.gathered:
        return GatherGold()
    duty = _open_duty(turn)
    if duty is None:
        return EndTurn()
    return next(iter(ABILITIES[turn.character][duty.kind].options(state, ask.seat)))


def _open_duty(turn: Turn) -> Duty | None:
    """Return what the character in turn must still do before the turn may end (EMP-08)."""
    duty = DUTIES.get(turn.character)
    return duty if duty and duty.use not in turn.used else None


ASKS[AskTurn] = AskRule(_options, _check, _answer, _fallback)


def _end_turn_options(state: State, _seat: int) -> Sequence[AnyAction]:
    return () if _open_duty(state.active()) else (EndTurn(),)


def _check_end_turn(state: State, _seat: int, _action: EndTurn) -> None:
    turn = state.active()
    if not turn.gathered:
        raise IllegalAction(
            "must_gather_first",
            "gather-mandatory",
            "Resources must be gathered before the turn ends.",
            "/kind",
        )
    duty = _open_duty(turn)
    if duty:
        raise IllegalAction("duty_open", duty.rule, duty.sentence, "/kind")


def _end_turn(_state: State, _seat: int, _action: EndTurn, _out: Events) -> None:
    raise AssertionError("the end of a turn is answered by the question itself")


COMMON[EndTurn] = Verb(_end_turn_options, _check_end_turn, _end_turn)
