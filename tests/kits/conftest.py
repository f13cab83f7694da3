"""The kits, each copied and built once."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from referee.bots import BotCommand, build, resolve
from tests.kits.table import copied

Command = Callable[[str, str], BotCommand]


@pytest.fixture(scope="session")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Return the program of a kit's manifest, built."""
    place = tmp_path_factory.mktemp("kits")

    @cache
    def folder(language: str) -> Path:
        copy = copied(language, place)
        build(resolve(str(copy)))
        return copy

    return lambda language, manifest: resolve(str(folder(language) / manifest))
