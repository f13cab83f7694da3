"""The viewer in a real browser, held against the rules step by step."""

import re

import pytest
from playwright.sync_api import expect

from referee import rules
from referee.match import play_back, read_replay

pytestmark = pytest.mark.xdist_group("report")

WALK = """() => {
    const board = () => [...document.querySelectorAll('.seat')].map((seat) => {
    const titles = (kind) => {
        const rows = [...seat.querySelectorAll(`.row.${kind}`)];
        return rows.map((row) => [...row.querySelectorAll('.district .title')].map((title) => title.textContent));
    };
    return {
        gold: parseInt(seat.querySelector('.gold').textContent),
        cards: parseInt(seat.querySelector('.cards').textContent),
        city: titles('city')[0],
        hand: titles('hand')[0],
        backs: seat.querySelectorAll('.back').length,
        crown: seat.querySelector('header .crown') !== null,
        roles: [...seat.querySelectorAll('.role')].map((role) => role.firstChild.textContent),
    };
});
    const forward = document.querySelector('[data-part=forward]');
    const boards = [board()];
    while (!forward.disabled) {
        forward.click();
        boards.push(board());
    }
    return boards;
}"""
"""Steps through a game by its button, and returns what the board showed after each step."""


def titles(cards):
    return [rules.card(card).title for card in cards]


def roles(characters):
    return sorted(f"{rules.card(one).rank} {rules.card(one).title}" for one in characters)


def step_of(page):
    return int(re.match(r"Step (\d+)", page.locator("[data-part=where]").inner_text())[1])


@pytest.fixture
def game(run):
    return read_replay(run.replay(5))


def opens(who, seat):
    return who == "owner" or who == str(seat)


@pytest.mark.parametrize("who", ["owner", "spectator", "1"])
def test_every_step_shows_what_the_rules_say(run, report, look, game, who):
    """The whole game is stepped through, up to the score of the record."""
    page = look(report, f"#game=5&step=0&as={who}")
    page.wait_for_selector(".seat")
    for moment, board in zip(play_back(game), page.evaluate(WALK), strict=True):
        for seat, shown in enumerate(board):
            view = rules.view(moment.state, seat)
            player = view.players[seat]
            assert (shown["gold"], shown["cards"]) == (player.gold, player.hand)
            assert shown["city"] == titles(placed.district for placed in player.city)
            assert shown["crown"] == (view.crown == seat)
            if opens(who, seat):
                assert (shown["hand"], shown["backs"]) == (titles(view.you.hand), 0)
                assert sorted(shown["roles"]) == roles({*view.you.characters, *player.characters})
            else:
                assert (shown["hand"], shown["backs"]) == ([], player.hand)
                assert sorted(shown["roles"]) == roles(player.characters)
    assert step_of(page) == len(game.steps)
    totals = [int(total) for total in page.locator(".points .total").all_inner_texts()]
    assert totals == [score.total for score in run.result(5).scores]


def test_the_log_keeps_secrets_from_those_who_may_not_know(report, look):
    def log(who):
        page = look(report, f"#game=5&step=30&as={who}")
        page.wait_for_selector("[data-part=log] li")
        return page.locator("[data-part=log]").inner_text()

    owner, spectator, seat = log("owner"), log("spectator"), log("1")
    assert len({owner, spectator, seat}) == 3
    assert "keeps a character." in spectator
    assert "keeps a character." in seat
    assert "keeps a character." not in owner
    assert re.search(r"keeps the \w+\.", owner)
    assert not re.search(r"keeps the \w+\.", spectator)


def test_a_decision_shows_its_options_to_the_seat_that_was_asked(report, look, game):
    asked = game.steps[9].seat
    page = look(report, "#game=5&step=10")
    options = page.locator("[data-part=decision] li")
    options.first.wait_for()
    assert options.count() >= 1
    assert page.locator("[data-part=decision] li.chosen").count() == 1
    other = (asked + 1) % 3
    for who, visible in (("spectator", False), (str(other), False), (str(asked), True)):
        page = look(report, f"#game=5&step=10&as={who}")
        page.wait_for_selector("[data-part=decision] p")
        assert (page.locator("[data-part=decision] li").count() > 0) == visible


