"""Private folders for temporary files, which are gone in the end, even after `kill -9`.

Whoever uses such a folder holds a lock on it, and the kernel takes the lock away with the process. So a folder
that nobody holds was left behind, and whoever comes next removes it.
"""

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

PREFIX = "referee-scratch-"


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
        _remove(self.path)
        os.close(self._lock)


def sweep() -> None:
    """Remove the folders that dead processes of this user left behind."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            lock = _open(path)
            if _hold(lock, path):
                _remove(path)
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


def _remove(folder: Path) -> None:
    """Remove a folder; its former user may have closed parts of it. An empty one takes no descriptors."""
    with suppress(OSError):
        folder.rmdir()
        return
    for place, folders, _ in os.walk(folder):
        for name in folders:
            inner = Path(place, name)
            if not inner.is_symlink():
                with suppress(OSError):
                    inner.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)
