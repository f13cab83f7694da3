"""The kernel's files are made up here, those of real machines in form."""

import os
from pathlib import Path

import pytest

from referee.tournament.cpus import Cpus, usable_cpus

V2 = "34 23 0:29 / {at} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate"
V1 = "35 23 0:30 {root} {at} rw,nosuid shared:10 - cgroup cgroup rw,cpu,cpuacct"


@pytest.fixture
def machine(tmp_path: Path):
    """Write the files of a process and of its control groups; return the folder of the process."""

    def make(cgroup: str, mountinfo: str, **files: str) -> Path:
        process = tmp_path / "self"
        process.mkdir()
        (process / "cgroup").write_text(cgroup)
        (process / "mountinfo").write_text("22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + mountinfo + "\n")
        for name, content in files.items():
            path = tmp_path / "fs" / name.replace("__", ".").replace("_in_", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        return process

    return make


def at(tmp_path: Path) -> str:
    return str(tmp_path / "fs")


def test_without_groups_there_is_no_quota(tmp_path):
    cpus = usable_cpus(tmp_path / "nothing")
    assert cpus == Cpus(tuple(sorted(os.sched_getaffinity(0))), None)


def test_version_2(tmp_path, machine):
    process = machine(
        "0::/bots.slice\n", V2.format(at=at(tmp_path)), bots__slice_in_cpu__max="150000 100000\n"
    )
    assert usable_cpus(process).quota == 1.5


def test_version_2_without_a_quota(tmp_path, machine):
    process = machine("0::/\n", V2.format(at=at(tmp_path)), cpu__max="max 100000\n")
    assert usable_cpus(process).quota is None


def test_a_group_is_bound_by_those_above_it(tmp_path, machine):
    process = machine(
        "0::/a/b\n",
        V2.format(at=at(tmp_path)),
        a_in_cpu__max="50000 100000\n",
        a_in_b_in_cpu__max="800000 100000\n",
    )
    assert usable_cpus(process).quota == 0.5


def test_version_1(tmp_path, machine):
    process = machine(
        "5:memory:/other\n4:cpu,cpuacct:/bots\n0::/\n",
        V1.format(root="/", at=at(tmp_path)),
        bots_in_cpu__cfs_quota_us="300000\n",
        bots_in_cpu__cfs_period_us="100000\n",
    )
    assert usable_cpus(process).quota == 3


def test_version_1_without_a_quota(tmp_path, machine):
    process = machine(
        "4:cpu,cpuacct:/\n",
        V1.format(root="/", at=at(tmp_path)),
        cpu__cfs_quota_us="-1\n",
        cpu__cfs_period_us="100000\n",
    )
    assert usable_cpus(process).quota is None


def test_in_a_container_the_own_group_is_the_root_of_the_mount(tmp_path, machine):
    process = machine(
        "4:cpu,cpuacct:/docker/c0ffee\n",
        V1.format(root="/docker/c0ffee", at=at(tmp_path)),
        cpu__cfs_quota_us="200000\n",
        cpu__cfs_period_us="100000\n",
    )
    assert usable_cpus(process).quota == 2


def test_a_mount_of_another_controller_does_not_count(tmp_path, machine):
    other = V1.format(root="/", at=at(tmp_path)).replace("rw,cpu,cpuacct", "rw,cpuset")
    process = machine("4:cpu,cpuacct:/\n", other, cpu__cfs_quota_us="100000\n", cpu__cfs_period_us="100000\n")
    assert usable_cpus(process).quota is None


@pytest.mark.parametrize("content", ["", "100000", "many 100000", "100000 0", "\0"])
def test_odd_files_are_no_quota(tmp_path, machine, content: str):
    process = machine("0::/\n", V2.format(at=at(tmp_path)), cpu__max=content)
    assert usable_cpus(process).quota is None


@pytest.mark.parametrize(
    ("cores", "quota", "usable"),
    [((0, 1), None, 2), ((0, 1), 1.5, 1), ((0, 1), 0.2, 1), ((0,), 8, 1), ((0, 2, 4, 6), 3.9, 3)],
)
def test_whole_processors_count(cores: tuple[int, ...], quota: float | None, usable: int):
    assert Cpus(cores, quota).usable == usable
