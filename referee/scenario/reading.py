"""From nodes to values, with every mistake recorded at its place."""

from collections.abc import Callable, Collection
from typing import TypeVar

from referee.scenario.nodes import Node
from referee.scenario.phrases import seat_of
from referee.scenario.problems import Complaints, unknown

T = TypeVar("T")

Read = Callable[[Node], T | None]


class Reader:
    """Reads values out of nodes. Each method returns None after it has recorded what is wrong."""

    def __init__(self, complaints: Complaints) -> None:
        self.complaints = complaints

    def wrong(self, node: Node, message: str) -> None:
        """Record that `node` is wrong."""
        self.complaints.add(node.place, message)

    def _expected(self, node: Node, what: str) -> None:
        value = node.value
        if isinstance(value, list):
            found = "a list"
        elif isinstance(value, dict):
            found = "a mapping"
        else:
            found = "nothing" if value is None else f"`{value}`"
        self.wrong(node, f"expected {what}, found {found}")

    def mapping(self, node: Node, known: Collection[str], what: str) -> dict[str, Node]:
        """Return the entries of a mapping whose keys are all `known`; `what` names such a key."""
        if not isinstance(node.value, dict):
            self._expected(node, "a mapping")
            return {}
        for key, place in node.keys.items():
            if key not in known:
                self.complaints.add(place, unknown(what, key, known))
        return {key: value for key, value in node.value.items() if key in known}

    def text(self, node: Node) -> str | None:
        """Return text."""
        if isinstance(node.value, str) and node.value:
            return node.value
        self._expected(node, "text")
        return None

    def number(self, node: Node) -> int | None:
        """Return a whole number of 0 or more."""
        if isinstance(node.value, int) and not isinstance(node.value, bool) and node.value >= 0:
            return node.value
        self._expected(node, "a whole number of 0 or more")
        return None

    def flag(self, node: Node) -> bool | None:
        """Return true or false."""
        if isinstance(node.value, bool):
            return node.value
        self._expected(node, "true or false")
        return None

    def seat(self, node: Node) -> int | None:
        """Return a seat, written P0 to P7."""
        seat = seat_of(node.value)
        if seat is None:
            self._expected(node, "a seat, P0 to P7")
        return seat

    def word(self, words: Collection[str], what: str) -> Read[str]:
        """Return a reader of one of `words`."""

        def read(node: Node) -> str | None:
            if not isinstance(node.value, str):
                self._expected(node, f"a {what}")
                return None
            if node.value not in words:
                self.wrong(node, unknown(what, node.value, words))
                return None
            return node.value

        return read

    def items(self, node: Node, read: Read[T]) -> tuple[T, ...]:
        """Return the values of a list, without those that are wrong."""
        if not isinstance(node.value, list):
            self._expected(node, "a list")
            return ()
        values = [read(item) for item in node.value]
        return tuple(value for value in values if value is not None)

    def one_or_more(self, node: Node, read: Read[T]) -> tuple[T, ...]:
        """Return the values of a list, or the one value that stands in its place."""
        if isinstance(node.value, list):
            return self.items(node, read)
        value = read(node)
        return () if value is None else (value,)
