"""YAML text as a tree in which every value knows its place.

Only the plain part of YAML is read: mappings with text keys, lists and scalars. Anchors, aliases, tags and
second documents are refused, sizes and depth are bounded, and nothing in a file is ever executed. `no`,
`on` and the like are text; whole numbers, `true`, `false` and `null` are what they look like.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import yaml
from msgspec import Struct

from referee.scenario.problems import Complaints, Place, ScenarioError

MAX_BYTES = 262_144
"""Largest scenario file that is read."""

MAX_DEPTH = 20
"""Deepest nesting that is read."""

Scalar: TypeAlias = str | int | bool | None

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}\Z")
_WORDS: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}


class Node(Struct):
    """A value and its place: a scalar, a list of nodes, or a mapping from keys to nodes.

    `keys` holds the place of each key of a mapping.
    """

    place: Place
    value: "Scalar | list[Node] | dict[str, Node]"
    keys: dict[str, Place] = {}

    def plain(self) -> object:
        """Return the value without places, as plain Python data."""
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return self.value

    def at(self, path: tuple[str | int, ...]) -> Place:
        """Return the place of the value at `path`, or of the deepest part of it that exists."""
        node = self
        for step in path:
            if isinstance(node.value, dict) and step in node.value:
                node = node.value[str(step)]
            elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
            else:
                break
        return node.place


class _Builder:
    """Turns the parser's events into nodes."""

    def __init__(self, file: str, complaints: Complaints) -> None:
        self.file = file
        self.complaints = complaints
        self.root: Node | None = None
        self.documents = 0
        self.open: list[Node] = []
        self.pending: list[tuple[str, Place] | None] = []

    def place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        assert mark is not None, "every event has a place"
        return Place(self.file, mark.line + 1, mark.column + 1)

    def take(self, event: yaml.Event) -> None:
        """Accept the next event of the parser."""
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise self.failure(event, "a file holds one document only")
        elif isinstance(event, yaml.AliasEvent):
            raise self.failure(event, "aliases are not allowed")
        elif isinstance(event, yaml.NodeEvent):
            self.check(event)
            self.start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.open.pop()
            self.pending.pop()

    def failure(self, event: yaml.Event, message: str) -> ScenarioError:
        """Return the error that ends the reading of this file."""
        self.complaints.add(self.place(event), message)
        return ScenarioError(self.complaints.problems)

    def check(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            self.complaints.add(self.place(event), "anchors are not allowed")
        if getattr(event, "tag", None) is not None:
            self.complaints.add(self.place(event), "tags are not allowed")
        if len(self.open) >= MAX_DEPTH:
            raise self.failure(event, f"nested more than {MAX_DEPTH} deep")

    def start(self, event: yaml.NodeEvent) -> None:
        """Begin a scalar, a list or a mapping."""
        place = self.place(event)
        if isinstance(event, yaml.ScalarEvent):
            if self.expects_key():
                self.pending[-1] = (event.value, place)
            else:
                self.attach(Node(place, scalar(event.value, plain=not event.style)))
            return
        if self.expects_key():
            raise self.failure(event, "a key must be plain text")
        node = Node(place, [] if isinstance(event, yaml.SequenceStartEvent) else {})
        self.attach(node)
        self.open.append(node)
        self.pending.append(None)

    def expects_key(self) -> bool:
        return bool(self.open) and isinstance(self.open[-1].value, dict) and self.pending[-1] is None

    def attach(self, node: Node) -> None:
        """Put a finished value where it belongs."""
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif isinstance(parent.value, dict) and (pending := self.pending[-1]) is not None:
            key, place = pending
            self.pending[-1] = None
            if key in parent.value:
                first = parent.keys[key].line
                self.complaints.add(place, f"duplicate key `{key}` (first on line {first})")
            parent.value[key] = node
            parent.keys[key] = place


def scalar(text: str, *, plain: bool) -> Scalar:
    """Return what a scalar means: quoted text always is text."""
    if not plain:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _INTEGER.match(text) else text


def _explained(problem: str) -> str:
    """Add the usual cause to what the parser says of a list that does not end."""
    if "',' or ']'" in problem:
        return f"{problem}: in a list on one line, text that holds brackets needs quotes"
    return problem


def _events(text: str, file: str, complaints: Complaints) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file, 1, 1)
        complaints.add(place, _explained(str(error.problem or error.context)))
        raise ScenarioError(complaints.problems) from None
    except yaml.YAMLError as error:
        complaints.add(Place(file, 1, 1), str(error).splitlines()[0])
        raise ScenarioError(complaints.problems) from None


def read_text(text: str, file: str) -> Node:
    """Return the tree of `text`; `file` is the name used in messages.

    Raises ScenarioError with every problem of the text as YAML.
    """
    complaints = Complaints()
    builder = _Builder(file, complaints)
    for event in _events(text, file, complaints):
        builder.take(event)
    if builder.root is None:
        complaints.add(Place(file, 1, 1), "the file is empty")
    if complaints.problems or builder.root is None:
        raise ScenarioError(complaints.problems)
    return builder.root


def read_bytes(data: bytes, file: str) -> Node:
    """Return the tree of the content of a file. Raises ScenarioError, also when it is too large or no text."""
    complaints = Complaints()
    if len(data) > MAX_BYTES:
        complaints.add(Place(file, 1, 1), f"is larger than {MAX_BYTES} bytes")
        raise ScenarioError(complaints.problems)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        complaints.add(Place(file, 1, 1), "is not UTF-8 text")
        raise ScenarioError(complaints.problems) from None
    return read_text(text, file)


def read_file(path: Path) -> Node:
    """Return the tree of the file at `path`. Raises ScenarioError."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        complaints = Complaints()
        complaints.add(Place(str(path), 1, 1), f"cannot be read: {error.strerror}")
        raise ScenarioError(complaints.problems) from error
    return read_bytes(data, str(path))
