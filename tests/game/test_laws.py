"""Laws over whole deals: all rule sets, all numbers of players, many house rules, acts by chance; see ``laws``."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach.cards import UNKNOWN, cards
from canasta_teach.errors import CanastaError
from canasta_teach.game.deal import deal
from canasta_teach.game.moves import Move
from canasta_teach.game.play import play
from canasta_teach.game.referee import is_legal
from canasta_teach.game.state import Position
from canasta_teach.game.view import view
from canasta_teach.rulebook import KEYS, ruleset
from tests.game import laws
from tests.game.tables import CANASTA, PLAY, QUEENS, START
from tests.tools.play_deals import OFTEN, SELDOM, Fault, Tally, games, main, play_deals, play_many

DEALS = 300
MANY_DEALS = 100_000
WORKERS = 2
FEW = [["KH", "4C"], ["5C"], ["5D"], ["5H"]]
TAKES = {**START, "hands": FEW, "melds": [[QUEENS], []], "pile": ["QS"], "stock": []}
WHOLE = f"{' '.join(CANASTA)}; discard KH"


class _Summary:
    """Prints a table behind the results of a run."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_sep("-", "whole deals, by the cause of their end")
        for line in self.tally.lines():
            terminalreporter.write_line(line)


def _print(tally: Tally, config: pytest.Config) -> None:
    config.pluginmanager.register(_Summary(tally))


def _every_table_was_played(tally: Tally) -> None:
    for key in KEYS:
        for players in ruleset(key).p.players:
            assert tally.players[key, players], f"no deal of {key} for {players} players"
        assert tally.players[f"{key}, house", min(ruleset(key).p.players)], f"no house rules on {key}"
    assert set(tally.causes) <= set(laws.CAUSES)
    assert all(tally.asked.values()), tally.asked


def test_whole_deals_keep_the_laws(pytestconfig: pytest.Config) -> None:
    tally = play_deals(0, DEALS, OFTEN)
    assert tally.causes.total() == DEALS
    _every_table_was_played(tally)
    for why in ("went out", "went out concealed", "cannot take", "last draw's turn over", "last red three"):
        assert tally.causes[why], f"no deal ended by this: {why}"
    _print(tally, pytestconfig)


@pytest.mark.long
def test_very_many_deals_keep_the_laws(pytestconfig: pytest.Config) -> None:
    tally = play_many(0, MANY_DEALS, SELDOM, WORKERS)
    assert tally.causes.total() == MANY_DEALS
    _every_table_was_played(tally)
    assert set(tally.causes) == set(laws.CAUSES)
    _print(tally, pytestconfig)


def test_there_are_many_house_rules_among_them() -> None:
    assert len({str(game) for game in games()}) >= 90
    assert {key for key, options in games() if options} == set(KEYS)


def test_a_deal_is_the_same_each_time_and_however_often_the_laws_are_asked() -> None:
    once, again = play_deals(7, 6, OFTEN), play_deals(7, 6, SELDOM)
    assert (once.ends, once.acts, once.players) == (again.ends, again.acts, again.players)


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "4"]) == 0
    printed = capsys.readouterr().out
    assert all(why in printed for why in laws.CAUSES)
    assert "players: " in printed


def test_a_fault_names_the_deal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(position: Position) -> None:
        raise AssertionError("cards were lost")

    monkeypatch.setattr("tests.tools.play_deals.cards_are_conserved", broken)
    with pytest.raises(Fault, match=r"deal 3 .*cards were lost"):
        play_deals(3, 1)
    assert main(["--first", "3", "--deals", "1"]) == 1
    assert "deal 3 " in capsys.readouterr().err


# -- the laws themselves can be broken ---------------------------------------------------------------------------------


@pytest.fixture
def position() -> Position:
    """A table some turns into a deal."""
    dealt = deal(rules="classic", seed=11)
    for text in ("draw", f"discard {dealt.hands[0][0].code}" if dealt.hands[0] else ""):
        dealt = play(dealt, text)
    return play(dealt, "draw")


