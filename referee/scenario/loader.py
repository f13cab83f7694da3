"""Reads scenario files: every mistake an author can make is found here or when the position is placed."""

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, get_args

from msgspec import convert

from protocol.cards import CHARACTERS
from protocol.faults import RefusalCode
from protocol.messages import Decision
from referee.rules import PRESETS
from referee.rules.position import Position
from referee.scenario.index import FOLDER, load_index
from referee.scenario.model import (
    Ask,
    Asked,
    Check,
    Do,
    Events,
    Move,
    Refuse,
    Scenario,
    ScenarioFile,
    SetupCase,
    Step,
    Until,
    Wanted,
)
from referee.scenario.nodes import Node, read_file
from referee.scenario.phrases import ACTIONS, EVENTS, PhraseError, Vocabulary, seat_of
from referee.scenario.positions import merged, read_position
from referee.scenario.problems import Complaints, Place, Problem, ScenarioError, unknown
from referee.scenario.reading import Reader

EDITIONS = ("2016",)
DECISIONS: tuple[str, ...] = get_args(Decision)
CODES: tuple[str, ...] = get_args(RefusalCode)

MAX_SCENARIOS = 500
"""Most scenarios in one file."""

STEPS: dict[str, tuple[str, ...]] = {
    "ask": ("options", "not", "exactly"),
    "do": (),
    "refuse": ("rule", "code"),
    "until": (),
    "events": ("not", "exactly", "as"),
    "state": (),
    "view": (),
    "scores": (),
}
"""The kinds of steps, and the keys that may stand beside each."""

_ASKED = re.compile(r"(\S+) (\S+)(?: as (\S+))?\Z")
_ROUND = re.compile(r"round ([0-9]{1,3})\Z")


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """Return the scenario files among `paths`, those below folders included, in order and each once.

    Raises ScenarioError when a path does not exist or a folder holds none.
    """
    complaints = Complaints()
    found: dict[Path, None] = {}
    for path in paths:
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path] if path.is_file() else []
        if not files:
            missing = "holds no .yaml file" if path.is_dir() else "is no file or folder"
            complaints.add(Place(str(path), 1, 1), missing)
        found.update(dict.fromkeys(file for file in files if file.is_file()))
    if complaints.problems:
        raise ScenarioError(complaints.problems)
    return list(found)


def load_file(path: Path, rules: Collection[str]) -> ScenarioFile:
    """Return the scenarios of a file; `rules` are the ids that exist.

    Raises ScenarioError with all mistakes of the file.
    """
    return read_scenarios(read_file(path), str(path), rules)


def citing(rule: str) -> list[Scenario]:
    """Return the scenarios of this checkout that are about a rule; an installed package has none.

    Raises ScenarioError when a file that names the rule cannot be read as scenarios.
    """
    files = [path for path in sorted(FOLDER.rglob("*.yaml")) if rule in path.read_text(encoding="utf-8")]
    loaded = [load_file(path, load_index().ids) for path in files]
    return [one for file in loaded for one in file.scenarios if rule in one.cites()]


def read_scenarios(root: Node, path: str, rules: Collection[str]) -> ScenarioFile:
    """Return the scenarios of a tree. Raises ScenarioError with all mistakes."""
    loader = _Loader(rules)
    edition, scenarios = loader.file(root)
    problems: dict[Problem, None] = dict.fromkeys(loader.complaints.problems)
    if problems:
        raise ScenarioError(problems)
    return ScenarioFile(path, edition, tuple(scenarios))


