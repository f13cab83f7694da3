"""Rank 7. Architect: cards, three districts. Navigator: gold or cards, no building. Scholar: one card of seven.

The building limits stand in the edition's table.
"""

from protocol.actions import AnyAction, Study
from referee.rules import changes
from referee.rules.cards.extra import extra_cards, extra_gold
from referee.rules.engine import Events
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskStudy
from referee.rules.gather import choose_drawn
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


ability("scholar", Study, Verb(_study_options, _check_study, _study, use="study"))
choose_drawn(AskStudy, changes.study, "scholar-keep-one")
