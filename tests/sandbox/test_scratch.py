"""Private folders are gone in the end, whatever became of those who used them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.bots.sandbox.scratch import PREFIX, Scratch, sweep
from tests.bots.table import ask, start

ROOT = Path(__file__).parents[2]

HOLDER = """
from pathlib import Path
from referee.bots.sandbox.scratch import Scratch
scratch = Scratch()
Path(scratch.path, "file").touch()
print(scratch.path, flush=True)
input()
"""


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_is_private_and_removed(temporary):
    scratch = Scratch()
    assert scratch.path.parent == temporary
    assert scratch.path.stat().st_mode & 0o777 == 0o700
    closed = scratch.path / "a" / "b"
    closed.mkdir(parents=True)
    (closed / "file").touch()
    (scratch.path / "link").symlink_to(temporary)
    closed.chmod(0)
    closed.parent.chmod(0)
    scratch.remove()
    assert list(temporary.iterdir()) == []


def test_what_a_killed_process_left_is_swept_and_nothing_else(temporary):
    ours = Scratch()
    others = [temporary / "file", temporary / f"{PREFIX}file", temporary / "folder" / "file"]
    others[2].parent.mkdir()
    for other in others:
        other.touch()
    (temporary / f"{PREFIX}link").symlink_to(others[2].parent)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        theirs = Path(holder.stdout.readline().strip())
        sweep()
        assert theirs.exists()
        holder.send_signal(signal.SIGKILL)
    sweep()
    assert not theirs.exists()
    assert ours.path.exists()
    assert all(other.exists() for other in others)
    ours.remove()


def test_what_a_bot_writes_there_is_gone_with_it(bot, seat):
    one = seat(
        bot("""
            os.mkdir(os.environ["TMPDIR"] + "/folder")
            open(os.environ["TMPDIR"] + "/folder/file", "w").close()
            play()
        """)
    )
    one.begin(start())
    assert ask(one, "r1").choice == 0
    home = one._process._launched.scratch.path
    assert (home / "folder" / "file").exists()
    one.close()
    assert not home.exists()


def test_a_daemon_that_goes_on_writing_does_not_keep_the_folder(bot, seat):
    one = seat(
        bot("""
            until("hello")
            def write_for_ever():
                os.setsid()
                for number in range(1 << 60):
                    open(os.environ["TMPDIR"] + f"/{number}", "w").close()
            os.fork() or write_for_ever()
            say(type="hello", version=1)
            play()
        """)
    )
    one.begin(start())
    home = one._process._launched.scratch.path
    while not any(home.iterdir()):
        pass
    one.close()
    deadline = time.monotonic() + 60
    while home.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not home.exists()
