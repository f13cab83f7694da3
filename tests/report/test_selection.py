"""Which games of a run a page shows."""

from referee.report.index import Listed
from referee.report.selection import FAULTY, SHOWN, highlights, selected


def game(number: int, totals: tuple[int, ...], faults: tuple[int, ...] = ()) -> Listed:
    """A game of bots 0, 1, ... in the seats of these numbers."""
    ranks = tuple(1 + sum(other > total for other in totals) for total in totals)
    return Listed(number, f"g-{number * 7919 % 1000:04}", tuple(range(len(totals))), totals, ranks, faults)


GAMES = [game(number, (20 + number % 13, 15 + number % 7, number % 5)) for number in range(60)]


def test_best_and_worst_go_by_rank_and_then_by_margin():
    shown = highlights([game(0, (9, 8)), game(1, (3, 30)), game(2, (30, 3)), game(3, (7, 8))], 2)[0]
    assert [one.game.number for one in shown.best] == [2, 0, 3]
    assert [one.margin for one in shown.best] == [27, 1, -1]
    assert [one.game.number for one in shown.worst] == [1]


def test_faulty_games_are_counted_and_the_first_are_listed():
    games = [game(number, (1, 2), faults=(0,)) for number in range(FAULTY + 5)]
    none, shown = highlights(games, 2)[1], highlights(games, 2)[0]
    assert (len(shown.faulty), shown.failed) == (FAULTY, FAULTY + 5)
    assert (none.faulty, none.failed) == ((), 0)


def test_all_games_are_selected_where_they_are_few():
    assert selected(GAMES, highlights(GAMES, 3), 60) == tuple(GAMES)
    assert selected(GAMES, highlights(GAMES, 3), None) == tuple(GAMES)


def test_highlights_come_first_and_others_fill_up():
    shown = highlights(GAMES, 3)
    wanted = {one.game.number for bot in shown for one in bot.in_turn()}
    chosen = selected(GAMES, shown, 40)
    assert len(chosen) == 40
    assert wanted <= {one.number for one in chosen}
    assert [one.number for one in chosen] == sorted(one.number for one in chosen)
    assert len(wanted) <= 3 * 2 * SHOWN


def test_with_little_room_each_bot_shows_its_best_game():
    shown = highlights(GAMES, 3)
    chosen = {one.number for one in selected(GAMES, shown, 3)}
    assert chosen >= {shown[0].best[0].game.number}
    assert selected(GAMES, shown, 0) == ()


def test_the_draw_does_not_depend_on_the_order_of_games():
    shown = highlights(GAMES, 3)
    assert selected(GAMES[::-1], shown, 40) == selected(GAMES, shown, 40)
