"""A recorded game is fed to a bot again, and the first other answer is found."""

import msgspec
import pytest

from protocol.actions import Assassinate, Destroy, GatherCards, GatherGold
from protocol.messages import ActionMessage, Clock, Limits
from referee.match import VerifyError, play_game, read_replay
from referee.match.nearest import nearest
from referee.match.rerun import rerun
from tests.match.fakes import FakeSeat, choice, game, random_answers

CLOCK = Clock(1000, 0)


def recorded():
    """A game of four random players."""
    players = [FakeSeat(random_answers(seat)) for seat in range(4)]
    return read_replay(play_game(game(), players).replay)


def feed(answer, seat=1, **fails):
    return rerun(recorded(), seat, FakeSeat(answer, **fails), bot_seed="00", clock=CLOCK, limits=Limits())


@pytest.mark.parametrize("seat", range(4))
def test_the_same_bot_does_the_same_to_the_end(seat):
    again = feed(random_answers(seat), seat)
    assert again.difference is None
    assert again.same == sum(step.seat == seat for step in recorded().steps)


def test_the_first_other_answer_is_found_with_both_actions_and_what_the_bot_saw():
    same, other = random_answers(1), random_answers(99)
    asked = []

    def answer(request):
        asked.append(request)
        first = same(request)
        return first if len(asked) < 4 else other(request)

    again = feed(answer)
    difference = again.difference
    assert difference is not None
    assert again.same >= 3
    assert difference.recorded != difference.answered
    assert difference.view == asked[-1].view
    assert difference.legal == asked[-1].legal
    assert recorded().steps[difference.step - 1].action == difference.recorded


def test_a_refused_answer_is_told_with_its_rule_and_the_nearest_legal_action():
    def answer(request):
        return choice(request, len(request.legal))

    difference = feed(answer).difference
    assert difference is not None
    assert difference.answered is None
    assert difference.fault is not None
    assert difference.fault.code == "too_many_rejections"
    assert [refusal.code for refusal in difference.refusals] == ["bad_choice"] * Limits().attempts
    assert difference.refusals[0].nearest in [msgspec.structs.replace(option) for option in difference.legal]


def test_a_bot_that_fails_differs_where_it_is_asked_first():
    difference = feed(random_answers(1), fails={None: "ready_timeout"}).difference
    assert difference is not None
    assert difference.fault is not None
    assert difference.fault.code == "ready_timeout"
    assert difference.answered is None


def test_a_seat_that_the_game_does_not_have_is_refused():
    with pytest.raises(VerifyError, match="seats 0 to 3"):
        feed(random_answers(0), seat=4)


def test_nearest_prefers_the_kind_then_the_fields():
    legal = [GatherGold(), Destroy(1, "docks"), Destroy(2, "tavern"), Assassinate("king")]
    assert nearest(Destroy(2, "docks", beautified=True), legal) in legal[1:3]
    assert nearest(Destroy(3, "tavern"), legal) == Destroy(2, "tavern")
    assert nearest(GatherCards(), legal) == GatherGold()
    assert nearest(None, legal) == GatherGold()


def test_an_answer_spelled_out_equals_the_choice_of_it():
    same = random_answers(1)

    def spelled(request):
        from protocol.actions import complete

        return ActionMessage(request.request, action=complete(request.legal[same(request).choice]))

    assert feed(spelled).difference is None
