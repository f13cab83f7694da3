"""How many processors this process may use: as its affinity says, and the quotas of the control groups it is in.

See cgroups(7): version 2 sets the quota in `cpu.max`, version 1 in `cpu.cfs_quota_us` and `cpu.cfs_period_us`; a
group is bound by its own quota and by those of all groups above it.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct


class Cpus(Struct, frozen=True):
    """The processor cores that may be used, by number, and for how much of their time together (None: all of it)."""

    cores: tuple[int, ...]
    quota: float | None

    @property
    def usable(self) -> int:
        """How many bots can think at the same time, at least 1."""
        whole = len(self.cores) if self.quota is None else min(len(self.cores), int(self.quota))
        return max(1, whole)


def usable_cpus(process: Path = Path("/proc/self")) -> Cpus:
    """Return what this process may use; `process` is where the kernel tells of its control groups."""
    return Cpus(tuple(sorted(os.sched_getaffinity(0))), min(_quotas(process), default=None))


class _Mount(Struct, frozen=True):
    """A hierarchy of control groups: where it is mounted, which group is there, its kind, what it controls."""

    point: Path
    root: PurePosixPath
    kind: str
    controllers: frozenset[str]


def _quotas(process: Path) -> Iterator[float]:
    """Yield all quotas that bind a process, in cores."""
    with suppress(OSError):
        mounts = list(_mounts((process / "mountinfo").read_text(encoding="utf-8")))
        for line in (process / "cgroup").read_text(encoding="utf-8").splitlines():
            number, controllers, group = line.split(":", 2)
            kind = "cgroup2" if number == "0" else "cgroup"
            for mount in mounts:
                if mount.kind == kind and (
                    kind == "cgroup2" or ("cpu" in controllers.split(",") and "cpu" in mount.controllers)
                ):
                    yield from _along(mount, PurePosixPath(group))


def _mounts(table: str) -> Iterator[_Mount]:
    """Read the hierarchies out of a mountinfo table, proc_pid_mountinfo(5)."""
    for line in table.splitlines():
        fields, _, rest = line.partition(" - ")
        kind, _, options = rest.split(" ", 2)
        if kind in {"cgroup", "cgroup2"}:
            root, point = fields.split(" ")[3:5]
            yield _Mount(Path(point), PurePosixPath(root), kind, frozenset(options.split(",")))


def _along(mount: _Mount, group: PurePosixPath) -> Iterator[float]:
    """Yield the quotas of a group and of all above it that can be seen."""
    inside = group.relative_to(mount.root) if group.is_relative_to(mount.root) else PurePosixPath()
    for part in (inside, *inside.parents):
        with suppress(OSError, ValueError, ZeroDivisionError):
            yield _quota(mount.point / part, mount.kind)


def _quota(folder: Path, kind: str) -> float:
    """Return the quota of a group. Raises OSError or ValueError when there is none."""
    if kind == "cgroup2":
        quota, period = (folder / "cpu.max").read_text(encoding="ascii").split()
    else:
        quota, period = (
            (folder / f"cpu.cfs_{name}_us").read_text(encoding="ascii") for name in ("quota", "period")
        )
    if int(quota) < 0:
        raise ValueError("no quota")
    return int(quota) / int(period)
