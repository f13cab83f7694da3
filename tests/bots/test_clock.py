"""No test here asserts that something is fast, only what is charged for what."""

import json

import pytest
from msgspec.structs import replace

from protocol.messages import Clock
from referee.bots import BotFailed, runqueue
from referee.match import play_game
from tests.bots.table import ask, rejected, start
from tests.match.fakes import game

SLOW = "message = until('request'); time.sleep(0.2); reply(message); play()"


def test_what_exceeds_the_move_is_taken_from_the_bank(bot, seat):
    one = seat(bot(SLOW))
    one.begin(start(bank_ms=60_000))
    ask(one, "r1", Clock(50, 60_000))
    assert 200 <= one.elapsed_ms < 60_050
    assert one.elapsed_ms - 50 <= one.bank_used_ms < one.elapsed_ms - 49 + 0.001
    assert one.bank_used_ms >= 150


def test_a_move_in_time_costs_no_bank(bot, seat):
    one = seat(bot(SLOW))
    one.begin(start(bank_ms=1000))
    ask(one, "r1", Clock(60_000, 1000))
    assert one.bank_used_ms == 0


def test_the_bank_is_charged_for_each_request_by_itself(bot, seat):
    one = seat(bot(SLOW))
    one.begin(start(bank_ms=60_000))
    ask(one, "r1", Clock(50, 60_000))
    ask(one, "r2", Clock(60_000, 59_000))
    assert one.bank_used_ms == 0


def test_bank_and_move_together_are_the_deadline(bot, seat):
    one = seat(bot("until('request'); time.sleep(60)"))
    one.begin(start(bank_ms=300))
    with pytest.raises(BotFailed) as caught:
        ask(one, "r1", Clock(100, 200))
    fault = caught.value.fault
    assert fault.code == "move_timeout"
    assert fault.elapsed_ms >= 300
    assert fault.detail == "r1 was not answered within 100 ms and what was left of the bank."
    assert one.bank_used_ms == 200


def test_elapsed_stands_still_after_the_answer(bot, seat):
    one = seat(bot())
    one.begin(start())
    ask(one, "r1")
    assert one.elapsed_ms == one.elapsed_ms
    assert 0 < one.elapsed_ms < 30_000
    assert 0 < one.remaining_ms <= 30_000


def test_time_goes_on_during_a_retry(bot, seat):
    one = seat(bot("message = until('request'); reply(message); hear(); time.sleep(60)"))
    one.begin(start())
    ask(one, "r1", Clock(500, 0))
    first = one.elapsed_ms
    with pytest.raises(BotFailed) as caught:
        one.retry(rejected("r1"))
    assert caught.value.fault.code == "move_timeout"
    assert caught.value.fault.elapsed_ms >= 500 > 0
    assert first < caught.value.fault.elapsed_ms
    assert one.remaining_ms == 0


@pytest.mark.parametrize(
    "chatter",
    [
        "os.write(1, b' ')",
        "say(type='action', request='r999', choice=0)",
        "os.write(2, b'thinking')",
    ],
    ids=["blanks", "stray lines", "standard error"],
)
def test_chatter_does_not_move_the_deadline(bot, seat, chatter: str):
    one = seat(bot(f"until('request')\nwhile True:\n    {chatter}\n    time.sleep(0.02)"))
    one.begin(start())
    with pytest.raises(BotFailed) as caught:
        ask(one, "r1", Clock(400, 0))
    assert caught.value.fault.code == "move_timeout"
    assert caught.value.fault.elapsed_ms < 10_000


def test_a_zero_clock_is_a_timeout_and_no_error(bot, seat):
    one = seat(bot("until('request'); time.sleep(60)"))
    one.begin(start())
    with pytest.raises(BotFailed) as caught:
        ask(one, "r1", Clock(0, 0))
    assert caught.value.fault.code == "move_timeout"


def test_what_the_referee_adds_is_a_part_of_the_time(bot, seat):
    one = seat(bot())
    one.begin(start())
    for number in range(1, 6):
        ask(one, f"r{number}")
        assert 0 < one.delay_us <= one.elapsed_ms * 1000 + 1_000


def test_what_the_bot_takes_is_not_the_referees_doing(bot, seat, monkeypatch):
    monkeypatch.setattr("referee.bots.runqueue.RunQueue.waited_ns", lambda _: 7_000_000)
    one = seat(bot(SLOW))
    one.begin(start())
    ask(one, "r1")
    assert one.elapsed_ms >= 200
    assert one.delay_us < 100_000


def test_waiting_for_a_processor_is_the_referees_doing(bot, seat, monkeypatch):
    waited = iter((1_000_000, 91_000_000))
    monkeypatch.setattr("referee.bots.runqueue.RunQueue.waited_ns", lambda _: next(waited))
    one = seat(bot(SLOW))
    one.begin(start())
    ask(one, "r1")
    assert one.delay_us >= 90_000


def test_without_the_kernels_account_there_is_no_wait(monkeypatch, tmp_path):
    monkeypatch.setattr(runqueue, "_FILE", str(tmp_path / "none"))
    queue = runqueue.RunQueue()
    assert queue.waited_ns() == 0
    queue.close()


TELLS = """
while True:
    message = hear()
    if message["type"] == "request":
        print(json.dumps(message["time"]), file=sys.stderr, flush=True)
        time.sleep(message["time"]["move_ms"] / 1000 + 0.05)
    reply(message)
"""


def test_a_bot_is_told_the_numbers_that_are_enforced(bot, seat, tmp_path):
    """A whole game by the real loop: each clock told is the last one less what was taken, and no other is kept to."""
    kept, log = [], tmp_path / "told"
    one = seat(bot(TELLS), log)
    original = one.ask

    def ask_and_note(line, request, clock):
        answer = original(line, request, clock)
        kept.append((clock, one.deadline_ns - one._asked, one.bank_used_ms))
        return answer

    one.ask = ask_and_note
    others = [seat(bot(name="other")) for _ in range(3)]
    spec = replace(
        game(4), clock=Clock(10, 60_000), limits=one.limits, setup=replace(game(4).setup, round_limit=2)
    )
    play_game(spec, [one, *others])
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert told == [{"move_ms": clock.move_ms, "bank_ms": clock.bank_ms} for clock, _, _ in kept]
    assert all(enforced == (clock.move_ms + clock.bank_ms) * 1_000_000 for clock, enforced, _ in kept)
    banks = [clock.bank_ms for clock, _, _ in kept]
    assert (
        banks[1:]
        == [bank - used for bank, (_, _, used) in zip(banks, kept[:-1], strict=False)][: len(banks) - 1]
    )
    assert all(used >= 50 for _, _, used in kept)
