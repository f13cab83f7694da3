"""A bot that tries to break out: a program of its own, which uses nothing of the referee.

`python burglar.py TARGETS NAME...` makes the attempts named, each in a process of its own, and writes a line of JSON
for each: what it got (`got`), or what kept it back (`error`). TARGETS is JSON; `attempts.py` fills it in and judges.
"""

import contextlib
import ctypes
import errno
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Targets = dict[str, Any]

PATIENCE_S = 5
DESCRIPTORS = 1024
FORKS = 400
FILES = 3
FILE_BYTES = 60 << 20
LONG_FILE_BYTES = 100 << 20
SHARED_BYTES = 8 << 20
PTRACE_PEEKDATA, PTRACE_ATTACH, PTRACE_DETACH = 2, 16, 17
CLONE_NEWUSER = 0x1000_0000


def connect_tcp(targets: Targets) -> None:
    """Send a word to a server of the machine."""
    with socket.create_connection(("127.0.0.1", targets["tcp"]), PATIENCE_S) as link:
        link.sendall(targets["word"].encode())


def send_udp(targets: Targets) -> None:
    """Send a word to a server of the machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.sendto(targets["word"].encode(), ("127.0.0.1", targets["udp"]))


def connect_unix(targets: Targets) -> None:
    """Send a word to a socket that lies in a folder."""
    _send_unix(targets["unix"], targets["word"])


def connect_abstract(targets: Targets) -> None:
    """Send a word to a socket that lies in no folder."""
    _send_unix("\0" + targets["abstract"], targets["word"])


def _send_unix(address: str, word: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(PATIENCE_S)
        link.connect(address)
        link.sendall(word.encode())


def read_file(path: str) -> str:
    """Return the content of a file."""
    return Path(path).read_bytes().decode(errors="replace")


def append(path: str, word: str) -> None:
    """Write a word at the end of what is there already; never make it."""
    place = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.write(place, word.encode())


def make_file(folder: str, word: str) -> None:
    """Make a file whose name is a word."""
    os.close(os.open(f"{folder}/{word}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def read_memory(process: int, address: int, length: int) -> str:
    """Read another process's memory with a system call."""
    buffer = ctypes.create_string_buffer(length)
    local, remote = (struct.pack("PN", place, length) for place in (ctypes.addressof(buffer), address))
    count = (ctypes.c_ulong(1), ctypes.c_ulong(1), ctypes.c_ulong(0))
    _check(_kernel().process_vm_readv(process, local, count[0], remote, count[1], count[2]))
    return buffer.raw.decode(errors="replace")


def read_memory_file(process: int, address: int, length: int) -> str:
    """Read another process's memory from /proc."""
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        memory.seek(address)
        return memory.read(length).decode(errors="replace")


def trace(process: int, address: int, length: int) -> str:
    """Stop another process as a debugger does, and read its memory."""
    kernel = _kernel()
    kernel.ptrace.restype = ctypes.c_long
    _check(kernel.ptrace(PTRACE_ATTACH, process, None, None))
    os.waitpid(process, 0)
    words = range(address, address + length, 8)
    read = b"".join(
        struct.pack("l", kernel.ptrace(PTRACE_PEEKDATA, process, ctypes.c_void_p(at), None)) for at in words
    )
    kernel.ptrace(PTRACE_DETACH, process, None, None)
    return read.decode(errors="replace")


def own_environment(_targets: Targets) -> str:
    """Return all variables that were inherited."""
    return json.dumps(dict(os.environ))


def own_descriptors(_targets: Targets) -> str:
    """Return what may be read from all descriptors that were inherited."""
    contents = []
    for descriptor in range(DESCRIPTORS):
        with contextlib.suppress(OSError):
            contents.append(os.pread(descriptor, 1 << 16, 0).decode(errors="replace"))
    return "".join(contents)


def raise_limits(_targets: Targets) -> str:
    """Lift the limit on memory."""
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    more = resource.RLIM_INFINITY if most != resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_DATA, (more, more))
    return "lifted"


