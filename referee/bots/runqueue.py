"""How long this thread was ready to run and did not, because the processor was busy with something else."""

import os

_FILE = "/proc/thread-self/schedstat"


class RunQueue:
    """The kernel's account of the thread that makes it; see `sched-stats` in the documentation of Linux.

    Where the kernel keeps none, all times are 0.
    """

    def __init__(self) -> None:
        try:
            self._file: int | None = os.open(_FILE, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._file = None

    def waited_ns(self) -> int:
        """Return the time waited for a processor since the thread began."""
        if self._file is None:
            return 0
        return int(os.pread(self._file, 64, 0).split(b" ", 2)[1])

    def close(self) -> None:
        """Let go of the account."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
