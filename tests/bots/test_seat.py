import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.messages import ActionMessage, Clock
from referee.bots import BotCommand, BotFailed, Fault, HostFault, close_all, process
from tests.bots.table import ABORTED, END, ask, line, rejected, start


def fault_of(call, *arguments) -> Fault:
    with pytest.raises(BotFailed) as caught:
        call(*arguments)
    assert str(caught.value) == f"{caught.value.fault.code}: {caught.value.fault.detail}"
    return caught.value.fault


def test_game_after_game_in_one_process(bot, seat):
    one = seat(bot())
    assert not one.alive
    assert one.name == "scripted"
    one.start()
    assert one.alive
    assert one.name == "polite"
    for game in ("g1", "g2", "g3"):
        one.begin(start(game))
        for number in range(1, 30):
            assert ask(one, f"r{number}") == ActionMessage(f"r{number}", 0)
        one.tell(END)
    usage = one.close()
    assert not one.alive
    assert usage.starts == 1
    assert usage.exit_status == 0
    assert usage.orphans == 0
    assert usage.memory_kib > 1000
    assert one.close() == usage


def test_begin_starts_a_bot_that_is_not_alive(bot, seat):
    one = seat(bot())
    one.begin(start())
    assert ask(one, "r1").choice == 0


def test_stray_lines_are_answered_by_notices_and_do_no_harm(bot, seat):
    one = seat(
        bot("""
            message = until("request")
            say(type="action", request="r77", choice=1)
            notice = hear()
            print(notice["code"], file=sys.stderr)
            reply(message)
            say(type="action", request="r1", choice=1)
            until("notice")
            sys.exit(3)
        """)
    )
    one.begin(start())
    assert ask(one, "r1") == ActionMessage("r1", 0)
    assert ask(one, "r2") == ActionMessage("r2", 0)
    fault = fault_of(ask, one, "r3")
    assert (fault.code, fault.exit_status, fault.stderr) == ("exited", 3, "unknown_request\n")


def test_a_refused_answer_is_tried_again_in_the_same_time(bot, seat):
    one = seat(
        bot("""
            reply(until("request"))
            message = until("rejected")
            say(type="action", request=message["request"], choice=1)
            play()
        """)
    )
    one.begin(start())
    assert ask(one, "r1").choice == 0
    assert one.attempts_left == 2
    deadline = one._deadline
    assert one.retry(rejected("r1")).choice == 1
    assert one._deadline == deadline
    assert one.attempts_left == 1
    assert ask(one, "r2").choice == 0
    assert one.attempts_left == 2


def test_attempts_are_counted(bot, seat):
    one = seat(
        bot(
            """
            while True:
                message = hear()
                again = {"type": "request"} if message["type"] == "rejected" else {}
                reply(message | again)
            """
        )
    )
    one.begin(start())
    ask(one, "r1")
    one.retry(rejected("r1"))
    one.retry(rejected("r1"))
    assert one.attempts_left == 0
    fault = fault_of(one.retry, rejected("r1"))
    assert fault.code == "too_many_rejections"
    assert fault.detail == "3 answers to r1 were refused."
    assert not one.alive


def test_a_fault_found_elsewhere_kills_the_bot(bot, seat):
    one = seat(bot())
    one.begin(start())
    ask(one, "r1")
    fault = fault_of(one.fail, "too_many_rejections", "The last one was refused.", b"{}")
    assert fault == Fault(
        "too_many_rejections", "The last one was refused.", "r1", fault.elapsed_ms, "{}", "", None
    )
    assert not one.alive


def test_a_failed_bot_can_be_started_again(bot, seat, tmp_path: Path):
    one = seat(
        bot("""
            reply(until("request"))
            if os.path.exists("failed"):
                play()
            open("failed", "w").close()
            sys.exit(9)
        """)
    )
    one.begin(start())
    ask(one, "r1")
    fault = fault_of(ask, one, "r2")
    assert (fault.code, fault.exit_status, fault.request) == ("exited", 9, "r2")
    assert fault.detail == "The bot's process ended with status 9."
    one.tell(END)
    one.begin(start("g2"))
    assert ask(one, "r1").choice == 0
    assert ask(one, "r2").choice == 0
    assert one.close().starts == 2


@pytest.mark.parametrize("when", ['until("game_end")', 'reply(until("request", 2))'], ids=["after", "before"])
def test_a_bot_that_leaves_between_games_is_started_again_without_blame(bot, seat, when: str):
    one = seat(bot(when))
    for game in ("g1", "g2", "g3"):
        one.begin(start(game))
        for number in (1, 2):
            assert ask(one, f"r{number}").choice == 0
        one.tell(END)
    assert one.close().starts == 3


