"""A recorded game fed to a bot again, up to the first answer that is another one."""

from msgspec import Struct

from protocol.actions import AnyAction
from protocol.messages import ActionMessage, Clock, Decision, Limits
from protocol.views import TableView
from referee import rules
from referee.bots.faults import BotFailed, Fault
from referee.match.chair import Chair, Player, chosen
from referee.match.nearest import nearest
from referee.match.record import Step
from referee.match.replay import Replay, VerifyError, carried_out, checked_setup
from referee.match.spec import GameSpec
from referee.rules import IllegalAction, State


class Refusal(Struct, frozen=True):
    """An answer that was refused, by which rule, and the legal action that is nearest to it."""

    answer: ActionMessage
    code: str
    rule: str
    sentence: str
    nearest: AnyAction


class Difference(Struct, frozen=True):
    """The first decision at which a bot no longer does what was recorded.

    `step` is that of the replay. `answered` is what the bot does instead, None when it failed with `fault`.
    """

    step: int
    decision: Decision
    recorded: AnyAction
    answered: AnyAction | None
    fault: Fault | None
    refusals: tuple[Refusal, ...]
    legal: tuple[AnyAction, ...]
    view: TableView


class Rerun(Struct, frozen=True):
    """What came of a game fed to a bot again: how many of its decisions were the same, and the first other one."""

    same: int
    difference: Difference | None


def rerun(replay: Replay, seat: int, bot: Player, *, bot_seed: str, clock: Clock, limits: Limits) -> Rerun:
    """Feed a game to a bot as `seat` of it, its own decisions replaced by the recorded ones.

    Raises VerifyError where the replay does not follow the rules.
    """
    if not 0 <= seat < replay.header.seats:
        raise VerifyError(0, f"The game has the seats 0 to {replay.header.seats - 1}, not {seat}.")
    return _Rerun(replay, seat, bot, bot_seed, clock, limits).play()


class _Rerun:
    def __init__(
        self, replay: Replay, seat: int, bot: Player, bot_seed: str, clock: Clock, limits: Limits
    ) -> None:
        header = replay.header
        self._replay = replay
        self._seat = seat
        spec = GameSpec(
            id=header.game,
            number=header.number,
            setup=checked_setup(header),
            bots=tuple(range(header.seats)),
            seed=header.seed,
            bot_seeds=(bot_seed,) * header.seats,
            clock=clock,
            limits=limits,
            on_fault=header.on_fault,
        )
        self._chair = Chair(spec, seat, bot)

    def play(self) -> Rerun:
        """Play until the bot differs, fails, or the game is over."""
        header, same = self._replay.header, 0
        self._chair.begin()
        state, events = rules.new_game(checked_setup(header), header.seats, header.seed)
        self._chair.news += [rules.for_seat(event, self._seat) for event in events]
        for number, step in enumerate(self._replay.steps, 1):
            ask = rules.pending(state)
            if ask and ask.seat == step.seat == self._seat and not step.forced:
                if difference := self._compare(state, number, step, ask.decision):
                    return Rerun(same, difference)
                same += 1
            events = carried_out(state, number, step)
            self._chair.news += [rules.for_seat(event, self._seat) for event in events]
        outcome = self._replay.outcome
        self._chair.finish(outcome.scores, outcome.ranks)
        return Rerun(same, None)

    def _compare(self, state: State, number: int, step: Step, decision: Decision) -> Difference | None:
        """Ask the bot; return None when it does what is recorded."""
        legal, view = rules.options(state), rules.view(state, self._seat)
        refusals: list[Refusal] = []
        answered = self._answered(state, decision, legal, view, refusals)
        if answered == step.action:
            return None
        fault = self._chair.evidence
        return Difference(number, decision, step.action, answered, fault, tuple(refusals), tuple(legal), view)

    def _answered(
        self,
        state: State,
        decision: Decision,
        legal: list[AnyAction],
        view: TableView,
        refusals: list[Refusal],
    ) -> AnyAction | None:
        """Return the bot's first answer that the rules accept, None when it fails before."""
        chair = self._chair
        if chair.fault is not None:
            return None
        try:
            answer = chair.ask(decision, legal, view)
            while True:
                try:
                    action = chosen(answer, legal)
                    rules.check(state, self._seat, action)
                except IllegalAction as refused:
                    refusals.append(_refusal(answer, refused, legal))
                    answer = chair.retry(answer, refused)
                else:
                    chair.settle()
                    return action
        except BotFailed as failed:
            chair.fail(failed.fault)
            return None


def _refusal(answer: ActionMessage, refused: IllegalAction, legal: list[AnyAction]) -> Refusal:
    return Refusal(answer, refused.code, refused.rule, refused.sentence, nearest(answer.action, legal))
