"""Bots for the tests, ended after each of them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.sample_bots.table import Bot


@pytest.fixture(scope="session")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where bots are built, once."""
    return tmp_path_factory.mktemp("built")


@pytest.fixture
def start_bot(workplace: Path) -> Iterator[Callable[[str], Bot]]:
    """Start a sample bot that has not been greeted."""
    with ExitStack() as stack:
        yield lambda name: stack.enter_context(Bot(name, workplace))


@pytest.fixture
def seat_bots(start_bot: Callable[[str], Bot]) -> Callable[..., list[Bot]]:
    """Start and greet one bot for each name."""

    def seat(*names: str) -> list[Bot]:
        bots = [start_bot(name) for name in names]
        for bot in bots:
            assert bot.greet().version == 1
        return bots

    return seat
