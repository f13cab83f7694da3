"""The page of a run in a real browser: figures, themes, a telephone, paper, and who reads with other means."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.report.recorded import NAMES

pytestmark = pytest.mark.xdist_group("report")

FIGURES = ["points", "pairs", "running", "predictions", "places", "scores", "seats", "times", "faults"]
AXE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAPER = "getComputedStyle(document.body).backgroundColor"
A4 = 718
"""Width of the paper between its margins, in CSS pixels."""
LIGHT, DARK = "rgb(253, 252, 249)", "rgb(21, 23, 26)"


def ready(page):
    page.wait_for_selector(".seat")
    return page


def test_every_figure_is_drawn(report, look, screenshots):
    page = ready(look(report))
    assert page.eval_on_selector_all("figure", "all => all.map((one) => one.id)") == FIGURES
    for figure in FIGURES:
        assert page.locator(f"#{figure} figcaption").inner_text()
        marks = "td[class*='good-'], td[class*='bad-']" if figure in ("pairs", "seats") else "svg *"
        if figure != "faults":
            assert page.locator(f"#{figure} :is({marks})").count() >= 8, figure
    drawn = "all => all.every((one) => one.getBoundingClientRect().width > 0)"
    assert page.eval_on_selector_all("figure circle, figure rect", drawn)
    page.screenshot(path=screenshots / "report.png", full_page=True)


def test_hostile_names_are_only_names(report, look):
    page = ready(look(report))
    rows = page.locator(".standings th[scope=row]").all_inner_texts()
    assert {" ".join(row.split()) for row in rows} == {" ".join(name.split()) for name in NAMES}
    assert page.locator("img").count() == 0


def test_a_dark_page_by_system_and_by_switch(report, look, screenshots):
    page = ready(look(report, scheme="dark"))
    assert page.evaluate(PAPER) == DARK
    page.screenshot(path=screenshots / "report-dark.png", full_page=True)
    page.get_by_role("button", name="Light page").click()
    assert page.evaluate(PAPER) == LIGHT
    page.reload()
    assert page.evaluate(PAPER) == LIGHT
    page.get_by_role("button", name="Dark page").click()
    assert page.evaluate(PAPER) == DARK


def violations(page, options):
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = Axe().run(page, options=options).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


def test_axe_finds_nothing(report, look):
    page = ready(look(report, "#game=5&step=40", bypass_csp=True))
    assert violations(page, {"runOnly": AXE}) == []


def test_axe_finds_nothing_in_the_page_of_one_game(game_page, look):
    """Its colours are those of the page above."""
    page = ready(look(game_page(5), "#game=5&step=40", bypass_csp=True))
    assert violations(page, {"runOnly": AXE, "rules": {"color-contrast": {"enabled": False}}}) == []


def test_axe_finds_no_lack_of_contrast_in_the_dark(report, look):
    page = ready(look(report, "#game=5&step=40", scheme="dark", bypass_csp=True))
    assert violations(page, {"runOnly": ["color-contrast"]}) == []


def test_a_telephone_scrolls_no_page_sideways(report, look, screenshots):
    page = ready(look(report, width=360))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("document.querySelector('#pairs .scroll').scrollWidth") > 360
    page.screenshot(path=screenshots / "report-telephone.png", full_page=True)
    page.locator("#viewer").scroll_into_view_if_needed()
    page.screenshot(path=screenshots / "viewer-telephone.png")


def test_paper_has_the_figures_and_not_the_controls(report, look, screenshots):
    page = ready(look(report, width=A4, scheme="dark"))
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") == A4
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert page.locator("#viewer").is_hidden()
    assert page.locator("#theme").is_hidden()
    assert all(page.locator(f"#{figure}").is_visible() for figure in FIGURES)
    page.screenshot(path=screenshots / "report-print.png", full_page=True)
    assert page.pdf(path=screenshots / "report.pdf").startswith(b"%PDF")


def test_the_keyboard_gets_everywhere(report, look):
    page = ready(look(report))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    page.keyboard.press("Tab")
    assert page.evaluate(outline) == "solid"
