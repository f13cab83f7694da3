"""Rank 2. Thief: name a character and take all its gold when it is revealed."""

from collections.abc import Iterator

from protocol import events
from protocol.actions import AnyAction, Rob
from protocol.cards import Character
from referee.rules import changes
from referee.rules.editions import EDITIONS
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.moments import ON_MARKED_REVEAL
from referee.rules.state import Mark, State
from referee.rules.turn import Verb, ability


def _barred(state: State, character: Character) -> tuple[str, str] | None:
    """Return the rule and the reason why the Thief may not name `character` (THF-02)."""
    if character not in state.setup.cast:
        return "thief-names-victim", f"{character} is not in this game."
    if character == "thief":
        return "thief-not-own-character", "The Thief names another character."
    if EDITIONS[state.setup.edition].characters[character].rank == 1:
        return "thief-not-rank1", "The rank 1 character cannot be robbed."
    if state.marked("killed", character):
        return "thief-not-killed", f"{character} was killed and cannot be robbed."
    return None


def _options(state: State, _seat: int) -> Iterator[AnyAction]:
    for character in state.setup.cast:
        if _barred(state, character) is None:
            yield Rob(character)


def _check(state: State, _seat: int, action: Rob) -> None:
    barred = _barred(state, action.character)
    if barred:
        raise IllegalAction("bad_target", barred[0], barred[1], "/character")


def _rob(state: State, seat: int, action: Rob, out: Events) -> None:
    state.marks.append(Mark("robbed", action.character, seat))
    out.append(events.CharacterMarked(seat, "robbed", action.character))


def _take_all(state: State, seat: int, mark: Mark, out: Events) -> None:
    """At the reveal, before the victim does anything; oneself is not robbed (THF-01, THF-04, THF-06)."""
    changes.take_gold(state, mark.seat, seat, state.seats[seat].gold, "thief", out)


ability("thief", Rob, Verb(_options, _check, _rob, use="rob"))
ON_MARKED_REVEAL["robbed"] = _take_all
