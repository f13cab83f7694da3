"""What SPEC.md promises, sentence by sentence, and how to see that it is kept."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from facts import ANSWERED_BY, BASICS, COSTS, LIMITS, NOTICES, ORDER, RANKS, STARRED, TEMPLATES
from table import Game, Json
from views import VIEW


def parse(line: bytes) -> Json:
    """The object of a line. Raises ValueError where it is not JSON of integers in UTF-8, a key given once."""

    def once(pairs: list[tuple[str, Any]]) -> Json:
        if len(dict(pairs)) < len(pairs):
            raise ValueError(f"a key given twice: {pairs}")
        return dict(pairs)

    return json.loads(line.decode("utf-8"), parse_float=int, parse_constant=int, object_pairs_hook=once)


def number_of_cards(game: Game, event: Json) -> int:
    return game.hands[event["victim"]] if event["kind"] == "hand_seen" else event["count"]


def is_template(value: object) -> bool:
    return isinstance(value, dict) and "from" in value


def templates(request: Json) -> Iterator[tuple[Json, str, Json]]:
    """Yield each entry of `legal` that has a template, the field and the template."""
    for entry in request["legal"]:
        for field, value in entry.items():
            if is_template(value):
                yield entry, field, value


def fit_for(seats: int, cast: list[str]) -> bool:
    nine = {2: (8,), 3: (9,), 8: (9,)}.get(seats, (8, 9))
    barred = {"emperor"} if seats == 2 else {"queen"} if seats < 5 else set()
    ranks = [RANKS[name] for name in cast]
    return len(cast) in nine and ranks == [*range(1, len(cast) + 1)] and not barred & set(cast)


def sides(game: Game, end: Json) -> list[tuple[int, int]]:
    """What decides the ranks: totals, and the highest ranks shown in the last round."""
    highest = [max(map(RANKS.get, shown), default=0) for shown in game.shown]
    return [(score["total"], rank) for score, rank in zip(end["scores"], highest, strict=True)]


def worth(game: Game, seat: int) -> int:
    return sum((COSTS[name] + gold) * number for (name, gold), number in game.cities[seat].items())


def offers_cards(asked: Json, entry: Json, field: str) -> bool:
    """Whether the template of an entry has the cards that it should have, of the own hand or city."""
    you, offered = asked["view"]["you"], Counter(entry[field]["from"])
    if entry["kind"] == "beautify":
        city = asked["view"]["players"][you["seat"]]["city"]
        return offered == Counter(one["district"] for one in city if not one.get("beautified"))
    own = Counter(you["hand"])
    if entry["kind"] == "build" and asked["decision"] == "turn":
        own[entry["district"]] -= 1
    return entry["kind"] == "serve_warrants" or offered == +own


PROMISES: dict[str, tuple[tuple[str, Callable[..., bool]], ...]] = {
    "line": (
        ("One JSON object (RFC 8259) per line, in UTF-8", lambda line: isinstance(parse(line), dict)),
        ("a few kilobytes, and up to a megabyte at most", lambda line: len(line) <= 2**20),
    ),
    "order": (
        (
            "In order: `hello` once; then for each game `game_start`, requests, and `game_end` or `game_aborted`",
            lambda last, kind: kind in ORDER[last],
        ),
    ),
    "hello": (
        (
            "`versions` are the protocol versions that the referee speaks",
            lambda _, hello: 1 in hello["versions"],
        ),
        (
            "`schema` is `sha256:` and the SHA-256 of the file `schema.json` in hexadecimal",
            lambda _, hello: re.fullmatch("sha256:[0-9a-f]{64}", hello["schema"]),
        ),
        (
            "`hello` tells them; these are the defaults",
            lambda _, hello: all(hello["limits"][name] > 0 for name in LIMITS),
        ),
    ),
    "game_start": (
        (
            "It consists of letters, digits and hyphens",
            lambda _, start: all(
                re.fullmatch("[A-Za-z0-9-]+", start[field]) for field in ("game", "bot_seed")
            ),
        ),
        ("`seats` is a number from 2 to 8", lambda _, start: start["seats"] in range(2, 9)),
        ("from 0 to `seats` - 1", lambda _, start: start["seat"] in range(start["seats"])),
        ('`edition`: `"2016"`', lambda _, start: start["setup"]["edition"] == "2016"),
        (
            "one of each rank from 1 to 8 and perhaps one of rank 9",
            lambda _, start: fit_for(start["seats"], start["setup"]["cast"]),
        ),
        (
            "the 14 unique districts",
            lambda _, start: len(set(start["setup"]["districts"]) - BASICS.keys()) == 14,
        ),
        (
            "8 with 2 or 3 seats, 7 with more",
            lambda _, start: start["setup"]["city_size"] == (8 if start["seats"] < 4 else 7),
        ),
        ("`time` is the time control of the game", lambda _, start: start["time"]["move_ms"] > 0),
    ),
    "notice": (
        (
            "A line of the bot was ignored",
            lambda bot, notice: bot.crossed and notice["code"] in NOTICES and notice["message"],
        ),
    ),
    "event": (
        (
            "seats are counted clockwise from 0 to `seats` - 1",
            lambda game, event: all(
                event.get(field, 0) in range(game.seats)
                for field in ("seat", "victim", "other", "crown", "by")
            ),
        ),
        (
            "A field marked * is there for `seat` itself and, beside it, for the other seat",
            lambda game, event: (
                event["kind"] not in STARRED or (STARRED[event["kind"]] in event) == game.concerns(event)
            ),
        ),
        (
            "`round` | the round, from 1",
            lambda game, event: (
                event.get("round", game.round) == game.round + (event["kind"] == "round_started")
            ),
        ),
        (
            "`cast`: the characters of this game",
            lambda game, event: event.get("character") in [None, *game.setup["cast"]],
        ),
        (
            "`cards_drawn`, `cards_gained`: `count`",
            lambda game, event: "cards" not in event or len(event["cards"]) == number_of_cards(game, event),
        ),
        ("Only these events move something", lambda game, event: game.apply(event) is None),
    ),
    "events": (
        (
            "The first of them is number `seq` of the game, counted from 1 without gaps",
            lambda game, message: message["seq"] == game.next_seq,
        ),
    ),
    "request": (
        (
            "Each seat has its own in each game: `r1`, `r2`, …",
            lambda game, asked: asked["request"] == f"r{game.requests + 1}",
        ),
        (
            "`time.move_ms`, the same in all requests of a game",
            lambda game, asked: asked["time"]["move_ms"] == game.move_ms,
        ),
        (
            "A new game begins with a full bank",
            lambda game, asked: game.requests > 0 or asked["time"]["bank_ms"] == game.bank_ms,
        ),
        (
            "What it takes longer is taken from the bank",
            lambda game, asked: 0 <= asked["time"]["bank_ms"] <= game.bank_ms,
        ),
        ("Never empty", lambda _, asked: len(asked["legal"]) > 0),
        (
            "`legal` always shows what answers a decision",
            lambda _, asked: (
                {entry["kind"] for entry in asked["legal"]}
                <= set(ANSWERED_BY.get(asked["decision"], "").split())
            ),
        ),
        (
            "`turn` | act in the own turn",
            lambda game, asked: (
                asked["decision"] not in ("turn", "keep", "take_card", "give_cards")
                or asked["view"]["turn"]["seat"] == game.seat
            ),
        ),
        (
            "with `from`, `min` and `max`, all of them always there",
            lambda _, asked: all(
                1 <= template["min"] <= template["max"] <= len(template["from"])
                for _, _, template in templates(asked)
            ),
        ),
        (
            "Only these fields can be templates, one of them in an entry",
            lambda _, asked: all(
                field in TEMPLATES[entry["kind"]] and sum(map(is_template, entry.values())) == 1
                for entry, field, _ in templates(asked)
            ),
        ),
        (
            "Every list of `min` to `max` names out of `from` is legal",
            lambda _, asked: all(offers_cards(asked, entry, field) for entry, field, _ in templates(asked)),
        ),
        (
            "`signed` is fixed in each entry, and never among its `from`",
            lambda _, asked: all(
                entry["signed"] not in entry["blank"]["from"]
                for entry in asked["legal"]
                if entry["kind"] == "serve_warrants"
            ),
        ),
        (
            "as many cards of the hand in `exchange` as gold is missing",
            lambda _, asked: all(
                template["min"] == template["max"] and ("lender" in entry) == (entry["kind"] == "build")
                for entry, field, template in templates(asked)
                if field in ("exchange", "blank") or entry["kind"] == "give_cards"
            ),
        ),
        (
            "with 2 seats also put `discard` facedown, in all picks of a round but the very first",
            lambda game, asked: all(
                ("discard" in entry) == (game.seats == 2 and game.picks > 0)
                for entry in asked["legal"]
                if entry["kind"] == "pick"
            ),
        ),
        (
            "with 2 or 3 seats, where each has two, `character` is the one given",
            lambda game, asked: all(
                ("character" in entry) == (game.seats <= 3)
                for entry in asked["legal"]
                if entry["kind"] == "swap_characters"
            ),
        ),
        (
            "a seat was handed characters to choose from",
            lambda game, asked: (
                asked["decision"] != "pick"
                or {entry["character"] for entry in asked["legal"]} == set(game.offers[-1])
            ),
        ),
        (
            "`gathered` (false) | whether resources were gathered",
            lambda _, asked: (
                asked["decision"] != "turn"
                or asked["view"]["turn"].get("gathered", False)
                != any(entry["kind"] == "gather_gold" for entry in asked["legal"])
            ),
        ),
        (
            "cards to choose from, sorted by name; only in a `keep` decision",
            lambda _, asked: (
                sorted(set(asked["view"]["you"].get("drawn", [])))
                == sorted({entry["card"] for entry in asked["legal"] if asked["decision"] == "keep"})
            ),
        ),
        (
            "build from the hand, see below",
            lambda game, asked: (
                asked["decision"] != "turn"
                or all(game.hand[entry["district"]] for entry in asked["legal"] if entry["kind"] == "build")
            ),
        ),
        (
            "A district in a city is named by `district` and `beautified`, as in the view",
            lambda game, asked: all(
                game.cities[entry["seat"]][entry["district"], entry.get("beautified", False)]
                for entry in asked["legal"]
                if entry["kind"] in ("destroy", "seize", "armory")
            ),
        ),
    ),
    "view": VIEW,
    "game_aborted": (("A game that is aborted", lambda game, end: end["game"] == game.name),),
    "game_end": (
        ("`game_end` carries the last events", lambda game, end: end["game"] == game.name),
        ("the scores and the ranks by seat", lambda game, end: len(end["scores"]) == game.seats),
        ("`game_ended` | `scores`", lambda game, end: end["scores"] == game.scores),
        (
            "`ranks` says the same as the `rank`s of the scores",
            lambda _, end: end["ranks"] == [score["rank"] for score in end["scores"]],
        ),
        (
            "share a place, and the next place stays free: 1, 2, 2, 4",
            lambda game, end: (
                end["ranks"]
                == [1 + sum(other > own for other in sides(game, end)) for own in sides(game, end)]
            ),
        ),
        (
            "`total` the sum of these four",
            lambda _, end: all(
                score["total"] == score["districts"] + score["types"] + score["completion"] + score["unique"]
                for score in end["scores"]
            ),
        ),
        (
            "`districts` is the cost of the city",
            lambda game, end: (
                [score["districts"] for score in end["scores"]]
                == [worth(game, seat) for seat in range(game.seats)]
            ),
        ),
        (
            "`null` without one",
            lambda game, end: (
                [score["haunted_quarter"] is not None for score in end["scores"]]
                == [any(name == "haunted_quarter" for name, _ in +city) for city in game.cities]
            ),
        ),
        (
            "a city is complete; the game ends with this round",
            lambda game, _: bool(game.completed) or game.round == game.setup["round_limit"],
        ),
    ),
}
"""By what they are about: words of SPEC.md, and a function that tells whether they are true of what was said."""
