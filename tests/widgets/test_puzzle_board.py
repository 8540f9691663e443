"""The puzzle board from Python: layings refused, worse and at par, hints and stars, ways to others, nothing told."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from canasta_teach import i18n, rulebook
from canasta_teach.errors import InvalidCard, InvalidMove, InvalidPosition, InvalidRules
from canasta_teach.game.state import Position
from canasta_teach.players.solve import Objective
from canasta_teach.teach.progress import Answer, MemoryStore, Progress, ProgressError
from canasta_teach.teach.puzzles import today as today_module
from canasta_teach.teach.puzzles.bank import bank
from canasta_teach.teach.puzzles.collection import dump
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.line import to_line
from canasta_teach.teach.puzzles.model import Aim, Puzzle
from canasta_teach.teach.puzzles.today import FIRST, today
from canasta_teach.teach.puzzles.words import hints, solution_text
from canasta_teach.widgets import puzzle_shelf
from canasta_teach.widgets.puzzle_board import PuzzleBoard
from canasta_teach.widgets.puzzle_own import known_aim, made_of
from canasta_teach.widgets.puzzle_try import stars_won
from tests.widgets.puzzles_made import BEST, POSITIONS, REFUSED, WORSE, board, line, position, puzzle
from tests.widgets.untranslated import left_in

UNSOLVABLE = position("4C 5D 6H 7S 8C", scores=[1600, 0])
TWO_ANSWERS = position("KH KS KD QH QD QC JH JS JD 4C")
PARTS = ("view", "lying", "panel", "words", "ruled", "further", "beside", "page")


def hear(one: PuzzleBoard, **message: Any) -> dict[str, Any]:
    """Have the board hear a message of its page; gives what it then shows and tells."""
    one._hear(one, message, [])
    return {**one.view, "said": one.said}


def ids(one: PuzzleBoard, codes: str) -> list[str]:
    """The ids of cards of the hand, by their codes."""
    free = list(one.view["lay"]["hand"]["cards"])
    found = []
    for code in codes.split():
        card = next(each for each in free if each["code"] == code)
        free.remove(card)
        found.append(card["id"])
    return found


def fact(one: PuzzleBoard, label: str) -> str:
    return next(str(each.get("text", "")) for each in one.view["facts"] if each["label"] == label)


def labels(one: PuzzleBoard) -> list[str]:
    return [each["label"] for each in one.view["buttons"]]


def sent(one: PuzzleBoard) -> str:
    """All that the page is sent, beside code and words that never change."""
    state = one.get_state()
    return json.dumps({name: state[name] for name in PARTS if name != "words"}, ensure_ascii=False)


def answers_to(one: PuzzleBoard) -> list[Answer]:
    return one._sitting._kept().answers()


# ---- untouched -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_untouched_it_shows_the_goal_and_waits(name: str) -> None:
    one = board(name)
    assert (one.state, one.stars, one.tries) == ("waiting", 0, 0)
    assert repr(one) == f"<PuzzleBoard: {one.lines()[0]}>"
    assert one.lines()[0].endswith("| Waiting for your laying.")
    assert one.static_html() == board(name).static_html()
    assert fact(one, "Still to win") == "3 of 3"
    assert one.view["feedback"] is one.view["hint"] is one.view["solution"] is one.view["ruling"] is None
    assert dict(one.ruled) == {}


def test_the_goal_stands_first_and_the_rest_is_told_below() -> None:
    one = board("pile")
    assert one.view["goal"] == "Take the pile and reach 90 with as few wild cards as you can."
    assert one.view["goal_note"] == "Of the pile only the top card is laid."
    assert one.view["head"]["about"] == "A single puzzle. Grade 1 of 5. Classic."
    assert fact(one, "Par") == "1 wild card"
    assert dict(one.lying)["facts"] == [
        "Your side stands at 1,600. The other side stands at 0.", "First laying must count 90.",
    ]  # fmt: skip
    assert [sign["title"] for sign in dict(one.lying)["signs"]] == ["Frozen for you"]


def test_the_pile_is_seen_only_where_it_makes_a_difference() -> None:
    assert dict(board("wilds").lying)["pile"] is None
    assert dict(board("stop").lying)["pile"]["top"] == "5D"
    assert dict(board("stop").lying)["signs"] == []
    assert dict(board("out").lying)["pile"] is None


def test_without_arguments_it_shows_the_puzzle_of_today() -> None:
    one = PuzzleBoard(progress=Progress(MemoryStore()))
    assert one.puzzle == today()
    assert one.view["head"]["about"].startswith(f"The puzzle of {datetime.date.today().isoformat()}. Grade ")


def test_it_raises_nothing_on_a_run_of_all_cells_whatever_the_rules() -> None:
    for key in rulebook.KEYS:
        one = PuzzleBoard(rules=key, progress=Progress(MemoryStore()))
        assert one.position.rules.key == key


# ---- what solves it is not sent ------------------------------------------------------------------


def given_away(one: Puzzle) -> list[str]:
    """Texts of a puzzle that its page must not see before they were asked for."""
    laying, *rest = solution_text(one).splitlines()
    return [laying, *hints(one), *rest[-1:]]


@pytest.mark.parametrize("name", POSITIONS)
def test_neither_hint_nor_solution_is_sent_before_it_was_asked_for(name: str) -> None:
    one = board(name)
    text = sent(one)
    assert [told for told in given_away(one.puzzle) if told in text] == []


def test_no_puzzle_of_the_whole_bank_tells_its_page_what_solves_it() -> None:
    for one in bank().values():
        text = sent(PuzzleBoard(one, progress=Progress(MemoryStore())))
        assert [told for told in given_away(one) if told in text] == [], one.id
        assert "measured" not in text


def test_a_refused_laying_is_told_without_the_legal_one_that_would_be_nearest() -> None:
    one = board("wilds")
    one.check(REFUSED)
    assert one.tried is not None
    assert one.tried.ruling.mend is not None
    assert dict(one.further)["mend"] is None
    assert [told for told in given_away(one.puzzle) if told in sent(one)] == []


def test_a_worse_laying_is_told_without_the_better_one() -> None:
    one = board("wilds")
    one.check(WORSE["wilds"])
    assert one.view["feedback"]["better"] == []
    assert [told for told in given_away(one.puzzle) if told in sent(one)] == []


# ---- layings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_each_is_solved_in_code(name: str) -> None:
    one = board(name)
    tried = one.check(BEST[name])
    assert (tried.at_par, one.state, one.stars, one.tries) == (True, "solved", 3, 1)
    assert one.said["text"].startswith("Solved at par. 3 of 3 stars.")
    assert one.view["buttons"][0] == {"act": "next", "label": "Next puzzle", "key": "]", "kind": "primary"}
    assert one.view["solution"]["laying"] == solution_text(one.puzzle).splitlines()[0]
    assert one.view["solution"]["why"]
    assert fact(one, "Won") == "3 of 3"
    # It was set out on the trays as well.
    assert one.do(BEST[name]).move.acts[-1].kind == one.move.acts[-1].kind


def test_by_messages_of_the_page_melds_are_put_on_trays_and_checked() -> None:
    one = board("wilds")
    hear(one, act="put", cards=ids(one, "QH QD QC"))
    assert one.said["text"] == "3 cards put on a tray. It counts 30 of 90 needed."
    hear(one, act="put", cards=ids(one, "AH AC"))
    view = hear(one, act="put", cards=ids(one, "2D"), tray=1)
    assert [tray["label"] for tray in view["lay"]["trays"]] == ["Queens", "Aces"]
    assert (view["lay"]["count"]["text"], view["lay"]["count"]["about"]) == (
        "90 of 90 needed", "1 wild, 7 cards left in the hand",
    )  # fmt: skip
    assert hear(one, act="check")["state"] == "solved"


def test_the_count_calls_no_laying_enough_that_the_referee_refuses() -> None:
    held = "JK JK 2D AH AC KH KS 9S 7S 4C"
    start = position(held, scores=[1600, 0], phase="draw", pile=["KC", "5D", "4S"])
    made = made_of(Position.parse(start), known_aim("minimum_fewest_wilds", ""), title="All wild")
    one = PuzzleBoard(made, progress=Progress(MemoryStore()))
    hear(one, act="put", cards=ids(one, "JK JK 2D"))
    assert one.view["lay"]["count"]["text"] == "120 of 90 needed"
    assert hear(one, act="check")["state"] != "solved"


def test_cards_are_put_with_the_top_of_the_pile_and_that_is_shown_with_them() -> None:
    one = board("pile")
    assert one.view["lay"]["top"]["card"]["code"] == "KC"
    hear(one, act="top", cards=ids(one, "KH KS"))
    assert [card["code"] for card in one.view["lay"]["top"]["cards"]] == ["KH", "KS"]
    hear(one, act="put", cards=ids(one, "AH AC 2D"))
    assert str(one.move) == "take with KH KS / AH AC 2D"
    assert hear(one, act="check")["state"] == "solved"


def test_the_top_card_is_laid_on_a_meld_and_taken_off_it_again() -> None:
    one = board("onto")
    assert hear(one, act="top", meld=0)["lay"]["top"]["note"] == "laid on your queens"
    assert hear(one, act="top", meld=0)["lay"]["top"]["note"] == "put cards with it, or press a meld"
    hear(one, act="top", meld=0)
    hear(one, act="put", cards=ids(one, "9S 9D 9H"))
    assert hear(one, act="check")["state"] == "solved"


def test_a_free_pile_is_taken_first_and_its_cards_are_then_in_the_hand() -> None:
    one = board("free")
    assert hear(one, act="check")["said"]["fault"]
    hear(one, act="top")
    assert len(one.view["lay"]["hand"]["cards"]) == 8
    hear(one, act="put", cards=ids(one, "4H 5H 6H 7H"))
    assert hear(one, act="check")["state"] == "solved"
    hear(one, act="undo")
    hear(one, act="undo")
    assert len(one.view["lay"]["hand"]["cards"]) == 5


def test_a_discard_belongs_to_the_answer_where_the_goal_asks_for_one() -> None:
    one = board("stop").put("9S 9D 9H")
    tried = one.check()
    assert (tried.legal, tried.solved, one.state) == (True, False, "short")
    hear(one, act="last", cards=ids(one, "3S"))
    assert one.view["lay"]["last"]["card"]["code"] == "3S"
    assert hear(one, act="check")["state"] == "solved"
    assert board("wilds").view["lay"]["last"] is None
    with pytest.raises(InvalidMove, match="no discard is asked for"):
        board("wilds").discard("4C")


def test_the_trays_are_laid_as_a_relancinho_where_there_is_one() -> None:
    one = board("relancinho").put("4H 5H 6H 7H 8H 9H 10H").put("4S 5S 6S 7S")
    assert one.view["lay"]["declares"]
    assert hear(one, act="declare")["lay"]["declared"]
    assert hear(one, act="check")["state"] == "solved"
    hear(one, act="declare")
    assert str(one.move).startswith("meld ")
    assert not board("out").view["lay"]["declares"]


def test_chosen_cards_are_checked_as_they_are_where_nothing_is_arranged() -> None:
    one = board("wilds")
    hear(one, act="check", cards=ids(one, "QH QD QC"))
    assert one.state == "refused"
    assert str(one.move) == "meld QH QD QC"
    pile = board("pile")
    hear(pile, act="check", cards=ids(pile, "KH KS"))
    assert str(pile.move) == "take with KH KS"


def test_what_was_put_aside_comes_back_card_by_card_and_all_at_once() -> None:
    one = board("out").put("9S 9D 9H").discard("4C")
    hear(one, act="off", cards=[one.view["lay"]["last"]["card"]["id"]])
    assert one.view["lay"]["last"]["card"] is None
    hear(one, act="off", cards=[one.view["lay"]["trays"][0]["cards"][0]["id"]])
    assert len(one.view["lay"]["trays"][0]["cards"]) == 2
    hear(one, act="undo")
    assert len(one.view["lay"]["trays"][0]["cards"]) == 3
    hear(one, act="reset")
    assert one.view["lay"]["trays"] == []
    assert not one.view["lay"]["can_undo"]
    with pytest.raises(InvalidMove, match="nothing to take back"):
        one.undo()


def test_a_card_is_in_one_place_only() -> None:
    one = board("pile").take("KH KS")
    aside = one.view["lay"]["top"]["cards"][0]["id"]
    hear(one, act="put", cards=[aside])
    assert [card["code"] for card in one.view["lay"]["top"]["cards"]] == ["KS"]
    hear(one, act="top", cards=[aside])
    assert one.view["lay"]["trays"] == []
    assert [card["code"] for card in one.view["lay"]["top"]["cards"]] == ["KS", "KH"]


def test_like_goes_to_like_and_onto_melds() -> None:
    one = board("wilds")
    hear(one, act="put", cards=ids(one, "QH"), like=True)
    hear(one, act="put", cards=ids(one, "QD QC"), like=True)
    assert len(one.view["lay"]["trays"]) == 1
    out = board("out")
    hear(out, act="put", cards=ids(out, "6S"), meld=0)
    assert out.view["lay"]["trays"][0]["label"] == "To the sixes"


def test_an_answer_of_another_form_is_taken_as_it_is() -> None:
    one = board("out")
    tried = one.check("add 6S to 6; meld 9S 9D 9H; discard 4C")
    assert tried.at_par
    with pytest.raises(InvalidMove, match="trays cannot show this"):
        board("wilds").do("draw")


def test_bad_texts_and_cards_are_refused_with_a_kind_word() -> None:
    one = board("wilds")
    with pytest.raises(InvalidMove):
        one.check("lay everything")
    with pytest.raises(InvalidCard):
        one.put("1X")
    with pytest.raises(InvalidMove, match="not all of these are in the hand"):
        one.put("5C 5D 5H")
    with pytest.raises(InvalidMove, match="Arrange your laying first"):
        one.check()
    assert hear(one, act="top")["said"]["fault"]
    assert hear(one, act="put", cards=["c99"])["said"]["fault"]
    assert hear(one, act="declare")["said"]["fault"]
    assert hear(one, act="fly")["said"]["fault"]
    assert (one.state, one.tries) == ("waiting", 0)


# ---- refused, worse ------------------------------------------------------------------------------


def test_a_refused_laying_opens_the_referees_ruling_and_the_trays_stay() -> None:
    one = board("wilds")
    tried = one.check(REFUSED)
    assert (tried.legal, one.state, one.stars, one.tries) == (False, "refused", 0, 1)
    assert one.view["feedback"]["lead"] == "Try 1: refused by the rules"
    assert one.said["text"].startswith("Refused. 1 rule broken.")
    assert dict(one.ruled)["word"] == "Refused"
    assert len(one.view["lay"]["trays"]) == 2
    hear(one, act="rule", rule="initial.minimum", place="broken-0")
    assert dict(one.page)["rule"] == "initial.minimum"
    hear(one, act="close")
    hear(one, act="fold", open=False)
    assert dict(one.ruled) == {}


def test_a_worse_laying_wins_fewer_stars_and_why_it_is_worse_has_its_price() -> None:
    one = board("wilds")
    tried = one.check(WORSE["wilds"])
    assert (tried.solved, tried.at_par, one.state, one.stars) == (True, False, "short", 2)
    feedback = one.view["feedback"]
    assert feedback["lead"] == "Try 1: legal, and there is better"
    assert feedback["more"] == {"label": "Why is there a better one?", "price": "costs the stars still to win"}
    assert fact(one, "Won so far") == "2 of 3"
    hear(one, act="better")
    assert "Q♥" in one.view["feedback"]["better"][0]
    assert (fact(one, "Still to win"), one.stars) == ("0 of 3", 2)
    one.check(BEST["wilds"])
    assert (one.state, one.stars) == ("solved", 2)


def test_a_legal_laying_that_misses_the_goal_says_what_is_missing() -> None:
    one = board("stop")
    tried = one.check("meld 9S 9D 9H; discard 5C")
    assert (tried.legal, tried.solved) == (True, False)
    assert one.view["feedback"]["lead"] == "Try 1: legal, but not what is asked"
    assert one.view["feedback"]["text"]


def test_why_is_not_asked_where_nothing_is_worse() -> None:
    one = board("wilds")
    with pytest.raises(InvalidMove, match="no legal laying here"):
        one.better()
    one.check(BEST["wilds"])
    with pytest.raises(InvalidMove, match="no legal laying here"):
        one.better()


# ---- hints, stars, progress ----------------------------------------------------------------------


def test_each_hint_names_its_price_and_costs_a_star() -> None:
    one = board("wilds")
    for taken, label in enumerate(("Hint 1, costs a star", "Hint 2, costs a star", "Hint 3, costs a star")):
        assert label in labels(one)
        assert fact(one, "Still to win") == f"{3 - taken} of 3"
        assert one.hint() == hints(one.puzzle)[taken]
    assert fact(one, "Hints taken") == "3 of 3"
    assert labels(one) == ["Check my laying", "Show the solution"]
    with pytest.raises(InvalidMove, match="no more hints"):
        one.hint()
    one.check(BEST["wilds"])
    assert (one.state, one.stars) == ("solved", 0)


def test_with_two_hints_one_star_is_won() -> None:
    one = board("out")
    one.hint()
    one.hint()
    one.check(BEST["out"])
    assert one.stars == 1
    assert one.said["text"].startswith("Solved at par. 1 of 3 stars.")


def test_the_solution_costs_all_stars_and_cites_its_rules() -> None:
    one = board("wilds")
    assert "Show the solution, costs all stars" in labels(one)
    assert one.solution() == solution_text(one.puzzle)
    assert (one.state, one.stars) == ("shown", 0)
    shown = one.view["solution"]
    assert shown["rules"][0]["where"].endswith("(stated)")
    assert len(shown["rules"]) == 3
    assert shown["others_label"] == f"{len(shown['others'])} more rules that it keeps"
    one.check(BEST["wilds"])
    assert (one.state, one.stars) == ("shown", 0)
    with pytest.raises(InvalidMove, match="nothing more to find"):
        one.hint()


def test_each_try_is_kept_and_stars_are_read_back() -> None:
    progress = Progress(MemoryStore())
    one = PuzzleBoard(puzzle("wilds"), progress=progress)
    one.check(REFUSED)
    one.hint()
    one.check(WORSE["wilds"])
    one.check(BEST["wilds"])
    one.check(REFUSED)
    kept = [(told.exercise, told.right, told.hints, told.shown) for told in progress.answers()]
    name = f"puzzle/{one.puzzle.id}"
    assert kept == [(name, False, 0, False), (name, False, 1, False), (name, True, 1, False)]
    assert stars_won(progress.answers()) == {one.puzzle.id: 2}
    again = PuzzleBoard(puzzle("wilds"), progress=progress)
    assert fact(again, "Won so far") == "2 of 3"
    assert again.state == "waiting"


class _Broken(MemoryStore):
    def record(self, answer: Answer) -> None:
        raise ProgressError("no room left")


def test_where_answers_cannot_be_kept_that_is_said_and_the_game_goes_on() -> None:
    one = PuzzleBoard(puzzle("wilds"), progress=Progress(_Broken()))
    one.check(REFUSED)
    assert one.view["notes"] == ["Your answers are kept only until Python stops. no room left"]
    assert one.check(BEST["wilds"]).at_par


# ---- ways to others ------------------------------------------------------------------------------


def test_next_goes_on_to_a_puzzle_that_is_not_solved() -> None:
    one = PuzzleBoard(collection=[puzzle("wilds"), puzzle("out"), puzzle("stop")], progress=Progress(MemoryStore()))
    assert one.view["head"]["about"].startswith("Puzzle 1. ")
    one.check(BEST["wilds"])
    assert one.next().puzzle == puzzle("out")
    assert one.next().puzzle == puzzle("stop")
    assert one.next().puzzle == puzzle("out")
    assert [way["panel"] for way in one.view["head"]["ways"]] == ["grades", "make"]


def test_the_bank_is_gone_through_by_idea_and_by_grade() -> None:
    one = PuzzleBoard(progress=Progress(MemoryStore()))
    for key in ideas():
        assert key in one.by_idea(key).puzzle.ideas
    for grade in range(1, 6):
        assert one.by_grade(grade).puzzle.grade == grade
    with pytest.raises(InvalidPuzzle, match="no such idea; did you mean minimum"):
        one.by_idea("minimun")
    with pytest.raises(InvalidPuzzle, match="grades are 1 to 5"):
        one.by_grade(6)


def test_it_begins_with_what_was_chosen() -> None:
    chosen = PuzzleBoard(rules="swedish", idea="minimum", progress=Progress(MemoryStore()))
    assert (chosen.position.rules.key, "minimum" in chosen.puzzle.ideas) == ("swedish", True)
    by_id = next(iter(bank()))
    assert PuzzleBoard(by_id, progress=Progress(MemoryStore())).puzzle.id == by_id
    with pytest.raises(InvalidRules):
        PuzzleBoard(rules="chess")
    with pytest.raises(InvalidPuzzle):
        PuzzleBoard("no.such.puzzle")


def test_where_there_is_no_puzzle_of_the_kind_that_is_said() -> None:
    one = PuzzleBoard(collection=[puzzle("wilds")], grade=5, progress=Progress(MemoryStore()))
    assert one.view["empty"] == "There is no puzzle of this kind here. Choose another idea or grade."
    assert repr(one) == f"<PuzzleBoard: {one.view['empty']}>"
    assert hear(one, act="check")["said"]["fault"]
    assert hear(one, act="next")["said"]["fault"]
    with pytest.raises(InvalidMove, match="no puzzle of this kind"):
        one.check("meld KH KS KD")


def test_puzzles_are_made_anew_from_a_seed() -> None:
    one = PuzzleBoard(rules="classic", idea="minimum", grade=2, seed=4, progress=Progress(MemoryStore()))
    again = PuzzleBoard(rules="classic", idea="minimum", grade=2, seed=4, progress=Progress(MemoryStore()))
    assert one.puzzle == again.puzzle
    assert one.view["head"]["about"] == "A new puzzle, number 4. Grade 2 of 5. Classic."
    assert one.next().puzzle != again.puzzle
    assert one.view["head"]["about"].startswith("A new puzzle, number 5. ")


def test_the_archive_lists_days_and_any_other_is_found_by_its_date() -> None:
    one = PuzzleBoard(progress=Progress(MemoryStore()))
    hear(one, act="panel", name="archive")
    days = [item["label"] for item in dict(one.panel)["items"]]
    assert days[0] == datetime.date.today().isoformat()
    assert len(days) == 14
    hear(one, act="day", date="2026-01-05")
    assert one.puzzle == today(datetime.date(2026, 1, 5))
    assert dict(one.panel) == {}
    assert one.view["head"]["about"].startswith("The puzzle of 2026-01-05. ")
    assert one.today().puzzle == today()
    with pytest.raises(InvalidMove, match="still to come"):
        one.today(datetime.date.today() + datetime.timedelta(days=1))
    with pytest.raises(InvalidMove, match="no date; write it as in 2026-01-31"):
        one.today("yesterday")
    with pytest.raises(InvalidPuzzle, match="the first puzzle"):
        one.today("2020-02-02")


def test_panels_open_close_and_lead_on() -> None:
    one = PuzzleBoard(progress=Progress(MemoryStore()))
    hear(one, act="panel", name="ideas")
    items = dict(one.panel)["items"]
    assert [item["message"]["key"] for item in items] == [
        key for key in ideas() if any(key in one.ideas for one in bank().values())
    ]
    hear(one, **items[0]["message"])
    assert dict(one.panel) == {}
    hear(one, act="panel", name="grades")
    assert [item["label"] for item in dict(one.panel)["items"]] == [f"Grade {n}" for n in range(1, 6)]
    hear(one, act="panel", name="grades")
    assert dict(one.panel) == {}


# ---- shared and made -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_a_shared_line_brings_the_same_puzzle(name: str) -> None:
    one = board("out").load(line(name))
    assert one.position == board(name).position
    assert (one.puzzle.aim, one.puzzle.par) == (puzzle(name).aim, puzzle(name).par)
    assert one.share == line(name)
    assert PuzzleBoard(line(name), progress=Progress(MemoryStore())).share == line(name)


BAD_LINES = {
    "no line": ("hello", "canasta-puzzle"),
    "broken": (line("wilds").replace("hand 2D", "hand 2X"), "2X"),
    "another par": (line("wilds").replace("par 1", "par 0"), "par"),
    "unknown field": (line("wilds") + " | colour blue", "colour"),
    "two answers": (line("wilds").replace("2D 2C", "2D").replace("AH AC", "AH AC QS"), "only"),
    "nothing": ("  ", "Paste a shared line"),
    "too long": ("x" * 30_000, "longer"),
    "JSON": ('{"position": 3}', "position"),
    "half JSON": ('{"position": ', "JSON"),
}


@pytest.mark.parametrize(("text", "told"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_line_that_does_not_hold_is_refused_with_the_reason_and_the_board_stays(text: str, told: str) -> None:
    one = board("out")
    with pytest.raises(InvalidPuzzle, match=re.escape(told)):
        one.load(text)
    assert one.puzzle == puzzle("out")
    assert one.said["fault"]
    assert told in one.said["text"]
    hear(one, act="panel", name="make")
    hear(one, act="examine", text=text)
    assert dict(one.panel)["told"]["state"] == "no"
    assert told in dict(one.panel)["told"]["text"]
    assert hear(one, act="play")["said"]["fault"]


def test_a_puzzle_of_ones_own_is_proven_and_played() -> None:
    one = board("out").make(POSITIONS["wilds"][0], "minimum_fewest_wilds", title="Mine")
    assert (one.puzzle.par, one.puzzle.only, one.puzzle.title) == (1, True, "Mine")
    assert one.check(BEST["wilds"]).at_par
    by_text = board("out").make(json.dumps(POSITIONS["stop"][0]), "most_points_keeping", end="stop")
    assert by_text.puzzle.par == 30
    by_position = board("out").make(Position.parse(dict(POSITIONS["onto"][0])))
    assert by_position.puzzle.par == 40


def test_a_puzzle_of_ones_own_that_cannot_be_solved_is_refused() -> None:
    one = board("out")
    with pytest.raises(InvalidPuzzle, match="nothing that can be laid here reaches this aim"):
        one.make(UNSOLVABLE, "minimum_fewest_wilds")
    with pytest.raises(InvalidPuzzle, match="there is no such aim; did you mean most_points"):
        one.make(POSITIONS["wilds"][0], "most_point")
    with pytest.raises(InvalidPuzzle, match="there is no such end"):
        one.make(POSITIONS["wilds"][0], "most_points_keeping", end="stopp")
    with pytest.raises(InvalidPosition):
        one.make('{"phase": "dance"}')
    assert one.puzzle == puzzle("out")


def test_two_answers_are_no_fault_unless_one_is_claimed() -> None:
    one = board("out").make(TWO_ANSWERS, "minimum_fewest_cards")
    assert not one.puzzle.only
    with pytest.raises(InvalidPuzzle, match="only"):
        one.make(TWO_ANSWERS, "minimum_fewest_cards", only=True)


def test_by_its_page_a_position_is_examined_and_then_played() -> None:
    one = board("out")
    hear(one, act="panel", name="make")
    assert dict(one.panel)["told"] is None
    text = json.dumps(POSITIONS["stop"][0])
    hear(one, act="examine", text=text, aim="most_points_keeping", end="stop", only=True)
    told = dict(one.panel)["told"]
    assert told["lead"] == "It holds."
    assert told["notes"] == ["Par: 30 points.", "One best laying, but for cards of a kind.", "Grade 1 of 5."]
    hear(one, act="play")
    assert dict(one.panel) == {}
    assert (one.puzzle.par, one.puzzle.aim.end) == (30, "stop")
    hear(one, act="panel", name="make")
    hear(one, act="examine", text=json.dumps(UNSOLVABLE), aim="minimum_fewest_wilds")
    assert "reaches this aim" in dict(one.panel)["told"]["text"]


def test_a_collection_comes_from_a_file_from_its_text_or_as_puzzles(tmp_path: Path) -> None:
    text = "\n".join(dump(puzzle(name)) for name in ("wilds", "stop"))
    file = tmp_path / "some.jsonl"
    file.write_text(text, encoding="utf-8")
    for collection in (text, file, str(file), [puzzle("wilds"), puzzle("stop")]):
        one = PuzzleBoard(collection=collection, progress=Progress(MemoryStore()))
        assert [one.puzzle.title, one.next().puzzle.title] == ["Number wilds", "Number stop"]
    file.write_text(text.replace('"par":1', '"par":"one"'), encoding="utf-8")
    with pytest.raises(InvalidPuzzle, match=r"some\.jsonl, line 1"):
        PuzzleBoard(collection=file)


# ---- what a collection claims is not believed ----------------------------------------------------


def _claiming(name: str, **more: Any) -> Puzzle:
    """One of the puzzles that says of itself what is not so."""
    return replace(puzzle(name), id=f"bad.{name}", measured=None, **more)


def _collection(tmp_path: Path, *some: Puzzle) -> Path:
    file = tmp_path / "mixed.jsonl"
    lines = [to_line(one) if place % 2 else dump(one) for place, one in enumerate(some)]
    file.write_bytes("\r\n\r\n".join(lines).encode())
    return file


FALSE: list[tuple[Puzzle, str]] = [
    (_claiming("wilds", par=0), "par: par says 0, the best is 1"),
    (_claiming("stop", aim=Aim(Objective.CANASTA_CONCEALED)), "aim"),
    (replace(made_of(Position.parse(dict(TWO_ANSWERS)), known_aim("minimum_fewest_cards")), id="bad.two", only=True),
     "only: it says that there is one best laying"),
    (_claiming("out", ideas=("going-ouT".lower() + "s",)), "ideas[0]: there is no idea going-outs"),
]  # fmt: skip


@pytest.mark.parametrize(("false", "reason"), FALSE, ids=[one.id for one, _ in FALSE])
def test_a_puzzle_that_does_not_hold_is_passed_over_and_told_with_its_line(
    false: Puzzle, reason: str, tmp_path: Path
) -> None:
    one = PuzzleBoard(
        collection=_collection(tmp_path, puzzle("wilds"), false, puzzle("out")), progress=Progress(MemoryStore())
    )
    assert one.view["notes"] == []
    shown = hear(one, act="next")
    assert one.puzzle.id == puzzle("out").id
    [note] = shown["notes"]
    assert "mixed.jsonl, line 3: " in note
    assert f"{false.id}: {reason}" in note
    assert note in shown["said"]["text"]
    assert one.next().puzzle.id == puzzle("wilds").id
    assert one.view["notes"] == []


def test_where_the_first_does_not_hold_a_board_begins_with_the_next(tmp_path: Path) -> None:
    progress = Progress(MemoryStore())
    one = PuzzleBoard(collection=_collection(tmp_path, FALSE[0][0], puzzle("out")), progress=progress)
    assert one.puzzle.id == puzzle("out").id
    assert "line 1: bad.wilds: par" in one.view["notes"][0]


def test_where_none_holds_that_is_told_and_what_was_there_stays(tmp_path: Path) -> None:
    one = PuzzleBoard(collection=[FALSE[0][0]], progress=Progress(MemoryStore()))
    assert one.view["empty"].startswith("No puzzle of this kind holds here.")
    assert "bad.wilds: par" in one.view["notes"][0]
    assert one.lines() == [one.view["empty"], *one.view["notes"]]
    graded = replace(FALSE[0][0], grade=5)
    two = PuzzleBoard(collection=[puzzle("out"), graded], progress=Progress(MemoryStore()))
    before = two.puzzle
    with pytest.raises(InvalidPuzzle, match=r"bad\.wilds: par"):
        two.by_grade(5)
    assert two.puzzle is before
    assert "bad.wilds: par" in hear(two, act="grade", n=5)["said"]["text"]
    assert two.next().puzzle is before


@pytest.mark.parametrize(("false", "reason"), FALSE, ids=[one.id for one, _ in FALSE])
def test_a_single_puzzle_that_does_not_hold_is_refused(false: Puzzle, reason: str) -> None:
    with pytest.raises(InvalidPuzzle, match=re.escape(reason)):
        PuzzleBoard(false, progress=Progress(MemoryStore()))


def test_each_puzzle_is_proven_once_and_the_courses_own_never(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def counting(one: Puzzle) -> None:
        checked.append(one.id)

    monkeypatch.setattr(puzzle_shelf, "check", counting)
    one = PuzzleBoard(collection=[puzzle("wilds"), *list(bank().values())[:2]], progress=Progress(MemoryStore()))
    for _ in range(5):
        one.next()
    PuzzleBoard(rules="swedish", progress=Progress(MemoryStore())).next()
    assert checked == [puzzle("wilds").id]


@pytest.mark.parametrize(
    ("call", "key"),
    [
        ({"seed": "x"}, "seed"),
        ({"seed": True}, "seed"),
        ({"collection": [1]}, "collection"),
        ({"collection": 5}, "collection"),
        ({"collection": b"{}"}, "collection"),
        ({"collection": [puzzle("wilds"), replace(puzzle("out"), id=puzzle("wilds").id)]}, "collection"),
        ({"puzzle": 5}, "puzzle"),
        ({"grade": 2.0}, "grade"),
        ({"grade": True}, "grade"),
        ({"idea": 3}, "idea"),
    ],
)
def test_what_no_board_is_made_of_is_refused_with_its_name(call: dict[str, Any], key: str) -> None:
    with pytest.raises(InvalidPuzzle) as fault:
        PuzzleBoard(progress=Progress(MemoryStore()), **call)
    assert fault.value.key.startswith(key)


def test_spaces_around_an_id_make_no_difference() -> None:
    name = next(iter(bank()))
    assert PuzzleBoard(f"  {name}\n", progress=Progress(MemoryStore())).puzzle.id == name


# ---- what was taken stays taken ------------------------------------------------------------------


def test_hints_and_a_shown_solution_stay_paid_on_the_way_back() -> None:
    one = PuzzleBoard(collection=[puzzle("wilds"), puzzle("out")], progress=Progress(MemoryStore()))
    first = one.hint()
    one.next()
    assert fact(one, "Still to win") == "3 of 3"
    one.solution()
    one.next()
    assert one.puzzle == puzzle("wilds")
    assert fact(one, "Still to win") == "2 of 3"
    assert one.view["hint"]["texts"] == [first]
    one.load(line("wilds"))
    assert fact(one, "Hints taken") == "1 of 3"
    one.check(BEST["wilds"])
    assert one.stars == 2
    one.next()
    assert one.puzzle == puzzle("out")
    assert (one.state, fact(one, "Still to win")) == ("waiting", "0 of 3")
    assert fact(one, "Solution") == "seen before"
    assert one.view["solution"] is None
    one.check(BEST["out"])
    assert one.stars == 0
    assert stars_won(answers_to(one)) == {puzzle("wilds").id: 2, puzzle("out").id: 0}


def test_that_a_solution_was_shown_is_known_from_kept_answers() -> None:
    progress = Progress(MemoryStore())
    one = PuzzleBoard(puzzle("wilds"), progress=progress)
    one.check(WORSE["wilds"])
    one.better()
    one.check(WORSE["wilds"])
    again = PuzzleBoard(puzzle("wilds"), progress=progress)
    assert fact(again, "Still to win") == "0 of 3"


# ---- values that are changed, days and clocks ----------------------------------------------------


def test_values_that_a_position_changes_are_told_in_head_goal_and_solution() -> None:
    changed = position("KH KC KD 2C 2D QH QS 5D", options={"max_wilds": 1, "canasta_size": 6})
    one = PuzzleBoard(made_of(Position.parse(changed), known_aim()), progress=Progress(MemoryStore()))
    values = "max_wilds 1, canasta_size 6"
    assert one.view["head"]["about"].endswith(f"Classic, changed: {values}.")
    assert f"Classic are changed here: {values}." in one.view["goal_note"]
    assert f"Classic are changed here: {values}." in one.solution()
    assert any(values in note for note in one.view["solution"]["lines"])


def test_a_moment_is_taken_for_its_day() -> None:
    one = PuzzleBoard(progress=Progress(MemoryStore()))
    for moment in (datetime.datetime(2026, 3, 1, 5), datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC)):
        assert one.today(moment).puzzle == today(datetime.date(2026, 3, 1))
    for bad in (5, 0, "2026-13-01"):
        with pytest.raises(InvalidMove, match="no date"):
            one.today(bad)  # type: ignore[arg-type] # what is no day is to be refused


def test_a_clock_that_is_behind_gives_the_first_day_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (today_module, puzzle_shelf):
        monkeypatch.setattr(module, "clock", lambda: datetime.date(2025, 6, 1))
    one = PuzzleBoard(progress=Progress(MemoryStore()))
    assert one.puzzle == today(FIRST)
    assert one.view["head"]["about"].startswith("The puzzle of 2026-01-01. ")
    assert one.view["notes"] == [
        "The clock of this computer says 2025-06-01; here is the puzzle of the first day, 2026-01-01."
    ]
    hear(one, act="panel", name="archive")
    assert [item["label"] for item in dict(one.panel)["items"]] == ["2026-01-01"]
    assert one.today("2026-01-01").view["notes"] == []


# ---- how it is sent ------------------------------------------------------------------------------


def walked(one: PuzzleBoard) -> list[dict[str, Any]]:
    """All parts of a board as they are in each of its states."""
    seen = []

    def look() -> None:
        seen.append({name: getattr(one, name) for name in PARTS})

    look()
    for panel in ("ideas", "grades", "archive", "make"):
        hear(one, act="panel", name=panel)
        look()
    hear(one, act="panel", name="make")
    some = [card["id"] for card in one.view["lay"]["hand"]["cards"]]
    hear(one, act="check", cards=some[:3])
    look()
    for _ in range(3):
        hear(one, act="hint")
    look()
    hear(one, act="solution")
    look()
    return seen


def without_codes(view: Any) -> Any:
    """A view-model without what its page does not show: messages that are sent back, names of acts and aims."""
    if isinstance(view, dict):
        shown = {key: one for key, one in view.items() if key not in ("message", "value", "panel", "act", "line")}
        shown = view if "panel" in view and isinstance(view["panel"], dict) else shown
        return {key: without_codes(one) for key, one in shown.items()}
    return [without_codes(one) for one in view] if isinstance(view, list | tuple) else view


def test_no_part_that_is_sent_is_long() -> None:
    for one in bank().values():
        for parts in walked(PuzzleBoard(one, progress=Progress(MemoryStore()))):
            sizes = {name: len(json.dumps(part, ensure_ascii=False).encode()) for name, part in parts.items()}
            assert max(sizes.values()) < 8_000, (one.id, sizes)


def test_only_what_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    one = board("wilds")
    messages: list[Any] = []
    monkeypatch.setattr(one, "send_state", lambda key=None: messages.append(key))
    hear(one, act="put", cards=ids(one, "QH QD QC"))
    assert [key for key in messages if key in ("lying", "words", "panel", "ruled")] == []


@pytest.mark.parametrize("name", POSITIONS)
def test_in_the_pseudo_locale_no_english_is_left(name: str) -> None:
    exact = {"meld", "Number", name}
    with i18n.speaking(i18n.PSEUDO):
        one = board(name)
        views: list[Any] = list(walked(one))
        worse = board(name)
        worse.check(WORSE.get(name, BEST[name]))
        hear(worse, act="better")
        views.append(worse.view)
        found = {
            text: left
            for text, words in left_in(map(without_codes, views)).items()
            if (left := [word for word in words if word not in exact])
        }
    assert found == {}


@pytest.mark.parametrize("text", ["<b>bold</b>", "{n} {goal}", "a \u202eb"])
def test_a_title_from_outside_stays_text(text: str) -> None:
    one = PuzzleBoard(replace(puzzle("wilds"), title=text, author=text), progress=Progress(MemoryStore()))
    assert text in one.view["head"]["title"]
    assert one.view["head"]["author"].startswith("By ")
    assert ("\u2068" in one.view["head"]["title"]) == ("\u202e" in text)
    assert "<b>" not in one.static_html()


def test_an_id_of_no_puzzle_is_told_with_those_that_are_like_it() -> None:
    some = next(iter(bank()))
    with pytest.raises(InvalidPuzzle, match="there is no puzzle of this id; did you mean") as caught:
        PuzzleBoard(some + "0")
    assert caught.value.key == "id"
