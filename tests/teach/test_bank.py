"""Every exercise of the bank, under each of its rule sets: untouched, wrong and right, and made anew."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from canasta_teach import rulebook
from canasta_teach.cards import card
from canasta_teach.errors import InvalidCard
from canasta_teach.game.legal import legal_moves
from canasta_teach.game.referee import judge
from canasta_teach.game.scoring import score
from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.generate import asking, generate, taught
from canasta_teach.teach.kinds.grader import position_under
from canasta_teach.teach.load import bank, rules_for
from canasta_teach.teach.model import AnyItem, ChoiceItem, CountItem, DoItem, RulingItem, SheetLine, SpotItem
from canasta_teach.teach.vary import vary

ASKED = [(item_id, key) for item_id, item in bank().items() for key in item.rules]
GENERATED = [(rule, key) for key in rulebook.KEYS for rule in taught(key)]


def wrong_answers(one: Exercise) -> list[Any]:
    """Answers of which at least one is not right: every offer, or numbers and acts that miss."""
    key = one._grader.key
    if one.offers:
        return [offer.letter for offer in one.offers]
    if isinstance(one.item, CountItem):
        return [key + 5, key - 5, *(near.equals for near in one.item.near)]
    assert one.position is not None
    return [str(next(iter(legal_moves(one.position)))), "seat 5: draw" if one.position.players == 6 else "draw; draw"]


@pytest.mark.parametrize(("item_id", "key"), ASKED)
def test_it_is_answered_untouched_wrong_and_right(item_id: str, key: str) -> None:
    one = Exercise(item_id, key)
    assert one.state == "waiting"
    assert one._repr_html_()
    wrong = [answer for answer in wrong_answers(one) if one._grader.check(answer).right is False]
    assert wrong, "there is no wrong answer"
    for answer in wrong:
        reply = one.check(answer)
        assert (reply.right, bool(reply.text), one.state) == (False, True, "wrong")
    assert [one.hint().n for _ in range(3)] == [1, 2, 3]
    reply = one.check(one._grader.key)
    assert (reply.right, one.state) == (True, "right")
    assert reply.citation
    assert one.solution().text


@pytest.mark.parametrize(("item_id", "key"), ASKED)
def test_its_key_is_what_the_referee_and_the_scorer_say(item_id: str, key: str) -> None:
    item = bank()[item_id]
    one = Exercise(item, key)
    rules = rules_for(item, key)
    if isinstance(item, RulingItem):
        ruling = judge(position_under(item.position, rules), item.move)
        titles = {v.title for v in ruling.violations}
        for offer in one.offers:
            refused = offer.text == "Refused" or offer.text.removeprefix("Refused: ") in titles
            right = ruling.legal if offer.text == "Legal" else refused and not ruling.legal
            assert one._grader.check(offer.letter).right is right
    elif isinstance(item, SpotItem) and item.given:
        true = score(position_under(item.position, rules))[item.side].to_dict()
        (off,) = [line for line, points in item.given.items() if line != "total" and points != true[line]]
        assert one._grader.check(off).right is True
    elif isinstance(item, CountItem) and isinstance(item.what, SheetLine):
        sheet = score(position_under(item.what.position, rules))[item.what.side].to_dict()
        assert one._grader.key == sheet[item.what.line]
    elif isinstance(item, DoItem):
        assert judge(position_under(item.position, rules), one._grader.key).legal


@pytest.mark.parametrize(("item_id", "key"), ASKED)
def test_made_anew_it_asks_the_same_and_its_solution_is_accepted(item_id: str, key: str) -> None:
    item = bank()[item_id]
    rules = rules_for(item, key)
    for seed in range(3):
        one = Exercise(vary(item, rules, seed), key)
        assert one.item == vary(item, rules, seed)
        assert one._grader.check(one._grader.key).right is True


@pytest.mark.parametrize(("item_id", "key"), ASKED)
def test_made_anew_every_hand_and_pile_is_as_large_as_the_prompt_may_say(item_id: str, key: str) -> None:
    item = bank()[item_id]
    rules = rules_for(item, key)
    sizes = _sizes(msgspec.to_builtins(item))
    assert all(_sizes(msgspec.to_builtins(vary(item, rules, seed))) == sizes for seed in range(3))


@pytest.mark.parametrize(("rule", "key"), GENERATED)
def test_a_hundred_seeds_give_sixty_questions_that_differ_in_more_than_suits(rule: str, key: str) -> None:
    if rulebook.rule(rule).kind not in ("forbids", "counts") or all(item.fixed for item in asking(rule, key)):
        pytest.skip("a rule of procedure, or questions about the book itself")
    made = {_folded(generate(rule, key, seed)) for seed in range(100)}
    assert len(made) >= 60


def test_every_rule_that_forbids_or_counts_has_a_generator_under_every_rule_set_that_has_it() -> None:
    missing = [
        (rule, key)
        for key in rulebook.KEYS
        for rule, entry in rulebook.rules().items()
        if entry.kind in ("forbids", "counts") and rulebook.ruleset(key).has(rule) and not asking(rule, key)
    ]
    assert missing == []


def test_the_bank_has_250_items_and_at_most_ten_share_a_template() -> None:
    assert len(bank()) >= 250
    templates = Counter(item.template or item_id for item_id, item in bank().items())
    assert max(templates.values()) <= 10


def _sizes(value: Any) -> Any:
    """How long each list in the item's data is, lists of lists opened."""
    if isinstance(value, dict):
        return {key: _sizes(one) for key, one in value.items()}
    if isinstance(value, list):
        return [len(value), *(_sizes(one) for one in value if isinstance(one, dict | list))]
    return None


def _folded(item: AnyItem) -> str:
    """The item with its cards as ranks alone, so that suits make no difference."""

    def fold(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: fold(one) for key, one in value.items() if key != "id"}
        if isinstance(value, list):
            return sorted((fold(one) for one in value), key=str)
        if isinstance(value, str):
            return " ".join(_rank(word) for word in value.replace("[", " ").replace("]", " ").split())
        return value

    return msgspec.json.encode(fold(msgspec.to_builtins(item)), order="sorted").decode()


def _rank(word: str) -> str:
    try:
        return card(word).rank
    except InvalidCard:
        return word


BOOKS = ("Classic", "Goren", "Swedish", "Italian", "Brazilian")
DISPUTED = [item.id for item in bank().values() if isinstance(item, ChoiceItem) and len(item.rules) > 1]


def verdicts(item_id: str) -> dict[tuple[str, str], set[bool | None]]:
    """For each answer of a choice and its reply, what it is called under the rule sets in which it is asked."""
    said: dict[tuple[str, str], set[bool | None]] = {}
    for key in bank()[item_id].rules:
        one = Exercise(item_id, key)
        for offer in one.offers:
            reply = one._grader.check(offer.letter)
            said.setdefault((offer.letter, reply.text), set()).add(reply.right)
    return said


@pytest.mark.parametrize("item_id", DISPUTED)
def test_a_reply_to_what_is_right_in_some_books_alone_names_them(item_id: str) -> None:
    # It is read under the other books as well, where nothing in it may be untrue.
    disputed = [text for (_, text), right in verdicts(item_id).items() if len(right) > 1]
    assert [text for text in disputed if not any(book in text for book in BOOKS)] == []
