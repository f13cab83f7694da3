"""What is particular about bubblewrap: ends are noticed as without it, and ordinary users need no more than it."""

import os
import shutil
import subprocess

import pytest

from referee.bots import BotCommand, BotFailed, Sandbox, reaper
from referee.bots.sandbox import seccomp, strict
from tests.bots.table import ask, start

STRICT = Sandbox("strict")


ENDS = {
    "closed_output": "until('request'); os.close(1); time.sleep(600)",
    "closed_input": "reply(until('request')); os.close(0); time.sleep(600)",
    "exited": "until('request'); sys.stderr.write('last words'); sys.stderr.flush(); sys.exit(7)",
}


@pytest.mark.parametrize("code", ENDS)
def test_a_bot_that_goes_is_noticed_at_once(bot, seat, code):
    one = seat(bot(ENDS[code]), sandbox=STRICT)
    one.begin(start())
    with pytest.raises(BotFailed) as caught:  # noqa: PT012 - the second question meets a closed input
        ask(one, "r1")
        ask(one, "r2")
    fault = caught.value.fault
    assert fault.code == code
    if code == "exited":
        assert (fault.stderr, fault.exit_status) == ("last words", 7)


def test_all_of_a_bot_ends_with_it(bot, seat):
    leave = "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(600))"
    one = seat(bot(f"until('hello'); {leave}; say(type='hello', version=1); play()"), sandbox=STRICT)
    one.begin(start())
    assert len(reaper.descendants(one._process.pid)) > 2
    one.close()


def test_an_ordinary_user_can_do_it_too(monkeypatch, tmp_path):
    """The prefix for an ordinary user, put together here and run as one."""
    nobody = 65534
    monkeypatch.setattr(os, "geteuid", lambda: nobody)
    filtering = seccomp.descriptor(seccomp.CONFINED)
    command = BotCommand(
        "id", (shutil.which("sh"), "-c", "id -u; cat; ls /proc | grep -c '^[0-9]*$'"), "/usr/bin"
    )
    prefix = strict.prefix(command, 100, "1-1", filtering)
    done = subprocess.run(
        [
            "setpriv",
            "--reuid",
            str(nobody),
            "--regid",
            str(nobody),
            "--clear-groups",
            "--",
            *prefix,
            *command.argv,
        ],
        input=b"heard\n",
        capture_output=True,
        pass_fds=[filtering],
    )
    os.close(filtering)
    assert done.stdout.split() == [b"1000", b"heard", b"4"], done.stderr
