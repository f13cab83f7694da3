"""A game that is left and gone on with: every bot hears the same again, and what was answered counts."""

import fcntl
import json
import os

import msgspec
import pytest

from protocol.messages import ActionMessage
from referee.bots import BotCommand, Sandbox
from referee.match import play_game, verify
from referee.match.journal import JournalError, RememberedPerson, RememberedSeat, SavedGame, create, resume
from referee.match.person import PersonSeat
from tests.match.fakes import FakeSeat, game, players, random_answers

SEATS = 4
PERSON = 2


class Leaver:
    """Whoever talks with the person: picks the first option, and is gone after so many questions."""

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self.asked = []
        self.overheard = []

    def begin(self, start):
        self.start = start

    def ask(self, request):
        if len(self.asked) == self.patience:
            raise KeyboardInterrupt
        self.asked.append(request)
        return request.legal[0]

    def overhear(self, request):
        self.overheard.append(request)

    def refused(self, rejected):
        raise AssertionError(rejected)

    def over(self, end):
        self.end = end


def saved(spec) -> SavedGame:
    bots = [BotCommand(f"bot{seat}", ("/bin/bot",), "/") for seat in range(SEATS)]
    bots[PERSON] = None
    return SavedGame("citadels-play", 1, spec, tuple(bots), Sandbox())


class Session:
    """One sitting at a game: the bots that sit there, and the person."""

    def __init__(self, path, patience=10_000, bots=None, spec=None):
        self.bots = bots or players(SEATS)
        self.person = Leaver(patience)
        self.failed = []
        self.journal = resume(path) if path.exists() else create(path, saved(spec or game(SEATS)))
        with self.journal:
            self.seats = [self.seat(number, bot) for number, bot in enumerate(self.bots)]
            try:
                self.record = play_game(self.journal.game.spec, self.seats)
                self.journal.finish(self.record.replay)
            except KeyboardInterrupt:
                self.record = None

    def seat(self, number, bot):
        def note(seat, fault):
            self.failed.append((seat, fault.code))

        if number == PERSON:
            return RememberedPerson(number, PersonSeat(self.person), self.journal, note)
        return RememberedSeat(number, bot, self.journal, note)


@pytest.fixture
def whole(tmp_path):
    """The same game in one go."""
    return Session(tmp_path / "whole").record


def test_a_game_that_is_left_ends_as_if_it_had_not_been(tmp_path, whole):
    path = tmp_path / "game"
    for patience in (0, 1, 7, 7):
        assert Session(path, patience).record is None
    last = Session(path)
    assert last.record.replay == whole.replay == path.read_bytes()
    verify(path.read_bytes())
    assert len(last.person.overheard) == 15
    assert [seat.differed for seat in last.seats] == [0] * SEATS


def test_bots_hear_the_same_bytes_again(tmp_path):
    first, second = Session(tmp_path / "game", 9), Session(tmp_path / "game", 3)
    for seat in {*range(SEATS)} - {PERSON}:
        before, after = first.bots[seat], second.bots[seat]
        told = [line for line in before.raw if b'"game_aborted"' not in line]
        assert after.raw[: len(told)] == told
        assert len(after.raw) > len(told)
        assert before.lines[0] == after.lines[0]


def slow(request: str) -> int:
    return 100 * int(request[1:])


def test_the_clock_shows_what_it_showed(tmp_path):
    bots = [FakeSeat(random_answers(seat), bank_used=slow) for seat in range(SEATS)]
    first = Session(tmp_path / "game", 9, bots)
    second = Session(tmp_path / "game", 9)
    assert first.bots[0].clocks == second.bots[0].clocks[: len(first.bots[0].clocks)]
    assert first.bots[0].clocks[-1].bank_ms < 5000


def test_a_bot_that_changed_its_mind_is_bound_by_what_it_answered(tmp_path, whole):
    Session(tmp_path / "game", 12)
    others = players(SEATS, seed=77)
    second = Session(tmp_path / "game", 0, others)
    assert sum(seat.differed for seat in second.seats) > 0
    assert second.seats[PERSON].differed == 0
    assert Session(tmp_path / "game").record.replay == whole.replay


class TwiceWrong(FakeSeat):
    """Every third answer comes after two refusals."""

    def ask(self, line, request, clock):
        self.wrong = 2 if int(request[1:]) % 3 == 0 else 0
        return self._maybe(super().ask(line, request, clock))

    def retry(self, line):
        return self._maybe(super().retry(line))

    def _maybe(self, answer):
        if not self.wrong:
            return answer
        self.wrong -= 1
        return ActionMessage(answer.request, choice=10_000)


