"""Every code block of the README is executed, in the order of the page, as a newcomer would."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.root import cli

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks like a clone, with what the blocks refer to."""
    for name in ("sample_bots", "scenarios"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "referee").symlink_to(ROOT / "referee")
    (tmp_path / "protocol").symlink_to(ROOT / "protocol")
    return tmp_path


def test_the_page_has_blocks_of_known_kinds_only() -> None:
    assert {language for language, _ in BLOCKS} == {"sh", "python", "toml"}


def test_all_blocks_run_in_the_order_of_the_page(folder: Path) -> None:
    for language, text in BLOCKS:
        if language != "sh":
            *_, name = re.findall(r"`(\w+\.(?:py|toml))`", PAGE[: PAGE.index(text)])
            (folder / name).write_text(text)
            continue
        for line in text.splitlines():
            if line.startswith("make "):
                _run(["make", "--dry-run", *line.split()[1:]], folder)
            else:
                command = line.replace("python ", f"{sys.executable} ", 1)
                command = command.replace("referee ", f"{sys.executable} -m referee ", 1)
                _run(["sh", "-c", command], folder)


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


def test_the_table_of_commands_says_what_their_help_says() -> None:
    listed = re.findall(r"^\| `referee (\w+)` \| (.*) \|$", PAGE, re.MULTILINE)
    assert dict(listed) == {name: command.get_short_help_str(300) for name, command in cli.commands.items()}
    assert len(listed) == len(cli.commands)


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGE)
    assert links
    for link in links:
        assert link.startswith("https://") or (ROOT / link).exists(), link
