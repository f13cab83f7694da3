"""Nothing is registered twice, nothing is left out."""

from typing import get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from protocol import events
from protocol.actions import AnyAction, complete
from protocol.events import AnyEvent
from protocol.messages import Decision
from referee.rules import frames, turn
from referee.rules.engine import ASKS, STEPS
from referee.rules.view import OUTSIDE, PUBLIC, concerned, for_seat
from tests.strategies import BOXES, covers, game, template

ANSWERS = {
    "AskPick": {"Pick"},
    "AskTheater": {"SwapCharacters", "Decline"},
    "AskGather": {"GatherGold", "GatherCards"},
    "AskKeep": {"Keep"},
    "AskStudy": {"Keep"},
    "AskBewitch": {"Bewitch"},
    "AskBribe": {"PayBribe", "Decline"},
    "AskReveal": {"RevealThreat", "Decline"},
    "AskConfiscate": {"Confiscate", "Decline"},
    "AskTakeCard": {"TakeCard", "Build"},
    "AskGiveCards": {"GiveCards"},
    "AskPassCrown": {"PassCrown"},
}
"""The actions that answer a question other than that of the turn."""

EVENTS = get_args(AnyEvent)


def test_every_step_has_its_rule():
    assert {*STEPS} == {*get_args(frames.AnyStep)}


def test_every_question_has_its_rule():
    assert {*ASKS} == {*get_args(frames.AnyAsk)}
    assert {ask.__name__ for ask in ASKS} == {*ANSWERS, "AskTurn"}


def test_every_question_asks_for_a_decision_of_the_protocol():
    assert {ask.decision for ask in ASKS} == {*get_args(Decision)}


def test_every_kind_of_action_has_an_owner_in_the_turn_or_answers_a_question():
    owners = [{*turn.COMMON}]
    owners.append({kind for verbs in turn.ABILITIES.values() for kind in verbs})
    owners.append({kind for verbs in turn.DISTRICT_ACTIONS.values() for kind in verbs})
    for index, one in enumerate(owners):
        assert all(one.isdisjoint(other) for other in owners[index + 1 :])
    in_turn = {kind.__name__ for one in owners for kind in one}
    assert in_turn | set.union(*ANSWERS.values()) == {kind.__name__ for kind in get_args(AnyAction)}
    assert in_turn & set.union(*ANSWERS.values()) == {"GatherGold", "GatherCards", "Build", "PassCrown"}


def test_a_kind_of_action_of_a_district_belongs_to_one_district():
    kinds = [kind for verbs in turn.DISTRICT_ACTIONS.values() for kind in verbs]
    assert len(kinds) == len(set(kinds))


def test_what_is_used_up_has_a_name_of_its_own():
    """Verbs of one character share a name only where one excludes the other."""
    shared = {
        (character, verb.use)
        for character, verbs in turn.ABILITIES.items()
        for verb in verbs.values()
        if [other.use for other in verbs.values()].count(verb.use) > 1
    }
    assert shared == {("magician", "swap_or_redraw"), ("navigator", "navigate")}
    uses = [verb.use for verbs in turn.DISTRICT_ACTIONS.values() for verb in verbs.values() if verb.use]
    abilities = {verb.use for verbs in turn.ABILITIES.values() for verb in verbs.values()}
    assert len(uses) == len(set(uses))
    assert abilities.isdisjoint(uses)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_an_event_is_public_or_has_a_version_for_outsiders(kind):
    assert (kind in PUBLIC) != (kind in OUTSIDE)
    hides = {one.name for one in fields(kind) if one.default is None}
    assert bool(hides) == (kind in OUTSIDE), "what may be missing is hidden from someone"


def specimen(kind: type[Struct]) -> AnyEvent:
    """Return an event of this kind that holds something in every field."""
    values: dict[str, object] = {"seat": 1, "victim": 2, "other": 2}
    named = {one.name: values.get(one.name, f"<{one.name}>") for one in fields(kind)}
    return kind(**named)


@pytest.mark.parametrize("kind", OUTSIDE, ids=lambda kind: kind.__name__)
def test_outsiders_see_all_of_an_event_but_what_is_hidden(kind):
    event = specimen(kind)
    hidden = {one.name for one in fields(kind) if one.default is None}
    outside = for_seat(event, 3)
    if kind is events.CharacterDiscarded:  # who set it aside is told, a random one is nobody's
        hidden -= {"seat"}
    for one in fields(kind):
        expected = None if one.name in hidden else getattr(event, one.name)
        assert getattr(outside, one.name) == expected, one.name
    for seat in range(8):
        assert (for_seat(event, seat) is event) == (seat in concerned(event))


@pytest.mark.parametrize("kind", sorted(PUBLIC, key=str), ids=lambda kind: kind.__name__)
def test_everybody_gets_a_public_event_as_it_is(kind):
    event = specimen(kind)
    assert all(for_seat(event, seat) is event for seat in range(8))


def test_every_event_occurs_in_some_game():
    seen = set()
    for seats, characters in BOXES:
        for number in range(12):
            one = game(seats, characters, number)
            for _ in one.walk():
                pass
            seen |= {type(event) for event in one.events}
    assert {*EVENTS} - seen == set()


def test_the_first_completion_of_an_option_is_one_that_it_covers():
    for seats, characters in BOXES:
        one = game(seats, characters, 1)
        for state in one.walk():
            for option in [] if one.over else ASKS[type(state.stack[-1])].options(state, state.stack[-1]):
                assert template(complete(option)) is None
                assert covers(option, complete(option))
