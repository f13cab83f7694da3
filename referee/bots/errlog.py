"""The standard error of a bot, kept within bounds."""

from pathlib import Path

from referee.bots.faults import HostFault

HEAD_BYTES = 32_768
TAIL_BYTES = 32_768
RECENT_BYTES = 2_000


class ErrorLog:
    """What the processes of one seat write to standard error, one after the other.

    The file gets the first 32 KiB at once. Of the rest the last 32 KiB are kept in memory and added, with a
    note of what is missing between, by `save`. An existing file is continued. Without a file nothing but
    `recent` is kept.
    """

    def __init__(self, file: Path | None) -> None:
        self.recent = bytearray()
        self._file = file
        self._room = HEAD_BYTES if file else 0
        self._end: int | None = None
        self._tail = bytearray()
        self._dropped = 0

    def feed(self, data: bytes) -> None:
        """Take what a bot wrote. Raises HostFault when the file cannot be written."""
        self.recent += data
        del self.recent[:-RECENT_BYTES]
        head, rest = data[: self._room], data[self._room :]
        if head:
            self._room -= len(head)
            self._end = self._write(head, self._end)
        if rest and self._file:
            self._tail += rest
            surplus = max(0, len(self._tail) - TAIL_BYTES)
            self._dropped += surplus
            del self._tail[:surplus]

    def new_process(self) -> None:
        """Forget `recent`: what follows comes from another process."""
        self.recent.clear()

    def save(self) -> None:
        """Bring the file up to date. Raises HostFault when it cannot be written."""
        if self._tail:
            note = f"\n[{self._dropped} bytes left out here]\n".encode() if self._dropped else b""
            self._write(note + self._tail, self._end)

    def _write(self, data: bytes, start: int | None) -> int:
        """Write `data` at byte `start` of the file (None: at its end), as its last; return where it ends."""
        assert self._file is not None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("ab") as file:
                if start is not None:
                    file.truncate(start)
                file.write(data)
                return file.tell()
        except OSError as error:
            raise HostFault(f"{self._file} cannot be written: {error.strerror}.") from error
