from pathlib import Path

import pytest

from referee.tournament.event import EVENT_KEYS, Entrant, EventError, read_event

WHOLE = """\
name = "Spring cup"
format = "gauntlet"
games = 1000
for = "2h"
seed_from = "beacon.json"
fresh = true
bots = ["one.py", { path = "two.py", name = "Two", author = "Ann" }]

[setup]
preset = "first-game"
cast = ["witch", "random"]

[clock]
move_ms = 500
"""


@pytest.fixture
def written(tmp_path):
    def write(text: str) -> Path:
        path = tmp_path / "event.toml"
        path.write_text(text)
        return path

    return write


def problems(file: Path) -> list[str]:
    with pytest.raises(EventError) as caught:
        read_event(file)
    return [line.removeprefix(f"{file}:") for line in str(caught.value).splitlines()]


def test_an_event_says_who_plays_and_how(written, tmp_path):
    (tmp_path / "beacon.json").touch()
    file = written(WHOLE)
    event = read_event(file)
    one, two = event.bots
    assert one == Entrant("one.py", tmp_path, where=f"{file}:7")
    assert (two.path, two.name, two.author) == ("two.py", "Two", "Ann")
    assert {key: setting.value for key, setting in event.settings.items()} == {
        "name": "Spring cup",
        "format": "gauntlet",
        "games": 1000,
        "for": "2h",
        "seed_from": str(tmp_path / "beacon.json"),
        "fresh": True,
        "preset": "first-game",
        "cast": ["witch", "random"],
        "move_ms": 500,
    }
    assert event.settings["move_ms"].where == f"{file}:14: move_ms"


def test_bots_may_stand_in_tables_of_their_own_with_patterns(written, tmp_path):
    (tmp_path / "bots").mkdir()
    for name in ("b.py", "a.py", "c.js"):
        (tmp_path / "bots" / name).touch()
    file = written(
        '[[bots]]\npath = "bots/*.py"\nauthor = "Ann"\n\n[[bots]]\npath = "bots/c.js"\nname = "C"\n'
    )
    assert [(bot.path, bot.name, bot.author, bot.where) for bot in read_event(file).bots] == [
        ("bots/a.py", "", "Ann", f"{file}:2"),
        ("bots/b.py", "", "Ann", f"{file}:2"),
        ("bots/c.js", "C", "", f"{file}:6"),
    ]


def test_a_pattern_may_lead_anywhere(written, tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.py").touch()
    file = written(f'bots = ["../there/*.py", "{tmp_path}/here/*.py"]')
    file = file.rename(tmp_path / "here" / "cup.toml")
    assert [bot.path for bot in read_event(file).bots] == ["../there/a.py", f"{tmp_path}/here/a.py"]


def test_all_problems_are_told_at_once_each_with_its_line(written):
    text = """\
gmaes = 10
seats = "five"
fresh = 1
colour = "red"
bots = [
    "one.py",
    7,
    { name = "nobody" },
]
[setup]
prest = "all"
[clock]
move_ms = 1.5
[tournament]
"""
    assert problems(written(text)) == [
        "1: there is no key gmaes; did you mean games?",
        "2: seats is a whole number, not 'five'",
        "3: fresh is true or false, not 1",
        f"4: there is no key colour; there are {', '.join(EVENT_KEYS)}",
        f"14: there is no key tournament; there are {', '.join(EVENT_KEYS)}",
        "11: there is no key prest; did you mean preset?",
        "13: move_ms is a whole number, not 1.5",
        "5: a bot is a text or a table with a `path`, not 7",
        "5: a bot needs a `path`",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("games = 1", "1: an event needs `bots`, a list of files, folders or tables with a `path`"),
        ("games = 1\nbots = [", "2: Invalid value (at end of document)"),
        ('games = 1\nbots = ["*.py"]\n', "2: nothing matches '*.py'"),
        ('[[bots]]\npath = "a.py"\nautor = "Ann"\n', "3: there is no key autor; did you mean author?"),
        ('[[bots]]\npath = "event.*"\nname = "x"\n[[bots]]\npath = "*.rs"', "5: nothing matches '*.rs'"),
    ],
)
def test_one_problem(written, text, problem):
    assert problems(written(text)) == [problem]


def test_one_name_will_not_do_for_several_bots(written, tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).touch()
    assert problems(written('bots = [{ path = "?.py", name = "x" }]')) == [
        "1: 2 bots match '?.py'; one name will not do"
    ]


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EventError, match=r"cup\.toml cannot be read: .*No such file"):
        read_event(tmp_path / "cup.toml")
