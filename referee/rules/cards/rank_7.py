"""Rank 7. Architect: cards, three districts. Navigator: gold or cards, no building. Scholar: one card of seven.

The building limits stand in the edition's table.
"""

from collections.abc import Iterator

from protocol.actions import AnyAction, Keep, Study
from referee.rules import changes
from referee.rules.cards.extra import extra_cards, extra_gold
from referee.rules.engine import ASKS, AskRule, Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskStudy
from referee.rules.moments import BANS_BUILDING
from referee.rules.state import State
from referee.rules.turn import Verb, ability

extra_cards("architect", 2)

extra_gold("navigator", 4, use="navigate")
extra_cards("navigator", 4, use="navigate")
BANS_BUILDING["navigator"] = "navigator-no-building"


# Scholar

SEVEN = 7


def _study_options(state: State, _seat: int) -> tuple[AnyAction, ...]:
    return (Study(),) if state.deck else ()


def _check_study(state: State, _seat: int, _action: Study) -> None:
    if not state.deck:
        raise IllegalAction("nothing_to_gain", "SCH-03", "The deck is empty.", "/kind")


def _study(state: State, seat: int, _action: Study, out: Events) -> None:
    """Draw seven cards, or what is there, and ask which to keep (SCH-01, SCH-02)."""
    changes.draw_cards(state, seat, SEVEN, out)
    state.then(AskStudy(seat))


def _keep_options(state: State, ask: AskStudy) -> Iterator[AnyAction]:
    return (Keep(card) for card in dict.fromkeys(state.seats[ask.seat].drawn))


def _check_keep(state: State, ask: AskStudy, action: AnyAction) -> None:
    """Exactly one of those drawn (SCH-04)."""
    if not isinstance(action, Keep):
        raise IllegalAction("wrong_kind", "scholar-keep-one", "One of the cards is to be kept.", "/kind")
    if action.card not in state.seats[ask.seat].drawn:
        raise IllegalAction("not_offered", "scholar-keep-one", f"{action.card} was not drawn.", "/card")


def _keep(state: State, ask: AskStudy, action: Keep, out: Events) -> None:
    changes.study(state, ask.seat, action.card, out)


def _keep_fallback(state: State, ask: AskStudy) -> AnyAction:
    return Keep(state.seats[ask.seat].drawn[0])


ability("scholar", Study, Verb(_study_options, _check_study, _study, use="study"))
ASKS[AskStudy] = AskRule(_keep_options, _check_keep, _keep, _keep_fallback)