class _Loader:
    """Reads one file."""

    def __init__(self, rules: Collection[str]) -> None:
        self.rules = rules
        self.complaints = Complaints()
        self.reader = Reader(self.complaints)

    def file(self, root: Node) -> tuple[str, list[Scenario]]:
        entries = self.reader.mapping(root, ("edition", "position", "scenarios"), "key of a scenario file")
        edition = entries.get("edition")
        if edition is not None and str(edition.value) not in EDITIONS:
            self.reader.wrong(edition, unknown("edition", str(edition.value), EDITIONS))
        cases = entries.get("scenarios")
        if cases is None:
            if isinstance(root.value, dict):
                self.reader.wrong(root, "`scenarios`, the list of cases, is missing")
            return EDITIONS[0], []
        if isinstance(cases.value, list) and len(cases.value) > MAX_SCENARIOS:
            self.reader.wrong(cases, f"more than {MAX_SCENARIOS} scenarios in one file")
            return EDITIONS[0], []
        base = entries.get("position")
        scenarios = self.reader.items(cases, lambda case: self.scenario(case, base))
        self.distinct_titles(scenarios)
        return EDITIONS[0], list(scenarios)

    def distinct_titles(self, scenarios: Iterable[Scenario]) -> None:
        seen: dict[str, int] = {}
        for scenario in scenarios:
            first = seen.setdefault(scenario.title, scenario.place.line)
            if first != scenario.place.line:
                self.complaints.add(scenario.place, f"another scenario has the same title (line {first})")

    def scenario(self, node: Node, base: Node | None) -> Scenario | None:
        keys = ("title", "rules", "position", "setup", "refuse", "steps")
        entries = self.reader.mapping(node, keys, "key of a scenario")
        if not isinstance(node.value, dict):
            return None
        title = self.required(node, entries, "title", self.reader.text)
        rules = self.required(node, entries, "rules", self.cited)
        steps: tuple[Step, ...] = ()
        if "steps" in entries:
            steps = self.reader.items(entries["steps"], self.step)
        start, source = self.start(node, entries, base)
        refused = "setup" in entries and "refuse" in entries
        if "steps" not in entries and not refused:
            self.reader.wrong(node, "`steps` is missing")
        if "steps" in entries and refused:
            self.complaints.add(node.keys["steps"], "a setup that is refused has no steps")
        if title is None or rules is None or start is None:
            return None
        return Scenario(node.place, title, rules, start, source, steps)

    def required(self, node: Node, entries: dict[str, Node], key: str, read: Callable[[Node], Any]) -> Any:
        if key in entries:
            return read(entries[key])
        self.reader.wrong(node, f"`{key}` is missing")
        return None

    def cited(self, node: Node) -> tuple[tuple[str, Place], ...]:
        """Return the ids of a list of rules."""
        cited = self.reader.items(node, self.placed_rule)
        if isinstance(node.value, list) and not node.value:
            self.reader.wrong(node, "name at least one rule")
        return cited

    def placed_rule(self, node: Node) -> tuple[str, Place] | None:
        rule = self.rule(node)
        return None if rule is None else (rule, node.place)

    def rule(self, node: Node) -> str | None:
        return self.reader.word(self.rules, "rule")(node)

    def start(
        self, node: Node, entries: dict[str, Node], base: Node | None
    ) -> tuple[Position | SetupCase | None, Node]:
        """Return where the scenario starts, and the node that says so."""
        if "setup" in entries:
            if "position" in entries:
                self.complaints.add(node.keys["position"], "a scenario has a position or a setup, not both")
            return self.setup(entries["setup"], entries.get("refuse")), entries["setup"]
        if "refuse" in entries:
            self.complaints.add(node.keys["refuse"], "`refuse` stands here beside a `setup` only")
        own = entries.get("position")
        source = own if base is None else base if own is None else merged(base, own)
        if source is None:
            self.reader.wrong(node, "`position` or `setup` is missing")
            return None, node
        return read_position(self.reader, source), source

    def setup(self, node: Node, refuse: Node | None) -> SetupCase | None:
        keys = ("seats", "preset", "cast", "districts", "characters", "round_limit", "seed")
        entries = self.reader.mapping(node, keys, "key of a setup")
        if "preset" in entries and not {"cast", "districts"}.isdisjoint(entries):
            self.reader.wrong(node, "a setup has a preset, or a cast and districts")
        if "characters" in entries and "preset" not in entries:
            self.reader.wrong(entries["characters"], "the number of characters is said of a preset only")
        seats = self.required(node, entries, "seats", self.reader.number)
        reads: dict[str, Callable[[Node], Any]] = {
            "preset": self.reader.word(PRESETS, "preset") if refuse is None else self.reader.text,
            "cast": lambda item: self.reader.items(item, self.reader.text),
            "districts": lambda item: self.reader.items(item, self.reader.text),
            "characters": self.reader.number,
            "round_limit": self.reader.number,
            "seed": self.reader.text,
        }
        values = {key: reads[key](entries[key]) for key in reads if key in entries}
        if seats is None or None in values.values():
            return None
        return SetupCase(node.place, seats, refuse=self.rule(refuse) if refuse else None, **values)

    def step(self, node: Node) -> Step | None:
        """Return a step: a mapping with exactly one of the keys that name its kind."""
        if not isinstance(node.value, dict):
            self.reader.wrong(node, f"expected a step, a mapping with one of {', '.join(STEPS)}")
            return None
        kinds = [key for key in node.value if key in STEPS]
        if len(kinds) != 1:
            known = {*STEPS, *(key for beside in STEPS.values() for key in beside)}
            self.reader.mapping(node, known, "key of a step")
            named = f"this one has {', '.join(kinds)}" if kinds else f"one of {', '.join(STEPS)}"
            self.reader.wrong(node, f"a step is of exactly one kind: {named}")
            return None
        (kind,) = kinds
        entries = self.reader.mapping(node, (kind, *STEPS[kind]), f"key of the step `{kind}`")
        reads: dict[str, Callable[[Node, dict[str, Node]], Step | None]] = {
            "ask": self.ask,
            "do": self.do,
            "refuse": self.refuse,
            "until": self.until,
            "events": self.events,
        }
        if kind in reads:
            return reads[kind](node, entries)
        return self.check(kind, entries[kind])

    def ask(self, _node: Node, entries: dict[str, Node]) -> Ask | None:
        asked = self.asked(entries["ask"])
        exactly = self.wanted(entries, "exactly", ACTIONS) if "exactly" in entries else None
        options, absent = self.wanted(entries, "options", ACTIONS), self.wanted(entries, "not", ACTIONS)
        return None if asked is None else Ask(entries["ask"].place, asked, options, absent, exactly)

    def asked(self, node: Node) -> Asked | None:
        """Read `P1 turn`, `P1 turn as king` or `game over`."""
        text = self.reader.text(node)
        if text is None or text == "game over":
            return None if text is None else Asked(None)
        match = _ASKED.match(text)
        seat = seat_of(match[1]) if match else None
        if match is None or seat is None or match[2] not in DECISIONS:
            kinds = " or ".join(f"`P1 {decision}`" for decision in DECISIONS)
            self.reader.wrong(node, f"`{text}` is no question: say {kinds}, or `game over`")
            return None
        acting = match[3]
        if acting is not None and self.reader.word(CHARACTERS, "character")(Node(node.place, acting)) is None:
            return None
        return convert({"seat": seat, "decision": match[2], "character": acting}, Asked)

    def wanted(self, entries: dict[str, Node], key: str, vocabulary: Vocabulary) -> tuple[Wanted, ...]:
        """Return the phrases of a list, or of the one text in its place."""
        if key not in entries:
            return ()
        return self.reader.one_or_more(entries[key], lambda node: self.phrase(node, vocabulary))

    def phrase(self, node: Node, vocabulary: Vocabulary) -> Wanted | None:
        text = self.reader.text(node)
        if text is None:
            return None
        try:
            return Wanted(node.place, vocabulary.parse(text))
        except PhraseError as error:
            self.reader.wrong(node, str(error))
            return None

    def move(self, node: Node) -> Move | None:
        """Read `P1 build keep`."""
        text = self.reader.text(node)
        if text is None:
            return None
        first, _, rest = text.partition(" ")
        seat = seat_of(first)
        if seat is None:
            self.reader.wrong(node, f"`{text}` does not begin with the seat that acts, P0 to P7")
            return None
        try:
            return Move(node.place, seat, ACTIONS.build(ACTIONS.parse(rest)), text)
        except PhraseError as error:
            self.reader.wrong(node, str(error))
            return None

    def do(self, _node: Node, entries: dict[str, Node]) -> Do:
        return Do(entries["do"].place, self.reader.one_or_more(entries["do"], self.move))

    def refuse(self, node: Node, entries: dict[str, Node]) -> Refuse | None:
        move = self.move(entries["refuse"])
        rule = self.required(node, entries, "rule", self.rule)
        code = self.reader.word(CODES, "code")(entries["code"]) if "code" in entries else None
        return None if move is None or rule is None else Refuse(entries["refuse"].place, move, rule, code)

    def until(self, _node: Node, entries: dict[str, Node]) -> Until | None:
        node = entries["until"]
        if isinstance(node.value, str) and (match := _ROUND.match(node.value)):
            return Until(node.place, None, int(match[1]))
        asked = self.asked(node)
        return None if asked is None else Until(node.place, asked)

    def events(self, _node: Node, entries: dict[str, Node]) -> Events:
        return Events(
            entries["events"].place,
            self.wanted(entries, "events", EVENTS),
            self.wanted(entries, "not", EVENTS),
            bool("exactly" in entries and self.reader.flag(entries["exactly"])),
            self.reader.seat(entries["as"]) if "as" in entries else None,
        )

    def check(self, kind: Any, node: Node) -> Check | None:
        """Read the expected part of the state, of views or of scores."""
        if isinstance(node.value, dict):
            return Check(node.place, kind, node)
        self.reader.mapping(node, (), "key")
        return None
