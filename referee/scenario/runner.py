"""Plays scenarios and reports every expectation that is not met, with what was expected beside what is."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from protocol.actions import AnyAction
from protocol.events import AnyEvent
from protocol.messages import Setup
from referee.rules import (
    PRESETS,
    IllegalAction,
    SetupError,
    State,
    apply,
    digest,
    fallback,
    for_seat,
    make_setup,
    new_game,
    options,
    pending,
    preset,
    view,
)
from referee.rules.invariants import violations
from referee.rules.placing import describe, place
from referee.rules.position import PositionError
from referee.scenario.expect import compare, plain
from referee.scenario.loader import load_file, scenario_files
from referee.scenario.model import (
    Ask,
    Asked,
    Check,
    Do,
    Events,
    Move,
    Refuse,
    Scenario,
    SetupCase,
    Until,
    Wanted,
)
from referee.scenario.phrases import ACTIONS, EVENTS, Phrase, kind_of
from referee.scenario.positions import place_of
from referee.scenario.problems import Complaints, Place, Problem, ScenarioError

MAX_DEFAULTS = 20_000
"""Most default answers that one `until` takes."""

FIRST_GAME = PRESETS[0]
"""The preset that completes a setup which names no cast or no districts."""


class Outcome(Struct, frozen=True):
    """How a scenario went; without problems it passed."""

    file: str
    line: int
    title: str
    problems: tuple[Problem, ...]


class Report(Struct, frozen=True):
    """How all scenarios of some files went; `problems` holds those of files that could not be read as well."""

    files: int
    scenarios: int
    failed: int
    problems: tuple[Problem, ...]
    outcomes: tuple[Outcome, ...]


def run_paths(paths: Iterable[Path], rules: Sequence[str] | frozenset[str]) -> Report:
    """Run all scenarios in files and folders; `rules` are the ids that may be cited.

    Raises ScenarioError when a path holds no scenario file.
    """
    problems: list[Problem] = []
    outcomes: list[Outcome] = []
    files = scenario_files(paths)
    for path in files:
        try:
            loaded = load_file(path, rules)
        except ScenarioError as error:
            problems += error.problems
        else:
            outcomes += [run_scenario(scenario) for scenario in loaded.scenarios]
    problems += [problem for outcome in outcomes for problem in outcome.problems]
    failed = sum(bool(outcome.problems) for outcome in outcomes)
    return Report(len(files), len(outcomes), failed, tuple(problems), tuple(outcomes))


def run_scenario(scenario: Scenario) -> Outcome:
    """Play one scenario to its end, or up to an action that is not possible."""
    run = _Run(scenario)
    try:
        run.play()
    except Exception as error:
        error.add_note(f"in the scenario {scenario.title!r}, {scenario.place.file}:{scenario.place.line}")
        raise
    problems = ScenarioError(run.complaints.problems).problems
    return Outcome(scenario.place.file, scenario.place.line, scenario.title, problems)


class _Stop(Exception):  # noqa: N818 - no error: the scenario ends here, its problems are recorded
    """The rest of the scenario makes no sense."""


class _Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.complaints = Complaints()
        self.state: State
        self.events: list[AnyEvent] = []

    def play(self) -> None:
        if not self.start():
            return
        steps = {
            Ask: self.ask,
            Do: self.do,
            Refuse: self.refuse,
            Until: self.until,
            Events: self.expect_events,
            Check: self.check,
        }
        try:
            for step in self.scenario.steps:
                run: object = steps[type(step)]
                run(step)  # type: ignore[operator]
        except _Stop:
            return

    def start(self) -> bool:
        """Bring the state about; tell whether there are steps to go on with."""
        start = self.scenario.start
        if isinstance(start, SetupCase):
            return self.set_up(start)
        try:
            self.state, self.events = place(start)
        except PositionError as error:
            for fault in error.faults:
                self.complaints.add(place_of(self.scenario.source, fault.path), fault.sentence)
            return False
        return True

    def set_up(self, case: SetupCase) -> bool:
        try:
            setup = _setup(case)
        except SetupError as error:
            if error.rule != case.refuse:
                wanted = f"expected {case.refuse}" if case.refuse else "expected a game"
                self.complaints.add(
                    case.place, f"the setup is refused by {error.rule} ({error.sentence}), {wanted}"
                )
            return False
        if case.refuse:
            self.complaints.add(case.place, f"the setup is accepted, expected {case.refuse} to refuse it")
            return False
        self.state, self.events = new_game(setup, case.seats, case.seed)
        return True

    def ask(self, step: Ask) -> None:
        """Compare the question and its options."""
        asked = self.asked()
        if not _same(step.asked, asked):
            self.complaints.add(step.place, f"expected `{step.asked}`, found `{asked}`")
            return
        found = options(self.state) if asked.seat is not None else []
        listed = self.listed(found)
        for wanted in (*step.options, *(step.exactly or ())):
            if not any(wanted.phrase.fits(option) for option in found):
                self.complaints.add(
                    wanted.place, f"expected the option `{wanted.phrase.text}`, found {listed}"
                )
        for wanted in step.absent:
            if any(wanted.phrase.fits(option) for option in found):
                self.complaints.add(
                    wanted.place, f"expected no option `{wanted.phrase.text}`, found {listed}"
                )
        if step.exactly is not None:
            self.no_others(step, step.exactly, found)

    def no_others(self, step: Ask, exactly: Sequence[Wanted], found: Sequence[AnyAction]) -> None:
        for option in found:
            if not any(wanted.phrase.fits(option) for wanted in exactly):
                self.complaints.add(
                    step.place, f"expected no further option, found `{ACTIONS.write(option)}`"
                )

    def listed(self, found: Sequence[AnyAction]) -> str:
        return ", ".join(f"`{ACTIONS.write(option)}`" for option in found) or "none"

    def asked(self) -> Asked:
        """Return what is asked now."""
        ask = pending(self.state)
        if ask is None:
            return Asked(None)
        turn = view(self.state, ask.seat).turn
        return Asked(ask.seat, ask.decision, turn.character if turn else None)

    def do(self, step: Do) -> None:
        """Carry out the actions."""
        self.events = []
        for move in step.moves:
            self.offered(move)
            try:
                self.events += apply(self.state, move.seat, move.action)
            except IllegalAction as error:
                sentence = (
                    f"`{move.text}` is refused by {error.rule} ({error.sentence}); asked is `{self.asked()}`"
                )
                self.complaints.add(move.place, f"{sentence}, with the options {self.offers()}")
                raise _Stop from None
            self.sound(move.place)

    def offers(self) -> str:
        """Return the options of the question that is asked now."""
        return self.listed(options(self.state) if pending(self.state) else [])

    def offered(self, move: Move) -> None:
        """Check that options and legality agree on an action."""
        ask = pending(self.state)
        if ask is None or ask.seat != move.seat:
            return
        listed = any(_exact(move.action).fits(option) for option in options(self.state))
        legal = self.legal(move)
        if listed != legal:
            said = "offered but refused" if listed else "legal but not offered"
            self.complaints.add(move.place, f"`{move.text}` is {said}; the options are {self.offers()}")

    def legal(self, move: Move) -> bool:
        trial = self.state.copy()
        try:
            apply(trial, move.seat, move.action)
        except IllegalAction:
            return False
        return True

    def sound(self, where: Place) -> None:
        """Check that the state holds together."""
        for sentence in violations(self.state):
            self.complaints.add(where, f"the state is broken: {sentence}")

    def refuse(self, step: Refuse) -> None:
        """Try an action that must be refused by one rule and change nothing."""
        move, before = step.move, self.state.copy()
        self.offered(move)
        try:
            apply(self.state, move.seat, move.action)
        except IllegalAction as error:
            if error.rule != step.rule:
                found = f"it is refused by {error.rule} ({error.sentence})"
                self.complaints.add(step.place, f"`{move.text}`: expected {step.rule} to refuse it, {found}")
            if step.code is not None and error.code != step.code:
                self.complaints.add(
                    step.place, f"`{move.text}`: expected the code {step.code}, found {error.code}"
                )
        else:
            self.complaints.add(
                step.place, f"`{move.text}`: expected {step.rule} to refuse it, but it is legal"
            )
            self.state = before
        if digest(self.state) != digest(before):
            self.complaints.add(step.place, f"`{move.text}` is refused but has changed the state")

    def until(self, step: Until) -> None:
        """Take default answers until a question comes up."""
        self.events = []
        for _ in range(MAX_DEFAULTS):
            asked = self.asked()
            if self.reached(step, asked):
                return
            if asked.seat is None:
                break
            self.events += apply(self.state, asked.seat, fallback(self.state))
        wanted = step.asked or f"round {step.round}"
        self.complaints.add(step.place, f"expected `{wanted}` some time, found `{self.asked()}` at the end")
        raise _Stop

    def reached(self, step: Until, asked: Asked) -> bool:
        if step.round is not None:
            return view(self.state, 0).round == step.round
        return step.asked is not None and _same(step.asked, asked)

    def expect_events(self, step: Events) -> None:
        """Compare the events of the last actions, as they are or as a seat sees them."""
        seen: list[AnyEvent] = self.events
        if step.seen_by is not None:
            seen = [for_seat(event, step.seen_by) for event in self.events]
        listed = "".join(f"\n    {EVENTS.write(event)}" for event in seen) or " none"
        place = 0
        for wanted in step.wanted:
            fit = next(
                (at for at, event in enumerate(seen) if at >= place and wanted.phrase.fits(event)), None
            )
            if fit is None:
                early = any(wanted.phrase.fits(event) for event in seen[:place])
                where = "later than the one before" if early else "some time"
                self.complaints.add(
                    wanted.place, f"expected the event `{wanted.phrase.text}` {where}, found:{listed}"
                )
            else:
                place = fit + 1
        for wanted in step.absent:
            if any(wanted.phrase.fits(event) for event in seen):
                self.complaints.add(wanted.place, f"expected no event `{wanted.phrase.text}`, found:{listed}")
        if step.exactly and len(seen) != len(step.wanted):
            self.complaints.add(step.place, f"expected {len(step.wanted)} events, found {len(seen)}:{listed}")

    def check(self, step: Check) -> None:
        """Compare the state, views or scores with what is expected of them."""
        if step.what == "state":
            compare(step.wanted, describe(self.state), self.complaints)
        elif step.what == "view":
            seats = range(len(view(self.state, 0).players))
            views = {f"P{seat}": plain(view(self.state, seat)) for seat in seats}
            compare(step.wanted, views, self.complaints)
        elif self.state.scores is None:
            self.complaints.add(step.place, f"expected the game to be over, found `{self.asked()}`")
        else:
            scores = {f"P{seat}": plain(score) for seat, score in enumerate(self.state.scores)}
            compare(step.wanted, scores, self.complaints)


def _setup(case: SetupCase) -> Setup:
    """Return the setup of a case. Raises SetupError."""
    if case.preset is not None:
        box = preset(case.preset, case.seats, characters=case.characters)
    else:
        box = preset(FIRST_GAME, case.seats)
    cast, districts = case.cast or box.cast, case.districts or box.districts
    return make_setup(case.seats, cast, districts, round_limit=case.round_limit)


def _same(expected: Asked, found: Asked) -> bool:
    if (expected.seat, expected.decision) != (found.seat, found.decision):
        return False
    return expected.character is None or expected.character == found.character


def _exact(action: AnyAction) -> Phrase:
    """Return the phrase that names every field of an action."""
    return Phrase(kind_of(action), msgspec.structs.asdict(action), "")
