from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import ProtocolFault, decode_from_referee
from protocol.messages import (
    ActionMessage,
    BotHello,
    FromBot,
    GameStart,
    Hello,
    Limits,
    Notice,
    Ready,
    Shutdown,
)
from protocol.session import LENIENT, RECEIVES, SENDS, Sent, Session, SessionError, State, Stray
from tests.protocol.conversation import Conversation, action, playing, start

HELLO = '{"type":"hello","version":1,"name":"greedy"}'


def fault(conversation: Conversation, answers: list[str | bytes]) -> ProtocolFault:
    with pytest.raises(ProtocolFault) as caught:
        conversation.expect(None, answers)
    assert conversation.session.state == "closed"
    return caught.value


def test_a_whole_conversation():
    talk = Conversation()
    session = talk.session
    assert talk.expect(session.hello("sha256:0"), [HELLO]) == [BotHello(1, "greedy")]
    assert session.bot == BotHello(1, "greedy")
    for game in ("g1", "g2"):
        assert talk.expect(session.game_start(start(game)), [f'{{"type":"ready","game":"{game}"}}']) == [
            Ready(game)
        ]
        assert talk.request("r1", [action("r1", 4)]) == [ActionMessage("r1", 4)]
        session.rejected()
        assert talk.expect(None, [action("r1", 2)]) == [ActionMessage("r1", 2)]
        assert talk.request("r2", [action("r2")]) == [ActionMessage("r2", 0)]
        session.game_over("game_end")
        assert session.state == "idle"
    assert talk.expect(session.shutdown(), []) == []
    assert session.state == "closed"


def test_the_lines_say_what_they_were_given():
    session = Session(Limits(attempts=5), versions=(1, 2))
    hello = decode_from_referee(session.hello("sha256:ab"))
    assert hello == Hello("citadels", (1, 2), "sha256:ab", Limits(attempts=5))
    session.receive(b'{"type":"hello","version":2}\n')
    assert session.next_message() == BotHello(2)
    line = decode_from_referee(session.game_start(start()))
    assert isinstance(line, GameStart)
    assert line == start()
    assert decode_from_referee(session.shutdown()) == Shutdown()


def test_the_table_covers_every_state_and_line():
    states = set(get_args(State))
    assert {state for state, _ in SENDS} == states - {"closed"}
    assert set(SENDS.values()) | set(RECEIVES.values()) == states - {"fresh"}
    assert {line for _, line in SENDS} == set(get_args(Sent))
    assert {message for _, message in RECEIVES} == set(get_args(FromBot))
    assert states > LENIENT


@pytest.mark.parametrize("line", ["game_start", "request", "rejected", "game_end", "shutdown"])
def test_the_referee_cannot_speak_out_of_turn(line: str):
    session = Session(Limits())
    say = {
        "game_start": lambda: session.game_start(start()),
        "request": lambda: session.request("r1"),
        "rejected": session.rejected,
        "game_end": lambda: session.game_over("game_end"),
        "shutdown": session.shutdown,
    }
    with pytest.raises(SessionError, match=f"`{line}` in the state `fresh`"):
        say[line]()
    assert session.state == "fresh"


def test_only_an_answer_can_be_rejected():
    talk = playing()
    with pytest.raises(SessionError):
        talk.session.rejected()
    talk.session.request("r1")
    with pytest.raises(SessionError):
        talk.session.rejected()


def test_a_game_can_be_aborted_while_a_request_is_open():
    talk = playing()
    talk.session.request("r1")
    talk.session.game_over("game_aborted")
    (late,) = talk.expect(None, [action("r1")])
    assert isinstance(late, Stray)
    assert late.code == "stale_request"
    talk.seat("g2")
    assert talk.request("r1", [action("r1")]) == [ActionMessage("r1", 0)]


