"""No test here asserts that something is fast, only what is charged for what."""

import pytest

from protocol.messages import Clock
from referee.bots import BotFailed
from tests.bots.table import ask, rejected, start

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
