"""`referee play` on a terminal of 80 columns: a whole game, wrong words, leaving and going on."""

import json
import re
import shlex

import pexpect
import pytest

from referee.cli.exits import ExitCode
from referee.match import read_replay, verify
from tests.cli.conftest import GREEDY, RANDOM, bot_file, program
from tests.cli.test_run import QUITS
from tests.cli.test_terminal import COLUMNS, PATIENCE_S, Terminal

QUESTION = "(?:cards)?> "


class Player:
    """Somebody at a terminal, who answers questions."""

    def __init__(self, *words: object, **environment: str) -> None:
        self.process = Terminal("play", *words, **environment).process
        self.seen = ""

    def says(self, line: str) -> str:
        """Wait for a question, answer it, and return what was shown before it."""
        self.process.expect(f"\n{QUESTION}")
        shown = self.process.before.decode()
        self.seen += shown + self.process.after.decode()
        self.process.sendline(line)
        return shown

    def plays_on(self) -> str:
        """Choose the first line of every list to the end of the game; return what was shown last."""
        while self.process.expect([f"\n{QUESTION}", pexpect.EOF], timeout=PATIENCE_S) == 0:
            self.seen += (self.process.before + self.process.after).decode()
            self.process.sendline("all" if b"cards" in self.process.after else "1")
        return self.end()

    def end(self) -> str:
        """Read to the end of the program."""
        if self.process.after is not pexpect.EOF:
            self.process.expect(pexpect.EOF)
        rest = self.process.before.decode()
        self.seen += rest
        self.process.close()
        return rest


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games" / "a game.jsonl"


def new_game(file) -> tuple[object, ...]:
    return ("--with", GREEDY, RANDOM, "--seat", 1, "--seed", "play", "--save", file)


def resume_command(text: str) -> list[str]:
    return shlex.split(re.search(r"Go on with\s+(referee play .*)", text.replace("\r", ""), re.DOTALL)[1])


def test_a_whole_game_with_wrong_words_and_help(file):
    player = Player(*new_game(file))
    opening = player.says("99")
    assert "P0 greedy_bot, P1 (you), P2 random_bot" in opening
    assert "Which character do you keep?" in opening
    assert "'99' is no number from 1 to" in player.says("what?")
    assert "'what?' is no number" in player.says("?")
    assert "?witch" in player.says("?witch")
    witch = " ".join(player.says("?build-no-duplicate").split())
    assert "character of rank 1" in witch
    assert witch.count(" [witch-") == 12
    assert re.search(r"and \d+ more: `referee rules witch`", witch)
    assert "may not be built there" in player.says("?xyzzy")
    assert "No rule has 'xyzzy' in it." in player.says("t")
    assert "cards in the deck" in player.says("1")
    end = player.plays_on()
    assert player.process.exitstatus == ExitCode.OK
    assert "The winner: P" in end
    assert end.count("  in all") == 3
    assert "[SCR-01]" in end
    assert "Seed: play" in end
    assert "\x1b[?" not in player.seen
    plain = re.sub(r"\x1b\[[0-9;]*m", "", player.seen)
    assert [line for line in plain.split("\r\n") if len(line) > COLUMNS and str(file) not in line] == []
    verify(file.read_bytes())
    assert read_replay(file.read_bytes()).header.seats == 3
    told = program("replay", file)
    assert told.returncode == 0, told.stderr


def left_and_resumed(file, leave) -> tuple[Player, list[str]]:
    player = Player(*new_game(file))
    for _ in range(4):
        player.says("1")
    player.process.expect(f"\n{QUESTION}")
    leave(player.process)
    text = player.end()
    assert "The game is kept." in text
    return player, resume_command(text)


@pytest.mark.parametrize(
    ("leave", "code"),
    [
        (lambda process: process.sendintr(), ExitCode.INTERRUPTED),
        (lambda process: process.sendeof(), ExitCode.INTERRUPTED),
        (lambda process: process.sendline("q"), ExitCode.OK),
    ],
    ids=["ctrl-c", "end of input", "q"],
)
def test_a_game_that_is_left_goes_on_as_if_it_had_not_been(file, tmp_path, leave, code):
    player, command = left_and_resumed(file, leave)
    assert player.process.exitstatus == code
    assert command == ["referee", "play", "--resume", str(file)]
    assert json.loads(file.read_text().splitlines()[0])["format"] == "citadels-play"
    again = Player(*command[2:])
    assert "The round so far:" in again.says("1")
    assert "The winner: P" in again.plays_on()
    whole = Player(*new_game(tmp_path / "whole"))
    whole.plays_on()
    assert file.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_game_that_is_over_cannot_be_gone_on_with(file):
    Player(*new_game(file)).plays_on()
    done = program("play", "--resume", file)
    assert done.returncode == ExitCode.FOLDER
    assert "is over; `referee replay" in done.stderr


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no colour", "dumb"])
def test_colours_only_repeat_what_the_letters_say(file, environment):
    coloured, plain = Player(*new_game(file)), Player(*new_game(file.with_name("b")), **environment)
    shown = [player.says("q") for player in (coloured, plain)]
    colours = r"\x1b\[(?:\d+;)*(?:3\d|9\d)m"
    assert re.search(colours, shown[0])
    assert not re.search(colours, shown[1])
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", text) for text in shown]
    assert bare[0] == bare[1]
    for player in (coloured, plain):
        player.end()


def test_a_bot_that_cannot_start_is_told_before_the_game(file, tmp_path):
    done = program("play", "--with", bot_file(tmp_path, QUITS), "--save", file)
    assert done.returncode == ExitCode.BOT
    assert "bot cannot play: start_failed" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "Name at least one bot to play with: --with BOT."),
        (["--with", GREEDY, "--seat", "2"], "The seats are 0 to 1; there is no seat 2."),
        (["--with", GREEDY, RANDOM, "--seats", "2"], "You and 2 bots do not fit at a table of 2."),
        ([GREEDY] * 8, "name at most 7 bots"),
        (["--with", GREEDY, "--cast", "thief"], "this one has 0. [custom-one-character"),
        (["--with", GREEDY, "--preset", "first-gane"], "Did you mean first-game?"),
        (["--with", "nobody.py"], "There is no such file or folder."),
        (["--resume", __file__, "--seed", "1"], "leave out --seed."),
        (["--resume", "/nowhere"], "does not exist"),
    ],
)
def test_wrong_usage(invoke, words, message, tmp_path):
    result = invoke("play", *words, *([] if "--resume" in words else ["--save", tmp_path / "game"]))
    assert result.exit_code == ExitCode.USAGE
    assert message in result.stderr
    assert not (tmp_path / "game").exists()


def test_a_file_that_is_there_is_left_alone(invoke, tmp_path):
    path = tmp_path / "game"
    path.write_text("mine")
    result = invoke("play", "--with", GREEDY, "--save", path)
    assert result.exit_code == ExitCode.FOLDER
    assert "exists already" in result.stderr
    assert path.read_text() == "mine"


def test_few_bots_are_repeated_and_the_setup_may_be_drawn(tmp_path):
    words = (
        "--with",
        GREEDY,
        "--seats",
        5,
        "--preset",
        "all",
        "--cast",
        "random",
        "--save",
        tmp_path / "game",
    )
    player = Player(*words)
    names = "P0 (you), P1 greedy_bot, P2 greedy_bot, P3 greedy_bot, P4 greedy_bot"
    assert names in " ".join(player.says("q").split())
    player.end()
    assert player.process.exitstatus == ExitCode.OK
