"""Whose process is it: what a bot inherits, what it may leave behind, and that it never outlives the referee."""

import json
import os
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from referee.bots import BotCommand, BotFailed, reaper
from tests.bots.table import ask, start

ROOT = Path(__file__).parents[2]
TETHERS = ["setpriv", "guard"]


@pytest.fixture(params=TETHERS)
def tether(request, monkeypatch) -> str:
    """Tie bots to this process by `setpriv`, or by the program for machines that have none."""
    if request.param == "guard":
        monkeypatch.setattr("referee.bots.sandbox.tether._tools", lambda: ("", ""))
    return request.param


def told(one) -> dict:
    """What a bot wrote to standard error as JSON before it left at its first request."""
    one.begin(start())
    with pytest.raises(BotFailed) as caught:
        ask(one, "r1")
    return json.loads(caught.value.fault.stderr)


def tell(expression: str) -> str:
    return f"until('request'); json.dump({expression}, sys.stderr); sys.stderr.flush(); sys.exit(0)"


@pytest.mark.usefixtures("tether")
def test_a_bot_inherits_an_allow_list_of_variables(bot, seat, monkeypatch):
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.setenv("PYTHONPATH", "/x")
    told_of = told(seat(bot(tell("dict(os.environ)"))))
    home = told_of.pop("HOME")
    assert told_of.pop("TMPDIR") == home
    assert not Path(home).exists()
    assert told_of.pop("REFEREE_BOT").startswith(f"{os.getpid()}-")
    assert told_of.pop("PATH") == os.environ["PATH"]
    told_of.pop("LC_CTYPE", None)
    assert told_of == {
        "JAVA_TOOL_OPTIONS": "-Xmx512m",
        "LANG": "C.UTF-8",
        "NODE_OPTIONS": "--max-old-space-size=512",
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUNBUFFERED": "1",
    }


@pytest.mark.usefixtures("tether")
def test_a_bot_inherits_no_descriptor_of_ours(bot, seat, tmp_path: Path):
    held = [os.open(tmp_path, os.O_RDONLY) for _ in range(3)]
    for descriptor in held:
        os.set_inheritable(descriptor, True)
    links = "[os.path.realpath('/proc/self/fd/' + entry) for entry in os.listdir('/proc/self/fd')]"
    others = told(seat(bot(tell(links))))
    for descriptor in held:
        os.close(descriptor)
    assert str(tmp_path) not in others
    assert len(others) == 4


@pytest.mark.usefixtures("tether")
def test_a_bot_leads_a_session_in_its_own_folder(bot, seat):
    command = bot(
        tell("[os.getpid(), os.getsid(0), os.getpgid(0), os.getcwd(), os.listdir(os.environ['HOME'])]")
    )
    pid, session, group, folder, home = told(seat(command))
    assert pid == session == group
    assert folder == command.folder
    assert home == []


def test_two_bots_have_two_homes(bot, seat):
    command = bot(tell("os.environ['HOME']"))
    assert told(seat(command)) != told(seat(command))


def test_no_shell_interprets_the_arguments(bot, seat):
    command = bot(tell("sys.argv[1:]"))
    words = ("$HOME", "a b", ";", "*", "--", "-x")
    assert told(seat(BotCommand("x", (*command.argv, *words), command.folder))) == list(words)


def test_standard_error_is_drained_while_the_bot_thinks(bot, seat, tmp_path: Path):
    log = tmp_path / "bot.log"
    one = seat(
        bot("""
            message = until("request")
            for number in range(3000):
                os.write(2, b"%0999d\\n" % number)
            reply(message)
            play()
        """),
        log,
    )
    one.begin(start())
    assert ask(one, "r1").choice == 0
    one.close()
    kept = log.read_bytes()
    assert kept.startswith(b"%0999d\n" % 0)
    assert kept.endswith(b"%0999d\n" % 2999)
    assert b"bytes left out here]" in kept
    assert len(kept) < 70_000


def test_standard_error_of_all_processes_of_a_seat_goes_to_one_file(bot, seat, tmp_path: Path):
    log = tmp_path / "bot.log"
    one = seat(bot("reply(until('request')); os.write(2, b'one life\\n'); sys.exit(1)"), log)
    for game in ("g1", "g2"):
        one.begin(start(game))
        ask(one, "r1")
        with pytest.raises(BotFailed):
            ask(one, "r2")
    assert log.read_bytes() == b"one life\n" * 2


