"""Does a replay hold? It is played again, and every line compared with what comes out."""

from collections import Counter

import msgspec

from protocol.events import RoundEnded
from referee import rules
from referee.match.record import Chain, Header, Outcome, SeatFault, encode, ranked
from referee.match.replay import Moment, Replay, VerifyError, play_back, read_replay


def verify(data: bytes) -> None:
    """Play a replay again. Raises VerifyError with the first step that differs, expected beside recorded."""
    replay = read_replay(data)
    check = _Check(replay)
    for moment in play_back(replay):
        check.moment(moment)
    check.outcome()


def verify_deal(data: bytes) -> None:
    """Deal the cards of a replay again. Raises VerifyError where they differ, or where the replay cannot be read."""
    replay = read_replay(data)
    _Check(replay).moment(next(iter(play_back(replay))))


class _Check:
    """The comparison of a replay with the game that it leads to."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._faults = {fault.seat: fault for fault in replay.outcome.faults}
        self._chain = Chain()
        self._rounds = 0
        self._answered: Counter[int] = Counter()
        self._forced: Counter[int] = Counter()
        self._state: rules.State

    def moment(self, moment: Moment) -> None:
        """Compare one step."""
        self._state = moment.state
        self._chain.add(encode(moment.events))
        if moment.seat is None:
            header = self._replay.header
            _same(0, "the digest of the deal", self._closed(header), header.digest)
        else:
            self._forcing(moment, moment.seat)
            self._digests(moment)

    def _forcing(self, moment: Moment, seat: int) -> None:
        """A seat is played on from its fault to the end, and not before."""
        fault = self._faults.get(seat)
        due = fault.code if fault and self._answered[seat] == _answers_before(fault) else None
        _same(moment.step, f"the fault that P{seat} is played on for", due, moment.forced)
        (self._forced if moment.forced else self._answered)[seat] += 1

    def _digests(self, moment: Moment) -> None:
        step = self._replay.steps[moment.step - 1]
        self._chain.add(encode(step.action))
        _same(moment.step, "the digest of all so far", self._chain.digest(), step.digest)
        ended = [event.round for event in moment.events if isinstance(event, RoundEnded)]
        self._rounds = max([self._rounds, *ended])
        state = rules.digest(moment.state) if ended else None
        _same(moment.step, "the digest of the state after it", state, step.state)

    def outcome(self) -> None:
        """Compare the result."""
        recorded, scores = self._replay.outcome, self._state.scores
        assert scores is not None, "a game that is over has scores"
        forfeits = self._replay.header.on_fault == "forfeit"
        expected = {
            "the scores": (scores, recorded.scores),
            "the ranks": (ranked(scores, tuple(self._faults) if forfeits else ()), recorded.ranks),
            "the number of rounds": (self._rounds, recorded.rounds),
            "the number of decisions": (len(self._replay.steps), recorded.decisions),
            "the seats played on": (sorted(self._forced), [fault.seat for fault in recorded.faults]),
            "the digest of the last state": (rules.digest(self._state), recorded.state),
            "the digest of the result": (self._closed(recorded), recorded.digest),
        }
        for what, (by_rules, written) in expected.items():
            _same(len(self._replay.steps) + 1, what, by_rules, written)

    def _closed(self, line: Header | Outcome) -> str:
        return self._chain.close(msgspec.structs.replace(line, digest=""))


def _answers_before(fault: SeatFault) -> int:
    """Return how many requests a seat had answered when it failed."""
    return int(fault.request.removeprefix("r")) - 1 if fault.request else 0


def _same(step: int, what: str, by_rules: object, written: object) -> None:
    if by_rules != written:
        raise VerifyError(step, f"{what} should be {_shown(by_rules)}, but {_shown(written)} is recorded.")


def _shown(thing: object) -> str:
    return "none" if thing is None else msgspec.json.encode(thing).decode()