def test_a_bot_that_leaves_at_every_game_start_is_blamed(bot, seat):
    one = seat(bot("until('game_start')"))
    fault = fault_of(one.begin, start())
    assert fault.code == "exited"
    assert fault.request is None


def test_a_bot_that_crashes_at_its_second_game_start_gets_a_new_process(bot, seat):
    one = seat(bot("until('game_start', 2)"))
    for game in ("g1", "g2", "g3"):
        one.begin(start(game))
        assert ask(one, "r1").choice == 0
        one.tell(END)
    assert one.close().starts == 3


def test_a_death_by_signal_is_named(bot, seat):
    one = seat(bot("until('request'); os.kill(os.getpid(), signal.SIGSEGV)"))
    one.begin(start())
    fault = fault_of(ask, one, "r1")
    assert fault.detail == "The bot's process was ended by SIGSEGV."
    assert fault.exit_status == -11


def test_a_death_by_an_unnamed_signal_is_numbered(bot, seat):
    one = seat(bot("until('request'); os.kill(os.getpid(), 40)"))
    one.begin(start())
    assert fault_of(ask, one, "r1").detail == "The bot's process was ended by signal 40."


def test_the_evidence_is_escaped_and_capped(bot, seat):
    one = seat(
        bot(r"""
            until("request")
            sys.stderr.write("x" * 5000 + "\x1b[31mred\n")
            os.write(1, b"\x1b[2J\xff" + b"y" * 5000 + b"\n")
            time.sleep(60)
        """)
    )
    one.begin(start())
    fault = fault_of(ask, one, "r1")
    assert fault.code == "bad_utf8"
    assert fault.received.startswith(r"\x1b[2J\xffyyy")
    assert len(fault.received) < 2_100
    assert fault.stderr.endswith("x\\x1b[31mred\n")
    assert len(fault.stderr) < 2_100


def test_a_partial_answer_is_evidence(bot, seat):
    one = seat(bot("until('request'); os.write(1, b'{\"type\":\"act'); time.sleep(60)"))
    one.begin(start())
    fault = fault_of(ask, one, "r1", Clock(300, 0))
    assert fault.code == "move_timeout"
    assert fault.detail == "r1 was not answered within 300 ms."
    assert fault.received == '{"type":"act'
    assert fault.elapsed_ms >= 300
    assert fault.exit_status is None


def test_an_answer_that_came_before_the_end_counts(bot, seat):
    one = seat(bot("reply(until('request')); sys.exit(5)"))
    one.begin(start())
    assert ask(one, "r1").choice == 0
    assert fault_of(ask, one, "r2").exit_status == 5


def test_garbage_before_the_end_is_garbage(bot, seat):
    one = seat(bot("until('request'); print('Traceback'); sys.exit(5)"))
    one.begin(start())
    assert fault_of(ask, one, "r1").code == "bad_json"


def test_a_long_request_goes_through_a_short_pipe(bot, seat):
    one = seat(bot())
    one.begin(start())
    text = line("r1")[:-2] + b" " * 3_000_000 + b"}\n"
    clock = Clock(30_000, 0)
    assert one.ask(text, "r1", clock) == ActionMessage("r1", 0)
    assert ask(one, "r2") == ActionMessage("r2", 0)


def test_an_answer_to_a_request_that_was_not_read_is_refused(bot, seat):
    one = seat(
        bot(
            """
            reply(until("game_start"))
            say(type="action", request="r1", choice=0)
            time.sleep(60)
            """
        )
    )
    one.begin(start())
    fault = fault_of(one.ask, line("r1")[:-2] + b" " * 300_000 + b"}\n", "r1", Clock(30_000, 0))
    assert fault.code == "unexpected_message"


def test_telling_never_waits_and_never_fails(bot, seat):
    one = seat(bot("reply(until('request')); time.sleep(60)"), ready_ms=300)
    one.tell(END)
    one.start()
    one.tell(END)
    one.begin(start())
    ask(one, "r1")
    one.tell(END[:-2] + b" " * 300_000 + b"}\n")
    fault = fault_of(one.begin, start("g2"))
    assert fault.code == "ready_timeout"
    assert fault.detail == "`game_start` was not answered within 300 ms."
    one.tell(END)


