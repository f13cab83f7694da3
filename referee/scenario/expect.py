"""Compares what an author expects, a part of the whole, with what is there.

A list fits in any order, but the cards on top of the deck (`top`) and known beneath it (`beneath`) stand in
order; `bottom` names the lowest cards. A number in the place of a list is its length. Seats are P0 to P7.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from protocol.views import CityDistrict
from referee.scenario.nodes import Node
from referee.scenario.phrases import seat_of
from referee.scenario.problems import Complaints, unknown


def plain(value: object) -> object:
    """Return a view or score as plain data; a district of a city as in positions, `market+` when beautified."""
    if isinstance(value, CityDistrict):
        return value.district + "+" * value.beautified
    if isinstance(value, Struct):
        return {name: plain(part) for name, part in msgspec.structs.asdict(value).items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value


def compare(expected: Node, actual: object, complaints: Complaints, path: str = "") -> None:
    """Record each part of `expected` that `actual` does not fit, with both sides."""
    if isinstance(expected.value, dict):
        _compare_parts(expected, actual, complaints, path)
    elif not _fits(expected, actual, path.rpartition(".")[2]):
        complaints.add(expected.place, f"{path}: expected {show(expected.plain())}, found {show(actual)}")


def _compare_parts(expected: Node, actual: object, complaints: Complaints, path: str) -> None:
    assert isinstance(expected.value, dict)
    parts: Mapping[str, object]
    if isinstance(actual, Mapping):
        parts = actual
    elif isinstance(actual, list):
        parts = {f"P{seat}": part for seat, part in enumerate(actual)}
    else:
        complaints.add(expected.place, f"{path}: expected {show(expected.plain())}, found {show(actual)}")
        return
    for key, node in expected.value.items():
        where = f"{path}.{key}" if path else key
        if key in parts:
            compare(node, parts[key], complaints, where)
        else:
            complaints.add(expected.keys[key], unknown(f"part of {path or 'it'}", key, list(parts)))


def _fits(expected: Node, actual: object, name: str) -> bool:
    value = expected.plain()
    if isinstance(actual, list):
        return _fits_list(expected, actual, name)
    if isinstance(actual, int) and not isinstance(actual, bool):
        seat = seat_of(value)
        return actual == (value if seat is None else seat) and not isinstance(value, bool)
    return value == actual


def _fits_list(expected: Node, actual: Sequence[object], name: str) -> bool:
    if isinstance(expected.value, int) and not isinstance(expected.value, bool):
        return len(actual) == expected.value
    if not isinstance(expected.value, list):
        return False
    items = expected.value
    if any(isinstance(item.value, dict | list) for item in items):
        return len(items) == len(actual) and all(
            _same(item, one) for item, one in zip(items, actual, strict=True)
        )
    wanted = [item.plain() for item in items]
    if name == "top":
        return wanted == list(actual[: len(wanted)])
    if name == "beneath":
        return wanted == list(actual)
    if name == "bottom":
        actual = actual[max(0, len(actual) - len(wanted)) :]
    return Counter(wanted) == Counter(actual)


def _same(expected: Node, actual: object) -> bool:
    """Tell whether a part of a list fits."""
    complaints = Complaints()
    compare(expected, actual, complaints)
    return not complaints.problems


def show(value: object) -> str:
    """Return plain data as it would be written in a scenario."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {show(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(part) for part in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)
