"""The specification says what the code does: its lists are compared, its bot is run."""

import re
import subprocess
import sys
import typing
from pathlib import Path
from types import NoneType, SimpleNamespace
from typing import Any, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import FieldInfo
from msgspec.structs import fields as struct_fields

import protocol
from protocol.actions import AnyAction, Choose, ChooseCharacters, GatherCards, GatherGold
from protocol.cards import CHARACTERS, Character, District, DistrictType
from protocol.codec import encode
from protocol.events import AnyEvent, Cause, MarkFace, MarkKind
from protocol.faults import FAULTS, REFUSALS
from protocol.messages import Clock, Decision, Limits, NoticeCode, Request, Setup
from protocol.session import Session
from protocol.views import OwnView, PlayerView, TableView, View
from referee.rules.editions.y2016 import BASICS, UNIQUES
from referee.rules.moments import LENDS_GOLD
from referee.rules.turn import ABILITIES, COMMON, DISTRICT_ACTIONS
from referee.rules.view import OUTSIDE
from tests.protocol.conversation import start

SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
BOT = re.findall(r"```python\n(.*?)```", SPEC, re.DOTALL)[0]


def tags(union) -> set[str]:
    return {member.__struct_config__.tag for member in get_args(union)}


def section(title: str) -> str:
    return SPEC.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> dict[str, str]:
    """The rows of the tables in a text, by the first word in code style."""
    found = re.findall(r"^\| `(\w+)`(.*)\|$", text, re.MULTILINE)
    return dict(found)


def hidden(member: type) -> set[str]:
    """The fields of an event that not everybody sees."""
    if member not in OUTSIDE:
        return set()
    names = member.__struct_fields__
    seen = OUTSIDE[member](SimpleNamespace(**dict.fromkeys(names, 1)))
    return {name for name in names if getattr(seen, name) is None}


def in_brackets(field: FieldInfo) -> str:
    """The default of a field as the tables give it."""
    return "" if field.required else f" ({msgspec.json.encode(field.default).decode()})"


def shape(annotation: Any) -> Any:
    """What values a field has: a set of words, a type, a Struct as `object`, a list of any of these as a tuple."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return object
    match get_origin(annotation):
        case None:
            return annotation
        case typing.Literal:
            return frozenset(get_args(annotation))
        case typing.Annotated:
            return shape(get_args(annotation)[0])
        case origin if origin is tuple:
            return (shape(get_args(annotation)[0]),)
    shapes = [shape(one) for one in get_args(annotation) if one not in ABSENT]
    return frozenset().union(*shapes) if len(shapes) > 1 else shapes[0]


ABSENT = (NoneType, Choose, ChooseCharacters)
"""What may stand in place of the value of a field."""

CHARACTER, DISTRICT, TYPE = shape(Character), shape(District), shape(DistrictType)

VALUES = {
    "a seat": [int],
    "a list of seats": [(int,)],
    "a character": [CHARACTER],
    "a list of characters": [(CHARACTER,)],
    "a list of lists of characters": [((CHARACTER,),)],
    "a district": [DISTRICT],
    "a list of districts": [(DISTRICT,)],
    "a number": [int],
    "`true` or `false`": [bool],
    '`"noble"`': [TYPE],
    '`"gold"` or `"card"`': [frozenset({"gold", "card"})],
    "a word": [str, shape(MarkKind), shape(MarkFace), shape(Cause)],
    "a list of such words": [(str,)],
    "an object of `district` and `beautified` (false)": [object],
    "an object": [object],
    "a list of objects": [(object,)],
}
"""The values in the words of the table."""


@pytest.mark.parametrize(
    ("title", "union"), [("Actions", AnyAction), ("Events", AnyEvent)], ids=["actions", "events"]
)
def test_every_kind_is_described_with_its_fields(title: str, union):
    described = rows(section(title))
    assert set(described) == tags(union)
    for member in get_args(union):
        row = described[member.__struct_config__.tag]
        described_fields = dict(re.findall(r"`(\w+)`([^,|]*)", row.split("|")[1].strip()))
        assert described_fields == {
            field.name: "*" if field.name in hidden(member) else in_brackets(field)
            for field in struct_fields(member)
        }


@pytest.mark.parametrize("view", View.__subclasses__(), ids=lambda view: view.__name__)
def test_every_field_of_the_view_is_described(view):
    text = section("The view")
    for field in struct_fields(view):
        assert f"`{field.name}`{in_brackets(field)}" in text


def test_the_value_of_every_field_is_told():
    table = re.findall(r"^\| (.*?) \| (.*) \|$", section("Values"), re.MULTILINE)[1:]
    told = {
        (name, value)
        for label, fields in table
        for name in re.findall(r"`(\w+)`", fields)
        for value in VALUES[label.split(",")[0]]
    }
    structs = (*get_args(AnyAction), *get_args(AnyEvent), *View.__subclasses__())
    for struct in structs:
        for field in struct_fields(struct):
            assert (field.name, shape(field.type)) in told, (struct, field.name)
    names = {field.name for struct in structs for field in struct_fields(struct)}
    assert {name for name, _ in told} - names <= tags(AnyAction) | tags(AnyEvent)


def test_every_decision_is_described_with_its_actions():
    described = rows(section("Decisions"))
    assert set(described) == set(get_args(Decision))
    kinds = {title: set(re.findall(r"`(\w+)`", row.split("|")[2])) for title, row in described.items()}
    assert set().union(*kinds.values()) == tags(AnyAction)
    in_turns = [COMMON, *ABILITIES.values(), *DISTRICT_ACTIONS.values()]
    assert kinds["turn"] == {kind.__struct_config__.tag for verbs in in_turns for kind in verbs}


def test_abilities_that_are_not_called_like_their_action_are_told():
    verbs = [*ABILITIES.values(), *DISTRICT_ACTIONS.values()]
    used = {verb.use for one in verbs for verb in one.values() if verb.use} | set(LENDS_GOLD.values())
    told = SPEC.split("`ability` is the `kind` of the action, but for ")[1].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", told)) == used - tags(AnyAction)


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
