"""How much of the machine each process of a bot may take."""

import resource

MEMORY_MB = 1024
"""Data of a process in MiB, unless the user says otherwise: enough for the virtual machines of Java and Node."""

FILE_BYTES = 64 << 20
"""Length of a file, at most."""

OPEN_FILES = 256
"""Descriptors of a process, at most."""

PROCESSES = 256
"""Processes and threads of a bot, at most, where they can be counted by bot. The Java VM alone starts some dozens."""

TEMPORARY_BYTES = 64 << 20
"""All temporary files of a bot together, where it has a file system of its own."""


def resource_limits(memory_mb: int) -> dict[str, int]:
    """Return the limits by the names that `prlimit` and, in capitals, the kernel give them; sizes are in bytes.

    Memory is limited as data, not as address space, of which virtual machines reserve far more than they use.
    Processes are not among them: the kernel counts all those of a user, whoever started them. What this process may
    not have itself, a bot cannot have either.
    """
    wanted = {"data": memory_mb << 20, "fsize": FILE_BYTES, "nofile": OPEN_FILES, "core": 0}
    return {name: _allowed(name, limit) for name, limit in wanted.items()}


def _allowed(name: str, wanted: int) -> int:
    hard = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def heap_sizes(memory_mb: int) -> dict[str, str]:
    """Return the variables that keep Java and Node from sizing their heaps by the machine: half of the limit.

    What a bot's own command line says of its heap goes before.
    """
    half = memory_mb // 2
    return {"JAVA_TOOL_OPTIONS": f"-Xmx{half}m", "NODE_OPTIONS": f"--max-old-space-size={half}"}
