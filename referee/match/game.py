"""The loop of one game: ask, check, carry out, tell, record."""

from collections.abc import Sequence
from contextlib import ExitStack

from protocol.actions import AnyAction
from protocol.events import AnyEvent, RoundEnded
from protocol.messages import Decision
from referee import rules
from referee.bots.faults import BotFailed
from referee.match.chair import Chair, Player, chosen
from referee.match.record import GameRecord, Outcome, Writer, encode, ranked
from referee.match.spec import GameSpec
from referee.rules import IllegalAction


def play_game(spec: GameSpec, players: Sequence[Player]) -> GameRecord:
    """Play a game between the players, who are in the order of the seats, and return its record.

    A player that fails is played on by harmless moves to the end of the game. Raises HostFault when the machine
    fails; then, as with any mistake of our own, the players are told that the game does not count.
    """
    table = _Table(spec, players)
    with ExitStack() as broken_off:
        for chair in table.chairs:
            broken_off.callback(chair.abort)
        try:
            table.play()
        except Exception as error:
            error.add_note(table.whereabouts())
            raise
        broken_off.pop_all()
    return table.finish()


class _Table:
    """A game in progress."""

    def __init__(self, spec: GameSpec, players: Sequence[Player]) -> None:
        self._spec = spec
        self.chairs = [Chair(spec, seat, player) for seat, player in enumerate(players)]
        self._writer = Writer(spec)
        self._rounds = 0

    def play(self) -> None:
        """Play the game to its end."""
        for chair in self.chairs:
            chair.begin()
        self._state, events = rules.new_game(self._spec.setup, len(self.chairs), self._spec.seed)
        self._publish(events)
        self._writer.dealt()
        while (ask := rules.pending(self._state)) is not None:
            self._decide(self.chairs[ask.seat], ask.decision)

    def _decide(self, chair: Chair, decision: Decision) -> None:
        """Get one decision of a seat and carry it out."""
        if chair.fault is None:
            try:
                action, events = self._answered(chair, decision)
            except BotFailed as failed:
                chair.fail(failed.fault)
        if chair.fault is not None:
            action = rules.fallback(self._state)
            events = rules.apply(self._state, chair.seat, action)
        ends_round = self._publish(events)
        state = rules.digest(self._state) if ends_round else None
        self._writer.step(chair.seat, action, chair.fault.code if chair.fault else None, state)

    def _answered(self, chair: Chair, decision: Decision) -> tuple[AnyAction, list[AnyEvent]]:
        """Ask until an answer can be carried out; return it and what happened. Raises BotFailed."""
        state = self._state
        legal = rules.options(state)
        answer = chair.ask(decision, legal, rules.view(state, chair.seat))
        while True:
            try:
                action = chosen(answer, legal)
                events = rules.apply(state, chair.seat, action)
            except IllegalAction as refused:
                answer = chair.retry(answer, refused)
            else:
                chair.settle()
                return action, events

    def _publish(self, events: list[AnyEvent]) -> bool:
        """Record events and note for each seat what it may know of them; return whether a round ended."""
        self._writer.saw(encode(events))
        ends_round = False
        for event in events:
            public = rules.for_others(event)
            concerned = () if public is event else rules.concerned(event)
            for chair in self.chairs:
                chair.news.append(event if chair.seat in concerned else public)
            if isinstance(event, RoundEnded):
                ends_round = True
                self._rounds = event.round
        return ends_round

    def finish(self) -> GameRecord:
        """Tell the players how it ended and return the record."""
        spec, state, chairs = self._spec, self._state, self.chairs
        scores = state.scores
        assert scores is not None, "a game ends with scores"
        faults = tuple(chair.fault for chair in chairs if chair.fault)
        forfeited = [fault.seat for fault in faults] if spec.on_fault == "forfeit" else []
        ranks = ranked(scores, forfeited)
        decisions = self._writer.decisions
        outcome = Outcome(self._rounds, decisions, scores, ranks, faults, rules.digest(state))
        for chair in chairs:
            chair.finish(scores, ranks)
        return GameRecord(
            id=spec.id,
            number=spec.number,
            bots=spec.bots,
            result="finished",
            rounds=self._rounds,
            decisions=decisions,
            scores=scores,
            ranks=ranks,
            faults=faults,
            replay=self._writer.finish(outcome),
            evidence=tuple(chair.evidence for chair in chairs if chair.evidence),
            timing=tuple(chair.timing() for chair in chairs),
        )

    def whereabouts(self) -> str:
        """Return where in which game something went wrong, with all that is needed to get there again."""
        spec = self._spec
        return (
            f"This happened in game {spec.number} ({spec.id}) after {self._writer.decisions} decisions. "
            f"Its record so far:\n{self._writer.text().decode()}"
        )
