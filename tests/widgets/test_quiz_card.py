"""The quiz card from Python: each kind answered wrong and right, hints, results, and nothing given away."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from canasta_teach import i18n, rulebook
from canasta_teach.errors import InvalidCard, InvalidMove, InvalidRules
from canasta_teach.teach import course
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.load import bank
from canasta_teach.teach.model import AnyItem, ChoiceItem, CountItem, DoItem
from canasta_teach.teach.progress import Answer, MemoryStore, Progress, ProgressError, SqliteStore
from canasta_teach.widgets import QuizCard
from canasta_teach.widgets.base import CourseWidget
from tests.widgets.quiz_items import ITEMS, RIGHT, WRONG, quiz
from tests.widgets.untranslated import left_in

LETTERED = [name for name, item in ITEMS.items() if not isinstance(item, CountItem | DoItem)]
GIVEN_AWAY = {"right", "holds", "equals", "near", "goal", "tempting", "teaches", "item", "answer_key", "wrong"}
"""Names that would tell what is right."""


def hear(card: QuizCard, **message: Any) -> dict[str, Any]:
    """Have the card hear a message of its page; gives what it then shows and tells."""
    card._hear(card, message, [])
    return {**card.view, "said": card.said}


def letters_of(name: str, answers: dict[str, Any]) -> list[str]:
    """An answer as the letters that a page sends."""
    answer = answers[name]
    offers = Exercise(ITEMS[name]).offers
    if isinstance(answer, bool):
        return [offers[0 if answer else 1].letter]
    if answer in rulebook.rules():
        title = rulebook.rule(answer).title
        return [offer.letter for offer in offers if offer.text.endswith(title)]
    return list(answer.split())


def options(card: QuizCard) -> dict[str, dict[str, Any]]:
    return {one["letter"]: one for one in card.view["answer"]["options"]}


# ---- untouched -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ITEMS)
def test_untouched_it_waits_and_shows_the_question_in_text(name: str) -> None:
    card = quiz(name)
    assert (card.state, card.number, card.right) == ("waiting", 1, 0)
    assert card.view["state_text"] == "Waiting for your answer."
    assert "Waiting for your answer." in repr(card)
    assert card.lines()[1].split()[0] == ITEMS[name].prompt.split()[0]
    assert card.static_html() == quiz(name).static_html()


def test_of_several_questions_the_first_is_shown_with_its_number() -> None:
    card = quiz("count", "choice", title="Try it")
    assert repr(card) == "<QuizCard: Try it | Question 1 of 2: Count | Waiting for your answer.>"
    assert card.view["head"]["number"] == "Question 1 of 2"


def test_a_check_is_drawn_for_a_lesson_and_is_the_same_for_the_same_seed() -> None:
    first, again, other = (QuizCard(lesson="05", seed=seed, n=5) for seed in (5, 5, 6))
    assert first.quiz is not None
    assert len(first.quiz) == 5
    assert first.lines() == again.lines()
    assert first.view["prompt"] != other.view["prompt"] or first.view["table"] != other.view["table"]
    assert first.view["head"]["title"] == "Lesson 5, Melds"


def test_a_drawn_question_that_an_option_of_the_rules_makes_pointless_is_left_out() -> None:
    rules = rulebook.ruleset("classic", {"jokers": 6})
    card, plain = QuizCard(lesson="02", rules=rules, n=40), QuizCard(lesson="02", n=40)
    assert card.quiz is not None
    assert plain.quiz is not None
    assert 0 < len(card.quiz) < len(plain.quiz)
    assert {one.rules for one in card.quiz.exercises} == {rules}


@pytest.mark.parametrize("key", rulebook.KEYS)
@pytest.mark.parametrize("lesson", ["02", "05", "06", "13", "14"])
def test_a_check_never_raises_whatever_the_rules(lesson: str, key: str) -> None:
    card = QuizCard(lesson=lesson, rules=key, seed=1)
    if card.quiz is None:
        title = rulebook.titles()[key].split(",")[0]
        assert card.view["empty"] == f"Under {title}, this lesson has nothing to ask."
        assert "nothing to ask" in repr(card)
        with pytest.raises(InvalidMove, match="nothing to ask"):
            card.check("a")


def test_questions_that_are_not_asked_under_the_rules_are_left_out_and_that_is_said() -> None:
    card = quiz("count", "choice", rules="brazilian")
    assert card.quiz is None
    assert card.view["empty"] == "2 questions are not asked under Brazilian."
    hear(card, act="go", to="next")
    assert card.said["fault"]


# ---- what is right is not sent ---------------------------------------------------------------------


def sent(card: QuizCard) -> dict[str, Any]:
    """All that the page is sent of a card, beside its code."""
    state = {name: value for name, value in card.get_state().items() if name not in ("_esm", "_css")}
    # The example beside the field for typing is the same for every question.
    view = {name: value for name, value in state["view"].items() if name != "doing_words"}
    return {**state, "view": view}


def names_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from names_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from names_in(one)


def secrets(item: AnyItem) -> Iterator[str]:
    """Texts of an item that its page must not see before an answer."""
    yield item.id
    if item.nudge:
        yield item.nudge
    if isinstance(item, ChoiceItem):
        yield from (one.reply for one in item.choices if len(one.reply) > 12)
    if isinstance(item, CountItem):
        yield from (near.reply for near in item.near)
    if isinstance(item, DoItem) and item.solution:
        yield item.solution


@pytest.mark.parametrize("key", rulebook.KEYS)
def test_no_page_of_the_whole_bank_is_sent_what_is_right(key: str) -> None:
    for item in bank().values():
        if key not in item.rules:
            continue
        state = sent(QuizCard(item, rules=key, progress=Progress(MemoryStore())))
        told = set(names_in(state))
        assert not told & GIVEN_AWAY, item.id
        text = json.dumps(state, ensure_ascii=False)
        assert [one for one in secrets(item) if one in text] == [], item.id
        assert item.teaches[0] not in text, item.id
        assert state["view"]["solution"] is state["view"]["hint"] is state["view"]["reply"] is None
        assert state["ruled"] == {}


def test_a_choice_looks_the_same_whichever_answer_is_right() -> None:
    item = ITEMS["choice"]
    assert isinstance(item, ChoiceItem)
    from msgspec.structs import replace

    views = []
    for right in range(3):
        choices = tuple(replace(one, right=i == right) for i, one in enumerate(item.choices))
        views.append(sent(QuizCard(replace(item, choices=choices), progress=Progress(MemoryStore())))["view"])
    assert views[0] == views[1] == views[2]


def test_after_a_wrong_answer_the_other_answers_still_look_alike() -> None:
    card = quiz("choice")
    card.check("b")
    states = {letter: (one["state"], one["reply"] is None) for letter, one in options(card).items()}
    assert states == {"a": ("", True), "b": ("no", False), "c": ("", True)}
    assert "natural pair always" not in json.dumps(sent(card))


# ---- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ITEMS)
def test_each_kind_is_answered_wrong_and_then_right_in_code(name: str) -> None:
    card = quiz(name)
    wrong = card.check(WRONG[name])
    assert (wrong.right, card.state, card.right) == (False, "wrong", 0)
    assert card.said["text"].startswith("Not this. ")
    assert card.view["buttons"][0]["label"] == "Check again"
    right = card.check(RIGHT[name])
    assert (right.right, card.state, card.right) == (True, "right", 1)
    assert card.said["text"].startswith("Right. ")
    assert card.view["buttons"][0]["kind"] == "primary"
    assert card.view["buttons"][0]["act"] == "again"


@pytest.mark.parametrize("name", LETTERED)
def test_each_kind_with_answers_to_choose_is_answered_wrong_and_then_right_by_its_page(name: str) -> None:
    card = quiz(name)
    wrong, right = letters_of(name, WRONG), letters_of(name, RIGHT)
    assert hear(card, act="check", letters=wrong)["state"] == "wrong"
    crossed = [letter for letter, one in options(card).items() if one["state"] == "no"]
    assert crossed
    assert set(crossed) <= set(wrong)
    assert options(card)[crossed[0]]["reply"]["text"]
    hear(card, act="pick", letters=right)
    # The wrong one keeps its cross and reply while another is picked.
    assert options(card)[crossed[0]]["state"] == "no"
    assert options(card)[crossed[0]]["reply"]["text"]
    assert hear(card, act="check", letters=right)["state"] == "right"
    ticked = {letter: one for letter, one in options(card).items() if one["state"] == "yes"}
    assert list(ticked) == right
    assert ticked[right[-1]]["reply"]["cite"]["rule"] in rulebook.rules()


@pytest.mark.parametrize(
    ("name", "given", "letter"),
    [
        ("choice", "B", "b"), ("legal", True, "a"), ("legal", False, "b"), ("ruling", True, "a"),
        ("ruling", "meld.max-wilds", "d"), ("spot", 2, "b"), ("spot", "3", "c"), ("sheet", "red_threes", "c"),
    ],
)  # fmt: skip
def test_an_answer_in_code_is_marked_where_it_stands(name: str, given: object, letter: str) -> None:
    card = quiz(name)
    assert card.check(given).right is not None
    assert [one for one, told in options(card).items() if told["state"]] == [letter]
    assert card.view["answer"]["picked"] == [letter]


def test_a_later_act_of_a_played_turn_names_the_meld_by_what_lay_there_when_the_turn_began() -> None:
    told = options(QuizCard("meld.max-wilds/one-too-many"))["b"]["text"]
    assert told[-1] == {"words": "the kings with three wild cards"}


def test_of_several_answers_too_few_are_told_below_them_all() -> None:
    card = quiz("several")
    hear(card, act="check", letters=["a"])
    assert card.view["reply"]["text"] == "What you chose is right. There is more that is."
    assert {one["state"] for one in options(card).values()} == {""}
    hear(card, act="check", letters=["a", "b"])
    assert card.view["reply"] is None
    assert options(card)["b"]["reply"]["text"] == "A joker is wild. A two is wild."


@pytest.mark.parametrize(("text", "state"), [("30", "wrong"), ("−40", "wrong"), ("40", "right"), (" 40 ", "right")])
def test_a_number_is_written_and_checked(text: str, state: str) -> None:
    card = quiz("count")
    hear(card, act="write", text=text)
    assert card.view["answer"]["text"] == text
    assert hear(card, act="check", text=text)["state"] == state
    assert card.view["reply"]["text"]


def test_what_is_no_number_gets_a_kind_word_on_the_form_and_counts_as_no_answer() -> None:
    card = quiz("count")
    view = hear(card, act="check", text="forty")
    assert (card.state, view["said"]["fault"]) == ("waiting", True)
    assert view["said"]["text"] == "Answer with a whole number, as in 120 or -35."
    assert card.exercise.replies == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("choice", "Choose an answer first."),
        ("count", "Write your number first."),
        ("do", "Do something on the table first, then have it checked."),
    ],
)
def test_a_check_of_nothing_asks_for_an_answer(name: str, told: str) -> None:
    card = quiz(name)
    assert hear(card, act="check")["said"] == {"text": told, "fault": True, "count": 1}
    with pytest.raises(InvalidMove, match=re.escape(told)):
        card.check()


# ---- on the table ----------------------------------------------------------------------------------


def ids(card: QuizCard, *codes: str) -> list[str]:
    """The ids of cards of the hand on the table, by their codes."""
    free = list(card.view["doing"]["hand"]["cards"])
    found = []
    for code in codes:
        one = next(each for each in free if each["code"] == code)
        free.remove(one)
        found.append(one["id"])
    return found


def test_acts_are_done_one_by_one_listed_taken_back_and_checked() -> None:
    card = quiz("do")
    view = hear(card, act="do", verb="add", cards=ids(card, "QS", "QD"))
    assert view["doing"]["done"] == [
        [
            {"words": "Add"},
            {"cards": [{"code": "QS", "label": "queen of spades"}, {"code": "QD", "label": "queen of diamonds"}]},
            {"words": "to"},
            {"words": "the queens"},
        ]
    ]
    assert view["doing"]["ours"]["melds"][0]["note"] == "7 cards"
    assert hear(card, act="check")["state"] == "wrong"
    assert card.view["reply"]["text"] == "The turn is not ended yet: discard a card."
    hear(card, act="undo")
    assert card.view["doing"]["done"] == []
    hear(card, act="do", verb="add", cards=ids(card, "QS", "QD"), melds=[[0, 0]])
    assert hear(card, act="do", verb="discard", cards=ids(card, "9C"))["reply"] is None
    view = hear(card, act="check")
    assert (view["state"], view["reply"]["text"]) == ("right", "Done, and legal.")


def test_an_act_that_is_refused_changes_nothing_and_is_a_wrong_answer_with_its_ruling() -> None:
    card = quiz("do")
    view = hear(card, act="do", verb="draw")
    assert card.state == "wrong"
    assert view["doing"]["done"] == []
    assert view["reply"]["cite"]["rule"] == "turn.draw-first"
    assert view["ruling"] == {"label": "The referee's whole ruling", "open": False}
    assert card.ruled == {}
    assert hear(card, act="fold", open=True)["ruling"]["open"]
    assert dict(card.ruled)["word"] == "Refused"
    assert not (dict(card.further)["mend"] or {}).get("button")
    hear(card, act="rule", rule="turn.draw-first", place="broken-0")
    assert dict(card.page)["rule"] == "turn.draw-first"
    hear(card, act="close")
    assert card.page == {}
    hear(card, act="fold", open=False)
    assert card.ruled == {}


def test_several_melds_are_laid_at_once_from_trays() -> None:
    card = quiz("two")
    hear(card, act="put", cards=ids(card, "KH", "KD", "KS"))
    assert [tray["label"] for tray in card.view["doing"]["trays"]] == ["Kings"]
    last = card.view["doing"]["trays"][0]["cards"][-1]
    hear(card, act="off", cards=[last["id"]])
    assert card.said["text"] == "1 card taken back to the hand."
    hear(card, act="put", cards=[last["id"]], tray=0)
    hear(card, act="put", cards=ids(card, "AH", "AD", "AC"))
    hear(card, act="do", verb="lay")
    assert [meld["label"] for meld in card.view["doing"]["ours"]["melds"]] == ["Kings", "Aces"]
    assert hear(card, act="check")["state"] == "right"


def test_acts_are_typed_too_on_the_page_and_in_code() -> None:
    card = quiz("do")
    hear(card, act="text", text="add QS QD to Q; discard 9C")
    assert len(card.view["doing"]["done"]) == 2
    assert card.check().right
    other = quiz("do").do("add QS QD to Q")
    assert len(other.view["doing"]["done"]) == 1
    with pytest.raises(InvalidCard):
        other.do("meld 1X 1X 1X")
    with pytest.raises(InvalidMove, match="Nothing is to be done on a table here"):
        quiz("count").do("draw")


def test_the_hand_is_sorted_and_chosen_from() -> None:
    card = quiz("do")
    hear(card, act="sort", order="dealt")
    assert [one["code"] for one in card.view["doing"]["hand"]["cards"]] == ["QS", "QD", "9C", "5H", "4D"]
    hear(card, act="choose", cards=ids(card, "9C"))
    assert card.view["doing"]["hand"]["picked"]["ids"] == ids(card, "9C")
    assert hear(card, act="choose", cards=["c99"])["said"]["fault"]


# ---- hints, the solution, and the way through -------------------------------------------------------


@pytest.mark.parametrize("name", ITEMS)
def test_hints_come_in_three_steps_and_the_solution_when_it_is_asked_for(name: str) -> None:
    card = quiz(name)
    labels = []
    for n in (1, 2, 3):
        labels.append(next(one["label"] for one in card.view["buttons"] if one["act"] == "hint"))
        assert hear(card, act="hint")["hint"]["n"] == n
        assert card.said["text"].startswith(f"Hint {n} of 3. ")
    assert labels == ["Hint 1 of 3", "Hint 2, the rule", "Hint 3, the first step"]
    assert "hint" not in [one["act"] for one in card.view["buttons"]]
    view = hear(card, act="solution")
    assert (card.state, bool(view["solution"]["text"])) == ("shown", True)
    assert view["buttons"][0]["kind"] == "primary"
    assert hear(card, act="check", letters=[], text="")["said"]["fault"]


def test_the_solution_on_a_table_is_told_in_words_and_cards() -> None:
    card = quiz("do")
    card.solution()
    first, second = card.view["solution"]["acts"]
    assert first[0] == {"words": "Add"}
    assert second == [{"words": "Discard"}, {"cards": [{"code": "9C", "label": "nine of clubs"}]}]
    assert "queen of spades" in card.said["text"]


def test_questions_are_gone_through_and_the_results_name_what_to_read_again() -> None:
    card = quiz("count", "choice", "meld")
    hear(card, act="check", text="40")
    hear(card, act="go", to="next")
    assert card.said["text"].startswith("Question 2 of 3. The pile is frozen and K♣")
    hear(card, act="check", letters=["a"])
    hear(card, act="go", to="back")
    assert (card.number, card.state) == (1, "right")
    hear(card, act="go", to="next")
    assert options(card)["a"]["state"] == "no"
    hear(card, act="check", letters=["c"])
    for _ in range(2):
        hear(card, act="go", to="next")
    results = card.view["results"]
    assert results["text"] == card.said["text"] == "1 of 3 right at once, 2 in the end."
    assert [one["state"] for one in results["by_rule"]] == ["yes", "no", "no"]
    assert [one["cite"]["rule"] for one in results["again"]] == ["pile.frozen", "meld.size"]
    assert results["again"][0]["lesson"] == "Lesson 9, The frozen pile"
    assert card.lines() == ["1 of 3 right at once, 2 in the end.", "To read again: pile.frozen, meld.size"]
    assert hear(card, act="go", to="next")["said"]["fault"]
    assert hear(card, act="hint")["said"]["fault"]
    assert card.exercise.hints_taken == 0
    hear(card, act="go", to="back")
    assert card.number == 3


def test_a_quiz_begins_again_on_the_same_cards_or_on_others() -> None:
    card = quiz("count", "choice")
    card.check(40)
    card.restart()
    assert (card.state, card.number, card.view["prompt"]) == ("waiting", 1, "Count this meld: K♥ K♦ 2♠.")
    hear(card, act="again")
    assert card.view["prompt"] != "Count this meld: K♥ K♦ 2♠."
    seeded = quiz("count", seed=1)
    assert card.view["prompt"] == seeded.view["prompt"]
    assert seeded.restart(2).view["prompt"] != seeded.restart(1).view["prompt"]


def test_an_exercise_begins_again_unanswered() -> None:
    own = Exercise(ITEMS["count"])
    card = QuizCard(own, progress=Progress(MemoryStore()))
    card.check(40)
    assert own.state == "right"
    card.restart()
    assert (card.state, card.exercise.state) == ("waiting", "waiting")


# ---- progress ----------------------------------------------------------------------------------------


def test_answers_go_to_the_progress_with_their_lesson() -> None:
    progress = Progress(MemoryStore())
    card = QuizCard(ITEMS["count"], lesson="02", progress=progress)
    card.hint()
    card.check(30)
    card.check(40)
    told = [(one.exercise, one.right, one.hints, one.lesson) for one in progress.answers()]
    assert told == [("test/count", False, 1, "02"), ("test/count", True, 1, "02")]


def test_an_answer_that_is_given_to_the_exercise_itself_is_not_kept_by_the_card() -> None:
    progress = Progress(MemoryStore())
    own = Exercise(ITEMS["count"])
    first, second = QuizCard(own, progress=progress), QuizCard(own, progress=progress)
    own.check(40)
    assert progress.answers() == []
    first.check(40)
    assert len(progress.answers()) == 1
    assert second.quiz is not None


def test_without_a_progress_of_its_own_it_keeps_the_course_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(course.ENVIRONMENT, str(tmp_path / "own.db"))
    course.course_progress.cache_clear()
    card = QuizCard(ITEMS["count"])
    assert list(tmp_path.iterdir()) == []
    card.check(40)
    assert len(SqliteStore(tmp_path / "own.db").answers()) == 1
    course.course_progress.cache_clear()


class _Broken(MemoryStore):
    def record(self, answer: Answer) -> None:
        raise ProgressError("the disk is full")


def test_where_answers_cannot_be_kept_that_is_said_and_the_lesson_goes_on() -> None:
    card = quiz("count", "choice", progress=Progress(_Broken()))
    assert card.view["notes"] == []
    card.check(40)
    note = "Your answers are kept only until Python stops. the disk is full"
    assert (card.state, card.view["notes"]) == ("right", [note])
    card.next().check("c")
    assert card.view["notes"] == [note]


# ---- bad input -----------------------------------------------------------------------------------------


def test_what_is_no_quiz_is_refused() -> None:
    with pytest.raises(InvalidExercise, match="give items, or a lesson, as QuizCard"):
        QuizCard()
    with pytest.raises(InvalidExercise, match="there is no exercise of this id"):
        QuizCard("no/such")
    with pytest.raises(InvalidExercise, match="there is no such lesson"):
        QuizCard(lesson="77")
    with pytest.raises(InvalidRules):
        QuizCard(lesson="05", rules="clasic")


@pytest.mark.parametrize(
    "message",
    [
        {"act": "nonsense"},
        {"act": "check", "letters": "a"},
        {"act": "go", "to": "elsewhere"},
        {"act": "do", "verb": "draw"},
        {"act": "rule", "rule": "meld.size"},
        {"act": "choose", "cards": ["c0"]},
        "nonsense",
        None,
    ],
)
def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(message: Any) -> None:
    card = quiz("choice")
    before = {name: value for name, value in card.view.items() if name != "said"}
    card._hear(card, message, [])
    assert card.said["fault"]
    assert {name: value for name, value in card.view.items() if name != "said"} == before


def test_letters_that_stand_for_no_answer_are_none() -> None:
    card = quiz("choice")
    assert hear(card, act="check", letters=["z"])["said"]["text"] == "Choose an answer first."
    assert card.check("z").right is None
    assert card.state == "waiting"


def test_a_text_that_is_too_long_is_cut() -> None:
    card = quiz("count")
    hear(card, act="write", text="9" * 10_000)
    assert len(card.view["answer"]["text"]) == 200


# ---- words ---------------------------------------------------------------------------------------------


def check_assets(widget: type[CourseWidget]) -> None:
    """Fail unless a widget's scripts make one module without names that clash, and its style uses tokens there are."""
    script, sheet = str(widget._esm), str(widget._css)
    assert re.findall(r"^import\b", script, re.MULTILINE) == []
    assert re.findall(r"^export\b.*", script, re.MULTILINE) == ["export default {"]
    names = Counter(re.findall(r"^(?:function|class|const|let) (\w+)", script, re.MULTILINE))
    assert [name for name, times in names.items() if times > 1] == []
    used, made = re.findall(r"var\((--ct-[\w-]+)", sheet), re.findall(r"(--ct-[\w-]+)\s*:", sheet)
    assert set(used) <= set(made)


def test_its_scripts_and_styles_fit_together() -> None:
    check_assets(QuizCard)


def without_codes(view: Any) -> Any:
    """A view-model without the names of acts, and the example of the notation, which are nobody's to translate."""
    if isinstance(view, dict):
        codes = ("act", "verb", "marks", "look", "example")
        return {name: without_codes(one) for name, one in view.items() if name not in codes}
    return [without_codes(one) for one in view] if isinstance(view, list) else view


def test_in_the_pseudo_locale_no_english_word_is_left() -> None:
    with i18n.speaking(i18n.PSEUDO):
        views = []
        for name in ITEMS:
            card = quiz(name, "count", title="123")
            card.hint()
            card.check(WRONG[name])
            views.append(card.view)
            card.hint()
            card.hint()
            card.check(RIGHT[name])
            card.solution()
            views.append(card.view)
        card.next().next()
        views.append(card.view)
        views.append(quiz("count", rules="brazilian").view)
        found = left_in(map(without_codes, views))
    assert found == {}
