"""A replay that was tampered with, or that other rules wrote, is found, and where."""

import json
from collections.abc import Callable

import msgspec
import pytest

from protocol.actions import GatherGold, complete
from protocol.events import GoldGained
from referee import rules
from referee.match import ReplayError, VerifyError, play_game, read_replay, verify
from referee.match.replay import LINE_BYTES, REPLAY_BYTES
from tests.match.fakes import FakeSeat, choice, game, players, random_answers

RECORD = play_game(
    game(4, on_fault="forfeit"),
    [*players(3), FakeSeat(random_answers(9), fails={"r30": "exited"})],
)
REPLAY = RECORD.replay
LAST = len(REPLAY.splitlines()) - 1


def lines() -> list[bytes]:
    return REPLAY.splitlines()


def joined(text: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in text)


def altered(number: int, change: Callable[[dict], None]) -> bytes:
    text = lines()
    line = json.loads(text[number])
    change(line)
    text[number] = json.dumps(line, separators=(",", ":")).encode()
    return joined(text)


def found(data: bytes) -> VerifyError:
    with pytest.raises(VerifyError) as caught:
        verify(data)
    return caught.value


def step_where(condition: Callable[[dict], bool], skip: int = 0) -> int:
    fitting = [n for n, line in enumerate(lines()[:-1]) if n and condition(json.loads(line))]
    return fitting[skip]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seed", range(3))
def test_an_untouched_replay_holds(seats, seed):
    verify(play_game(game(seats, seed=f"round trip {seed}"), players(seats, seed)).replay)


def test_a_replay_is_read_as_it_was_written():
    replay = read_replay(REPLAY)
    encode = msgspec.json.Encoder().encode
    assert joined([encode(line) for line in (replay.header, *replay.steps, replay.outcome)]) == REPLAY
    assert replay.outcome.scores == RECORD.scores
    assert replay.outcome.ranks == RECORD.ranks
    assert replay.outcome.faults == RECORD.faults
    assert len(replay.steps) == replay.outcome.decisions == RECORD.decisions


def test_an_altered_pick_is_found_at_its_step():
    at = step_where(lambda line: line["action"]["kind"] == "pick", 5)
    offered = found(altered(at, lambda line: line["action"].update(character="queen")))
    assert (offered.step, "queen is not in the stack" in offered.sentence) == (at, True)


def test_every_single_altered_choice_is_found_at_its_step():
    """Each action is replaced by another one that is legal there."""
    replay = read_replay(REPLAY)
    state, _ = rules.new_game(replay.header.setup, 4, replay.header.seed)
    changed = 0
    for number, step in enumerate(replay.steps, 1):
        others = [one for one in map(complete, rules.options(state)) if one != step.action]
        if others:
            changed += 1
            wanted = msgspec.to_builtins(others[0])
            error = found(altered(number, lambda line, wanted=wanted: line.update(action=wanted)))
            assert error.step == number
        rules.apply(state, step.seat, step.action)
    assert changed > 100


def test_an_action_the_rules_refuse_is_named_with_its_rule():
    at = step_where(lambda line: line["action"]["kind"] == "gather_gold" and not line.get("forced"))
    text = lines()
    text.insert(at + 1, text[at])
    error = found(joined(text))
    assert error.step == at + 1
    assert "gather" in error.sentence


@pytest.mark.parametrize("at", [1, 2, 50, LAST - 1])
def test_an_altered_digest_is_found_at_its_step(at):
    error = found(altered(at, lambda line: line.update(digest="00000000")))
    assert error.step == at
    assert '"00000000" is recorded' in error.sentence


def test_an_altered_state_digest_is_found_at_its_step():
    at = step_where(lambda line: "state" in line, 3)
    error = found(altered(at, lambda line: line.update(state="0" * 16)))
    assert (error.step, "the state after it" in error.sentence) == (at, True)


