"""Rank 1. Assassin: name a character to be killed."""

from collections.abc import Iterator

from protocol import events
from protocol.actions import AnyAction, Assassinate
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import SILENCED
from referee.rules.state import Mark, State
from referee.rules.turn import Verb, ability


def _options(state: State, _seat: int) -> Iterator[AnyAction]:
    for character in state.setup.cast:
        if character != "assassin":
            yield Assassinate(character)


def _check(state: State, _seat: int, action: Assassinate) -> None:
    """Any other character of the cast, held or not, faceup or not (KIL-02, KIL-03, SEL-17)."""
    if action.character == "assassin":
        raise IllegalAction(
            "bad_target", "assassin-not-own-character", "The Assassin names another character.", "/character"
        )
    if action.character not in state.setup.cast:
        raise IllegalAction(
            "bad_target", "assassin-names-victim", f"{action.character} is not in this game.", "/character"
        )


def _assassinate(state: State, seat: int, action: Assassinate, out: Events) -> None:
    state.marks.append(Mark("killed", action.character, seat))
    out.append(events.CharacterMarked(seat, "killed", action.character))


ability("assassin", Assassinate, Verb(_options, _check, _assassinate, use="assassinate"))
SILENCED.add("killed")
