from pathlib import Path

import pytest

from referee.bots import HostFault
from referee.bots.errlog import HEAD_BYTES, RECENT_BYTES, TAIL_BYTES, ErrorLog


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "bot.log"


def test_little_is_kept_whole_and_at_once(file: Path):
    log = ErrorLog(file)
    assert not file.exists()
    log.feed(b"one\n")
    log.feed(b"two\n")
    assert file.read_bytes() == b"one\ntwo\n"
    log.save()
    assert file.read_bytes() == b"one\ntwo\n"


def test_of_much_the_first_and_the_last_part_are_kept(file: Path):
    log = ErrorLog(file)
    written = b"".join(b"%07d\n" % number for number in range(30_000))
    for start in range(0, len(written), 5_000):
        log.feed(written[start : start + 5_000])
    log.save()
    kept = file.read_bytes()
    dropped = len(written) - HEAD_BYTES - TAIL_BYTES
    note = b"\n[%d bytes left out here]\n" % dropped
    assert kept == written[:HEAD_BYTES] + note + written[-TAIL_BYTES:]
    log.feed(b"the end")
    log.save()
    kept = file.read_bytes()
    assert kept.count(b"left out here") == 1
    assert kept.endswith(b"the end")
    assert len(kept) < HEAD_BYTES + TAIL_BYTES + 60


def test_what_fits_behind_the_first_part_is_whole(file: Path):
    log = ErrorLog(file)
    written = bytes(range(256)) * 200
    log.feed(written)
    log.save()
    assert file.read_bytes() == written


def test_an_existing_file_is_continued(file: Path):
    first = ErrorLog(file)
    first.feed(b"first run\n")
    first.save()
    second = ErrorLog(file)
    second.feed(b"x" * (HEAD_BYTES + TAIL_BYTES + 1))
    second.save()
    second.save()
    kept = file.read_bytes()
    assert kept.startswith(b"first run\nxxx")
    assert kept.count(b"[1 bytes left out here]") == 1


def test_recent_is_the_end_of_the_present_process(file: Path):
    log = ErrorLog(file)
    log.feed(b"x" * RECENT_BYTES + b"tail")
    assert bytes(log.recent) == (b"x" * RECENT_BYTES + b"tail")[4:]
    log.new_process()
    assert not log.recent
    log.feed(b"next")
    assert log.recent == b"next"


def test_without_a_file_nothing_but_recent_is_kept():
    log = ErrorLog(None)
    log.feed(b"x" * 1_000_000)
    log.save()
    assert len(log.recent) == RECENT_BYTES
    assert len(log._tail) == 0


def test_a_file_that_cannot_be_written_is_the_hosts_fault(tmp_path: Path):
    log = ErrorLog(tmp_path)
    with pytest.raises(HostFault, match="cannot be written: Is a directory"):
        log.feed(b"x")


def test_a_full_disk_is_the_hosts_fault():
    log = ErrorLog(Path("/dev/full"))
    with pytest.raises(HostFault, match="No space left on device"):
        log.feed(b"x" * 100_000)
