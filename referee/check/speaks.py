"""The first level: the bot starts, greets, answers and leaves."""

from collections.abc import Sequence

from protocol.faults import FaultCode
from referee.bots import BotFailed
from referee.bots.process import GRACE_MS
from referee.check.bench import (
    END,
    Bench,
    BreachError,
    Table,
    Tamper,
    demand_no_fault,
    fault,
    told,
    untouched,
)

NOT_JSON: frozenset[FaultCode] = frozenset(
    {"bad_json", "bad_utf8", "bad_message", "line_too_long", "too_much_output"}
)
"""How a bot fails that writes anything else than messages."""


def flush(bench: Bench) -> None:
    """Greet the bot; an answer that comes only when its input ends was held back."""
    if (
        _greeting_fault(bench, untouched) == "start_timeout"
        and _greeting_fault(bench, _and_end) != "start_timeout"
    ):
        raise BreachError("The answer to `hello` came only when the input had ended.")


def _greeting_fault(bench: Bench, tamper: Tamper) -> FaultCode | None:
    with bench.seat(tamper) as bot:
        try:
            bot.start()
        except BotFailed as failed:
            return failed.fault.code
    return None


def _and_end(line: bytes) -> Sequence[bytes | None]:
    return (line, END)


def hello(bench: Bench) -> None:
    """Exchange `hello`."""
    _greet(bench, frozenset({"start_failed", "start_timeout", "version_mismatch", "unexpected_message"}))


def json_only(bench: Bench) -> None:
    """Look at all that is written until the first game is over."""
    _greet(bench, NOT_JSON)
    with bench.seat() as bot:
        failed = fault(bench.play(bot, Table(players=2)))
    if failed and failed.code in NOT_JSON:
        raise BreachError(told(failed))


def ready(bench: Bench) -> None:
    """Begin a game."""
    with bench.seat() as bot:
        failed = fault(bench.play(bot, Table(players=2)))
    if failed and failed.request is None:
        raise BreachError(told(failed))


def answers(bench: Bench) -> None:
    """Play a game."""
    with bench.seat() as bot:
        demand_no_fault(bench.play(bot, Table(players=2)))


def shutdown(bench: Bench) -> None:
    """Play a game and say goodbye."""
    _demand_leaving(bench, untouched, "`shutdown`")


def end_of_input(bench: Bench) -> None:
    """Play a game and end the bot's input without a word."""
    _demand_leaving(bench, _unspoken_end, "the end of its input")


def _unspoken_end(line: bytes) -> Sequence[bytes | None]:
    return (END,) if b'"shutdown"' in line else (line,)


def _demand_leaving(bench: Bench, tamper: Tamper, at: str) -> None:
    with bench.seat(tamper) as bot:
        bench.play(bot, Table(players=2))
    status = bot.usage.exit_status
    if status is None:
        raise BreachError(f"The bot did not leave within {GRACE_MS} ms after {at} and had to be killed.")
    if status != 0:
        raise BreachError(f"After {at} the bot left with status {status}.")


def _greet(bench: Bench, codes: frozenset[FaultCode]) -> None:
    with bench.seat() as bot:
        try:
            bot.start()
        except BotFailed as failed:
            if failed.fault.code in codes:
                raise BreachError(told(failed.fault)) from failed
