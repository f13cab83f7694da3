"""The third level: everything that the protocol allows the referee to do, and bots forget."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from protocol.messages import ActionMessage, Clock, Rejected
from referee.bots import BotSeat
from referee.check.bench import (
    Bench,
    BreachError,
    Sparring,
    Table,
    Tamper,
    demand_no_fault,
    resident_kib,
)

LONG_BYTES = 512 * 1024
"""How long the lines of the clause about long lines are."""

GAMES = 200
SETTLED = 20
"""After so many games a process has loaded what it needs; from then on it should not grow."""

GROWTH_KIB = 64 * 1024

PIECES = 3

TIME_SHARE = 5

SCRIPTS = 'žluťoučký κόσμος мир עולם مرحبا 世界 🏰🃏 \u2028 \\ " \u0007'


def unknown_fields(bench: Bench) -> None:
    """Every object but the options and the setup carries a field more."""
    _play_tampered(bench, _editing(_add_fields))


def unknown_messages(bench: Bench) -> None:
    """A message of an unknown type comes before each other message."""
    _play_tampered(bench, lambda line: (b'{"type":"weather","sky":["clear",{"wind":3}]}\n' + line,))


def unknown_events(bench: Bench) -> None:
    """An event of an unknown kind comes after the others."""
    _play_tampered(bench, _editing(_add_event))


def notices(bench: Bench) -> None:
    """A notice comes before each request, about nothing the bot did."""
    _play_tampered(bench, _notified)


def long_lines(bench: Bench) -> None:
    """Every line of a game has half a mebibyte."""
    _play_tampered(
        bench, _editing(lambda message: message.update(padding="x" * LONG_BYTES)), Table(players=2)
    )


def unicode(bench: Bench) -> None:
    """Lines carry text in many scripts, as it is and in escapes."""
    _play_tampered(bench, _scripted)


def pieces(bench: Bench) -> None:
    """Lines arrive in pieces, the next when the one before was taken."""
    _play_tampered(bench, _cut)


def refusals(bench: Bench) -> None:
    """Every fifth answer is refused once, and must be given again."""
    with bench.seat() as bot:
        demand_no_fault(bench.play(_Refusing(bot)))


def broken_off(bench: Bench) -> None:
    """A game is broken off in the middle; then another is played."""
    with bench.seat() as bot:
        try:
            bench.play(bot, Table(seed="broken"), opponents=_Leaving)
        except _LeaveError:
            demand_no_fault(bench.play(bot, Table(seed="next")))
            if bot.usage.starts:
                raise BreachError("The process did not survive `game_aborted`.") from None
        else:
            raise AssertionError("the game was to be broken off")


def many_games(bench: Bench) -> None:
    """Two hundred games in one process; its memory after the first twenty is what it needs."""
    settled = 0
    with bench.seat() as bot:
        for number in range(GAMES):
            demand_no_fault(bench.play(bot, Table(players=2, seat=number % 2, seed=f"many-{number}")))
            if number == SETTLED:
                settled = _memory_kib(bench)
            bench.transcript.forget()
        growth = _memory_kib(bench) - settled
    if growth > GROWTH_KIB:
        raise BreachError(f"From game {SETTLED} to game {GAMES} the process grew by {growth // 1024} MiB.")


def little_time(bench: Bench) -> None:
    """Decisions have a fifth of the time, and there is no bank."""
    with bench.seat() as bot:
        demand_no_fault(bench.play(bot, clock=Clock(max(1, bench.clock.move_ms // TIME_SHARE), 0)))


def _play_tampered(bench: Bench, tamper: Tamper, table: Table | None = None) -> None:
    with bench.seat(tamper) as bot:
        demand_no_fault(bench.play(bot, table or Table()))


def _memory_kib(bench: Bench) -> int:
    return resident_kib(bench.transcript.pid)


def _editing(edit: Callable[[dict[str, Any]], None]) -> Tamper:
    """Return what changes each message with `edit`."""

    def tamper(line: bytes) -> Sequence[bytes]:
        message = msgspec.json.decode(line)
        edit(message)
        return (msgspec.json.encode(message) + b"\n",)

    return tamper


def _add_fields(message: dict[str, Any]) -> None:
    for name, value in message.items():
        if name not in ("legal", "setup"):
            _add_deeper(value)
    message["unknown_field"] = {"kind": "unknown", "list": [1, None, True]}


def _add_deeper(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _add_deeper(inner)
        value["unknown_field"] = ["unknown"]
    elif isinstance(value, list):
        for inner in value:
            _add_deeper(inner)


def _add_event(message: dict[str, Any]) -> None:
    if "events" in message:
        message["events"].append({"kind": "comet_seen", "seat": 0, "tail": [1, 2]})


def _notified(line: bytes) -> Sequence[bytes]:
    if b'"type":"request"' not in line:
        return (line,)
    return (b'{"type":"notice","code":"no_request","message":"A line was ignored."}\n' + line,)


def _scripted(line: bytes) -> Sequence[bytes]:
    escaped = "".join(f"\\u{unit:04x}" for unit in _units(SCRIPTS)).encode()
    text = msgspec.json.encode(SCRIPTS)
    return (b'{"text":' + text + b',"escaped":"' + escaped + b'",' + line[1:],)


def _units(text: str) -> Sequence[int]:
    """Return the UTF-16 code units of a text."""
    return memoryview(text.encode("utf-16-le")).cast("H").tolist()


def _cut(line: bytes) -> Sequence[bytes]:
    size = -(-len(line) // PIECES)
    return [line[start : start + size] for start in range(0, len(line), size)]


class _Refusing:
    """A player between the table and the bot, who refuses every fifth answer once."""

    def __init__(self, bot: BotSeat) -> None:
        self._bot = bot
        self._asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        """Ask the bot, and refuse some answers."""
        answer = self._bot.ask(line, request, clock)
        self._asked += 1
        if self._asked % 5:
            return answer
        rejected = Rejected(
            request=request,
            code="try_again",
            rule="protocol-retry",
            message="The referee asks to answer once more.",
            path="",
            remaining_ms=self._bot.remaining_ms,
            attempts_left=self._bot.attempts_left,
        )
        return self._bot.retry(msgspec.json.encode(rejected) + b"\n")


class _LeaveError(Exception):
    """A player has left the table."""


class _Leaving(Sparring):
    """A player who leaves the table in the middle of a game."""

    asked = 0

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        """Leave at the tenth request."""
        self.asked += 1
        if self.asked == 10:
            raise _LeaveError
        return super().ask(line, request, clock)
