"""Every door through which a stranger's bytes come in: what is done with them there, and which errors may come out.

A door is a function of bytes that returns when they were taken or refused by name. Any other error is a mistake
of ours, and so is an answer that takes for ever.
"""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from protocol.codec import ProtocolFault, printable
from protocol.messages import ActionMessage, Clock, GameStart, Limits, Setup
from protocol.session import Session, Stray
from referee import rules
from referee.bots import CommandError, resolve
from referee.match import VerifyError, read_replay, tell_game, verify
from referee.match import journal as journals
from referee.match.journal import JournalError
from referee.rules import SetupError
from referee.scenario import ScenarioError, load_index, run_scenario
from referee.scenario.loader import read_scenarios
from referee.scenario.nodes import read_bytes
from referee.tournament import plan as plans
from referee.tournament.event import EventError, read_event
from referee.tournament.export import export
from referee.tournament.plan import PlanError
from referee.tournament.schedule import spec
from referee.tournament.statistics import analyse
from referee.tournament.store import RunReader, StoreError, read
from referee.tournament.verify import RunVerifyError, verify_run
from tests.fuzz.damage import damaged_run

START = GameStart("g1", 0, 2, Setup("2016", ("assassin", "thief"), (), 7, 100), Clock(1000, 0), "5eed")


def named(sentence: str) -> None:
    """A refusal says something, and nothing in it moves a cursor."""
    assert sentence.strip()
    assert printable(sentence) == sentence


def session(data: bytes) -> None:
    """A bot's lines, in the pieces in which they happen to arrive: the first byte is the length of each."""
    talk = Session(Limits(line_bytes=2_000, output_bytes=8_000, stray_lines=5))
    size, written = 1 + (data[0] if data else 0), data[1:]
    talk.hello("sha256:0")
    requests = 0
    try:
        for at in range(0, len(written), size):
            talk.receive(written[at : at + size])
            while (message := talk.next_message()) is not None:
                if isinstance(message, Stray):
                    talk.notice(message)
                elif talk.state == "idle":
                    talk.game_start(START)
                elif isinstance(message, ActionMessage) and message.choice == 7:
                    talk.rejected()
                else:
                    requests += 1
                    talk.request(f"r{requests}")
    except ProtocolFault as fault:
        named(fault.detail)


def scenario(data: bytes) -> None:
    """A scenario file, which is also played."""
    try:
        for one in read_scenarios(read_bytes(data, "f.yaml"), "f.yaml", load_index().ids).scenarios:
            run_scenario(one)
    except ScenarioError as error:
        named(str(error))


def replay(data: bytes) -> None:
    """The file of a replay: told in words, and verified."""
    for use in (lambda: list(tell_game(read_replay(data))), lambda: verify(data)):
        try:
            use()
        except VerifyError as error:
            named(error.sentence)


def journal(data: bytes) -> None:
    """The file of a game that was left."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(data)
        try:
            with journals.resume(path) as left:
                rules.new_game(left.game.spec.setup, len(left.game.bots), left.game.spec.seed)
                assert left.game.bots[left.game.seat] is None
        except JournalError as error:
            named(str(error))


def plan(data: bytes) -> None:
    """The plan of a run."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / plans.FILE).write_bytes(data)
        try:
            stored = plans.load(Path(folder))
            plans.digest(stored)
            plans.difference(stored, stored)
            plans.changed_programs(stored)
            for number in (0, stored.games - 1):
                spec(stored, number)
        except (PlanError, SetupError) as error:
            named(str(error))


def event(data: bytes) -> None:
    """An event as a TOML file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.toml"
        path.write_bytes(data)
        try:
            read_event(path)
        except EventError as error:
            named(str(error))


def manifest(data: bytes) -> None:
    """A bot's `bot.toml`."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "bot.toml").write_bytes(data)
        try:
            resolve(folder)
        except CommandError as error:
            named(error.sentence)


def words(data: bytes) -> None:
    """What a user may type to name a bot."""
    try:
        resolve(data.replace(b"\0", b"").decode(errors="surrogateescape"))
    except CommandError as error:
        named(error.sentence)


def database(data: bytes) -> None:
    """The database of a run, damaged in the way that `data` describes: see `damage`."""
    with damaged_run(data) as folder, ExitStack() as opened:
        try:
            run = opened.enter_context(read(folder))
        except StoreError as error:
            named(str(error))
            return
        for use in _USES:
            try:
                use(run)
            except (StoreError, RunVerifyError) as error:
                named(str(error))


_USES: tuple[Callable[[RunReader], object], ...] = (
    analyse,
    lambda run: list(export(run, "csv")),
    lambda run: list(run.fault_reports()),
    lambda run: list(run.void_games()),
    lambda run: list(run.missing()),
    RunReader.room_needed,
    RunReader.seconds,
    RunReader.cpu_us,
    lambda run: list(run.delays()),
    lambda run: (list(run.since(1)), run.void_since(0)),
    lambda run: verify_run(run, lambda _: None),
)

DOORS: dict[str, Callable[[bytes], None]] = {
    door.__name__: door
    for door in (session, scenario, replay, journal, plan, event, manifest, words, database)
}

CORPUS = Path(__file__).parent / "corpus"


@cache
def corpus(door: str) -> tuple[bytes, ...]:
    """Return the inputs that are kept for a door, in the order of their names."""
    return tuple(path.read_bytes() for path in sorted((CORPUS / door).iterdir()))
