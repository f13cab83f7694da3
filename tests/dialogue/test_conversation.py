"""What a person is told and asked, and what their words come to."""

from collections import Counter

import pytest
from rich.cells import cell_len

from protocol import actions, events
from protocol.actions import Choose, ChooseCharacters, CityCard
from protocol.messages import Clock, GameStart, Rejected, Request
from protocol.views import CityDistrict, OwnView, PlayerView, TableView, TurnView
from referee import rules
from referee.bots.faults import Fault
from referee.dialogue import LeftError
from referee.match import play_game
from referee.match.person import PersonSeat
from tests.dialogue.person import WIDTH, Person, careless, conversation
from tests.match.fakes import game, players

SETUP = rules.preset("first-game", 4)
VIEW = TableView(
    round=2,
    crown=1,
    deck=40,
    players=(
        PlayerView(3, 2, (CityDistrict("temple"), CityDistrict("keep", beautified=True))),
        *[PlayerView(seat, 1, ()) for seat in (1, 2, 3)],
    ),
    you=OwnView(seat=0, hand=("church", "docks"), characters=("bishop",)),
    called=5,
    turn=TurnView(seat=0, character="bishop", builds=1),
)
THREE = Choose(("church", "docks", "keep"), 1, 2)


def request(*legal, decision="turn", news=(), view=VIEW) -> Request:
    return Request("r1", decision, Clock(1, 0), 1, tuple(news), legal, view)


def begun(person: Person, **options):
    talk = conversation(person, **options)
    talk.begin(GameStart("g", 0, 4, SETUP, Clock(1, 0), "00"))
    return talk


def answered(lines: list[str], *legal, **options):
    person = Person(lines)
    return begun(person).ask(request(*legal, **options)), person.heard()


def test_a_question_comes_with_news_table_and_numbered_options():
    news = (events.RoundStarted(2, 1), events.GoldGained(3, 2, "gather"))
    action, heard = answered(["2"], actions.GatherGold(), actions.EndTurn(), news=news)
    assert action == actions.EndTurn()
    for line in (
        "Round 2, P1 bot1 wears the crown",
        "P3 bot3 gets 2 gold.",
        "Turn of P0 bot0 as the Bishop; resources to be gathered; 1 to build",
        "P0 bot0  3 gold; 2 cards",
        "    2 of 7: Temple R1, Keep U3*",
        "P1 bot1  1 gold; 1 card; crown",
        "Your gold: 3",
        "Your hand: Church R2, Docks T3",
        "Your characters: Bishop (5)",
        "It is your turn. What do you do?",
        "   1  Take gold",
        "   2  End the turn",
    ):
        assert f"\n{line}\n" in heard


def test_the_table_is_shown_when_a_turn_begins_and_when_it_is_wanted():
    person = Person(["1", "t", "1"])
    talk = begun(person)
    shown = []
    for _ in range(2):
        talk.ask(request(actions.EndTurn()))
        shown.append(person.heard().count("cards in the deck"))
    assert shown == [1, 2]
    assert person.heard().count("Your hand: ") == 3


@pytest.mark.parametrize("wrong", ["0", "3", "build", "1 2", "-1", "1.0"])
def test_a_word_that_is_no_choice_is_told_and_asked_again(wrong):
    action, heard = answered([wrong, "1"], actions.GatherGold(), actions.GatherCards())
    assert action == actions.GatherGold()
    assert f"> {wrong}\n'{wrong}' is no number from 1 to 2; ? shows what you can say.\n" in heard


def test_help_comes_at_any_time():
    _, heard = answered(["?", "?witch", "?Witch", "", "1"], actions.EndTurn())
    assert "back to the list before" in heard
    assert heard.count("\nWITCH\n") == 2


def test_the_story_of_the_round_can_be_told_again():
    person = Person(["1", "s", "1"])
    talk = begun(person)
    talk.ask(request(actions.EndTurn(), news=(events.RoundStarted(1, 0), events.CrownMoved(3))))
    talk.ask(request(actions.EndTurn(), news=(events.RoundStarted(2, 3), events.CrownMoved(2))))
    heard = person.heard()
    assert (heard.count("P3 bot3 takes the crown."), heard.count("P2 bot2 takes the crown.")) == (1, 2)


def spying():
    kinds = ("noble", "religious", "trade", "military", "unique")
    return [actions.Spy(seat, kind) for seat in (1, 2, 3) for kind in kinds]


def test_many_options_are_gathered_and_one_can_go_back():
    action, heard = answered(["2", "1", "b", "2", "5"], actions.EndTurn(), *spying())
    assert action == actions.Spy(2, "unique")
    assert heard.count("   2  Spy on a hand ... (15 ways)\n") == 1
    assert "   2  P2 bot2 ... (5 ways)\n" in heard
    assert "   5  Ask P2 bot2 for unique districts\n" in heard


def test_there_is_nothing_before_the_first_list():
    _, heard = answered(["b", "1"], actions.EndTurn())
    assert "There is no list before this one." in heard


