"""Ctrl-C, heeded where it suits."""

import signal
import threading
from typing import Self


class Interrupts:
    """Counts Ctrl-C instead of raising KeyboardInterrupt in the middle of things, until the second one.

    In the middle of an import, say, the interpreter would print that error and go on.
    """

    count = 0

    def __enter__(self) -> Self:
        self._ours = threading.current_thread() is threading.main_thread()
        if self._ours:
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *error: object) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, *_signal: object) -> None:
        self.count += 1
        if self.count > 1:
            raise KeyboardInterrupt
