"""The loop of one game, with players in memory."""

from collections import Counter

import msgspec
import pytest

from protocol.actions import GatherGold, complete
from protocol.codec import encode
from protocol.messages import ActionMessage, Clock, GameEnd, GameStart, Limits, Rejected, Request
from referee import rules
from referee.bots.faults import HostFault
from referee.match import GameRecord, play_back, play_game, read_replay, verify
from tests.match.fakes import FakeSeat, action, choice, game, players, random_answers


def canonical(record: GameRecord) -> GameRecord:
    return msgspec.structs.replace(record, evidence=(), timing=())


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_game_ends_with_a_result_and_a_replay_that_holds(seats):
    record = play_game(game(seats), players(seats))
    assert sorted(record.ranks) == list(range(1, seats + 1)) or len(set(record.ranks)) < seats
    assert record.ranks == tuple(score.rank for score in record.scores)
    assert record.faults == record.evidence == ()
    assert record.decisions == sum(timing.decisions for timing in record.timing)
    assert record.rounds >= 1
    verify(record.replay)


def test_equal_answers_give_equal_bytes():
    first, second = (play_game(game(5), players(5)) for _ in range(2))
    assert canonical(first) == canonical(second)
    assert play_game(game(5), players(5, seed=1)).replay != first.replay


def test_the_seed_of_the_deal_decides_the_deal():
    assert play_game(game(4, seed="other"), players()).replay != play_game(game(4), players()).replay


def test_every_line_is_the_canonical_line_of_its_message():
    seats = players(6)
    play_game(game(6), seats)
    for seat in seats:
        told = [line for line in seat.lines if not isinstance(line, GameStart)]
        assert [encode(line) for line in told] == seat.raw


def test_a_bot_is_greeted_with_its_seat_and_its_seed():
    seats = players(3)
    spec = game(3)
    play_game(spec, seats)
    for number, seat in enumerate(seats):
        assert seat.lines[0] == GameStart("g-1", number, 3, spec.setup, spec.clock, f"{number:02x}")


def test_each_seat_hears_every_event_once_and_numbered_as_it_may_know_it():
    seats = players(7)
    spec = game(7)
    record = play_game(spec, seats)
    for number, seat in enumerate(seats):
        heard = []
        for line in seat.lines:
            if isinstance(line, Request | GameEnd):
                assert line.seq == len(heard) + 1
                heard += line.events
        assert heard == seen_events(record, number)


def seen_events(record: GameRecord, seat: int) -> list:
    moments = play_back(read_replay(record.replay))
    return [rules.for_seat(event, seat) for moment in moments for event in moment.events]


def test_the_end_is_told_with_scores_and_ranks():
    seats = players()
    record = play_game(game(), seats)
    for seat in seats:
        end = seat.lines[-1]
        assert isinstance(end, GameEnd)
        assert (end.game, end.scores, end.ranks) == ("g-1", record.scores, record.ranks)


def test_a_choice_of_a_template_is_its_first_completion():
    taken = []

    def prefers_templates(request: Request) -> ActionMessage:
        for number, option in enumerate(request.legal):
            if complete(option) != option:
                taken.append(complete(option))
                return choice(request, number)
        return choice(request, 0)

    record = play_game(game(seed="templates"), [FakeSeat(prefers_templates) for _ in range(4)])
    assert taken
    done = [step.action for step in read_replay(record.replay).steps]
    assert all(one in done for one in taken)


def test_an_action_may_be_spelled_out():
    def spelled(request: Request) -> ActionMessage:
        return action(request, complete(request.legal[-1]))

    record = play_game(game(), [FakeSeat(spelled) for _ in range(4)])
    assert record.faults == ()


@pytest.mark.parametrize(
    ("answer", "code", "path"),
    [
        (lambda request: choice(request, len(request.legal)), "bad_choice", "/choice"),
        (lambda request: ActionMessage(request.request), "bad_choice", ""),
        (lambda request: ActionMessage(request.request, choice=0, action=GatherGold()), "bad_choice", ""),
        (lambda request: action(request, GatherGold()), "wrong_kind", "/kind"),
    ],
)
def test_a_refused_answer_is_told_why_and_may_be_given_again(answer, code, path):
    first = True

    def stumbles(request: Request) -> ActionMessage:
        nonlocal first
        if first:
            first = False
            return answer(request)
        return choice(request, 0)

    seat = FakeSeat(stumbles)
    record = play_game(game(2), [seat, *players(1)])
    rejected = [line for line in seat.lines if isinstance(line, Rejected)]
    assert [(line.request, line.code, line.path) for line in rejected] == [("r1", code, path)]
    assert (rejected[0].attempts_left, rejected[0].remaining_ms) == (2, 400)
    assert rejected[0].rule
    assert rejected[0].message
    assert record.faults == ()