def test_a_missing_state_digest_is_found():
    at = step_where(lambda line: "state" in line)
    assert found(altered(at, lambda line: line.pop("state"))).step == at


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda line: line["scores"][1].update(total=99), "the scores"),
        (lambda line: line["scores"][0].update(districts=0), "the scores"),
        (lambda line: line["scores"].pop(), "the scores"),
        (lambda line: line.update(ranks=[1, 2, 3, 4]), "the ranks"),
        (lambda line: line.update(rounds=3), "the number of rounds"),
        (lambda line: line.update(decisions=3), "the number of decisions"),
        (lambda line: line.update(state="0" * 16), "the digest of the last state"),
        (lambda line: line.update(digest="00000000"), "the digest of the result"),
        (lambda line: line["faults"][0].update(detail="It was the referee."), "the digest of the result"),
    ],
)
def test_an_altered_result_is_found(change, words):
    error = found(altered(LAST, change))
    assert (error.step, error.sentence.startswith(words)) == (LAST, True), error.sentence


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.update(seed="another"),
        lambda line: line.update(game="g-2"),
        lambda line: line.update(number=8),
        lambda line: line.update(seats=5),
        lambda line: line.update(digest="00000000"),
        lambda line: line["setup"]["cast"].remove("thief"),
        lambda line: line["setup"]["cast"].reverse(),
        lambda line: line["setup"].update(city_size=6),
        lambda line: line.update(on_fault="play-on"),
    ],
)
def test_an_altered_header_is_found_at_the_deal(change):
    assert found(altered(0, change)).step == 0


@pytest.mark.parametrize("at", [1, 20, 100, LAST - 1])
def test_a_dropped_line_is_found_at_its_step(at):
    text = lines()
    del text[at]
    assert found(joined(text)).step == at


@pytest.mark.parametrize("at", [1, 30, LAST - 2])
def test_exchanged_lines_are_found_at_the_first(at):
    text = lines()
    text[at], text[at + 1] = text[at + 1], text[at]
    assert found(joined(text)).step == at


def test_a_doubled_last_action_is_found():
    text = lines()
    text.insert(LAST, text[LAST - 1])
    error = found(joined(text))
    assert (error.step, "the record goes on" in error.sentence) == (LAST, True)


@pytest.mark.parametrize("kept", [1, 2, 60, LAST])
def test_a_replay_that_breaks_off_is_no_replay(kept):
    with pytest.raises(ReplayError):
        verify(joined(lines()[:kept]))


def test_the_newline_at_the_end_belongs_to_it():
    with pytest.raises(ReplayError, match="the result is missing"):
        verify(REPLAY[:-1])


def forced_steps() -> list[int]:
    return [number for number, line in enumerate(lines()[:-1]) if b'"forced"' in line]


def test_a_forced_step_without_its_mark_is_found():
    at = forced_steps()[4]
    error = found(altered(at, lambda line: line.pop("forced")))
    assert (error.step, "P3 is played on for" in error.sentence) == (at, True)


def test_a_forced_step_with_another_code_is_found():
    at = forced_steps()[0]
    assert found(altered(at, lambda line: line.update(forced="bad_json"))).step == at


def test_a_mark_of_force_on_an_own_action_is_found():
    at = step_where(lambda line: line["seat"] == 1)
    error = found(altered(at, lambda line: line.update(forced="exited")))
    assert error.step == at


def test_a_forced_step_that_is_not_the_fallback_is_found():
    at = step_where(lambda line: "forced" in line and line["action"] == {"kind": "gather_gold"})
    error = found(altered(at, lambda line: line.update(action={"kind": "gather_cards"})))
    assert (error.step, "is played on by" in error.sentence) == (at, True)


def test_a_fault_that_never_took_effect_is_found():
    extra = {"seat": 0, "code": "exited", "request": "r999", "detail": "x"}
    error = found(altered(LAST, lambda line: line["faults"].insert(0, extra)))
    assert error.step == LAST