CHILDREN = {
    "in its group": "os.fork() or time.sleep(600)",
    "in a session of its own": "os.fork() or (os.setsid(), time.sleep(600))",
    "a daemon": "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(600))",
    "a daemon without a mark": "os.fork() or os.execve('/bin/sh', ['sh', '-c', 'sleep 600 & sleep 600'], {})",
    "a daemon in its own session without a mark": (
        "os.fork() or (os.setsid(), os.execve('/bin/sh', ['sh', '-c', 'sleep 600 & sleep 600'], {}))"
    ),
    "dead already": "os.fork() or (os.setsid(), os.fork() and os._exit(0), os._exit(0))",
}


@pytest.mark.parametrize("child", CHILDREN)
@pytest.mark.parametrize("end", ["close", "fail"])
def test_descendants_end_with_the_bot(bot, seat, child: str, end: str):
    before = children()
    one = seat(bot(f"until('hello')\n{CHILDREN[child]}\nsay(type='hello', version=1)\nplay()"))
    one.begin(start())
    assert ask(one, "r1").choice == 0
    if end == "close":
        one.close()
    else:
        with pytest.raises(BotFailed):
            one.fail("too_many_rejections", "")
    assert children() == before


def children() -> set[int]:
    tasks = Path("/proc/self/task").iterdir()
    return {int(child) for task in tasks for child in (task / "children").read_text().split()}


def test_children_of_others_are_left_alone(bot, seat):
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as other:
        one = seat(bot())
        one.start()
        one.close()
        assert other.poll() is None
        other.kill()


def test_a_daemon_that_hides_is_found_by_who_starts_nothing_but_bots(bot, seat):
    before = children()
    hidden = "os.setsid(), os.fork() and os._exit(0), os.execve('/bin/sleep', ['sleep', '600'], {})"
    one = seat(
        bot(f"until('hello')\nos.fork() or ({hidden})\nos.wait()\nsay(type='hello', version=1)\nplay()")
    )
    one.start()
    one.close()
    assert children() > before
    assert reaper.sweep_unmarked() == 1
    assert children() == before


def test_one_bots_end_leaves_the_children_of_another_alone(bot, seat):
    leaver = """
        until("hello")
        os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(600))
        os.wait()
        say(type="hello", version=1)
        play()
    """
    first, second = seat(bot(leaver, "first")), seat(bot(name="second"))
    first.start()
    second.start()
    assert second.close().orphans == 0
    assert len(reaper.marked(f"{os.getpid()}-")) == 2
    assert first.close().orphans == 1


def test_a_bot_that_refuses_to_leave_is_made_to(bot, seat):
    one = seat(bot("signal.signal(signal.SIGTERM, signal.SIG_IGN); until('shutdown'); time.sleep(600)"))
    one.start()
    assert one.close().exit_status is None


def test_a_bot_that_needs_sigterm_gets_it(bot, seat, tmp_path: Path):
    mark = tmp_path / "terminated"
    one = seat(
        bot(f"""
            def leave(*_):
                open({str(mark)!r}, "w").close()
                os._exit(0)
            signal.signal(signal.SIGTERM, leave)
            until("shutdown")
            time.sleep(600)
        """)
    )
    one.start()
    one.close()
    assert mark.exists()


def test_a_bot_that_writes_a_lot_at_the_end_can_leave(bot, seat):
    one = seat(
        bot("until('shutdown'); os.write(1, b'x' * 300_000); os.write(2, b'x' * 300_000); sys.exit(6)")
    )
    one.start()
    assert one.close().exit_status == 6


REFEREE = """
import sys
from pathlib import Path
from protocol.messages import Limits
from referee.bots import BotCommand, BotSeat
from referee.bots.sandbox import tether
if sys.argv[1] == "guard":
    tether._tools = lambda: ("", "")
seat = BotSeat(BotCommand("x", tuple(sys.argv[2:]), "/"), Limits(start_ms=60_000), None)
seat.start()
print(seat._process.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", TETHERS)
def test_a_bot_dies_with_a_referee_that_is_killed(bot, how: str, tmp_path: Path):
    command = bot("until('hello'); reply({'type': 'hello'}); os.close(0); time.sleep(600)")
    referee = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(REFEREE), how, *command.argv],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with referee:
        pid = int(referee.stdout.readline())
        handle = os.pidfd_open(pid)
        watch = select.poll()
        watch.register(handle, select.POLLIN)
        assert not watch.poll(0)
        referee.send_signal(signal.SIGKILL)
        assert watch.poll(30_000), "the bot outlived the referee"
        os.close(handle)
