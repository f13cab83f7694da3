"""An event as a TOML file: who plays, how, and for how long."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from glob import glob
from os.path import lexists
from pathlib import Path
from typing import Any

from msgspec import Struct

from protocol.codec import printable

EVENT_BYTES = 1024 * 1024
"""A longer event is refused unread."""

EVENT_KEYS: dict[str, type] = {
    "name": str, "format": str, "games": int, "final_games": int, "for": str, "until": str,
    "until_strict": bool, "first_look": int, "seats": int, "pods": int,
    "advance": int, "seed": str, "seed_from": str, "on_fault": str, "bench_after": int, "fresh": bool,
    "sandbox": str, "memory_mb": int, "freeze": bool, "duplicate": bool,
    "separate_authors": bool, "setup": dict, "clock": dict, "bots": list,
}  # fmt: skip
SETUP_KEYS: dict[str, type] = {"preset": str, "cast": list, "districts": list, "characters": int}
CLOCK_KEYS: dict[str, type] = {"move_ms": int, "bank_ms": int, "start_ms": int}
BOT_KEYS: dict[str, type] = {"path": str, "name": str, "author": str}
"""What may stand in an event, in its tables `setup` and `clock`, and in each entry of `bots`, and of which type."""

_TYPES = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}
_HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w.-]+)\s*=")
_AT = re.compile(r"\(at line (\d+), column \d+\)")


class EventError(Exception):
    """An event that cannot be held: all that is wrong, a sentence each, with the place in the file."""

    def __init__(self, problems: Iterable[str]) -> None:
        super().__init__(printable("\n".join(problems)))


class Entrant(Struct, frozen=True):
    """A bot as a user names it: seen from a folder, maybe with another name than its own and with an author.

    `where` is the place in the event that names it, empty for the command line.
    """

    path: str
    beside: Path = Path()
    name: str = ""
    author: str = ""
    where: str = ""


class Setting(Struct, frozen=True):
    """The value of a key, and its place in the file."""

    value: Any
    where: str


class Event(Struct, frozen=True):
    """What a file says: the bots in its order, and the other keys, those of its tables among them."""

    bots: tuple[Entrant, ...]
    settings: dict[str, Setting]


def read_event(file: Path) -> Event:
    """Read the event in a file. Raises EventError."""
    return _Reader(file).event()


def _short_text(file: Path) -> str:
    """Return the text of a file. Raises OSError, or ValueError when it cannot be an event."""
    with file.open("rb") as content:
        text = content.read(EVENT_BYTES + 1)
    if len(text) > EVENT_BYTES:
        raise ValueError(f"it has more than {EVENT_BYTES} bytes")
    return text.decode()


def _is_file(path: Path) -> bool:
    """Tell whether there is such a file; a path that is too long for one names none."""
    with suppress(OSError):
        return path.is_file()
    return False


class _Reader:
    """One file, and what is wrong with it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._problems: list[str] = []
        try:
            self._text = _short_text(file)
            self._document = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            at = _AT.search(str(error))
            line = at[1] if at else len(self._text.splitlines())
            raise EventError([f"{file}:{line}: {_AT.sub('', str(error)).strip()}"]) from error
        except (OSError, ValueError) as error:
            raise EventError([f"{file} cannot be read: {error}"]) from error
        except RecursionError as error:
            raise EventError([f"{file} is nested too deeply"]) from error
        self._lines = dict(_key_lines(self._text))

    def event(self) -> Event:
        """Return the event."""
        top = self._checked(self._document, EVENT_KEYS, ())
        settings = {
            key: self._setting(value, key)
            for key, value in top.items()
            if EVENT_KEYS[key] not in (dict, list)
        }
        for table, keys in (("setup", SETUP_KEYS), ("clock", CLOCK_KEYS)):
            part = self._checked(top.get(table, {}), keys, (table,))
            settings |= {key: self._setting(value, table, key) for key, value in part.items()}
        if "seed_from" in settings and _is_file(found := self._file.parent / top["seed_from"]):
            settings["seed_from"] = self._setting(str(found), "seed_from")
        bots = tuple(self._bots(top.get("bots", [])))
        if not bots and not self._problems:
            self._complain("an event needs `bots`, a list of files, folders or tables with a `path`")
        if self._problems:
            raise EventError(self._problems)
        return Event(bots, settings)

    def _setting(self, value: Any, *place: str | int) -> Setting:
        return Setting(value, f"{self._file}:{self._line(*place)}: {place[-1]}")

    def _line(self, *place: str | int) -> int:
        """Return the line of a key, or of what contains it."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    def _complain(self, sentence: str, *place: str | int) -> None:
        self._problems.append(f"{self._file}:{self._line(*place)}: {sentence}")

    def _checked(
        self, table: dict[str, Any], keys: dict[str, type], place: tuple[str | int, ...]
    ) -> dict[str, Any]:
        """Return the part of a table that is as it should be."""
        for key, value in table.items():
            if key not in keys:
                self._complain(_unknown(key, keys), *place, key)
            elif type(value) is not keys[key]:
                self._complain(f"{key} is {_TYPES[keys[key]]}, not {_shown(value)}", *place, key)
        return {key: value for key, value in table.items() if type(value) is keys.get(key)}

    def _bots(self, entries: list[Any]) -> Iterator[Entrant]:
        for index, entry in enumerate(entries):
            if isinstance(entry, str):
                yield from self._entrants({"path": entry}, self._element(entry))
            elif isinstance(entry, dict):
                bot = self._checked(entry, BOT_KEYS, ("bots", index))
                if "path" in entry:
                    yield from self._entrants(bot, self._line("bots", index, "path"))
                else:
                    self._complain("a bot needs a `path`", "bots", index)
            else:
                self._complain(f"a bot is a text or a table with a `path`, not {_shown(entry)}", "bots")

    def _element(self, text: str) -> int:
        """Return the line of a text in the list of bots."""
        first = self._line("bots")
        lines = enumerate(self._text.splitlines()[first - 1 :], first)
        return next((number for number, line in lines if text in line), first)

    def _entrants(self, bot: dict[str, Any], line: int) -> Iterator[Entrant]:
        """Yield the bot of an entry, or those of a pattern such as `bots/*.py`."""
        path, beside = bot.get("path", ""), self._file.parent
        found = [path]
        if not lexists(beside / path) and " " not in path and set(path) & set("*?["):
            found = sorted(glob(path, root_dir=beside))  # noqa: PTH207 - a Path refuses some patterns
        if not found:
            self._problems.append(f"{self._file}:{line}: nothing matches {path!r}")
        if len(found) > 1 and "name" in bot:
            self._problems.append(
                f"{self._file}:{line}: {len(found)} bots match {path!r}; one name will not do"
            )
        for match in found:
            where = f"{self._file}:{line}"
            yield Entrant(match, beside, bot.get("name", ""), bot.get("author", ""), where)


def _key_lines(text: str) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Yield the places of the keys and tables of a document, and their lines; entries of lists are counted from 0."""
    table: tuple[str | int, ...] = ()
    entries: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(header[1].split("."))
            if line.lstrip().startswith("[["):
                entries[header[1]] = entries.get(header[1], -1) + 1
                table = (*table, entries[header[1]])
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *key[1].split(".")), number


def _unknown(key: str, keys: Collection[str]) -> str:
    close = get_close_matches(key, keys, n=1, cutoff=0.6)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(keys)}"
    return f"there is no key {key}; {hint}"


def _shown(value: object) -> str:
    return repr(value) if not isinstance(value, bool) else str(value).lower()
