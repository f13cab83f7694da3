"""Bots that go wrong before their first move."""

from referee.hostile.talk import deed, hear, play, play_until, reply, say, sleep, write


def silent() -> None:
    """Never answers `hello`."""
    play_until("hello")
    deed()
    sleep()


def crash_at_start() -> None:
    """Crashes before the first message."""
    deed()
    raise RuntimeError("this bot crashes at start")


def prints_before_hello() -> None:
    """Prints a banner before it answers `hello`."""
    deed()
    write(b"Hostile Bot 1.0, ready to play.\n")
    play()


def greets_unasked() -> None:
    """Says hello without waiting for the referee's."""
    deed()
    say(type="hello", version=1, name="hostile")
    hear()
    play()


def greets_twice() -> None:
    """Answers `hello` twice."""
    hear()
    deed()
    say(type="hello", version=1)
    say(type="hello", version=1)
    play()


def wrong_version() -> None:
    """Chooses a protocol version that is not offered."""
    play_until("hello")
    deed()
    say(type="hello", version=999)
    sleep()


def long_name() -> None:
    """Calls itself by a name of a thousand letters."""
    play_until("hello")
    deed()
    say(type="hello", version=1, name="x" * 1_000)
    play()


def never_ready() -> None:
    """Never answers `game_start`."""
    play_until("game_start")
    deed()
    sleep()


def ready_for_another() -> None:
    """Is ready for another game than the one that begins."""
    play_until("game_start")
    deed()
    say(type="ready", game="g-another")
    play()


def acts_too_early() -> None:
    """Answers `game_start` with an action in place of `ready`, and then is ready after all."""
    message = play_until("game_start")
    deed()
    say(type="action", request="r1", choice=0)
    reply(message)
    play()


BEHAVIOURS = (
    silent,
    crash_at_start,
    prints_before_hello,
    greets_unasked,
    greets_twice,
    wrong_version,
    long_name,
    never_ready,
    ready_for_another,
    acts_too_early,
)
