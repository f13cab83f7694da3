"""Sends the lines of a file to a program, each after the answer to the last, parsing the answers.

`python pingpong.py FILE ROUNDS PROGRAM ARGUMENT...` prints microseconds for each round trip.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter


def main(file: str, rounds: str, *program: str) -> None:
    lines = Path(file).read_bytes().splitlines(keepends=True)
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as child:
        assert child.stdin
        assert child.stdout
        down, up = child.stdin.fileno(), child.stdout.fileno()
        _exchange(lines, down, up)
        start = perf_counter()
        for _ in range(int(rounds)):
            _exchange(lines, down, up)
        spent = perf_counter() - start
        child.stdin.close()
    print(spent / (len(lines) * int(rounds)) * 1e6)


def _exchange(lines: list[bytes], down: int, up: int) -> None:
    for line in lines:
        os.write(down, line)
        answer = os.read(up, 4096)
        while not answer.endswith(b"\n"):
            answer += os.read(up, 4096)
        json.loads(answer)


main(*sys.argv[1:])
