"""Reads the position of a scenario, and what is written in the same words."""

import re
from collections.abc import Callable
from typing import Any, get_args

import msgspec

from protocol.cards import BASIC_DISTRICTS, CHARACTERS, UNIQUE_DISTRICTS
from referee.rules.position import At, Holding, Named, Position, Standing, Threats, Warrants
from referee.scenario.nodes import Node
from referee.scenario.phrases import seat_of
from referee.scenario.problems import Place, unknown
from referee.scenario.reading import Reader

DISTRICTS = (*BASIC_DISTRICTS, *UNIQUE_DISTRICTS)
MARKS: tuple[str, ...] = get_args(Named)
FACES = ("flowered", "plain")
SEAT_KEYS = tuple(f"P{seat}" for seat in range(8))
NUMBERS = ("seats", "round", "round_limit", "taxes", "builds", "spent", "paid")
HOLDING_KEYS = ("gold", "hand", "city", "character", "characters", "museum", "knows")

PLAIN_POINTS = ("selection", "theater", "round end", "scoring")
"""Points of a round that need no further word."""

_TURN = re.compile(r"(\S+) turn as (\S+)\Z")
_CALL = re.compile(r"call (\S+)\Z")


def merged(base: Node | None, own: Node) -> Node:
    """Return `own` with what `base` says in addition: key by key, and for seats one level deeper."""
    if base is None or not isinstance(base.value, dict) or not isinstance(own.value, dict):
        return own
    value = {**base.value, **own.value}
    for key in base.value.keys() & own.value.keys() & set(SEAT_KEYS):
        value[key] = merged(base.value[key], own.value[key])
    return Node(own.place, value, {**base.keys, **own.keys})


def place_of(position: Node, path: tuple[str | int, ...]) -> Place:
    """Return the place of what a fault of a position is about; `character` may stand for `characters`."""
    if path[1:2] == ("characters",) and isinstance(position.value, dict):
        seat = position.value.get(str(path[0]))
        if seat is not None and isinstance(seat.value, dict) and "character" in seat.value:
            path = (path[0], "character", *path[2:])
    return position.at(path)


def read_position(reader: Reader, node: Node) -> Position | None:
    """Return the position that `node` describes, None when `at` is missing or wrong."""
    readers = _readers(reader)
    entries = reader.mapping(node, ("at", *readers, *MARKS, *SEAT_KEYS), "key of a position")
    at = entries.pop("at", None)
    if at is None:
        if isinstance(node.value, dict):
            reader.wrong(node, "a position says where it is: `at: P1 turn as king`, `at: call thief`, …")
        return None
    values: dict[str, Any] = {"at": _at(reader, at), "players": {}, "marks": {}}
    for key, value in entries.items():
        if (seat := seat_of(key)) is not None:
            values["players"][seat] = _holding(reader, value)
        elif key in MARKS:
            values["marks"][key] = reader.word(CHARACTERS, "character")(value)
        else:
            values[key] = readers[key](value)
    if values["at"] is None:
        return None
    values["marks"] = {
        kind: character for kind, character in values["marks"].items() if character is not None
    }
    given = {key: value for key, value in values.items() if value is not None}
    return msgspec.convert(msgspec.to_builtins(given, str_keys=False), Position)


def _readers(reader: Reader) -> dict[str, Callable[[Node], Any]]:
    """Return how each key of a position is read."""
    characters = reader.word(CHARACTERS, "character")
    districts = reader.word(DISTRICTS, "district")

    def characters_of(node: Node) -> tuple[str, ...]:
        return reader.items(node, characters)

    return {
        **dict.fromkeys(NUMBERS, reader.number),
        "seed": reader.text,
        "cast": characters_of,
        "districts": lambda node: reader.items(node, reader.word(UNIQUE_DISTRICTS, "unique district")),
        "crown": reader.seat,
        "deck": lambda node: reader.items(node, districts),
        "rest": reader.seat,
        "pile": characters_of,
        "faceup": characters_of,
        "facedown": characters_of,
        "completed": lambda node: reader.items(node, reader.seat),
        "gathered": reader.flag,
        "used": lambda node: reader.items(node, reader.text),
        "warrants": lambda node: _warrants(reader, node),
        "threats": lambda node: _threats(reader, node),
    }