def test_addresses_lead_to_a_step_and_follow_the_reader(report, look):
    page = look(report, "#game=5&step=20&as=2")
    page.wait_for_selector(".seat")
    assert step_of(page) == 20
    assert page.locator("[data-part=who]").input_value() == "2"
    page.get_by_role("button", name="A step forward").click()
    assert page.evaluate("location.hash") == "#game=5&step=21&as=2"
    page.evaluate("location.hash = '#game=7&step=3'")
    expect(page.locator("[data-part=where]")).to_contain_text("Step 3 of")
    assert page.locator("[data-part=game]").input_value() == "7"


@pytest.mark.parametrize(
    "address", ["#game=999&step=1", "#game=&step=x", "#step=4", "#game=5&step=99999&as=9", "#%"]
)
def test_addresses_that_lead_nowhere_do_no_harm(report, look, address):
    page = look(report, address)
    page.wait_for_selector(".seat")


def test_links_of_the_report_open_the_viewer(report, look):
    page = look(report)
    page.wait_for_selector(".seat")
    link = page.locator(".portrait a[href*='step=']").last
    number, step = re.search(r"game=(\d+)&step=(\d+)", link.get_attribute("href")).groups()
    link.click()
    expect(page.locator("[data-part=game]")).to_have_value(number)
    assert step_of(page) == int(step)
    assert page.evaluate("document.activeElement.id") == "viewer"


def test_keys(report, look, game):
    page = look(report, "#game=5&step=0")
    page.wait_for_selector(".seat")
    last = len(game.steps)

    def press(key):
        page.keyboard.press(key)
        return step_of(page)

    assert [press(key) for key in ("End", "ArrowLeft", "Home", "ArrowRight")] == [last, last - 1, 0, 1]
    second = press("Shift+ArrowRight")
    assert page.locator("[data-part=round]").input_value() == "2"
    assert press("ArrowRight") == second + 1
    assert press("Shift+ArrowLeft") == second
    for key, who in (("s", "spectator"), ("1", "1"), ("o", "owner")):
        page.keyboard.press(key)
        assert page.locator("[data-part=who]").input_value() == who


def test_playing_goes_on_to_the_end_and_stops(report, look, game):
    last = len(game.steps)
    page = look(report, f"#game=5&step={last - 2}")
    page.wait_for_selector(".seat")
    page.locator("[data-part=speed]").select_option("300")
    page.get_by_role("button", name="Play").click()
    assert page.locator("[data-part=play]").get_attribute("aria-pressed") == "true"
    expect(page.locator("[data-part=play]")).to_have_attribute("aria-pressed", "false")
    assert step_of(page) == last


def test_rounds_slider_and_log_lead_to_steps(report, look):
    page = look(report, "#game=5&step=0")
    page.wait_for_selector(".seat")
    page.locator("[data-part=round]").select_option("3")
    third = step_of(page)
    assert third > 0
    page.locator("[data-part=slider]").fill("17")
    assert step_of(page) == 17
    page.locator(f"[data-part=log] li[data-step='{third}']").first.click()
    assert step_of(page) == third


def test_games_are_found_by_bot(report, look):
    page = look(report)
    page.wait_for_selector(".seat")
    games = page.locator("[data-part=game] option")
    everything = games.count()
    page.locator("[data-part=bot]").select_option("2")
    assert 0 < games.count() < everything
    assert all("{{ 7 * 7 }}" in text for text in games.all_inner_texts())


def test_one_game_has_a_page_of_its_own(run, game_page, look, screenshots):
    page = look(game_page(11), "#game=11&step=60")
    page.wait_for_selector(".seat")
    page.screenshot(path=screenshots / "replay.png", full_page=True)
    page.keyboard.press("End")
    totals = [int(total) for total in page.locator(".points .total").all_inner_texts()]
    assert totals == [score.total for score in run.result(11).scores]
    assert page.locator("[data-part=bot]").is_hidden()