def test_refusals_are_heard_again(tmp_path):
    def bots():
        return [TwiceWrong(random_answers(seat)) for seat in range(SEATS)]

    whole = Session(tmp_path / "whole", bots=bots()).record
    first = Session(tmp_path / "game", 15, bots())
    second = Session(tmp_path / "game", bots=bots())
    assert whole.faults == ()
    assert second.record.replay == whole.replay
    told = [line for line in first.bots[0].raw if b'"game_aborted"' not in line]
    assert any(b'"rejected"' in line for line in told)
    assert second.bots[0].raw[: len(told)] == told


def test_a_bot_that_failed_has_failed(tmp_path):
    def bots():
        return [
            FakeSeat(random_answers(seat), fails={"r4": "exited"} if seat == 1 else {}) for seat in range(4)
        ]

    first = Session(tmp_path / "game", 12, bots())
    assert first.failed == [(1, "exited")]
    sound = players(SEATS)
    second = Session(tmp_path / "game", bots=sound)
    assert second.failed == [(1, "exited")]
    assert [(fault.seat, fault.code, fault.request) for fault in second.record.faults] == [
        (1, "exited", "r4")
    ]
    assert len(sound[1].lines) == 4
    assert second.record.replay == Session(tmp_path / "whole", bots=bots()).record.replay


def test_a_bot_that_could_not_begin_has_failed(tmp_path):
    bots = players(SEATS)
    bots[0].fails = {None: "start_failed"}
    Session(tmp_path / "game", 5, bots)
    second = Session(tmp_path / "game")
    assert [(fault.seat, fault.code, fault.request) for fault in second.record.faults] == [
        (0, "start_failed", None)
    ]


@pytest.mark.parametrize("at", [None, "r2"])
def test_a_bot_that_fails_on_the_way_fails_at_its_first_new_question(tmp_path, at):
    Session(tmp_path / "game", 9)
    with resume(tmp_path / "game") as journal:
        known = [entry.request for entry in journal.entries if entry.seat == 3]
    bots = players(SEATS)
    bots[3].fails = {at: "exited"}
    second = Session(tmp_path / "game", bots=bots)
    assert [(fault.seat, fault.request) for fault in second.record.faults] == [(3, f"r{len(known) + 1}")]


def test_a_last_line_that_was_cut_short_is_dropped(tmp_path, whole):
    path = tmp_path / "game"
    Session(path, 8)
    text = path.read_bytes()
    path.write_bytes(text[:-20])
    assert Session(path, 1).record is None
    for line in path.read_text().splitlines():
        json.loads(line)
    assert Session(path).record.replay == whole.replay


def test_nobody_else_can_go_on_at_the_same_time(tmp_path):
    Session(tmp_path / "game", 1)
    with resume(tmp_path / "game"), pytest.raises(JournalError, match="in another window"):
        resume(tmp_path / "game")
    resume(tmp_path / "game").__exit__()


def test_a_file_that_is_there_is_left_alone(tmp_path):
    (tmp_path / "game").write_text("mine")
    with pytest.raises(JournalError, match="exists already"):
        create(tmp_path / "game", saved(game(SEATS)))
    assert (tmp_path / "game").read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be read"),
        ("hello\n", "cannot be read"),
        ("{}\n", "holds no game that was left"),
        ('{"format":"citadels-play","version":2}\n', "holds no game that was left"),
        ('{"format":"citadels-play","version":1}\n', "cannot be read"),
        ('{"format":"citadels-replay","version":1}\n', "is over; `referee replay"),
    ],
)
def test_a_file_that_holds_no_game_is_refused(tmp_path, text, why):
    path = tmp_path / "game"
    path.write_text(text)
    with pytest.raises(JournalError, match=why):
        resume(path)
    descriptor = os.open(path, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(descriptor)
    assert path.read_text() == text


def test_what_is_kept_is_read_back(tmp_path):
    first = Session(tmp_path / "game", 6)
    with resume(tmp_path / "game") as journal:
        assert journal.game == saved(game(SEATS))
        assert journal.game.seat == PERSON
        assert [entry.seat for entry in journal.entries].count(PERSON) == 6
        answers = [entry.answer for entry in journal.entries if entry.seat == PERSON]
    assert [answer.action for answer in answers] == [request.legal[0] for request in first.person.asked]
    assert msgspec.json.decode((tmp_path / "game").read_bytes().splitlines()[0])["format"] == "citadels-play"
