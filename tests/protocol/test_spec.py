"""The specification says what the code does: its examples are decoded, its lists compared, its bot run."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import protocol
from protocol.actions import AnyAction, GatherCards, GatherGold
from protocol.cards import CHARACTERS
from protocol.codec import decode_from_bot, decode_from_referee, encode
from protocol.events import AnyEvent
from protocol.faults import FAULTS, REFUSALS
from protocol.messages import Clock, Decision, FromBot, FromReferee, Limits, NoticeCode, Request, Setup
from protocol.session import Session
from protocol.views import OwnView, PlayerView, TableView, View
from referee.rules.editions.y2016 import BASICS, UNIQUES
from tests.protocol.conversation import start

SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
EXAMPLES = [
    line for block in re.findall(r"```json\n(.*?)```", SPEC, re.DOTALL) for line in block.splitlines() if line
]
BOT = re.findall(r"```python\n(.*?)```", SPEC, re.DOTALL)[0]


def tags(union) -> set[str]:
    return {member.__struct_config__.tag for member in get_args(union)}


def section(title: str) -> str:
    return SPEC.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> dict[str, str]:
    """The rows of the tables in a text, by the first word in code style."""
    found = re.findall(r"^\| `(\w+)`(.*)\|$", text, re.MULTILINE)
    return dict(found)


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: line[:45])
def test_an_example_is_a_message_in_canonical_form(line: str):
    arrow, text = line[:3], line[3:].encode()
    decode = {"-> ": decode_from_referee, "<- ": decode_from_bot}[arrow]
    assert encode(decode(text)) == text + b"\n"


def test_there_is_an_example_of_every_message():
    shown = {re.match(r'(->|<-) \{"type":"(\w+)"', line).groups() for line in EXAMPLES}
    assert shown == {("->", tag) for tag in tags(FromReferee)} | {("<-", tag) for tag in tags(FromBot)}


@pytest.mark.parametrize(
    ("title", "union"), [("Actions", AnyAction), ("Events", AnyEvent)], ids=["actions", "events"]
)
def test_every_kind_is_described_with_its_fields(title: str, union):
    described = rows(section(title))
    assert set(described) == tags(union)
    for member in get_args(union):
        row = described[member.__struct_config__.tag]
        fields = set(re.findall(r"`(\w+)`", row.split("|")[1]))
        assert fields == set(member.__struct_encode_fields__), member


@pytest.mark.parametrize("view", View.__subclasses__(), ids=lambda view: view.__name__)
def test_every_field_of_the_view_is_described(view):
    text = section("The view")
    for field in view.__struct_encode_fields__:
        assert f"`{field}`" in text, field


def test_every_decision_is_described_with_its_actions():
    described = rows(section("Decisions"))
    assert set(described) == set(get_args(Decision))
    for row in described.values():
        assert set(re.findall(r"`(\w+)`", row.split("|")[2])) <= tags(AnyAction)


def test_every_fault_refusal_and_notice_is_described():
    assert set(rows(section("Faults"))) == set(FAULTS)
    assert set(rows(section("Refusals"))) == set(REFUSALS)
    for code in get_args(NoticeCode):
        assert f"(`{code}`)" in SPEC


def test_the_limits_and_the_setup_are_described():
    described = rows(section("Limits"))
    assert set(described) == set(Limits.__struct_fields__)
    for name, row in described.items():
        assert f"| {getattr(Limits(), name)} |" in row
    for field in Setup.__struct_fields__:
        assert f"- `{field}`:" in SPEC


def test_all_cards_are_described():
    cards = section("Cards")
    assert re.findall(r"`(\w+)`", cards.split("Districts of")[0]) == list(CHARACTERS)
    described = rows(cards)
    for name, card in (BASICS | UNIQUES).items():
        cost = "cannot be built" if card.cost is None else card.cost
        assert described[name] == f" | {card.type} | {cost} | {card.copies} "
    assert set(described) == set(BASICS | UNIQUES)


class Pipe:
    """The specification's bot as a process, with a session on the other end."""

    def __init__(self, program: Path) -> None:
        self.session = Session(Limits())
        self.process = subprocess.Popen(
            [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False
        )

    def exchange(self, line: bytes):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        self.session.receive(self.process.stdout.readline())
        return self.session.next_message()


def test_the_bot_of_the_specification_plays(tmp_path: Path):
    assert len(BOT.splitlines()) <= 15
    program = tmp_path / "first.py"
    program.write_text(BOT)
    pipe = Pipe(program)
    with pipe.process:
        assert pipe.exchange(pipe.session.hello("sha256:0")).name == "first"
        assert pipe.exchange(pipe.session.game_start(start())).game == "g1"
        view = TableView(1, 0, 50, (PlayerView(2, 4, ()),) * 2, OwnView(0, ("temple",)))
        choices = set()
        for number in range(1, 30):
            request = Request(
                f"r{number}", "turn", Clock(1000, 0), 1, (), (GatherGold(), GatherCards()), view
            )
            pipe.session.request(request.request)
            choices.add(pipe.exchange(encode(request)).choice)
        assert choices == {0, 1}
        pipe.session.game_over("game_end")
        left, _ = pipe.process.communicate(pipe.session.shutdown())
    assert left == b""
    assert pipe.process.returncode == 0