def test_stray_lines_are_told_apart_counted_and_never_applied():
    talk = playing()
    (early,) = talk.expect(None, [action("r1")])
    assert talk.request("r1", [action("r1")]) == [ActionMessage("r1", 0)]
    (twice,) = talk.expect(None, [action("r1", 1)])
    unknown, stale, answer, late = talk.request(
        "r2", [action("r7"), action("r1"), action("r2", 5), action("r2")]
    )
    assert [stray.code for stray in (early, twice, unknown, stale, late)] == [
        "no_request",
        "stale_request",
        "unknown_request",
        "stale_request",
        "stale_request",
    ]
    assert answer == ActionMessage("r2", 5)
    assert talk.session.strays == 5
    assert decode_from_referee(talk.session.notice(unknown)) == Notice("unknown_request", unknown.message)


def test_a_late_line_of_the_last_game_does_not_answer_a_request_of_this_one():
    talk = playing()
    talk.request("r1", [action("r1")])
    talk.session.game_over("game_end")
    ready = '{"type":"ready","game":"g2"}'
    stray, heard = talk.expect(talk.session.game_start(start("g2")), [action("r1", 9), ready])
    assert isinstance(stray, Stray)
    assert heard == Ready("g2")
    assert talk.request("r1", [action("r1")]) == [ActionMessage("r1", 0)]


def test_strays_are_counted_for_each_game():
    talk = playing(Limits(stray_lines=3))
    for game in ("g2", "g3"):
        talk.expect(None, [action("r9")] * 3)
        talk.session.game_over("game_end")
        talk.seat(game)
        assert talk.session.strays == 0
    talk.expect(None, [action("r9")] * 3)
    assert fault(talk, [action("r9")]).code == "too_many_stray_lines"


def test_a_version_that_is_not_offered_is_refused():
    talk = Conversation()
    talk.session.hello("")
    wrong = fault(talk, ['{"type":"hello","version":2}'])
    assert wrong.code == "version_mismatch"
    assert "version 2" in wrong.detail


def test_the_bot_may_speak_before_it_hears_hello():
    talk = Conversation()
    talk.session.receive(HELLO.encode() + b"\n")
    talk.session.hello("")
    assert talk.session.next_message() == BotHello(1, "greedy")


@pytest.mark.parametrize(
    ("state", "line"),
    [
        ("greeting", action("r1")),
        ("greeting", '{"type":"ready","game":"g1"}'),
        ("idle", HELLO),
        ("idle", '{"type":"ready","game":"g1"}'),
        ("starting", HELLO),
        ("starting", '{"type":"ready","game":"g0"}'),
        ("playing", HELLO),
        ("playing", '{"type":"ready","game":"g1"}'),
        ("asked", HELLO),
        ("asked", '{"type":"ready","game":"g1"}'),
    ],
)
def test_valid_messages_at_the_wrong_moment(state: State, line: str):
    talk = Conversation()
    talk.session.hello("")
    if state != "greeting":
        talk.expect(None, [HELLO])
    if state not in {"greeting", "idle"}:
        talk.session.game_start(start())
    if state in {"playing", "asked"}:
        talk.expect(None, ['{"type":"ready","game":"g1"}'])
    if state == "asked":
        talk.session.request("r1")
    assert talk.session.state == state
    wrong = fault(talk, [line])
    assert wrong.code == "unexpected_message"
    assert wrong.received == line.encode()


@pytest.mark.parametrize(
    ("line", "code"), [(b"\xff", "bad_utf8"), (b"hm", "bad_json"), (b'{"type":"move"}', "bad_message")]
)
def test_a_line_that_cannot_be_decoded_ends_the_conversation(line: bytes, code: str):
    talk = playing()
    assert fault(talk, [line]).code == code
    with pytest.raises(SessionError):
        talk.session.shutdown()


def test_carriage_returns_are_tolerated():
    talk = playing()
    assert talk.request("r1", [action("r1") + "\r"]) == [ActionMessage("r1", 0)]


def test_a_line_of_the_greatest_length_is_accepted_and_one_byte_more_is_not():
    line = action("r1")
    talk = playing(Limits(line_bytes=len(line)))
    assert talk.request("r1", [line]) == [ActionMessage("r1", 0)]
    talk = playing(Limits(line_bytes=len(line)))
    talk.session.request("r1")
    assert fault(talk, [line + " "]).code == "line_too_long"


