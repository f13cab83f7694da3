"""What a user calls a bot, and the program it stands for."""

import errno
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from protocol.codec import printable

BUILD_SECONDS = 600
"""How long a bot's `build` may take."""

MANIFEST_BYTES = 65_536
"""A longer `bot.toml` is refused unread."""

PYTHON = "{python}"
"""The first word of a `run` that stands for this interpreter, with everything that is installed for it."""

_SKIPPED = frozenset({"__pycache__", "build"})
_RECORD = "run.db"
"""A folder with this file is that of a run, and no part of the bot beside which it was played."""


class BotCommand(Struct, frozen=True):
    """A bot's program.

    `argv` starts with an absolute path, `folder` is the working directory, `build` the command that makes the
    program (empty: nothing to do), `sha256` the digest of what the bot consists of. `source` is the absolute path of
    the file or folder that it is, empty for a command line; `author` is who wrote it, empty where nobody says so.
    """

    name: str
    argv: tuple[str, ...]
    folder: str
    build: tuple[str, ...] = ()
    sha256: str = ""
    source: str = ""
    author: str = ""


class CommandError(Exception):
    """A user's bot does not stand for a program."""

    def __init__(self, spec: str, sentence: str) -> None:
        self.spec = printable(spec)
        self.sentence = printable(sentence)
        super().__init__(f"{self.spec}: {self.sentence}")


class BuildError(Exception):
    """A bot's `build` failed; `output` is what it printed."""

    def __init__(self, command: BotCommand, sentence: str, output: str) -> None:
        super().__init__(f"{command.name}: {sentence}")
        self.command = command
        self.sentence = sentence
        self.output = output


MANIFEST = "bot.toml"
"""The manifest that a folder stands for; other bots of the same folder have manifests of other names."""


class _Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a manifest."""

    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    author: str = ""


def resolve(spec: str, beside: Path = Path()) -> BotCommand:
    """Return the program that `spec` stands for, seen from the folder `beside`.

    A `.py` file runs with this interpreter, an executable file as it is, a folder by its `bot.toml` or by the
    `.toml` file that is named; text with a space is a command line whose first word is a program. Raises
    CommandError for anything else.
    """
    command = _resolved(spec, beside)
    try:
        "".join((command.name, command.folder, command.source, *command.argv, *command.build)).encode()
    except UnicodeEncodeError as error:
        raise CommandError(spec, "Its name or a path to it is not UTF-8 text.") from error
    return command


def _resolved(spec: str, beside: Path) -> BotCommand:
    path = beside / spec
    try:
        if path.is_dir():
            return _from_manifest(spec, path.resolve() / MANIFEST)
        if path.is_file() and path.suffix == ".toml":
            return _from_manifest(spec, path.resolve())
        if path.is_file():
            return _from_file(spec, path.resolve())
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise CommandError(spec, f"It cannot be read: {error.strerror}.") from error
    if " " in spec.strip():
        return _from_words(spec, beside)
    raise CommandError(spec, "There is no such file or folder.")


def build(command: BotCommand) -> None:
    """Run the bot's build command, if it has one, in its folder. Raises BuildError."""
    if not command.build:
        return
    try:
        done = subprocess.run(
            command.build,
            cwd=command.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=BUILD_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"").decode(errors="backslashreplace")
        raise BuildError(command, f"The build took more than {BUILD_SECONDS} seconds.", output) from error
    except OSError as error:
        sentence = f"The build command {command.build[0]} cannot be started: {error.strerror}."
        raise BuildError(command, sentence, "") from error
    if done.returncode != 0:
        sentence = f"The build ended with status {done.returncode}."
        raise BuildError(command, sentence, done.stdout.decode(errors="backslashreplace"))


def changed(command: BotCommand) -> bool:
    """Tell whether a bot's program, where it lies, is another one by now than when it was resolved.

    Command lines are not followed up, nor what is built (of its folder, a build may change anything), nor what cannot
    be found.
    """
    with suppress(CommandError):
        found = resolve(command.source) if command.source else command
        return not found.build and found.sha256 != command.sha256
    return False


