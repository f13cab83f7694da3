"""What a bot may open: a ruleset of Linux's Landlock, made here and put on by the bot's `guard`.

Numbers are those of `linux/landlock.h`; the system calls have the same numbers on all architectures.
"""

import ctypes
import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

LEAST_VERSION = 3
"""Before it, files that may not be written could be cut short."""

_CREATE_RULESET, _ADD_RULE = 444, 445
_VERSION = 1
_PATH_BENEATH = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_TCP = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11


@cache
def version() -> int:
    """Return the version of Landlock that the kernel offers, 0 where there is none."""
    return max(
        0, int(_kernel().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION)))
    )


def ruleset(readable: Iterable[Path], writable: Iterable[Path], listable: Iterable[Path]) -> int:
    """Return a descriptor of rules: places to read and run files, ones for every use, ones to see names only.

    Everything else is refused, as are TCP, sockets outside the file system and signals to other processes, as far
    as the kernel can. What does not exist is left out. Raises OSError.
    """
    every = (1 << 13) - 1 | _REFER | _TRUNCATE | (_IOCTL_DEV if version() >= 5 else 0)
    network = _TCP if version() >= 4 else 0
    scopes = _ABSTRACT_SOCKETS_AND_SIGNALS if version() >= 6 else 0
    words = struct.pack("=QQQ", every, network, scopes)[: 8 if version() < 4 else 16 if version() < 6 else 24]
    rules = _checked(
        _kernel().syscall(_CREATE_RULESET, words, ctypes.c_size_t(len(words)), ctypes.c_uint32(0))
    )
    try:
        uses = every & ~_MAKE_CHAR & ~_MAKE_BLOCK
        for places, rights in ((readable, _READ), (writable, uses), (listable, _READ_DIR)):
            for place in places:
                with suppress(FileNotFoundError):
                    _allow(rules, place, rights)
    except BaseException:
        os.close(rules)
        raise
    return rules


def _allow(rules: int, place: Path, rights: int) -> None:
    here = os.open(place, os.O_PATH | os.O_CLOEXEC)
    try:
        granted = rights if place.is_dir() else rights & _ON_FILES
        rule = struct.pack("=Qi", granted, here)
        _checked(_kernel().syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, ctypes.c_uint32(0)))
    finally:
        os.close(here)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


@cache
def _kernel() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
