"""The tables of system calls agree with the headers of the kernel."""

import re
from pathlib import Path

import pytest

from referee.bots.sandbox.seccomp import MACHINES, SILENT

HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernel(machine):
    defined = dict(
        re.findall(r"#define __NR_(\w+)\s+(\d+)", Path(HEADERS[machine]).read_text(encoding="utf-8"))
    )
    numbers = MACHINES[machine].calls
    assert {name: int(defined[name]) for name in numbers} == dict(numbers)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_refused_call_has_a_number(machine):
    assert {*SILENT, "clone"} == set(MACHINES[machine].calls)
