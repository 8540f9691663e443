"""The view-model of a quiz: the question before the learner, what was answered and replied, and the results.

What is right never enters it before the learner has found it, or has asked for the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from canasta_teach import rulebook
from canasta_teach.cards import card
from canasta_teach.game.moves import Move
from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.exercise import Exercise, State
from canasta_teach.teach.kinds.grader import HINTS
from canasta_teach.teach.model import CountItem, DoItem, SpotItem
from canasta_teach.teach.quiz import Quiz
from canasta_teach.teach.reply import Hint, Reply, pieces
from canasta_teach.widgets.citations import citation_view, set_title
from canasta_teach.widgets.move_view import act_pieces, move_view
from canasta_teach.widgets.quiz_do import Doing, doing_words
from canasta_teach.widgets.quiz_table import prompt_cards, question_table, shown
from canasta_teach.widgets.words import in_line, listed, spoken

LONGEST: Final = 200
"""Characters of a field; more is no answer."""


class Sheet:
    """A question as one learner has it before them: the exercise, and what was answered on this page.

    Attributes:
        exercise: the exercise.
        letters: the answers picked, by letter.
        text: what stands in the field of the number.
        sets: how often these two were set here, not by the page, which takes over only what was.
        tries: for each letter that was wrong, its reply.
        reply: the last reply.
        solved: the letters that were right.
        hint: the last hint.
        solution: the solution, once it was asked for.
        doing: the table on which something is to be done, for such a question.
        unfolded: whether the ruling behind the last reply is read.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.letters: tuple[str, ...] = ()
        self.text = ""
        self.sets = 0
        self.tries: dict[str, Reply] = {}
        self.reply: Reply | None = None
        self.solved: tuple[str, ...] = ()
        self.hint: Hint | None = None
        self.solution: Reply | None = None
        self.unfolded = False
        acting = isinstance(exercise.item, DoItem) and exercise.position is not None
        self.doing = Doing(exercise.position) if acting and exercise.position is not None else None

    @property
    def state(self) -> State:
        """How the question stands."""
        return self.exercise.state

    @property
    def at_end(self) -> bool:
        """Whether there is nothing more to find: it was right, or the solution was shown."""
        return self.state in ("right", "shown")

    def answered(self, letters: Sequence[str], reply: Reply) -> None:
        """Keep a reply, below the answer that it belongs to."""
        self.reply, self.unfolded = reply, False
        if reply.right:
            self.solved = tuple(letters)
        elif letters:
            self.tries[_spoken_of(self.exercise, letters, reply)] = reply


def _spoken_of(exercise: Exercise, letters: Sequence[str], reply: Reply) -> str:
    """The letter of those picked that a reply speaks of; empty where it speaks of all of them together."""
    if not exercise.several:
        return letters[0]
    choices = getattr(exercise.item, "choices", ())
    told = {offer.letter: translate(one.reply) for offer, one in zip(exercise.offers, choices, strict=False)}
    return next((one for one in letters if told.get(one) == reply.text), "")


def letters_meant(one: Exercise, answer: object) -> tuple[str, ...]:
    """The letters of the offers that an answer in code means: by letter, verdict, rule, or place; none for another."""
    letters = [offer.letter for offer in one.offers]
    found: int | None = None
    if isinstance(answer, bool):
        found = 0 if answer else 1
    elif isinstance(answer, int):
        found = answer - 1
    elif isinstance(answer, str):
        words = answer.lower().replace(",", " ").split()
        if words and set(letters).issuperset(words):
            return tuple(dict.fromkeys(words))
        given = list(one.item.given) if isinstance(one.item, SpotItem) else []
        if answer in given:
            found = list(given).index(answer)
        elif answer.isdecimal():
            found = int(answer) - 1
        elif answer in rulebook.rules():
            title = translate(rulebook.rule(answer).title)
            found = next((i for i, offer in enumerate(one.offers) if offer.text.endswith(title)), None)
    return (letters[found],) if found is not None and 0 <= found < len(letters) else ()


def state_text(state: State) -> str:
    """How a question stands, in words."""
    return {
        "waiting": translate("Waiting for your answer."),
        "wrong": translate("Not right yet. Try again."),
        "right": translate("Right."),
        "shown": translate("The solution was shown."),
    }[state]


# -- a question --------------------------------------------------------------------------------------------------


