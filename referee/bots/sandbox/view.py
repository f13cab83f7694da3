"""Which files a bot needs: the system's, those of the programs that run it, and its own."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import protocol
from referee.bots.command import BotCommand

SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")))

SETTINGS = (
    *map(Path, ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/ssl/openssl.cnf")),
    *sorted(Path("/etc").glob("java*")),
)
"""What programs expect in /etc, and nothing that tells of this machine."""

MANIFEST = "bot.toml"
PACKAGES = (Path(__file__).parents[2], Path(protocol.__file__).parent)
"""What a bot may import that runs with this interpreter, wherever it is installed."""

_LONGEST_HEAD = 256
_MOST_LINKS = 40


def needed(command: BotCommand) -> list[Path]:
    """Return the files and folders outside the system that a bot must see, none of them within another.

    A bot with a `bot.toml` sees its folder, any other one the files that its command names: other bots may lie
    beside them. Of an interpreter it sees the installation. Raises OSError when the program cannot be read.
    """
    program = Path(command.argv[0])
    places = list(_own(command))
    if not _within(program, [Path(command.folder)]):
        places += _installations(program)
    places += _interpreter(program)
    if command.argv[0] == sys.executable:
        places += PACKAGES
    return outermost(place for place in places if not _within(place, (*SYSTEM, *SETTINGS)))


def outermost(places: Iterable[Path]) -> list[Path]:
    """Return the places without those that lie within others, in order."""
    kept: list[Path] = []
    for place in sorted(set(places)):
        if not _within(place, kept):
            kept.append(place)
    return kept


def _within(place: Path, folders: Iterable[Path]) -> bool:
    return any(place.is_relative_to(folder) for folder in folders)


def _own(command: BotCommand) -> Iterator[Path]:
    folder = Path(command.folder)
    if (folder / MANIFEST).is_file():
        yield folder
    for word in command.argv:
        place = folder / word
        if place.is_file() and (word == command.argv[0] or not _within(place, SYSTEM)):
            yield place.absolute()


def _interpreter(program: Path) -> Iterator[Path]:
    """Yield what a script's first line needs: `#!/usr/bin/env NAME` and its like."""
    with program.open("rb") as script:
        head = script.read(_LONGEST_HEAD)
    if not head.startswith(b"#!"):
        return
    words = os.fsdecode(head[2:].split(b"\n", 1)[0]).split()
    names = [word for word in words[1:] if not word.startswith("-")] if Path(words[0]).name == "env" else []
    for word in (words[0], *names[:1]):
        if found := shutil.which(word):
            yield from _installations(Path(found))


def _installations(program: Path) -> Iterator[Path]:
    """Yield where a program and all that its symbolic links lead through are installed."""
    for place in _links(program):
        if _within(place, SYSTEM):
            continue
        root = place.parent.parent
        if place.parent.name == "bin" and (root / "lib").is_dir() and not Path.home().is_relative_to(root):
            yield root
            yield from _base(root)
        else:
            yield place


def _links(program: Path) -> Iterator[Path]:
    yield program.resolve()
    place = program.absolute()
    for _ in range(_MOST_LINKS):
        yield place
        if not place.is_symlink():
            return
        place = place.parent / place.readlink()


def _base(environment: Path) -> Iterator[Path]:
    """Yield the installation that a virtual environment of Python builds on."""
    settings = environment / "pyvenv.cfg"
    if settings.is_file():
        for line in settings.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                yield Path(value.strip()).parent
