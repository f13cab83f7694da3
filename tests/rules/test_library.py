"""The rules as a library: the example of the package runs and says what it gives."""

import doctest

from referee import rules


def test_the_example_of_the_package_holds() -> None:
    done = doctest.testmod(rules)
    assert done.attempted >= 10
    assert done.failed == 0


def test_the_example_shows_the_functions_that_a_bot_needs() -> None:
    assert rules.__doc__
    for name in ("new_game", "pending", "options", "apply", "view", "determinize", "for_seat", "imagine"):
        assert name in rules.__all__
        assert name in rules.__doc__
    assert ".copy()" in rules.__doc__