def question_view(quiz: Quiz, sheet: Sheet, *, title: str, notes: Sequence[str]) -> dict[str, Any]:
    """The view-model of the question before the learner.

    Args:
        quiz: all questions.
        sheet: the one that is shown.
        title: what stands above all of them.
        notes: what is to be said beside the question: that some are left out, that answers are not kept.
    """
    one = sheet.exercise
    number = translate("Question {n} of {all}").format(n=quiz.number, all=len(quiz)) if len(quiz) > 1 else ""
    return {
        "name": translate("Quiz: {title}").format(title=title) if title else translate("Quiz"),
        "head": {
            "number": number,
            "asks": one.title,
            "title": title,
            "rules": set_title(one.rules),
            "marks": [mark_of(each.state) for each in quiz.exercises],
        },
        "place": quiz.number,
        "prompt": shown(one.prompt),
        "cards": prompt_cards(one.item, one.position),
        "table": question_table(one.item, one.position, one.move),
        "moves": _moves(one),
        "answer": _answer(sheet),
        "doing": None if sheet.doing is None else sheet.doing.view(),
        "doing_words": None if sheet.doing is None else doing_words(),
        "reply": _below(sheet),
        "ruling": _ruling(sheet),
        "hint": None if sheet.hint is None else _hint(sheet.hint, one),
        "solution": None if sheet.solution is None else _solution(sheet.solution, one),
        "buttons": _buttons(quiz, sheet),
        "state": sheet.state,
        "state_text": state_text(sheet.state),
        "notes": list(notes),
        "close": translate("Close"),
        "results": None,
    }


def mark_of(state: State) -> str:
    """The sign of how a question stands; empty for none."""
    return {"waiting": "", "wrong": "no", "right": "yes", "shown": "na"}[state]


def _moves(one: Exercise) -> list[list[dict[str, Any]]]:
    """The acts of a move that the question does not name in its own cards, in words and cards."""
    if one.move is None or isinstance(one.item, SpotItem):
        return []
    named = one.item.prompt
    cards = [c.code for act in one.move.acts for c in (*act.cards, *(c for part in act.parts for c in part.cards))]
    if len(one.move.acts) == 1 and all(code in named for code in cards):
        return []
    return [
        act_pieces(act, None if i else one.position, one.rules, begun=one.position)
        for i, act in enumerate(one.move.acts)
    ]


def _answer(sheet: Sheet) -> dict[str, Any]:
    one = sheet.exercise
    if sheet.doing is not None:
        return {"kind": "do"}
    kept = {"sets": sheet.sets}
    if isinstance(one.item, CountItem):
        return {"kind": "number", "label": translate("Your number"), "text": sheet.text, **kept}
    label = translate("Choose all that are right") if one.several else translate("Choose one")
    return {
        "kind": "several" if one.several else "one",
        "label": label,
        "picked": list(sheet.letters),
        "options": [_option(sheet, i) for i in range(len(one.offers))],
        **kept,
    }


def _option(sheet: Sheet, i: int) -> dict[str, Any]:
    one, letter, text = sheet.exercise, sheet.exercise.offers[i].letter, _option_text(sheet.exercise, i)
    view = {"letter": letter, "text": text, "name": _spoken(one, i), "state": "", "reply": None}
    if letter in sheet.solved:
        told = sheet.reply if letter == sheet.solved[-1] else None
        view |= {"state": "yes", "name": listed([view["name"], translate("right")])}
        return view if told is None else view | {"reply": _reply(told, one)}
    if letter in sheet.tries:
        view |= {"state": "no", "name": listed([view["name"], translate("not this")])}
        return view | {"reply": _reply(sheet.tries[letter], one)}
    return view


def _spoken(one: Exercise, i: int) -> str:
    """An answer as it is spoken: with the names of its cards."""
    told = _option_text(one, i)
    if not isinstance(told, str):
        return " ".join(map(_words, told))
    return "".join(words or listed(spoken(card(code)) for code in codes) for words, codes in pieces(one.offers[i].text))


def _option_text(one: Exercise, i: int) -> Any:
    """An answer in words; an act of a played turn in words and cards."""
    text = one.offers[i].text
    if isinstance(one.item, SpotItem) and one.item.move:
        # Nothing is told by the table that an act leaves: from some act on there is none.
        first = Move.parse(text).acts[0]
        return act_pieces(first, None if i else one.position, one.rules, begun=one.position)
    return shown(text)


def _reply(reply: Reply, one: Exercise) -> dict[str, Any]:
    lead = {True: translate("Right."), False: translate("Not this."), None: ""}[reply.right]
    state = {True: "yes", False: "no", None: ""}[reply.right]
    # What was done stands in its own words above the reply.
    text = in_words(reply.text, one) if reply.move is None else translate("Done, and legal.")
    return {"state": state, "lead": lead, "text": text, "cite": cite_view(reply)}


def cite_view(reply: Reply) -> dict[str, Any] | None:
    """Where the rule that a reply cites stands."""
    return rule_cite(reply.rules, reply.rule, reply.aspect) if reply.rule else None


def rule_cite(rules: RuleSet, rule: str, aspect: str = "") -> dict[str, Any]:
    """Where a rule stands: standing, place in the source, its title, and its id."""
    place = citation_view(rules.citation(rule, aspect))
    return {**place, "title": translate(rulebook.rule(rule).title), "rule": rule}


