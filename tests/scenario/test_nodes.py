from pathlib import Path

import pytest

from referee.scenario.loader import MAX_SCENARIOS
from referee.scenario.nodes import MAX_BYTES, MAX_DEPTH, Node, read_file, read_text
from referee.scenario.problems import ScenarioError
from referee.scenario.runner import MAX_DEFAULTS


def messages(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as error:
        read_text(text, "f.yaml")
    return [str(problem) for problem in error.value.problems]


def test_scalars_are_those_of_yaml_1_2() -> None:
    root = read_text("{a: 3, b: no, c: true, d: null, e: '3', f: 1.5, g: 2020-01-01, h: 0x10, i: }", "f.yaml")
    assert root.plain() == {
        "a": 3, "b": "no", "c": True, "d": None, "e": "3", "f": "1.5", "g": "2020-01-01", "h": "0x10", "i": None,
    }  # fmt: skip


def test_every_value_knows_its_place() -> None:
    root = read_text("a:\n  - 1\n  - {b: [x,  y]}\n", "f.yaml")
    place = root.at(("a", 1, "b", 1))
    assert (place.file, place.line, place.column) == ("f.yaml", 3, 14)
    assert root.at(("a", 1, "nowhere", 7)) == root.at(("a", 1))


def test_the_last_of_a_list_is_found_at_its_own_place() -> None:
    root = read_text("[{a: 1}, {a: 2}]", "f.yaml")
    assert isinstance(root.value, list)
    assert [node.place.column for node in root.value] == [2, 10]
    assert isinstance(root.value[1], Node)
    assert root.value[1].keys["a"].column == 11


def test_all_duplicates_are_reported_with_both_lines() -> None:
    assert messages("a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\n") == [
        "f.yaml:3:1: duplicate key `a` (first on line 1)",
        "f.yaml:4:11: duplicate key `d` (first on line 4)",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x 1\n", "f.yaml:1:4: anchors are not allowed"),
        ("a: 1\nb: *x\n", "f.yaml:2:4: aliases are not allowed"),
        ("a: !!python/object/apply:os.system [ls]\n", "f.yaml:1:4: tags are not allowed"),
        ("a: !!str 3\n", "f.yaml:1:4: tags are not allowed"),
        ("--- 1\n--- 2\n", "f.yaml:2:1: a file holds one document only"),
        ("", "f.yaml:1:1: the file is empty"),
        ("# only a comment\n", "f.yaml:1:1: the file is empty"),
        ("[a, b]: 1\n", "f.yaml:1:1: a key must be plain text"),
        ("? {a: 1}\n: 2\n", "f.yaml:1:3: a key must be plain text"),
    ],
)
def test_what_is_not_plain_yaml_is_refused(text: str, message: str) -> None:
    assert messages(text) == [message]


def test_broken_yaml_has_a_place() -> None:
    (message,) = messages("a: [1, 2\nb: 3\n")
    assert message.startswith("f.yaml:2:2: ")


def test_brackets_inside_a_list_on_one_line_are_explained() -> None:
    (message,) = messages("a: [redraw [b], c]\n")
    assert message.startswith("f.yaml:1:12: ")
    assert "needs quotes" in message


def test_control_characters_are_refused() -> None:
    (message,) = messages("a: \x00\n")
    assert message.startswith("f.yaml:1:")


def test_depth_is_bounded() -> None:
    deep = "[" * 50_000
    assert messages(deep) == [f"f.yaml:1:{MAX_DEPTH + 1}: nested more than {MAX_DEPTH} deep"]


def test_size_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("#" * (MAX_BYTES + 1))
    with pytest.raises(ScenarioError, match=f"large.yaml:1:1: is larger than {MAX_BYTES} bytes"):
        read_file(path)


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="is not UTF-8 text"):
        read_file(path)
    with pytest.raises(ScenarioError, match="cannot be read: No such file"):
        read_file(tmp_path / "none.yaml")


def test_the_readme_tells_the_bounds() -> None:
    text = (Path(__file__).parents[2] / "scenarios" / "README.md").read_text(encoding="utf-8")
    assert f"| a file | {MAX_BYTES // 1024} KiB of UTF-8 text" in text
    assert f"| nesting | {MAX_DEPTH} deep |" in text
    assert f"| scenarios in a file | {MAX_SCENARIOS} |" in text
    assert f"| default answers of one `until` | {MAX_DEFAULTS:,} |" in text