@pytest.mark.parametrize(
    ("said", "cards"),
    [("2", ("docks",)), ("3 1", ("church", "keep")), ("1,2", ("church", "docks"))],
)
def test_cards_of_a_template_are_chosen_by_number(said, cards):
    action, heard = answered(["1", said], actions.Redraw(THREE))
    assert action == actions.Redraw(cards)
    assert "   2  Docks (trade, 3)\n" in heard
    assert "Which? Choose 1 to 2, for example `1 2`.\n" in heard


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("all", "These are 3. Choose 1 to 2."),
        ("none", "These are 0. Choose 1 to 2."),
        ("1 1", "A number stands there twice."),
        ("4", "'4' are not numbers from 1 to 3; ? shows what you can say."),
        ("docks", "'docks' are not numbers from 1 to 3; ? shows what you can say."),
    ],
)
def test_a_wrong_selection_is_told_and_asked_again(wrong, complaint):
    action, heard = answered(["1", wrong, "?", "3"], actions.Redraw(THREE))
    assert action == actions.Redraw(("keep",))
    assert f"\n{complaint}\n" in heard
    assert "choose all, where that is allowed" in heard


def test_nothing_may_be_chosen_where_that_is_allowed():
    den = actions.Build("thieves_den", cards=Choose(("church", "docks"), 0, 2))
    assert answered(["1", "none"], den)[0] == actions.Build("thieves_den")
    assert answered(["1", "all"], den)[0] == actions.Build("thieves_den", cards=("church", "docks"))


def test_cards_that_are_given_keep_their_order():
    option = actions.GiveCards((2, 3), Choose(("church", "docks"), 2, 2))
    action, heard = answered(["1", "2 1"], option)
    assert action == actions.GiveCards((2, 3), ("docks", "church"))
    assert "in this order" in heard


def test_a_selection_without_a_choice_is_not_asked_for():
    option = actions.ServeWarrants("king", ChooseCharacters(("bishop", "warlord"), 2, 2))
    assert answered(["1"], option)[0] == actions.ServeWarrants("king", ("bishop", "warlord"))


def test_one_can_go_back_from_a_selection():
    action, _ = answered(["1", "b", "2"], actions.Redraw(THREE), actions.EndTurn())
    assert action == actions.EndTurn()


def test_options_that_differ_in_the_gold_on_a_district_are_told_apart():
    options = [actions.Destroy(1, "temple", beautified=gold) for gold in (False, True)]
    _, heard = answered(["1"], *options)
    assert "   1  Destroy Temple (religious, 1) of P1 bot1\n" in heard
    assert "   2  Destroy Temple (religious, 1) (beautified) of P1 bot1\n" in heard


def test_a_payment_is_told():
    options = [
        actions.Build("keep"),
        actions.Build("keep", sacrifice=CityCard("temple")),
        actions.Build("keep", lender=2, exchange=Choose(("docks",), 1, 1)),
    ]
    _, heard = answered(["1"], *options)
    assert "   2  Build Keep (unique, 3), destroying Temple (religious, 1) instead of paying\n" in heard
    assert "   3  Build Keep (unique, 3) with gold of P2 bot2 for cards\n" in heard


def test_a_refusal_is_told_with_its_rule_and_asked_again():
    person = Person(["1", "2"])
    talk = begun(person)
    talk.ask(request(actions.EndTurn(), actions.GatherGold()))
    again = talk.refused(Rejected("r1", "code", "some-rule", "That is not allowed.", "", 0, 1))
    assert again == actions.GatherGold()
    assert "That is not allowed. [some-rule]" in person.heard()


def test_after_an_interruption_the_round_so_far_is_told_but_not_asked():
    person = Person(["1"])
    talk = begun(person)
    talk.overhear(request(actions.EndTurn(), news=(events.RoundStarted(1, 0), events.CrownMoved(3))))
    talk.overhear(request(actions.EndTurn(), news=(events.RoundStarted(2, 3), events.CrownMoved(2))))
    assert "crown" not in person.heard()
    talk.ask(request(actions.EndTurn(), news=(events.CrownMoved(1),)))
    told = [line for line in person.heard().splitlines() if "takes the crown" in line]
    assert told == ["P2 bot2 takes the crown.", "P1 bot1 takes the crown."]


def test_who_wants_to_leave_leaves():
    with pytest.raises(LeftError):
        answered(["q"], actions.EndTurn())
    with pytest.raises(EOFError):
        answered([], actions.EndTurn())


def test_a_bot_that_fails_is_told():
    person = Person([])
    begun(person).failed(2, Fault("move_timeout", "r3 was not answered.", "r3", 9, "", "", None))
    assert "P2 bot2 has failed, move_timeout: r3 was not answered. Harmless moves" in person.heard()


@pytest.mark.parametrize(("seats", "preset"), list(enumerate(rules.PRESETS, 2)))
def test_whole_games_with_somebody_who_types_whatever_comes_to_mind(seats, preset):
    refused = Counter()

    class Seat(PersonSeat):
        def retry(self, line):
            refused[line] += 1
            return super().retry(line)

    person = Person(careless(seats))
    others = players(seats, seed=seats)
    others[1] = Seat(conversation(person))
    record = play_game(game(seats, cards=preset), others)
    assert record.faults == ()
    assert not refused
    heard = person.heard()
    assert max(map(cell_len, heard.splitlines())) <= WIDTH
    assert heard.count("is called.") > 8


def test_what_the_seat_may_not_know_is_told_without_it():
    hidden = (events.CardsGained(2, 3, "gather"), events.CharacterPicked(3), events.CardsDrawn(1, 2))
    _, heard = answered(["1"], actions.EndTurn(), news=hidden)
    for line in ("P2 bot2 gets 3 cards.", "P3 bot3 keeps a character.", "P1 bot1 draws 2 cards."):
        assert f"\n{line}\n" in heard