def _below(sheet: Sheet) -> dict[str, Any] | None:
    """The reply that belongs to no one answer: it stands below all of them."""
    reply = sheet.reply
    if reply is None or reply.right is None:
        return None
    if sheet.solved if reply.right else any(told is reply for letter, told in sheet.tries.items() if letter):
        return None
    return _reply(reply, sheet.exercise)


def _ruling(sheet: Sheet) -> dict[str, Any] | None:
    if _ruling_of(sheet) is None:
        return None
    return {"label": translate("The referee's whole ruling"), "open": sheet.unfolded}


def _ruling_of(sheet: Sheet) -> Ruling | None:
    for told in (sheet.reply, sheet.solution):
        if told is not None and told.ruling is not None:
            return told.ruling
    return None


def ruling_of(sheet: Sheet) -> Ruling | None:
    """The ruling behind the last reply, or the solution, once the learner reads it; ``None`` before."""
    return _ruling_of(sheet) if sheet.unfolded else None


def _hint(hint: Hint, one: Exercise) -> dict[str, Any]:
    number = translate("Hint {n} of {all}").format(n=hint.n, all=hint.of)
    text = in_words(hint.text, one) if hint.move is None else translate("Begin with this:")
    return {
        "label": number,
        "n": hint.n,
        "of": hint.of,
        "text": text,
        "rule": hint.rule,
        "acts": _way(hint.move, one),
    }


def _solution(solution: Reply, one: Exercise) -> dict[str, Any]:
    text = in_words(solution.text, one) if solution.move is None else translate("One way:")
    label = translate("The solution")
    return {"label": label, "text": text, "acts": _way(solution.move, one), "cite": cite_view(solution)}


def _way(move: Move | None, one: Exercise) -> list[list[dict[str, Any]]]:
    """The acts of a legal move in words and cards."""
    if move is None or one.position is None:
        return []
    return [act["pieces"] for act in move_view(one.position, move)]


def told_text(told: Hint | Reply, one: Exercise) -> str:
    """What is told in the live region of a hint or a solution: its text, or its acts in words."""
    acts = [" ".join(map(_words, act)) for act in _way(told.move, one)]
    return ". ".join(acts) if acts else in_words(told.text, one)


def in_words(text: str, one: Exercise) -> str:
    """A text of an exercise with its cards as pages show them, and acts that it quotes in words: ``“Lay 9♣ 9♥”``."""
    if isinstance(one.item, SpotItem) and one.item.move:
        for i, offer in enumerate(one.offers):
            act = " ".join(map(_short, _option_text(one, i)))
            text = text.replace(f"“{offer.text}”", f"“{act}”")
    return shown(text)


def _short(piece: dict[str, Any]) -> str:
    words: str = piece["words"] if "words" in piece else in_line(card(one["code"]) for one in piece["cards"])
    return words


def _words(piece: dict[str, Any]) -> str:
    words: str = piece["words"] if "words" in piece else listed(one["label"] for one in piece["cards"])
    return words


def _buttons(quiz: Quiz, sheet: Sheet) -> list[dict[str, Any]]:
    """What can be pressed, the filled one first, the way back last."""
    end, several = sheet.at_end, len(quiz) > 1
    found = [_onward(quiz, "primary")] if end else []
    if sheet.state != "right":
        check = translate("Check") if sheet.state == "waiting" else translate("Check again")
        found.append(button_view("check", check, kind="" if end else "primary"))
    if not end:
        taken = sheet.exercise.hints_taken
        if taken < HINTS:
            found.append(button_view("hint", _hint_label(taken), "H"))
        found.append(button_view("solution", translate("Show the solution"), kind="plain"))
        if several:
            found.append(_onward(quiz, "plain"))
    if quiz.at:
        found.append(button_view("back", translate("Back"), "[", kind="plain"))
    return found


def _onward(quiz: Quiz, kind: str) -> dict[str, Any]:
    """The way on: to the next question, to the results, or from a question alone to another like it."""
    if len(quiz) == 1:
        fixed = quiz.exercise.item.fixed
        return button_view("again", translate("Once more") if fixed else translate("Again, on other cards"), kind=kind)
    last = quiz.number == len(quiz)
    return button_view("next", translate("How it went") if last else translate("Next question"), "]", kind=kind)


def button_view(act: str, label: str, key: str = "", *, kind: str = "") -> dict[str, Any]:
    """A button: what it does, its words, its key, and how it looks."""
    return {"act": act, "label": label, "key": key, "kind": kind}


def _hint_label(taken: int) -> str:
    steps = (translate("Hint 1 of 3"), translate("Hint 2, the rule"), translate("Hint 3, the first step"))
    return steps[taken]


def left_out_text(number: int, rules: RuleSet) -> str:
    """That some questions are left out, since they are not asked under these rules."""
    text = translate_count(
        "{n} question is not asked under {rules}.", "{n} questions are not asked under {rules}.", number
    )
    return text.format(n=number, rules=set_title(rules))