def test_a_refusal_leaves_no_trace_in_the_replay():
    def stumbles(request: Request) -> ActionMessage:
        stumbles.count += 1
        return choice(request, 99 * (stumbles.count % 2))

    stumbles.count = 0
    always_first = [FakeSeat(lambda request: choice(request, 0)) for _ in range(3)]
    clumsy = FakeSeat(stumbles)
    spec = game(3)
    record = play_game(spec, [clumsy, *always_first[1:]])
    refused = sum(isinstance(line, Rejected) for line in clumsy.lines)
    assert refused > 5
    assert record.replay == play_game(spec, [FakeSeat(lambda r: choice(r, 0)) for _ in range(3)]).replay


def test_what_a_seat_is_told_depends_neither_on_refusals_nor_on_the_clocks_of_others():
    def told(clumsy: FakeSeat) -> list[list[bytes]]:
        others = [FakeSeat(lambda request: choice(request, 0)) for _ in range(3)]
        play_game(game(4), [others[0], clumsy, *others[1:]])
        return [other.raw for other in others]

    tries: Counter[str] = Counter()

    def stumbles(request: Request) -> ActionMessage:
        tries[request.request] += 1
        return choice(request, 99 if tries[request.request] == 1 else 0)

    calm = told(FakeSeat(lambda request: choice(request, 0)))
    assert calm == told(FakeSeat(stumbles, bank_used=lambda _: 7))
    assert max(tries.values()) == 2


def test_refusals_beyond_the_limit_are_a_fault_with_the_last_answer_as_evidence():
    stubborn = FakeSeat(lambda request: choice(request, 99), limits=Limits(attempts=2))
    record = play_game(game(3, attempts=2), [*players(2), stubborn])
    (fault,) = record.faults
    assert (fault.seat, fault.code, fault.request) == (2, "too_many_rejections", "r1")
    assert fault.detail.startswith("The last of 2 refused answers (bad_choice): `legal` has ")
    assert record.evidence[0].received == '{"type":"action","request":"r1","choice":99}'
    assert sum(isinstance(line, Rejected) for line in stubborn.lines) == 1
    verify(record.replay)


def test_the_bank_shrinks_by_what_was_used():
    used = {"r2": 700, "r5": 300}
    seat = FakeSeat(random_answers(1), bank_used=lambda request: used.get(request, 0))
    play_game(game(2), [seat, *players(1)])
    banks = [clock.bank_ms for clock in seat.clocks[:7]]
    assert banks == [5000, 5000, 4300, 4300, 4300, 4000, 4000]
    assert {clock.move_ms for clock in seat.clocks} == {1000}


def test_a_bank_charge_after_a_refusal_counts_once():
    answers = iter([99, 0])

    def stumbles(request: Request) -> ActionMessage:
        return choice(request, next(answers, 0))

    seat = FakeSeat(stumbles, bank_used=lambda request: 250 if request == "r1" else 0)
    play_game(game(2), [seat, *players(1)])
    assert seat.clocks[:2] == [Clock(1000, 5000), Clock(1000, 4750)]


def test_times_are_kept_per_decision_in_microseconds():
    record = play_game(game(2), players(2))
    for timing in record.timing:
        assert timing.times_us == [1500] * timing.decisions
        assert timing.delays_us == [20] * timing.decisions


def test_a_host_fault_breaks_the_game_off_for_everybody():
    seats = [*players(2), FakeSeat(random_answers(3), host_fault_at="r4"), *players(1, seed=9)]
    with pytest.raises(HostFault) as caught:
        play_game(game(4), seats)
    for seat in seats:
        assert encode(seat.lines[-1]) == b'{"type":"game_aborted","game":"g-1"}\n'
    assert "game 1 (g-1)" in caught.value.__notes__[0]


def test_our_own_mistake_is_charged_to_nobody_and_says_where_it_happened(monkeypatch):
    def broken(state, seat, action):
        raise ZeroDivisionError

    seats = players(2)
    monkeypatch.setattr(rules, "apply", broken)
    with pytest.raises(ZeroDivisionError) as caught:
        play_game(game(2), seats)
    assert '"format":"citadels-replay"' in caught.value.__notes__[0]
    assert [encode(seat.lines[-1]) for seat in seats] == [b'{"type":"game_aborted","game":"g-1"}\n'] * 2