def test_a_line_that_never_ends_is_noticed_before_it_ends():
    talk = playing(Limits(line_bytes=100))
    talk.session.receive(b"x" * 100)
    assert talk.session.next_message() is None
    assert talk.session.unfinished == b"x" * 100
    talk.session.receive(b"x")
    with pytest.raises(ProtocolFault, match="line_too_long"):
        talk.session.next_message()


def test_the_answer_counts_that_came_before_the_flood():
    talk = playing(Limits(line_bytes=100))
    talk.session.request("r1")
    talk.session.receive(action("r1").encode() + b"\n" + b"x" * 101)
    assert talk.session.next_message() == ActionMessage("r1", 0)
    with pytest.raises(ProtocolFault, match="line_too_long"):
        talk.session.next_message()


def test_output_is_limited_from_request_to_request():
    line = action("r9")
    talk = playing(Limits(output_bytes=3 * (len(line) + 1)))
    for request in ("r1", "r2", "r3"):
        talk.request(request, [line, line, action(request)])
    talk.session.request("r4")
    assert fault(talk, [line, line, line, line]).code == "too_much_output"


def byte_by_byte(data: bytes) -> list[bytes]:
    return [data[i : i + 1] for i in range(len(data))]


def test_one_byte_at_a_time_makes_no_difference():
    lines = [action("r8"), action("r1", 3), action("r1")]
    whole, split = playing(), playing(pieces=byte_by_byte)
    assert whole.request("r1", lines) == split.request("r1", lines)
    assert whole.session.strays == split.session.strays == 2


LINES = st.lists(
    st.sampled_from([action("r1", 2), action("r2"), HELLO, "junk", "x" * 90, action("r0") + "\r"]), max_size=6
)


def heard(lines: list[str], pieces) -> list[object]:
    """Everything that comes of some lines, the fault at the end included."""
    talk = playing(Limits(line_bytes=80, output_bytes=200, stray_lines=2))
    talk.session.request("r1")
    written = "".join(f"{line}\n" for line in lines).encode()
    found: list[object] = []
    for piece in pieces(written):
        talk.session.receive(piece)
        try:
            while (message := talk.session.next_message()) is not None:
                found.append(message)
        except ProtocolFault as wrong:
            return [*found, wrong.code, wrong.detail]
    return found


@given(LINES, st.lists(st.integers(0, 500), max_size=8))
def test_the_cuts_between_bytes_make_no_difference(lines: list[str], cuts: list[int]):
    def cut(data: bytes) -> list[bytes]:
        at = [0, *sorted(cuts), len(data)]
        return [data[a:b] for a, b in pairwise(at)]

    assert heard(lines, lambda data: [data]) == heard(lines, byte_by_byte) == heard(lines, cut)


class Pair:
    """A referee's session and a proper bot, each given what the other wrote."""

    def __init__(self) -> None:
        self.session = Session(Limits())

    def bot(self, line: bytes) -> bytes:
        match decode_from_referee(line):
            case Hello(versions=versions):
                return b'{"type":"hello","version":%d}\n' % versions[0]
            case GameStart(game=game):
                return b'{"type":"ready","game":"%s"}\n' % game.encode()
        return b""

    def exchange(self, line: bytes) -> FromBot | Stray | None:
        self.session.receive(self.bot(line))
        return self.session.next_message()


def test_a_pair_that_sticks_to_the_protocol_agrees():
    pair = Pair()
    assert pair.exchange(pair.session.hello("sha256:0")) == BotHello(1)
    assert pair.exchange(pair.session.game_start(start("g7"))) == Ready("g7")
    for number in range(200):
        request = f"r{number + 1}"
        pair.session.request(request)
        pair.session.receive(action(request, number).encode() + b"\n")
        assert pair.session.next_message() == ActionMessage(request, number)
        assert pair.session.next_message() is None
    assert pair.session.strays == 0
    assert pair.session.unfinished == b""
