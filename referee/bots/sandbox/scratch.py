"""Private folders for temporary files, which are gone in the end, even after `kill -9`.

Whoever uses such a folder holds a lock on it, and the kernel takes the lock away with the process. So a folder
that nobody holds was left behind, and whoever comes next removes it.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

PREFIX = "referee-scratch-"

PATIENCE_S = 0.05
"""How long the referee waits for a folder to be gone; a fuller one goes on disappearing behind its back."""

FEW = 100
"""Files and folders that are removed at once."""

_REMOVAL = 'chmod -R u+rwX "$0"; rm -rf "$0"'
_unfinished: "list[subprocess.Popen[bytes]]" = []


class Scratch:
    """An empty folder of one's own. `remove` must be called, or else the folder stays until the next `sweep`."""

    def __init__(self) -> None:
        """Make the folder. Raises OSError."""
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
            try:
                self._lock = _open(self.path)
            except OSError:
                self.path.rmdir()
                raise
            if _hold(self._lock, self.path):
                return
            # A sweep came between the making and the locking.
            os.close(self._lock)

    def remove(self) -> None:
        """Remove the folder and what is in it."""
        remove(self.path)
        os.close(self._lock)


def sweep() -> None:
    """Remove the folders that dead processes of this user left behind."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = _open(path)
            if _hold(lock, path):
                remove(path)
            os.close(lock)


def _open(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)


def _hold(lock: int, folder: Path) -> bool:
    """Lock an open folder; tell whether it is now ours alone, still there, and owned by this user."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        there, held = folder.lstat(), os.fstat(lock)
    except OSError:
        return False
    return os.path.samestat(there, held) and held.st_uid == os.geteuid()


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it, or see to it that somebody does. Never raises for what is in it.

    Its former user may have put any number of files there, at any depth, and have closed parts of it.
    """
    _unfinished[:] = [removal for removal in _unfinished if removal.poll() is None]
    with suppress(OSError):
        folder.rmdir()
        return
    if _is_small(folder):
        shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    removal = subprocess.Popen(
        ("/bin/sh", "-c", _REMOVAL, str(folder)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        removal.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        _unfinished.append(removal)


def _is_small(folder: Path) -> bool:
    """Tell whether there is little in a folder, and open those within that were closed."""
    todo, entries = [folder], 0
    with suppress(OSError):
        while todo:
            for entry in todo.pop().iterdir():
                entries += 1
                if entries > FEW:
                    return False
                if entry.is_dir() and not entry.is_symlink():
                    entry.chmod(0o700)
                    todo.append(entry)
        return True
    return False