def test_asking_a_bot_that_is_not_there_is_a_mistake(bot, seat):
    one = seat(bot())
    one.begin(start())
    with pytest.raises(BotFailed):
        one.fail("exited", "")
    with pytest.raises(RuntimeError, match="scripted is not running"):
        ask(one, "r1")


NOT_STARTED = {
    "missing": (lambda path: path.unlink(), "No such file or directory"),
    "not executable": (lambda path: path.chmod(0o600), "Permission denied"),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), "Permission denied"),
    "folder gone": (lambda path: path.rename(path.parent.parent / "moved"), "No such file or directory"),
}


@pytest.mark.parametrize("case", NOT_STARTED)
def test_a_program_that_cannot_be_started(case: str, program, seat):
    path = program("#!/bin/sh\n")
    spoil, reason = NOT_STARTED[case]
    spoil(path)
    one = seat(BotCommand("x", (str(path),), str(path.parent)))
    fault = fault_of(one.start)
    assert fault.code == "start_failed"
    assert fault.detail == f"The program {path} cannot be started: {reason}."
    assert not one.alive


@pytest.mark.parametrize("tether", ["setpriv", "guard"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x7fELF nonsense", "format"),
        ("echo a script without a first line\n", "format"),
        ("#!/no/such/interpreter\n", "No such file"),
    ],
    ids=["no program", "no first line", "no interpreter"],
)
def test_a_program_that_the_kernel_refuses(tether: str, content, reason: str, program, seat, monkeypatch):
    if tether == "guard":
        monkeypatch.setattr("referee.bots.sandbox.tether._tools", lambda: ("", ""))
    path = program(content)
    one = seat(BotCommand("x", (str(path),), str(path.parent)))
    fault = fault_of(one.start)
    assert fault.code == "start_failed"
    assert fault.detail.endswith("before it answered `hello`.")
    assert reason in fault.stderr
    assert fault.exit_status


def test_a_crash_at_start_shows_the_traceback(bot, seat):
    fault = fault_of(seat(bot("import no_such_module")).start)
    assert fault.code == "start_failed"
    assert fault.detail == "The bot's process ended with status 1 before it answered `hello`."
    assert "ModuleNotFoundError" in fault.stderr


@contextlib.contextmanager
def hog() -> Iterator[list[int]]:
    """All descriptors that this process may have; closing one makes room for one."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, limits[1]))
    held: list[int] = []
    with contextlib.suppress(OSError):
        while True:
            held.append(os.open("/dev/null", os.O_RDONLY))
    yield held
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    for descriptor in held:
        os.close(descriptor)


def test_too_few_descriptors_are_the_hosts_fault(bot, seat):
    one = seat(bot())
    sentences = []
    with hog() as held:
        while not one.alive:
            try:
                one.start()
            except HostFault as fault:
                sentences.append(fault.sentence)
                os.close(held.pop())
        one.begin(start())
        assert ask(one, "r1").choice == 0
        one.close()
    assert len(sentences) > 4
    assert all("Too many open files" in sentence for sentence in sentences)


def test_a_stall_of_the_referee_is_not_the_bots_fault(bot, seat, monkeypatch):
    one = seat(bot("message = until('request'); time.sleep(1); reply(message); play()"))
    one.begin(start())
    monkeypatch.setattr(process, "STALL_MS", -1)
    with pytest.raises(HostFault, match="was not running"):
        ask(one, "r1", Clock(200, 0))
    monkeypatch.undo()
    assert one.alive
    one.tell(ABORTED)
    one.begin(start("g2"))
    assert ask(one, "r1").choice == 0
    assert one.close().starts == 1


def test_a_stall_during_the_start_leaves_no_process(bot, seat, monkeypatch):
    monkeypatch.setattr(process, "STALL_MS", -1)
    one = seat(bot("time.sleep(60)"), start_ms=200)
    with pytest.raises(HostFault):
        one.start()
    assert not one.alive


def test_several_bots_leave_together(bot, seat):
    seats = [seat(bot("until('shutdown'); time.sleep(0.2)")) for _ in range(4)]
    for one in seats[:3]:
        one.start()
    usages = close_all(seats)
    assert [usage.starts for usage in usages] == [1, 1, 1, 0]
    assert not any(one.alive for one in seats)


def test_the_name_is_limited(bot, seat):
    one = seat(bot("hear(); say(type='hello', version=1, name='x' * 101); time.sleep(60)"))
    assert fault_of(one.start).code == "bad_message"
