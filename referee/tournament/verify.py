"""Does a run hold? Every replay is played again and compared with the table and with the plan."""

from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec import Struct

from referee.match import GameSpec, Replay, VerifyError, read_replay, verify, verify_deal
from referee.tournament.benching import BENCHED, Benching
from referee.tournament.finalists import finalists
from referee.tournament.lineups import apart, newcomers
from referee.tournament.pods import draw_pods
from referee.tournament.schedule import spec
from referee.tournament.stages import Final, Newcomers, RoundRobin
from referee.tournament.store import GameResult, RunReader, StoreError


class RunVerifyError(Exception):
    """A run does not hold: the first game that differs, by id and number.

    `step` is the step of its replay (0 the deal), or None when the replay holds but does not belong here.
    """

    def __init__(self, game: str, number: int, step: int | None, sentence: str) -> None:
        super().__init__(game, number, step, sentence)
        self.game = game
        self.number = number
        self.step = step
        self.sentence = sentence

    def __str__(self) -> str:
        step = "" if self.step is None else f", step {self.step}"
        return f"game {self.number} ({self.game}){step}: {self.sentence}"


class PlanVerifyError(Exception):
    """The plan of a run does not follow from its seed and its games; the message says where."""


class Verified(Struct, frozen=True):
    """A run that holds: the games verified, of those planned; None where time will end the run."""

    games: int
    planned: int | None


def verify_run(run: RunReader, report: Callable[[int], None]) -> Verified:
    """Verify all games recorded, in the order of the plan; `report` is told the number verified so far.

    Raises RunVerifyError for the first game that does not hold, PlanVerifyError where the plan does not follow from its
    seed, StoreError when the tables are damaged.
    """
    return _verify(run, verify, report)


def verify_deals(run: RunReader, report: Callable[[int], None]) -> Verified:
    """Verify that the deals, setups and seats of all games recorded follow from the seed; else as `verify_run`.

    Nothing is played: later shuffles of a game hang on its seed by what they are for, whatever is played.
    """
    return _verify(run, verify_deal, report)


def _verify(run: RunReader, hold: Callable[[bytes], None], report: Callable[[int], None]) -> Verified:
    _verify_plan(run)
    games, benching = 0, Benching(run.plan)
    for result in run.results():
        _verify_game(run, result, hold, benching)
        games += 1
        report(games)
    if games != run.count():
        raise StoreError(f"{run.folder} has {run.count()} games recorded, but the seats of {games} only")
    return Verified(games=games, planned=run.planned())


def _verify_plan(run: RunReader) -> None:
    """Raise PlanVerifyError where what was drawn or decided for the plan is not what comes out again."""
    plan = run.plan
    pods = tuple(stage.bots for stage in plan.stages if isinstance(stage, RoundRobin))
    everybody = tuple(range(len(plan.bots)))
    for stage in plan.stages:
        match stage:
            case Final(bots=bots):
                if pods != draw_pods(apart(plan, everybody) or everybody, len(pods), plan.seed):
                    raise PlanVerifyError(f"{run.folder}: the pods do not follow from the seed")
                if bots and bots != finalists(plan, run.results()):
                    raise PlanVerifyError(f"{run.folder}: others than planned should have reached the final")
            case Newcomers(games=games):
                if games != len(newcomers(plan, stage)) * plan.seats:
                    raise PlanVerifyError(
                        f"{run.folder}: the lineups of the new bots do not follow from their seed"
                    )


def _verify_game(
    run: RunReader, result: GameResult, hold: Callable[[bytes], None], benching: Benching
) -> None:
    if result.number == benching.turn:
        if not benching.holds(result):
            raise RunVerifyError(result.id, result.number, None, _other_bench(run, result, benching))
        benching.follow(result)
    try:
        data = run.replay(result.number)
        hold(data)
        for sentence in _misplaced(spec(run.plan, result.number), result, data, read_replay(data)):
            raise RunVerifyError(result.id, result.number, None, sentence)
    except VerifyError as error:
        raise RunVerifyError(result.id, result.number, error.step, error.sentence) from error
    except StoreError as error:
        raise RunVerifyError(result.id, result.number, None, str(error)) from error


def _other_bench(run: RunReader, result: GameResult, benching: Benching) -> str:
    due = benching.seated(spec(run.plan, result.number)).benched
    found = tuple(fault.seat for fault in result.faults if fault.code == BENCHED)
    return f"the seats that are benched should be {_shown(due)}, but are {_shown(found)}"


def _misplaced(game: GameSpec, result: GameResult, data: bytes, replay: Replay) -> list[str]:
    """Return a sentence for each respect in which the table, a replay and the plan do not go together."""
    header, outcome = replay.header, replay.outcome
    pairs: dict[str, tuple[object, object]] = {
        "the id by the plan": (game.id, result.id),
        "the seating by the plan": (game.bots, result.bots),
        "the id in the replay": (result.id, header.game),
        "the number in the replay": (result.number, header.number),
        "the deal in the replay": (game.seed, header.seed),
        "the setup in the replay": (game.setup, header.setup),
        "the fault policy in the replay": (game.on_fault, header.on_fault),
        "the number of rounds": (outcome.rounds, result.rounds),
        "the number of decisions": (outcome.decisions, result.decisions),
        "the scores": (outcome.scores, result.scores),
        "the ranks": (outcome.ranks, result.ranks),
        "the faults": (outcome.faults, result.faults),
        "the digest of the replay": (sha256(data).hexdigest(), result.replay_sha256),
    }
    return [
        f"{what} should be {_shown(wanted)}, but is {_shown(found)}"
        for what, (wanted, found) in pairs.items()
        if wanted != found
    ]


def _shown(thing: object) -> str:
    return msgspec.json.encode(thing).decode()
