"""Bots that fill what there is to fill."""

import os
from pathlib import Path

from referee.hostile.talk import Message, misdeed, play, reply, sleep

MIB = 1 << 20
MOST_MIB = 256
"""Where a bot stops that nobody stops: enough for its harm to be seen, not enough to harm the machine."""

FILES = 1_000
DEPTH = 1_500


def floods_stderr() -> None:
    """Writes to standard error for ever, and moves no more."""
    misdeed()
    while True:
        os.write(2, b"x" * 65_536)


def complains_and_plays() -> None:
    """Writes ten megabytes to standard error, and plays on."""
    message = misdeed()
    for _ in range(160):
        os.write(2, b"x" * 65_536)
    reply(message)
    play()


def hoards_memory() -> None:
    """Takes memory until it gets no more, and crashes of it."""
    misdeed()
    hoard: list[bytes] = []
    while len(hoard) < MOST_MIB:
        hoard.append(b"x" * MIB)
    sleep()


def fills_its_disk() -> None:
    """Writes to a file until it can write no more, and crashes of it."""
    misdeed()
    with (Path(os.environ["HOME"]) / "hoard").open("wb") as file:
        for _ in range(MOST_MIB):
            file.write(bytes(MIB))
    sleep()


def opens_many_files() -> None:
    """Opens files until it can open no more, and crashes of it."""
    misdeed()
    for _ in range(FILES):
        os.open(os.devnull, os.O_RDONLY)
    sleep()


def _litter() -> Message:
    message = misdeed()
    home = Path(os.environ["HOME"])
    for number in range(FILES):
        (home / f"litter-{number}").touch()
    os.chdir(home)
    for _ in range(DEPTH):
        Path("deeper").mkdir()
        os.chdir("deeper")
    Path(".").chmod(0)  # noqa: PTH201 - the path from the root is longer than a path may be
    return message


def litters() -> None:
    """Leaves a thousand files, and folders fifteen hundred deep, in its directory, and plays on."""
    reply(_litter())
    play()


def litters_and_stays() -> None:
    """Leaves as much in its directory, and moves no more."""
    _litter()
    sleep()


BEHAVIOURS = (
    floods_stderr,
    complains_and_plays,
    hoards_memory,
    fills_its_disk,
    opens_many_files,
    litters,
    litters_and_stays,
)
