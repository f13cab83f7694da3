"""Folders are removed whatever a bot made of them."""

import os
import time
from pathlib import Path

import pytest

from referee.bots.sandbox import scratch


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "scratch"
    made.mkdir()
    return made


def gone(folder: Path) -> bool:
    """Whether a folder disappears, be it behind our back."""
    deadline = time.monotonic() + 60
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not folder.exists()


def test_an_empty_folder_is_gone_at_once(folder: Path):
    scratch.remove(folder)
    assert not folder.exists()


def test_a_folder_that_is_gone_already_is_no_error(folder: Path):
    folder.rmdir()
    scratch.remove(folder)


def test_folders_deeper_than_python_recurses(folder: Path):
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(1_200):
            Path("deeper").mkdir()
            os.chdir("deeper")
    finally:
        os.fchdir(here)
        os.close(here)
    scratch.remove(folder)
    assert gone(folder)


def test_what_may_not_be_read_or_written(folder: Path):
    closed = folder / "closed"
    closed.mkdir()
    (closed / "file").touch()
    closed.chmod(0)
    scratch.remove(folder)
    assert gone(folder)
