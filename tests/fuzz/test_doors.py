"""What strangers may write: the inputs that are kept, and others made from them."""

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.fuzz.doors import CORPUS, DOORS, corpus

short = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
"""`make soak` looks for longer, and anew each time."""


def test_every_door_has_inputs_that_are_kept():
    assert {path.name for path in CORPUS.iterdir()} == set(DOORS)
    assert all(len(corpus(door)) >= 10 for door in DOORS)


def test_inputs_that_are_kept_do_not_tell_where_they_were_found():
    told = [path for path in CORPUS.rglob("*") if path.is_file() and b".venv" in path.read_bytes()]
    assert told == []


@pytest.mark.parametrize("door", DOORS)
def test_what_is_kept_is_taken_or_refused_by_name(door):
    for data in corpus(door):
        DOORS[door](data)


@st.composite
def altered(draw: st.DrawFn, door: str) -> bytes:
    """An input that is kept, with pieces of it or of another put in the place of others."""
    data = draw(st.sampled_from(corpus(door)))
    for _ in range(draw(st.integers(1, 4))):
        other = draw(st.sampled_from(corpus(door)))
        piece = draw(st.one_of(st.binary(max_size=8), st.sampled_from(_PIECES), _slices(other)))
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        data = data[:start] + piece + data[end:]
    return data


_PIECES = (
    b"\0",
    b"\xff",
    b"\n",
    b'"',
    b"{",
    b"[",
    b"]}",
    b"-1",
    b"1e999",
    b"9" * 30,
    b"NaN",
    b"\\u0000",
    b"null",
    b"&a *a",
)


@st.composite
def _slices(draw: st.DrawFn, data: bytes) -> bytes:
    start = draw(st.integers(0, len(data)))
    return data[start : draw(st.integers(start, min(len(data), start + 200)))]


@pytest.mark.parametrize("door", [door for door in DOORS if door != "database"])
def test_what_is_altered_is_taken_or_refused_by_name(door):
    @short
    @given(altered(door))
    def enter(data: bytes) -> None:
        DOORS[door](data)

    enter()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@st.composite
def spoilt(draw: st.DrawFn, door: str, line: int) -> bytes:
    """A sound input with another value somewhere in the JSON of one of its lines."""
    lines = (
        (CORPUS / door / "sound").read_bytes().split(b"\n")
        if line
        else [(CORPUS / door / "sound").read_bytes()]
    )
    at = draw(st.sampled_from([0, 1, len(lines) - 2])) if line else 0
    whole = json.loads(lines[at])
    place = whole
    while True:
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not (isinstance(inner, dict | list) and inner and draw(st.booleans())):
            break
        place = inner
    place[key] = draw(JSON)
    lines[at] = json.dumps(whole).encode()
    return b"\n".join(lines)


@short
@given(spoilt("replay", line=True))
def test_a_replay_with_another_value_is_taken_or_refused_by_name(data):
    DOORS["replay"](data)


@short
@given(spoilt("plan", line=False))
def test_a_plan_with_another_value_is_taken_or_refused_by_name(data):
    DOORS["plan"](data)


COLUMNS = {
    "games": ("id", "number", "rounds", "decisions", "replay", "replay_sha256"),
    "seats": ("number", "seat", "bot", "rank", "total", "score"),
    "faults": ("number", "place", "seat", "code", "request", "detail", "evidence"),
    "timing": ("number", "seat", "bot", "decisions", "times_us"),
    "sqlar": ("name", "mode", "mtime", "sz", "data"),
}


@st.composite
def blows(draw: st.DrawFn) -> bytes:
    """Damage to a database: other values in a column, or other bytes at a place."""
    if draw(st.booleans()):
        place, data = draw(st.integers(0, 300_000)), draw(st.binary(min_size=1, max_size=40))
        return f"poke {place} {data.hex()}\n".encode()
    table = draw(st.sampled_from(sorted(COLUMNS)))
    column = draw(st.sampled_from(COLUMNS[table]))
    number = st.integers(-(2**63), 2**63 - 1).map(str)
    value = draw(
        number | st.binary(max_size=12).map(lambda data: f"x'{data.hex()}'") | st.just("char(27)||'x'")
    )
    return f"sql UPDATE OR IGNORE {table} SET {column} = {value}\n".encode()


@settings(short, max_examples=40)
@given(st.lists(blows(), min_size=1, max_size=3).map(b"".join))
@example(b"")
def test_a_damaged_database_is_taken_or_refused_by_name(data):
    DOORS["database"](data)
