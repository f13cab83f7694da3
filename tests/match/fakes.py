"""Players without processes."""

from collections.abc import Callable
from random import Random
from typing import NoReturn

from protocol.actions import AnyAction
from protocol.codec import decode_from_referee
from protocol.faults import FaultCode
from protocol.messages import (
    ActionMessage,
    Clock,
    FromReferee,
    GameAborted,
    GameEnd,
    GameStart,
    Limits,
    Rejected,
    Request,
)
from referee.bots.faults import BotFailed, Fault, HostFault
from referee.match import GameSpec
from referee.rules import preset

Answer = Callable[[Request], ActionMessage]


def choice(request: Request, number: int) -> ActionMessage:
    return ActionMessage(request.request, choice=number)


def action(request: Request, wanted: AnyAction) -> ActionMessage:
    return ActionMessage(request.request, action=wanted)


def random_answers(seed: int) -> Answer:
    rng = Random(seed)
    return lambda request: choice(request, rng.randrange(len(request.legal)))


class FakeSeat:
    """A BotSeat in memory. It keeps the referee's lines, and answers with `answer`; time is what tests set.

    `fails` maps a request id, or None for the beginning, to the code of a failure there. `refuses` are the
    answers given before the proper one.
    """

    def __init__(
        self,
        answer: Answer,
        *,
        fails: dict[str | None, FaultCode] | None = None,
        host_fault_at: str | None = None,
        bank_used: Callable[[str], int] = lambda _: 0,
        limits: Limits | None = None,
    ) -> None:
        self.answer = answer
        self.fails = fails or {}
        self.host_fault_at = host_fault_at
        self.lines: list[FromReferee] = []
        self.raw: list[bytes] = []
        self.alive = False
        self.clocks: list[Clock] = []
        self.elapsed_ms = 1.5
        self.delay_us = 20
        self.remaining_ms = 400
        self.bank_used_ms = 0
        self.attempts_left = 0
        self._limits = limits or Limits()
        self._bank_used = bank_used
        self._request: str | None = None
        self._asked: Request | None = None

    def begin(self, start: GameStart) -> None:
        self.alive = True
        self.lines.append(start)
        self._request = None
        self._fail_on_purpose()

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        assert self.alive
        assert line.endswith(b"\n")
        asked = self._read(line)
        assert isinstance(asked, Request)
        assert (asked.request, asked.time) == (request, clock)
        self._request = request
        self._asked = asked
        self.clocks.append(clock)
        self.attempts_left = self._limits.attempts - 1
        self.bank_used_ms = self._bank_used(request)
        if request == self.host_fault_at:
            raise HostFault("The disk is full.")
        self._fail_on_purpose()
        return self.answer(asked)

    def retry(self, line: bytes) -> ActionMessage:
        assert isinstance(self._read(line), Rejected)
        self.attempts_left -= 1
        assert self._asked is not None
        return self.answer(self._asked)

    def tell(self, line: bytes) -> None:
        assert isinstance(self._read(line), GameEnd | GameAborted)

    def fail(self, code: FaultCode, detail: str, received: bytes = b"") -> NoReturn:
        self.alive = False
        raise BotFailed(Fault(code, detail, self._request, 7, received.decode(), "stderr", None))

    def _fail_on_purpose(self) -> None:
        if self._request in self.fails:
            self.fail(self.fails[self._request], f"Failed at {self._request}.")

    def _read(self, line: bytes) -> FromReferee:
        self.raw.append(line)
        self.lines.append(decode_from_referee(line))
        return self.lines[-1]


def game(
    seats: int = 4,
    *,
    seed: str = "seed",
    on_fault: str = "play-on",
    attempts: int = 3,
    cards: str = "first-game",
) -> GameSpec:
    return GameSpec(
        id="g-1",
        number=1,
        setup=preset(cards, seats),
        bots=tuple(range(seats)),
        seed=seed,
        bot_seeds=tuple(f"{seat:02x}" for seat in range(seats)),
        clock=Clock(move_ms=1000, bank_ms=5000),
        limits=Limits(attempts=attempts),
        on_fault=on_fault,
    )


def players(seats: int = 4, seed: int = 0) -> list[FakeSeat]:
    return [FakeSeat(random_answers(100 * seed + seat)) for seat in range(seats)]
