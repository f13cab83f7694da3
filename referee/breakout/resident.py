"""Stands for whom a burglar visits: a program of its own, which keeps a secret and repeats what it hears.

`python resident.py [FILE]` reads the secret from its first line of input and says where it is. With a FILE it stands
for a worker of the referee: it holds the file open, and keeps debuggers away as workers do.
"""

import ctypes
import json
import os
import sys

PR_SET_DUMPABLE = 4


def main() -> None:
    """Keep the secret until the input ends."""
    secret = ctypes.create_string_buffer(sys.stdin.readline().strip().encode())
    held = -1
    if len(sys.argv) > 1:
        held = os.open(sys.argv[1], os.O_RDONLY)
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    say(address=ctypes.addressof(secret), descriptor=held)
    for line in sys.stdin:
        say(heard=line.strip())


def say(**fields: object) -> None:
    """Write a line of JSON."""
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
