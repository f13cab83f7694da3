"""One seat of one game: what its bot is still to be told, its clock, its answers and its failure."""

from collections.abc import Sequence
from typing import NoReturn, Protocol

from protocol.actions import AnyAction, complete
from protocol.events import AnyEvent, Score
from protocol.faults import FaultCode
from protocol.messages import (
    ActionMessage,
    Clock,
    Decision,
    GameAborted,
    GameEnd,
    GameStart,
    Rejected,
    Request,
)
from protocol.views import TableView
from referee.bots.faults import BotFailed, Fault
from referee.match.record import SeatFault, SeatTiming
from referee.match.record import encode as _encode
from referee.match.spec import GameSpec
from referee.rules import IllegalAction

CHOICE_RULE = "protocol-choice"
"""The rule id of a refused `choice`: no rule of the game, but one of the protocol."""


_BENCHED = Fault(
    code="benched",
    detail="The bot sits out: it failed in too many games in a row.",
    request=None,
    elapsed_ms=0,
    received="",
    stderr="",
    exit_status=None,
)


class Player(Protocol):
    """A bot that plays game after game; `referee.bots.BotSeat` is one. Times are milliseconds."""

    @property
    def elapsed_ms(self) -> float:
        """Time from the last request to its answer."""

    @property
    def delay_us(self) -> int:
        """What the referee itself added to the time of the last request, in microseconds."""

    @property
    def remaining_ms(self) -> int:
        """Time left for the request in progress."""

    @property
    def bank_used_ms(self) -> int:
        """What the last request took out of the bank."""

    @property
    def attempts_left(self) -> int:
        """How many more answers to the request in progress are allowed."""

    def begin(self, start: GameStart) -> None:
        """Begin a game, with a process started if need be. Raises BotFailed."""

    def ask(self, line: bytes, request: str, clock: Clock) -> ActionMessage:
        """Send a request and return the answer. Raises BotFailed."""

    def retry(self, line: bytes) -> ActionMessage:
        """Send a refusal and return the next answer to the same request. Raises BotFailed."""

    def tell(self, line: bytes) -> None:
        """Send a line that ends a game. Never raises for a bot's fault."""

    def fail(self, code: FaultCode, detail: str, received: bytes = b"") -> NoReturn:
        """End the bot for a reason found here. Raises BotFailed."""


class Chair:
    """A seat and its bot in one game.

    `news` are the events that the bot has not been told yet, as its seat may know them. `fault` is there once
    it has failed; from then on it is neither told nor asked anything.
    """

    def __init__(self, spec: GameSpec, seat: int, player: Player) -> None:
        self.seat = seat
        self.news: list[AnyEvent] = []
        self.fault: SeatFault | None = None
        self.evidence: Fault | None = None
        self._spec = spec
        self._player = player
        self._told = 0
        self._requests = 0
        self._request: str | None = None
        self._bank_ms = spec.clock.bank_ms
        self._times_us: list[int] = []
        self._delays_us: list[int] = []

    def begin(self) -> None:
        """Bring the bot to the table; a failure is noted, and that it is benched."""
        spec = self._spec
        if self.seat in spec.benched:
            self.fail(_BENCHED)
            return
        start = GameStart(
            game=spec.id,
            seat=self.seat,
            seats=len(spec.bots),
            setup=spec.setup,
            time=spec.clock,
            bot_seed=spec.bot_seeds[self.seat],
        )
        try:
            self._player.begin(start)
        except BotFailed as failed:
            self.fail(failed.fault)

    def ask(self, decision: Decision, legal: list[AnyAction], view: TableView) -> ActionMessage:
        """Ask the bot, telling it the news. Raises BotFailed."""
        self._requests += 1
        self._request = request = f"r{self._requests}"
        clock = Clock(self._spec.clock.move_ms, self._bank_ms)
        news = self.news
        told = Request(request, decision, clock, self._told + 1, tuple(news), tuple(legal), view)
        self._told += len(news)
        news.clear()
        return self._player.ask(_encode(told) + b"\n", request, clock)

    def retry(self, answer: ActionMessage, refused: IllegalAction) -> ActionMessage:
        """Tell the bot that its answer is refused, and return the next one. Raises BotFailed."""
        player = self._player
        if not player.attempts_left:
            detail = f"The last of {self._spec.limits.attempts} refused answers ({refused.code}): {refused.sentence}"
            player.fail("too_many_rejections", detail, _encode(answer))
        rejected = Rejected(
            request=answer.request,
            code=refused.code,
            rule=refused.rule,
            message=refused.sentence,
            path=refused.path,
            remaining_ms=player.remaining_ms,
            attempts_left=player.attempts_left,
        )
        return player.retry(_encode(rejected) + b"\n")

    def settle(self) -> None:
        """Charge the clock for an answer that was accepted."""
        player = self._player
        self._bank_ms -= player.bank_used_ms
        self._times_us.append(int(player.elapsed_ms * 1000))
        self._delays_us.append(player.delay_us)

    def fail(self, fault: Fault) -> None:
        """Note the failure that ends the bot's part in this game."""
        self.fault = SeatFault(self.seat, fault.code, self._request, fault.detail)
        self.evidence = fault

    def finish(self, scores: tuple[Score, ...], ranks: tuple[int, ...]) -> None:
        """Tell the bot how the game ended."""
        if self.fault is None:
            end = GameEnd(self._spec.id, self._told + 1, tuple(self.news), scores, ranks)
            self._player.tell(_encode(end) + b"\n")

    def abort(self) -> None:
        """Tell the bot that the game does not count."""
        if self.fault is None:
            self._player.tell(_encode(GameAborted(self._spec.id)) + b"\n")

    def timing(self) -> SeatTiming:
        """Return how long the bot took for its decisions, and what of that was the referee's doing."""
        return SeatTiming(self.seat, len(self._times_us), self._times_us, self._delays_us)


def chosen(answer: ActionMessage, legal: Sequence[AnyAction]) -> AnyAction:
    """Return the action that an answer means. Raises IllegalAction `bad_choice`.

    Whether an action that is spelled out is legal, only the rules tell.
    """
    choice = answer.choice
    if (choice is None) == (answer.action is None):
        sentence = "An answer has either `choice` or `action`, " + (
            "not both." if choice is not None else "one of them."
        )
        raise IllegalAction("bad_choice", CHOICE_RULE, sentence)
    if choice is None:
        assert answer.action is not None
        return answer.action
    if choice >= len(legal):
        sentence = f"`legal` has {len(legal)} entries, counted from 0; there is no {choice}."
        raise IllegalAction("bad_choice", CHOICE_RULE, sentence, "/choice")
    return complete(legal[choice])
