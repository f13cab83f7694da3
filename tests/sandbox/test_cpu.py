"""Processor time is charged to the bot that used it, whichever of its processes did, living or ended."""

import json

import pytest

from referee.bots import Sandbox
from referee.bots.sandbox import MODES
from tests.bots.table import ask, start
from tests.cli.conftest import RANDOM, program

BURN = """
def burn(seconds):
    while time.process_time() < seconds:
        pass
"""
ENDS = {
    "the bot itself": "burn(0.3); play()",
    "a child that it waits for": "os.fork() or (burn(0.3), os._exit(0)); os.wait(); play()",
    "a child that lives on": "os.fork() or (burn(0.3), time.sleep(600)); play()",
    "a daemon": "os.fork() or (os.setsid(), os.fork() and os._exit(0), burn(0.3), time.sleep(600)); os.wait(); play()",
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("who", ENDS)
def test_all_processes_of_a_bot_count(bot, seat, mode, who):
    one = seat(bot(f"{BURN}\n{ENDS[who]}"), sandbox=Sandbox(mode))
    one.begin(start())
    while one.cpu_us() < 300_000:
        pass
    assert ask(one, "r1").choice == 0
    living = one.cpu_us()
    assert one.close().cpu_us >= living
    assert one.cpu_us() == one.usage.cpu_us


def test_the_standings_tell_the_processor_time(tmp_path):
    words = ("run", RANDOM, "--seats", 2, "--games", 4, "-j", 1, "--out", tmp_path / "run", "--json")
    done = program(*words)
    assert done.returncode == 0, done.stderr
    assert "cpu" not in json.loads(done.stdout)
    told = json.loads(program("standings", tmp_path / "run", "--json").stdout)["cpu"]
    assert {used["bot"] for used in told} == {"random_bot", "random_bot-2"}
    assert all(0 < used["seconds"] < 600 for used in told)
    text = program("standings", tmp_path / "run").stdout
    assert "on a processor in all" in text
