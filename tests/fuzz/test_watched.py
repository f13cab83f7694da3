"""Commands on hostile files: how they end, what they print, and that they reach for nothing but the file."""

import json
import subprocess
import sys
from pathlib import Path

from protocol.codec import printable
from referee.cli.exits import ExitCode


def test_hostile_files_are_read_and_nothing_else(tmp_path):
    words = [sys.executable, "-m", "tests.fuzz.watch", str(tmp_path)]
    ended = subprocess.run(words, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(told) > 80
    assert {one["status"] for one in told} == {ExitCode.OK, ExitCode.FOUND, ExitCode.MISMATCH}
    for one in told:
        path = one["words"][-1]
        assert set(one["noted"]) == {f"open {path} r"}, one
        assert "Traceback" not in one["output"], one
        assert printable(one["output"]) == one["output"], one
