"""Rank 1. Assassin: a character is killed. Witch: a turn is taken over. Magistrate: a district is confiscated."""

from collections.abc import Iterator

from protocol import events
from protocol.actions import (
    AnyAction,
    Assassinate,
    Bewitch,
    ChooseCharacters,
    Confiscate,
    Decline,
    ServeWarrants,
)
from protocol.cards import Character
from referee.rules import changes
from referee.rules.cards.marks import check_in_cast, rank
from referee.rules.cards.opportunity import opportunity
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import (
    AskBewitch,
    AskConfiscate,
    AskGather,
    CutTurn,
    Frame,
    HoldTurn,
    Raise,
    ResumeTurn,
)
from referee.rules.moments import BARRED, BEFORE_RISING, COURSE, MARKED_COURSE, SILENCED
from referee.rules.state import Mark, State
from referee.rules.turn import Barrier, Verb, ability


def _others(state: State, character: Character) -> Iterator[Character]:
    return (other for other in state.setup.cast if other != character)


# Assassin


def _victims(state: State, _seat: int) -> Iterator[AnyAction]:
    return (Assassinate(character) for character in _others(state, "assassin"))


def _check_victim(state: State, _seat: int, action: Assassinate) -> None:
    """Any other character of the cast, held or not, faceup or not (KIL-02, KIL-03, SEL-17)."""
    check_in_cast(state, action.character, "assassin-names-victim", "/character")
    if action.character == "assassin":
        raise IllegalAction(
            "bad_target", "assassin-not-own-character", "The Assassin names another character.", "/character"
        )


def _assassinate(state: State, seat: int, action: Assassinate, out: Events) -> None:
    changes.mark(state, Mark("killed", action.character, seat), out)


ability("assassin", Assassinate, Verb(_victims, _check_victim, _assassinate, use="assassinate"))
SILENCED.add("killed")


# Witch


BEFORE_SPELL = Barrier(
    build="witch-no-build-before-hold",
    district="witch-only-gather-effects-before-hold",
    ability="witch-must-call",
    end="witch-must-call",
)
"""Why the Witch, having gathered, can do nothing but name a character."""


def _witch_course(seat: int) -> tuple[Frame, ...]:
    """Gather, name a character, wait (WIT-01)."""
    return (AskGather(seat), AskBewitch(seat), HoldTurn())


def _bewitched_course(state: State, seat: int, mark: Mark, opening: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Gather, and the turn is over; the Witch goes on in that role (WIT-05, WIT-06, WIT-21)."""
    return (*opening, AskGather(seat), CutTurn(), ResumeTurn(mark.seat, rank(state, mark.character)))


def _spells(state: State, _ask: AskBewitch) -> Iterator[AnyAction]:
    return (Bewitch(character) for character in _others(state, "witch"))


def _check_spell(state: State, _ask: AskBewitch, action: AnyAction) -> None:
    """She must name another character of the cast, held or not (WIT-02, WIT-03, WIT-15)."""
    if not isinstance(action, Bewitch):
        rule = BEFORE_SPELL.rule(action)
        raise IllegalAction("wrong_kind", rule, "The Witch names a character to bewitch.", "/kind")
    check_in_cast(state, action.character, "witch-must-call", "/character")
    if action.character == "witch":
        raise IllegalAction(
            "bad_target", "witch-not-own-character", "The Witch names another character.", "/character"
        )


def _bewitch(state: State, ask: AskBewitch, action: Bewitch, out: Events) -> None:
    changes.mark(state, Mark("bewitched", action.character, ask.seat), out)


def _spell_fallback(state: State, ask: AskBewitch) -> AnyAction:
    return next(_spells(state, ask))


ASKS[AskBewitch] = AskRule(_spells, _check_spell, _bewitch, _spell_fallback)
COURSE["witch"] = _witch_course
MARKED_COURSE["bewitched"] = _bewitched_course


# Magistrate


def _warrants(state: State, _seat: int) -> Iterator[AnyAction]:
    for signed in state.setup.cast:
        others = tuple(_others(state, signed))
        yield ServeWarrants(signed, ChooseCharacters(others, 2, 2))


def _check_warrants(state: State, _seat: int, action: ServeWarrants) -> None:
    """Three different characters, none excluded (MAG-01 to MAG-03)."""
    if isinstance(action.blank, ChooseCharacters):
        raise IllegalAction(
            "not_spelled_out", "magistrate-assigns-three", "The two characters are to be listed.", "/blank"
        )
    named = (action.signed, *action.blank)
    check_in_cast(state, action.signed, "magistrate-assigns-three", "/signed")
    for character in action.blank:
        check_in_cast(state, character, "magistrate-assigns-three", "/blank")
    if len(action.blank) != 2:
        raise IllegalAction(
            "bad_target", "magistrate-assigns-three", "Two blank warrants are to be served.", "/blank"
        )
    if len(set(named)) != len(named):
        raise IllegalAction(
            "bad_target",
            "magistrate-different-tokens",
            "Each warrant needs a character of its own.",
            "/blank",
        )


def _serve(state: State, seat: int, action: ServeWarrants, out: Events) -> None:
    """In the order of the cast, so that the order does not tell which one is signed."""
    assert not isinstance(action.blank, ChooseCharacters), f"{action} was not checked"
    for character in state.setup.cast:
        if character == action.signed:
            changes.mark(state, Mark("warrant", character, seat, "signed"), out)
        elif character in action.blank:
            changes.mark(state, Mark("warrant", character, seat, "blank"), out)


def _before_rising(state: State, mark: Mark, rising: Raise) -> Frame:
    """Ask the Magistrate, if the warrant is signed and the district may stand in that city.

    Not for oneself, not when it stands there already, not when it could not be built there (MAG-06, MAG-10,
    MAG-22, MAG-26).
    """
    judge = state.seats[mark.seat]
    barred = rising.district in BARRED and BARRED[rising.district](state, mark.seat)
    if mark.face != "signed" or mark.seat == rising.seat or judge.has(rising.district) or barred:
        return rising
    return AskConfiscate(mark.seat, rising.seat, rising.district, rising.paid)


def _answer_confiscate(state: State, ask: AskConfiscate, action: Confiscate | Decline, out: Events) -> None:
    """Give back all gold that was paid, and let the district rise in the other city (MAG-07 to MAG-09)."""
    if isinstance(action, Decline):
        state.then(Raise(ask.builder, ask.district, ask.paid))
        return
    turn = state.active()
    warrant = state.marked("warrant", turn.character)
    assert warrant is not None, "a confiscation without a warrant"
    changes.show_mark(state, warrant, out)
    changes.refund(state, ask.builder, ask.paid, "magistrate", out)
    out.append(events.DistrictConfiscated(ask.seat, ask.builder, ask.district))
    state.then(Raise(ask.seat, ask.district))


ability("magistrate", ServeWarrants, Verb(_warrants, _check_warrants, _serve, use="serve_warrants"))
opportunity(
    AskConfiscate,
    Confiscate(),
    _answer_confiscate,
    Barrier(*["magistrate-reveal-optional"] * 4),
    "The district is confiscated or not.",
)
BEFORE_RISING["warrant"] = _before_rising