def take_memory(targets: Targets) -> str:
    """Take more memory than the limit allows."""
    mmap.mmap(-1, targets["memory"], flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    return "taken"


def share_memory(targets: Targets) -> str:
    """Take as much memory that processes can share."""
    mmap.mmap(-1, targets["memory"], flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS).close()
    return "taken"


def long_file(_targets: Targets) -> str:
    """Write a file that is longer than allowed."""
    return _fill(os.environ["TMPDIR"], [LONG_FILE_BYTES])


def many_files(_targets: Targets) -> str:
    """Write several long files."""
    return _fill(os.environ["TMPDIR"], [FILE_BYTES] * FILES)


def fill_shared_memory(_targets: Targets) -> str:
    """Write a long file where processes share memory."""
    return _fill("/dev/shm", [SHARED_BYTES])  # noqa: S108 - the very place


def _fill(folder: str, lengths: list[int]) -> str:
    """Have the kernel set aside room for files, and give it back."""
    made: list[Path] = []
    try:
        for number, length in enumerate(lengths):
            made.append(Path(folder, f"burglar-{os.getpid()}-{number}"))
            file = os.open(made[-1], os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            os.posix_fallocate(file, 0, length)
    finally:
        for path in made:
            path.unlink(missing_ok=True)
    return "filled"


def fork_often(_targets: Targets) -> str:
    """Fork many times, and end what came of it."""
    children: list[int] = []
    try:
        for _ in range(FORKS):
            child = os.fork()
            if not child:
                signal.pause()
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return "forked"


def make_namespace(_targets: Targets) -> str:
    """Make a user namespace, in which one has the rights of root."""
    _check(_kernel().unshare(CLONE_NEWUSER))
    return "made"


def outlive(_targets: Targets) -> str:
    """Leave a process behind that has a session of its own and no parent; it ends by itself in the end."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            for descriptor in range(3):
                os.close(descriptor)
            time.sleep(60)
        os._exit(0)
    os.wait()
    return "left"


ATTEMPTS: dict[str, Callable[[Targets], str | None]] = {
    "tcp": connect_tcp,
    "udp": send_udp,
    "unix-socket": connect_unix,
    "abstract-socket": connect_abstract,
    "environment": own_environment,
    "descriptors": own_descriptors,
    "plan": lambda at: read_file(at["plan"]),
    "database": lambda at: read_file(at["database"]),
    "write-run": lambda at: append(at["plan"], at["word"]),
    "add-to-run": lambda at: make_file(at["run"], at["word"]),
    "others-file": lambda at: read_file(at["file"]),
    "others-private-file": lambda at: read_file(at["private_file"]),
    "write-others-file": lambda at: append(at["file"], at["word"]),
    "own-program": lambda at: append(at["program"], f"# {at['word']}\n"),
    "leave-a-file": lambda at: make_file(at["temporary"], at["word"]),
    "others-memory": lambda at: read_memory(at["other"], at["other_address"], at["length"]),
    "others-memory-file": lambda at: read_memory_file(at["other"], at["other_address"], at["length"]),
    "others-environment": lambda at: read_file(f"/proc/{at['other']}/environ"),
    "trace-other": lambda at: trace(at["other"], at["other_address"], at["length"]),
    "others-input": lambda at: append(f"/proc/{at['other']}/fd/0", at["word"] + "\n"),
    "others-output": lambda at: append(f"/proc/{at['other']}/fd/1", at["word"] + "\n"),
    "referees-memory": lambda at: read_memory(at["referee"], at["referee_address"], at["length"]),
    "referees-memory-file": lambda at: read_memory_file(at["referee"], at["referee_address"], at["length"]),
    "referees-environment": lambda at: read_file(f"/proc/{at['referee']}/environ"),
    "referees-descriptors": lambda at: read_file(f"/proc/{at['referee']}/fd/{at['referee_descriptor']}"),
    "limits": raise_limits,
    "memory": take_memory,
    "shared-memory": share_memory,
    "long-file": long_file,
    "many-files": many_files,
    "dev-shm": fill_shared_memory,
    "fork-bomb": fork_often,
    "namespace": make_namespace,
    "outlive": outlive,
    "signal-other": lambda at: os.kill(at["other"], signal.SIGTERM),
    "signal-referee": lambda at: os.kill(at["referee"], signal.SIGTERM),
}


def _kernel() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def attempt(name: str, targets: Targets) -> dict[str, str]:
    """Make an attempt and return what came of it."""
    try:
        return {"name": name, "got": ATTEMPTS[name](targets) or ""}
    except TimeoutError:
        return {"name": name, "error": "ETIMEDOUT"}
    except OSError as error:
        return {"name": name, "error": errno.errorcode.get(error.errno or 0, type(error).__name__)}
    except (MemoryError, ValueError) as error:
        return {"name": name, "error": "EPERM" if isinstance(error, ValueError) else "ENOMEM"}


def main() -> None:
    """Make the attempts, one after the other."""
    targets = json.loads(sys.argv[1])
    for name in sys.argv[2:]:
        if not os.fork():
            signal.alarm(PATIENCE_S)
            os.write(1, (json.dumps(attempt(name, targets)) + "\n").encode())
            os._exit(0)
        _, status = os.wait()
        if status:
            print(json.dumps({"name": name, "error": f"status {status}"}), flush=True)  # noqa: T201 - its output
    sys.stdin.read()


if __name__ == "__main__":
    main()
