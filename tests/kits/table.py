"""Where the kits are, and how a test gets one of its own."""

import shutil
from pathlib import Path

import pytest

from referee.cli.init import OUTPUTS, TOOLS

KITS = Path(__file__).parents[2] / "sample_bots"
MANIFESTS = ("bot.toml", "thrifty.toml")

ONE_BY_ONE = [pytest.param(name, marks=pytest.mark.xdist_group(f"kit {name}")) for name in TOOLS]
"""All kits; what is tested of one is tested in one process, which builds it."""


def copied(language: str, place: Path) -> Path:
    """Return a copy of a kit as it is in the repository; its programs must be on this machine."""
    for tool, packages in TOOLS[language].items():
        assert shutil.which(tool), f"the kit in {language} needs {tool}; Debian has it in {packages}"
    return shutil.copytree(KITS / language, place / language, ignore=shutil.ignore_patterns(*OUTPUTS))


def sources(language: str) -> set[Path]:
    """Return the files of a kit, relative to it, without what its build makes."""
    files = (path.relative_to(KITS / language) for path in (KITS / language).rglob("*") if path.is_file())
    return {file for file in files if not set(file.parts) & set(OUTPUTS)}