def _damaged(position: Position) -> Iterator[Position]:
    hands, stock = position.hands, position.stock or ()
    first = hands[0] or ()
    yield replace(position, hands=(first[1:], *hands[1:]))
    yield replace(position, stock=(*stock, stock[0]))
    yield replace(position, stock=(*stock[1:], next(c for c in first if c is not stock[0])))
    yield replace(position, frozen=not position.frozen)
    yield replace(position, penalised=(cards("KH KH KH"), *position.penalised[1:]))


@pytest.mark.parametrize("which", range(5))
def test_lost_and_made_cards_are_noticed(position: Position, which: int) -> None:
    laws.cards_are_conserved(position)
    damaged = list(_damaged(position))[which]
    with pytest.raises(AssertionError):
        laws.cards_are_conserved(damaged)


def test_a_position_that_no_text_gives_is_noticed(position: Position) -> None:
    laws.reads_back(position, Move.parse("discard KH"))
    with pytest.raises((AssertionError, CanastaError)):
        laws.reads_back(replace(position, frozen=not position.frozen))


@pytest.mark.parametrize("shown", ["hands", "pile", "stock", "drawn"])
def test_a_view_that_shows_too_much_is_noticed(position: Position, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = replace(position, pile=(*position.pile, *cards("KH 4C")))

    def open_view(position: Position, seat: int) -> Position:
        if shown == "drawn":
            return replace(view(position, seat), this_turn=position.this_turn)
        return replace(view(position, seat), **{shown: getattr(position, shown)})

    rng = Random(1)
    laws.reveals_nothing(position, 0, rng)
    monkeypatch.setattr(laws, "view", open_view)
    with pytest.raises(AssertionError):
        laws.reveals_nothing(position, 0, rng)


def test_a_view_that_depends_on_hidden_cards_is_noticed(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(position: Position, seat: int) -> Position:
        stock = position.stock or ()
        hidden = bool(stock) and stock[0] is not UNKNOWN and stock[0].rank in "AKQJ10"
        return replace(view(position, seat), idle_turns=int(hidden))

    def ask_often() -> None:
        for seed in range(20):
            laws.reveals_nothing(position, 0, Random(seed))

    ask_often()
    monkeypatch.setattr(laws, "view", telling)
    with pytest.raises(AssertionError):
        ask_often()


def test_a_wrong_total_is_noticed() -> None:
    end = Position.parse({"phase": "over", "hands": [["KH"], [], ["4C"], ["5D"]], "went_out": 1})
    laws.sheets_add_up(end, [-15, 95])
    with pytest.raises(AssertionError):
        laws.sheets_add_up(end, [-15, 100])


@pytest.mark.parametrize(
    ("table", "move", "why"),
    [
        ({**PLAY, "hands": [["KH"], 3, 3, 3], "melds": [[CANASTA], []], "pile": ["4C"]}, "discard KH", "went out"),
        ({**PLAY, "hands": [[*CANASTA, "KH"], 3, 3, 3], "pile": ["4C"]}, f"meld {WHOLE}", "went out concealed"),
        ({**PLAY, "hands": FEW, "stock": []}, "discard KH", "cannot take"),
        ({"hands": FEW, "pile": ["4C"], "stock": ["3H"]}, "draw", "last red three"),
        ({**PLAY, "rules": "brazilian", "hands": FEW, "stock": []}, "discard KH", "last draw's turn over"),
        ({**TAKES, "options": {"forced_take": False}}, "draw", "did not take"),
        ({**TAKES, "rules": "italian"}, "take", "after a penalty"),
    ],
)
def test_the_cause_of_an_end_is_told(table: dict[str, Any], move: str, why: str) -> None:
    before = Position.parse(table)
    assert before.phase != "over"
    assert laws.cause(before, Move.parse(move), play(before, move), paid=not is_legal(before, move)) == why


def test_an_end_by_no_rule_is_noticed(position: Position) -> None:
    for end in (replace(position, phase="over"), replace(position, phase="over", stock=())):
        with pytest.raises(AssertionError):
            laws.cause(position, Move.parse("ask"), end, paid=False)
