import msgspec
import pytest

from protocol.messages import Clock
from referee.tournament.plan import (
    PlanError,
    commitment,
    difference,
    digest,
    load,
    repeated,
    reveal,
    save,
    seal,
)
from referee.tournament.planning import make_plan
from tests.tournament.factory import RANDOM, SETUP, command, commands, plan, presets

CLOCK = Clock(move_ms=1000, bank_ms=0)


def test_a_plan_survives_its_file(tmp_path):
    seal(plan(), tmp_path)
    assert load(tmp_path) == plan()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plan.json", "seed.txt"]


def test_the_seed_is_kept_apart_until_it_is_revealed(tmp_path):
    of = plan(seed="a secret")
    seal(of, tmp_path)
    assert "a secret" not in (tmp_path / "plan.json").read_text()
    assert (tmp_path / "seed.txt").read_text() == "a secret"
    assert (tmp_path / "seed.txt").stat().st_mode & 0o777 == 0o600
    reveal(of, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]
    assert load(tmp_path) == of
    save(of, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


def test_a_plan_whose_seed_is_not_published_yet_cannot_be_followed(tmp_path):
    seal(plan(), tmp_path)
    (tmp_path / "seed.txt").unlink()
    with pytest.raises(PlanError, match="not finished, and its seed not published yet"):
        load(tmp_path)


def test_another_seed_than_the_one_that_was_committed_to_is_found(tmp_path):
    seal(plan(), tmp_path)
    (tmp_path / "seed.txt").write_text("another")
    with pytest.raises(PlanError, match=f"does not have the SHA-256 {commitment(plan())}"):
        load(tmp_path)


def test_bots_of_one_name_are_told_apart():
    named = [command("greedy"), command("greedy-2"), command("greedy"), command("greedy")]
    made = make_plan(named, SETUP, seats=4, games=1, seed="", clock=CLOCK)
    assert [bot.name for bot in made.bots] == ["greedy", "greedy-2", "greedy-3", "greedy-4"]
    assert repeated(made) == ()


def test_too_few_bots_are_repeated_in_turn():
    made = plan(2, seats=5)
    assert [bot.name for bot in made.bots] == ["bot0", "bot1", "bot0-2", "bot1-2", "bot0-3"]
    assert repeated(made) == ("bot0-2", "bot1-2", "bot0-3")


def test_more_bots_than_seats_are_not_repeated():
    assert repeated(plan(5, seats=3)) == ()
    assert len(plan(5, seats=3).bots) == 5


@pytest.mark.parametrize(
    ("bots", "seats", "games", "sentence"),
    [
        (0, 3, 1, "at least one bot"),
        (3, 1, 1, "2 to 8, not by 1"),
        (3, 9, 1, "2 to 8, not by 9"),
        (3, 3, 0, "at least one game, not 0"),
    ],
)
def test_what_cannot_be_planned_is_refused(bots, seats, games, sentence):
    with pytest.raises(PlanError, match=sentence):
        make_plan(commands(bots), SETUP, seats=seats, games=games, seed="", clock=CLOCK)


def test_a_folder_without_a_plan_is_named(tmp_path):
    with pytest.raises(PlanError, match=f"{tmp_path} holds no run"):
        load(tmp_path)


@pytest.mark.parametrize(
    "text", ['{"format":"citadels-run","version":1,"more":1}', '{"format":"chess-run","version":1}', "{}"]
)
def test_an_unknown_version_is_refused_by_name(tmp_path, text):
    (tmp_path / "plan.json").write_text(text)
    header = {"format": "", "version": 0} | msgspec.json.decode(text)
    known = "this referee reads 'citadels-run' version 2"
    shown = f"format {header['format']!r} version {header['version']}; {known}"
    with pytest.raises(PlanError, match=shown):
        load(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format":"citadels-run","version":2}'])
def test_a_damaged_plan_is_named(tmp_path, text):
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(PlanError, match=r"plan\.json cannot be read"):
        load(tmp_path)


def test_an_unknown_field_is_refused(tmp_path):
    seal(plan(), tmp_path)
    path = tmp_path / "plan.json"
    path.write_text(path.read_text().replace('"seats":', '"sead": 1, "seats":'))
    with pytest.raises(PlanError, match="sead"):
        load(tmp_path)


def test_differences_name_the_fields():
    changed = msgspec.structs.replace(
        plan(games=13),
        setup=msgspec.structs.replace(SETUP, city_size=8),
        clock=Clock(move_ms=1, bank_ms=5000),
    )
    assert difference(plan(), changed) == [
        "stage 1.games was 12 and is now 13",
        "setup.city_size was 7 and is now 8",
        "clock.move_ms was 1000 and is now 1",
    ]
    assert difference(plan(), plan()) == []


def test_a_plan_with_several_setups_survives_its_file(tmp_path):
    of = plan(setup=(*presets(3), RANDOM))
    seal(of, tmp_path)
    assert load(tmp_path) == of
    assert digest(load(tmp_path)) == digest(of) != digest(plan(setup=presets(3)))


def test_a_plan_needs_a_setup():
    with pytest.raises(PlanError, match="needs a setup"):
        plan(setup=())


def test_differences_name_the_setup_that_is_another():
    changed = (RANDOM, msgspec.structs.replace(RANDOM, cast=("witch",)))
    assert difference(plan(setup=(RANDOM, RANDOM)), plan(setup=changed)) == [
        'setup 2.cast was [] and is now ["witch"]'
    ]
    [sentence] = difference(plan(setup=(RANDOM,)), plan(setup=changed))
    assert sentence.startswith("setup was [{")
    [sentence] = difference(plan(), plan(setup=changed))
    assert sentence.startswith("setup was {")


def test_differences_name_the_bots():
    def made(*bots):
        return make_plan(bots, SETUP, seats=2, games=1, seed="", clock=CLOCK)

    stored = made(command("a"), command("b"))
    assert difference(stored, made(command("a", "new"), command("b"))) == [
        "the program of bot a is not the one that the run began with"
    ]
    assert difference(stored, made(command("a"), command("c"))) == ['name of bot 2 was "b" and is now "c"']
    assert difference(stored, made(command("a"), command("b"), command("c"))) == [
        "stage 1.bots was [0,1] and is now [0,1,2]",
        "entered was 2 and is now 3",
        "number of bots was 2 and is now 3",
    ]


def test_bots_that_lie_elsewhere_make_no_other_plan():
    moved = msgspec.structs.replace(
        plan(), bots=tuple(msgspec.structs.replace(bot, argv=("/x",), folder="/y") for bot in plan().bots)
    )
    assert difference(plan(), moved) == []
    assert digest(plan()) == digest(moved)


@pytest.mark.parametrize(
    "change", [{"games": 13}, {"seed": "other"}, {"fresh": True}, {"on_fault": "forfeit"}]
)
def test_the_digest_tells_plans_apart(change):
    assert digest(plan()) != digest(plan(**change))


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment(plan(seed="abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
