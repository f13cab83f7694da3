"""What was said in a published version of the protocol is still understood, and shows every field there is."""

from collections.abc import Iterable
from typing import Any, Union, get_args

import msgspec
import pytest
from msgspec.structs import fields

from protocol import VERSION, codec
from protocol.codec import encode
from protocol.messages import ActionMessage, FromBot, FromReferee, Ready, Request
from tests.protocol.coverage import all_fields, fields_of
from tests.protocol.recording import CONVERSATIONS, Said, read

RECORDED = [
    pytest.param(said, id=f"{folder.name}/{name}")
    for folder in sorted(CONVERSATIONS.iterdir())
    for name, said in read(folder)
]


def keeps(now: Any, then: Any) -> bool:
    """Whether everything that was there is there as it was; objects may have more fields."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            field in now and keeps(now[field], value) for field, value in then.items()
        )
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(keeps, now, then))
    return now == then


def misunderstood(said: Iterable[Said]) -> list[str]:
    """Return what is no longer understood: bots' lines must mean the same, the referee's must tell no less."""
    wrong = []
    for by, line in said:
        try:
            again = encode(Said(by, line).message()).rstrip()
        except (ValueError, codec.ProtocolFault) as error:
            wrong.append(f"{by}: {error}: {line!r}")
            continue
        same = again == line if by == "bot" else keeps(msgspec.json.decode(again), msgspec.json.decode(line))
        if not same:
            wrong.append(f"{by}: {line!r} became {again!r}")
    return wrong


@pytest.mark.parametrize("said", RECORDED)
def test_recorded_conversations_are_understood(said):
    assert misunderstood(said) == []


def test_every_field_of_the_schema_occurs():
    occurring = {
        field
        for _, said in read(CONVERSATIONS / f"v{VERSION}")
        for one in said
        for field in fields_of(one.message())
    }
    assert all_fields() - occurring == set()


def altered(struct: type[msgspec.Struct], removed: str = "", added: tuple[Any, ...] | None = None) -> type:
    """Return a Struct like another, with a field less or one more."""
    kept = [
        (field.name, field.type) if field.required else (field.name, field.type, field.default)
        for field in fields(struct)
        if field.name != removed
    ]
    return msgspec.defstruct(
        struct.__name__,
        [*([added] if added else []), *kept],
        bases=struct.__bases__,
        frozen=True,
        tag=struct.__struct_config__.tag,
        kw_only=True,
    )


def decoder(union: Any, old: type, new: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[tuple(new if one is old else one for one in get_args(union))])  # noqa: UP007


@pytest.mark.parametrize(
    ("name", "union", "old", "change"),
    [
        ("_FROM_REFEREE", FromReferee, Request, {"removed": "seq"}),
        ("_FROM_REFEREE", FromReferee, Request, {"added": ("season", str)}),
        ("_FROM_BOT", FromBot, ActionMessage, {"removed": "choice"}),
        ("_FROM_BOT", FromBot, ActionMessage, {"added": ("reason", str)}),
        ("_FROM_BOT", FromBot, Ready, {"added": ("mood", str)}),
    ],
    ids=str,
)
def test_a_change_that_breaks_bots_is_noticed(monkeypatch, name, union, old, change):
    monkeypatch.setattr(codec, name, decoder(union, old, altered(old, **change)))
    _, said = next(read(CONVERSATIONS / "v1"))
    assert misunderstood(said)


@pytest.mark.parametrize(
    ("name", "union", "old"), [("_FROM_REFEREE", FromReferee, Request), ("_FROM_BOT", FromBot, ActionMessage)]
)
def test_a_new_field_that_may_be_left_out_breaks_nothing(monkeypatch, name, union, old):
    monkeypatch.setattr(codec, name, decoder(union, old, altered(old, added=("comment", str, ""))))
    _, said = next(read(CONVERSATIONS / "v1"))
    assert misunderstood(said) == []
