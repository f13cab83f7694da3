from tests.bots.conftest import _nothing_left, bot, program, seat

__all__ = ["_nothing_left", "bot", "program", "seat"]