def _warrants(reader: Reader, node: Node) -> Warrants:
    """Return where the Magistrate's warrants lie."""
    entries = reader.mapping(node, ("signed", "blank", "shown"), "part of the warrants")
    character = reader.word(CHARACTERS, "character")
    reads: dict[str, Callable[[Node], Any]] = {
        "signed": character,
        "blank": lambda item: reader.one_or_more(item, character),
        "shown": reader.flag,
    }
    return msgspec.convert(_given(entries, reads), Warrants)


def _threats(reader: Reader, node: Node) -> Threats:
    """Return where the Blackmailer's threats lie, and what has become of them."""
    entries = reader.mapping(node, (*FACES, "shown", "removed"), "part of the threats")
    character, face = reader.word(CHARACTERS, "character"), reader.word(FACES, "threat")
    reads: dict[str, Callable[[Node], Any]] = {
        "flowered": character,
        "plain": character,
        "shown": lambda item: reader.one_or_more(item, face),
        "removed": lambda item: reader.one_or_more(item, face),
    }
    return msgspec.convert(_given(entries, reads), Threats)


def _given(entries: dict[str, Node], reads: dict[str, Callable[[Node], Any]]) -> dict[str, Any]:
    """Return the values of a mapping that can be read."""
    values = {key: reads[key](node) for key, node in entries.items()}
    return {key: value for key, value in values.items() if value is not None}


def _at(reader: Reader, node: Node) -> At | None:
    text = reader.text(node)
    if text is None:
        return None
    if text in PLAIN_POINTS:
        return msgspec.convert({"point": text}, At)
    if match := _CALL.match(text):
        return _acting(reader, node, match[1], None)
    if (match := _TURN.match(text)) and (seat := seat_of(match[1])) is not None:
        return _acting(reader, node, match[2], seat)
    reader.wrong(
        node,
        f"`{text}` is no point of a round: say `selection`, `theater`, `call thief`, `P1 turn as king`, "
        "`round end` or `scoring`",
    )
    return None


def _acting(reader: Reader, node: Node, word: str, seat: int | None) -> At | None:
    if word not in CHARACTERS:
        reader.wrong(node, unknown("character", word, CHARACTERS))
        return None
    character = CHARACTERS[CHARACTERS.index(word)]
    return At("call" if seat is None else "turn", character, seat)


def _holding(reader: Reader, node: Node) -> Holding:
    entries = reader.mapping(node, HOLDING_KEYS, "key of a player")
    values: dict[str, Any] = {}
    if "gold" in entries and (gold := reader.number(entries["gold"])) is not None:
        values["gold"] = gold
    if "hand" in entries:
        values["hand"] = reader.items(entries["hand"], reader.word(DISTRICTS, "district"))
    if "museum" in entries:
        values["museum"] = reader.items(entries["museum"], reader.word(DISTRICTS, "district"))
    if "knows" in entries:
        values["knows"] = _knowledge(reader, entries["knows"])
    if "city" in entries:
        values["city"] = reader.items(entries["city"], lambda item: _standing(reader, item))
    held = [entries[key] for key in ("character", "characters") if key in entries]
    if len(held) == 2:
        reader.wrong(node, "say either `character` or `characters`")
    for entry in held:
        values["characters"] = reader.one_or_more(entry, reader.word(CHARACTERS, "character"))
    return msgspec.convert(msgspec.to_builtins(values, str_keys=False), Holding)


def _knowledge(reader: Reader, node: Node) -> dict[int, tuple[str, ...]]:
    """Return the cards that a player knows to be in other hands, by seat."""
    district = reader.word(DISTRICTS, "district")
    entries = reader.mapping(node, SEAT_KEYS, "seat")
    return {SEAT_KEYS.index(key): reader.items(cards, district) for key, cards in entries.items()}


def _standing(reader: Reader, node: Node) -> Standing | None:
    """Return a district of a city; a `+` after its name stands for the Artist's gold on it."""
    text = node.value if isinstance(node.value, str) else ""
    plain = Node(node.place, text.removesuffix("+") or node.value)
    word = reader.word(DISTRICTS, "district")(plain)
    if word is None:
        return None
    return msgspec.convert({"district": word, "beautified": text.endswith("+")}, Standing)
