"""Bots in Python, Node, Java and C play in every mode, as they are."""

import shutil
from pathlib import Path

import pytest

from referee.bots import Sandbox, build, resolve
from referee.bots.sandbox import MODES
from tests.bots.table import END, ask, start

ROOT = Path(__file__).parents[2]
BOTS = Path(__file__).parent / "bots"
LANGUAGES = {
    "python": ROOT / "sample_bots" / "random_bot.py",
    "python with the referee's packages": BOTS / "packages",
    "node": ROOT / "sample_bots" / "javascript",
    "java": BOTS / "java",
    "native": ROOT / "sample_bots" / "c",
}


@pytest.fixture(scope="session", params=LANGUAGES)
def command(request, tmp_path_factory):
    source = LANGUAGES[request.param]
    place = tmp_path_factory.mktemp("language") / source.name
    if source.is_dir():
        shutil.copytree(source, place)
    else:
        shutil.copy(source, place)
    command = resolve(str(place))
    build(command)
    return command


@pytest.mark.parametrize("mode", MODES)
def test_a_bot_plays(mode, command, seat):
    one = seat(command, sandbox=Sandbox(mode))
    one.begin(start())
    assert ask(one, "r1").choice in (0, 1)
    assert ask(one, "r2").choice in (0, 1)
    one.tell(END)
    one.close()
