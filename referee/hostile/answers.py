"""Bots that answer what was not asked, or not what was asked."""

import fcntl
import itertools
import time

from referee.hostile.talk import hear, misdeed, play, play_until, reply, say, sleep

SMALLEST_PIPE = 4_096


def old_answers() -> None:
    """Sends each of its answers again when the next question has come, twenty times."""
    previous = misdeed()
    reply(previous)
    for _ in range(20):
        message = hear()
        if message["type"] == "request":
            reply(previous)
            previous = message
        reply(message)
    play()


def answers_ahead() -> None:
    """Answers the next four requests before they are made."""
    number = int(misdeed()["request"].removeprefix("r"))
    for ahead in range(5):
        say(type="action", request=f"r{number + ahead}", choice=0)
    for _ in range(4):
        while hear()["type"] != "request":
            pass
    play()


def two_answers() -> None:
    """Gives two answers at once, to ten requests."""
    message = misdeed()
    for _ in range(10):
        reply(message)
        reply(message)
        message = play_until("request")
    reply(message)
    play()


def wrong_request() -> None:
    """Answers rightly, with the id of another request."""
    misdeed()
    say(type="action", request="r999999", choice=0)
    sleep()


def chatter() -> None:
    """Answers requests that were never made, now and then, for ever."""
    misdeed()
    while True:
        say(type="action", request="r999999", choice=0)
        time.sleep(0.02)


def babble() -> None:
    """Answers requests that were never made, as fast as can be."""
    misdeed()
    while True:
        say(type="action", request="r999999", choice=0)


def unexpected() -> None:
    """Says hello in the middle of a game."""
    misdeed()
    say(type="hello", version=1)
    sleep()


def illegal() -> None:
    """Answers with a choice that is not there, again and again."""
    request = misdeed()["request"]
    while True:
        say(type="action", request=request, choice=999)
        hear()


def undecided() -> None:
    """Answers with neither a choice nor an action, again and again."""
    request = misdeed()["request"]
    while True:
        say(type="action", request=request)
        hear()


def blind() -> None:
    """Makes its input as small as can be, reads no more of it, and answers all requests by guess."""
    number = int(misdeed()["request"].removeprefix("r"))
    fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, SMALLEST_PIPE)
    say(type="action", request=f"r{number}", choice=0)
    for ahead in itertools.count(number + 1):
        time.sleep(0.01)
        say(type="action", request=f"r{ahead}", choice=0)


BEHAVIOURS = (
    old_answers,
    answers_ahead,
    two_answers,
    wrong_request,
    chatter,
    babble,
    unexpected,
    illegal,
    undecided,
    blind,
)