def _from_file(spec: str, path: Path) -> BotCommand:
    if path.suffix == ".py":
        argv: tuple[str, ...] = (sys.executable, str(path))
    elif os.access(path, os.X_OK):
        argv = (str(path),)
    else:
        raise CommandError(spec, "The file is neither executable nor a .py or .toml file.")
    sha256 = _digest([("", path.read_bytes())])
    return BotCommand(path.stem, argv, str(path.parent), sha256=sha256, source=str(path))


def _from_words(spec: str, beside: Path) -> BotCommand:
    try:
        words = shlex.split(spec)
    except ValueError as error:
        raise CommandError(spec, f"The command line cannot be split into words: {error}.") from error
    beside = beside.resolve()
    program = shutil.which(beside / words[0] if "/" in words[0] else words[0]) if words else None
    if program is None:
        raise CommandError(spec, "It is neither a file or folder nor a command line with a known program.")
    sha256 = _digest([("", os.fsencode("\0".join(words)))])
    return BotCommand(spec, (str(Path(program).absolute()), *words[1:]), str(beside), sha256=sha256)


def _from_manifest(spec: str, file: Path) -> BotCommand:
    folder = file.parent
    manifest = _manifest(spec, file)
    program = _program(spec, folder, manifest)
    made = program if manifest.build else None
    parts = [(str(path.relative_to(folder)), path.read_bytes()) for path in _sources(folder, made)]
    name = folder.name
    if file.name != MANIFEST:
        name += f"-{file.stem}"
        parts.append(("", file.name.encode()))
    return BotCommand(
        name=name,
        argv=(str(program), *manifest.run[1:]),
        folder=str(folder),
        build=manifest.build,
        sha256=_digest(parts),
        source=str(folder if file.name == MANIFEST else file),
        author=manifest.author,
    )


def _manifest(spec: str, file: Path) -> _Manifest:
    try:
        manifest = msgspec.convert(tomllib.loads(_short_text(file)), _Manifest)
    except FileNotFoundError as error:
        raise CommandError(spec, f"The folder has no {MANIFEST}.") from error
    except RecursionError as error:
        raise CommandError(spec, f"Its {file.name} is nested too deeply.") from error
    except (OSError, ValueError) as error:
        raise CommandError(spec, f"Its {file.name} is wrong: {error}.") from error
    if not manifest.run or not manifest.run[0]:
        raise CommandError(spec, f"Its {file.name} has an empty `run`.")
    if "\0" in "".join((*manifest.run, *manifest.build)):
        raise CommandError(spec, f"Its {file.name} has a NUL character in a command.")
    return manifest


def _short_text(file: Path) -> str:
    """Return the text of a regular file. Raises OSError, or ValueError when it cannot be a manifest."""
    if file.exists() and not file.is_file():
        raise ValueError("it is no file")
    with file.open("rb") as content:
        text = content.read(MANIFEST_BYTES + 1)
    if len(text) > MANIFEST_BYTES:
        raise ValueError(f"it has more than {MANIFEST_BYTES} bytes")
    return text.decode()


def _program(spec: str, folder: Path, manifest: _Manifest) -> Path:
    """Return the absolute path of what `run` names first: this interpreter, a path from the folder, or on PATH."""
    word = manifest.run[0]
    if word == PYTHON:
        return Path(sys.executable)
    if "/" not in word:
        found = shutil.which(word)
        if found is None:
            raise CommandError(spec, f"No program {word} is installed; a file of the folder is ./{word}.")
        return Path(found).absolute()
    program = folder / word
    if not manifest.build and not os.access(program, os.X_OK):
        raise CommandError(spec, f"Its program {word} is missing or not executable.")
    return program


def _sources(folder: Path, made: Path | None) -> list[Path]:
    """Return the files that a bot consists of, without what its build or its interpreter makes."""
    runs = {path.parent for path in folder.rglob(_RECORD)}
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path != made
        and runs.isdisjoint(path.parents)
        and not any(part in _SKIPPED or part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _digest(parts: Iterable[tuple[str, bytes]]) -> str:
    """Return the SHA-256 of named pieces, each preceded by its name and its length."""
    total = hashlib.sha256()
    for name, content in parts:
        total.update(os.fsencode(f"{name}\0{len(content)}\0"))
        total.update(content)
    return total.hexdigest()
