"""Who is at work in the folder of a run: one referee at a time, until it ends, however it ends."""

import fcntl
import os
import time
from pathlib import Path

from referee.tournament.database import StoreError

LOCK_ATTEMPTS, LOCK_PAUSE_S = 5, 0.02
"""How often a folder is tried to be had for oneself, and the seconds between."""


class RunLockedError(StoreError):
    """Another referee is at work in the folder."""


def at_work(folder: Path) -> bool:
    """Tell whether a referee is at work in a folder, whatever became of it otherwise."""
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def hold(folder: Path) -> int:
    """Return an open descriptor of the folder that keeps other referees out until it is closed.

    Those who merely ask whether one is at work hold the folder for a moment, which is waited for. Raises
    RunLockedError.
    """
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(LOCK_PAUSE_S if attempt < LOCK_ATTEMPTS else 0)
        else:
            return lock
    os.close(lock)
    raise RunLockedError(f"another referee is at work in {folder}")