def test_a_fault_that_came_earlier_is_found_at_the_first_step_it_changes():
    error = found(altered(LAST, lambda line: line["faults"][0].update(request="r20")))
    assert error.step == step_where(lambda line: line["seat"] == 3, 19)


def test_a_rule_that_changed_is_found_where_it_first_shows(monkeypatch):
    at = step_where(lambda line: line["action"] == {"kind": "gather_gold"}, 2)
    true = rules.apply
    count = 0

    def three_gold(state, seat, action):
        nonlocal count
        happened = true(state, seat, action)
        count += isinstance(action, GatherGold)
        if isinstance(action, GatherGold) and count == 3:
            happened = [
                msgspec.structs.replace(event, gold=3) if isinstance(event, GoldGained) else event
                for event in happened
            ]
        return happened

    monkeypatch.setattr(rules, "apply", three_gold)
    assert found(REPLAY).step == at


def test_a_rule_that_changed_silently_is_found_at_the_end_of_its_round(monkeypatch):
    true = rules.apply
    done = 0

    def silently(state, seat, action):
        nonlocal done
        happened = true(state, seat, action)
        done += 1
        if done == 10:
            state.deck[:2] = state.deck[1::-1]
        return happened

    monkeypatch.setattr(rules, "apply", silently)
    error = found(REPLAY)
    assert error.step == step_where(lambda line: "state" in line)
    assert "the state after it" in error.sentence


HOSTILE = {
    "empty": b"",
    "newline": b"\n",
    "no json": b"replay\n",
    "another format": b'{"format":"chess","version":1}\n{}\n',
    "a later version": b'{"format":"citadels-replay","version":2}\n{}\n',
    "nested": b"[" * 100_000 + b"\n",
    "nested object": b'{"format":' + b"[" * 60_000 + b"\n",
    "nul": b"\0" * 100,
    "bad utf-8": b"\xff\xfe\n" * 3,
    "long line": b'{"format":"citadels-replay","version":1,"x":"' + b"a" * LINE_BYTES + b'"}\n',
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_refused_at_its_first_line(data):
    with pytest.raises(ReplayError) as caught:
        verify(data)
    assert caught.value.step == 0


def test_a_huge_text_is_refused_unread():
    with pytest.raises(ReplayError, match=f"at most {REPLAY_BYTES} bytes"):
        verify(bytes(REPLAY_BYTES + 1))


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (0, lambda line: line.update(seats=10**12)),
        (0, lambda line: line.update(seats=1)),
        (0, lambda line: line.update(extra=1)),
        (0, lambda line: line.update(seed=5)),
        (1, lambda line: line.update(seat=8)),
        (1, lambda line: line.update(seat=-1)),
        (1, lambda line: line.update(extra=1)),
        (1, lambda line: line.pop("digest")),
        (1, lambda line: line["action"].update(kind="fly")),
        (1, lambda line: line["action"].update(character="jester")),
        (1, lambda line: line.update(forced="because")),
        (LAST, lambda line: line.pop("ranks")),
        (LAST, lambda line: line["faults"][0].update(request="r1e9")),
        (LAST, lambda line: line["faults"][0].update(seat=99)),
    ],
)
def test_a_line_of_the_wrong_shape_is_refused_with_its_number(number, change):
    with pytest.raises(ReplayError) as caught:
        verify(altered(number, change))
    assert caught.value.step == number


def test_a_template_is_no_recorded_action():
    at = step_where(lambda line: line["action"]["kind"] == "build")
    template = {"kind": "build", "district": "keep", "cards": {"from": ["keep"], "min": 1, "max": 1}}
    assert found(altered(at, lambda line: line.update(action=template))).step == at


def test_first_options_all_along_hold_too():
    verify(play_game(game(4), [FakeSeat(lambda request: choice(request, 0)) for _ in range(4)]).replay)
