"""What the mode `limits` limits, by the tools of util-linux and by the program that stands in for them."""

import json
import os
import resource
import signal
from pathlib import Path

import pytest

from referee.bots import BotFailed, Sandbox
from referee.bots.sandbox import DEFAULT
from referee.bots.sandbox.limits import FILE_BYTES, OPEN_FILES, resource_limits
from tests.bots.table import ask, start

MIB = 1 << 20


@pytest.fixture(params=["util-linux", "guard"], autouse=True)
def _tools(request, monkeypatch):
    if request.param == "guard":
        monkeypatch.setattr("referee.bots.sandbox.tether._tools", lambda: ("", ""))


@pytest.fixture
def told(bot, seat):
    """What an expression is worth in a bot, which may be an error's number or name."""

    def tell(expression: str, sandbox: Sandbox = DEFAULT) -> object:
        source = f"""
            import resource, socket
            until("request")
            try:
                worth = {expression}
            except OSError as error:
                worth = error.strerror
            except ValueError as error:
                worth = str(error)
            except MemoryError:
                worth = "MemoryError"
            json.dump(worth, sys.stderr)
            sys.stderr.flush()
            sys.exit(0)
        """
        one = seat(bot(source), sandbox=sandbox)
        one.begin(start())
        with pytest.raises(BotFailed) as caught:
            ask(one, "r1")
        return json.loads(caught.value.fault.stderr)

    return tell


def test_the_limits_are_set_and_final(told):
    for name, value in resource_limits(300).items():
        number = getattr(resource, f"RLIMIT_{name.upper()}")
        assert told(f"resource.getrlimit({number})", Sandbox(memory_mb=300)) == [value, value]
        raising = f"resource.setrlimit({number}, ({value}, {value} + 4096))"
        assert told(f"[{raising}]", Sandbox(memory_mb=300)) in (
            "Operation not permitted",
            "not allowed to raise maximum limit",
        )


def test_memory(told):
    assert told(f"len(bytearray(100 * {MIB}))", Sandbox(memory_mb=200)) == 100 * MIB
    assert told(f"len(bytearray(300 * {MIB}))", Sandbox(memory_mb=200)) == "MemoryError"


def test_length_of_files(told):
    grow = "os.ftruncate(os.open(os.environ['HOME'] + '/file', os.O_CREAT | os.O_RDWR), {})"
    assert told(grow.format(FILE_BYTES)) is None
    assert told(grow.format(FILE_BYTES + 1)) == "File too large"


def test_open_files(told):
    assert told("len([os.dup(0) for _ in range(200)])") == 200
    assert told(f"len([os.dup(0) for _ in range({OPEN_FILES})])") == "Too many open files"


def test_no_privilege_is_left(told):
    status = told("open('/proc/self/status').read()")
    fields = dict(line.split(":\t") for line in status.splitlines())
    assert fields["NoNewPrivs"] == "1"
    for kind in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(fields[kind], 16) == 0


def test_a_bot_that_leaves_a_crash_leaves_no_core(bot, seat):
    one = seat(bot("until('request'); os.chdir(os.environ['HOME']); os.kill(os.getpid(), signal.SIGSEGV)"))
    one.begin(start())
    with pytest.raises(BotFailed) as caught:
        ask(one, "r1")
    assert caught.value.fault.exit_status == -signal.SIGSEGV


def test_without_a_sandbox_nothing_is_limited_and_the_environment_is_ours(told, monkeypatch):
    monkeypatch.setenv("MODEL_FOLDER", "/models")
    none = Sandbox("none", 0)
    here = list(resource.getrlimit(resource.RLIMIT_DATA))
    assert told("resource.getrlimit(resource.RLIMIT_DATA)", none) == here
    asked = ["HOME", "JAVA_TOOL_OPTIONS", "MODEL_FOLDER", "TMPDIR"]
    variables = told(f"{{name: os.environ.get(name) for name in {asked}}}", none)
    assert variables["MODEL_FOLDER"] == "/models"
    assert variables["HOME"] == os.environ["HOME"]
    assert not Path(variables["TMPDIR"]).exists()
    assert variables["JAVA_TOOL_OPTIONS"] is None
