"""What a rule book's files must hold, and how a fault in them is told."""

import pytest

from canasta_teach.errors import InvalidRules
from canasta_teach.rulebook.reading import Book, parse_book

RULES = """
[rule."deck.composition"]
kind = "procedure"
title = "The deck"
text = "The cards that are played with."
values = ["packs", "jokers"]

[rule."meld.max-wilds"]
kind = "forbids"
title = "Not too many wild cards"
text = "A meld holds only so many wild cards."
values = ["max_wilds", "wilds_at_most_naturals"]

[rule."deck.values"]
kind = "counts"
title = "Values"
text = "What each card counts."
values = ["card_values"]
"""

SOURCES = """
[source.one]
title = "One"
what = "A source."
language = "en"
[source.two]
title = "Two"
what = "Another."
language = "en"
[[erratum]]
key = "X1"
source = "one"
where = "somewhere"
problem = "a hole"
reading = "no hole"
rules = ["meld.max-wilds"]
"""

ONE = """
key = "one"
title = "One"
source = "one"
[[clauses."deck.composition"]]
standing = "stated"
section = "Deck"
values = { packs = 2, jokers = 4 }
[[clauses."meld.max-wilds"]]
standing = "inferred"
section = "Melds"
note = "as the examples show"
errata = ["X1"]
values = { max_wilds = 3 }
[[clauses."deck.values"]]
standing = "stated"
section = "Values"
values = { card_values = { A = 20 } }
[[clauses."deck.values"]]
standing = "stated"
section = "Elsewhere"
values = { card_values = { K = 10 } }
"""

TWO = """
key = "two"
title = "Two"
source = "two"
[[clauses."deck.composition"]]
standing = "stated"
section = "Karten"
values = { packs = 1 }
[[clauses."meld.max-wilds"]]
standing = "borrowed"
lender = "one"
section = "Melds"
values = { max_wilds = 3 }
[[clauses."deck.values"]]
standing = "absent"
"""


def book(**changed: str) -> Book:
    files = {"rules.toml": RULES, "sources.toml": SOURCES, "one.toml": ONE, "two.toml": TWO}
    files |= {f"{name}.toml": text for name, text in changed.items()}
    return parse_book(files.__getitem__, ("one", "two"))


def test_a_sound_book_is_read() -> None:
    read = book()
    assert list(read.rules) == ["deck.composition", "meld.max-wilds", "deck.values"]
    assert read.rule_sets["two"].active == {"deck.composition", "meld.max-wilds"}
    assert read.errata["X1"].reading == "no hole"


def test_a_table_may_be_split_over_clauses() -> None:
    assert book().rule_sets["one"].p.card_values == {"A": 20, "K": 10}


def test_an_absent_rule_leaves_the_default() -> None:
    assert book().rule_sets["two"].p.card_values == {}


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "reason"),
    [
        ("one", '"deck.composition"', '"deck.compositon"', "deck.compositon", "did you mean deck.composition?"),
        ("one", "jokers = 4", "joker = 4", "deck.composition", "unknown value joker; did you mean jokers"),
        ("one", "jokers = 4", "max_wilds = 4", "deck.composition", "does not belong to this rule"),
        ("one", "jokers = 4", 'jokers = "4"', "deck.composition", "Expected `int`, got `str`"),
        ("one", "jokers = 4", "jokers = 9", "deck.composition", "<= 8"),
        ("one", "K = 10", "A = 10", "deck.values", "card_values.A is set by two clauses"),
        ("one", "K = 10", "B = 10", "deck.values", "'B' is no rank"),
        ("one", 'note = "as the examples show"\n', "", "meld.max-wilds", "needs a note"),
        ("one", 'errata = ["X1"]', 'errata = ["X2"]', "meld.max-wilds", "unknown erratum X2"),
        ("one", 'section = "Deck"\n', "", "deck.composition", "section"),
        ("one", 'standing = "stated"', 'standing = "said"', "", "Invalid enum value 'said'"),
        ("one", 'standing = "stated"', 'standing = "house"', "deck.composition", "only house rules"),
        ("one", 'standing = "stated"', 'standing = "stated"\nlender = "two"', "deck.composition", "only a borrowed"),
        ("one", 'key = "one"', 'key = "two"', "source", "two"),
        ("one", 'title = "One"', 'titel = "One"', "", "titel"),
        ("one", 'key = "one"', "key = ", "", "this is no TOML"),
        ("two", 'lender = "one"\n', "", "meld.max-wilds", "must name its lender"),
        ("two", 'lender = "one"', 'lender = "on"', "meld.max-wilds", "did you mean one?"),
        ("two", 'lender = "one"', 'lender = "two"', "meld.max-wilds", "no rule set that could lend"),
        ("two", "max_wilds = 3", "max_wilds = 4", "meld.max-wilds", "4 here, but 3 with its lender one"),
        ("two", '"absent"', '"absent"\nvalues = { card_values = { A = 1 } }', "deck.values", "sets no values"),
        ("two", 'standing = "absent"', 'standing = "absent"\nlender = "one"', "deck.values", "no lender"),
        ("two", '[[clauses."deck.values"]]\nstanding = "absent"', "", "deck.values", "this rule is missing"),
        ("rules", '"jokers"]', '"jokres"]', "deck.composition", "unknown value jokres"),
        ("rules", '"jokers"]', '"jokers", "max_wilds"]', "meld.max-wilds", "belongs to deck.composition already"),
        ("rules", '"forbids"', '"forbid"', "meld.max-wilds", "Invalid enum value 'forbid'"),
        ("sources", "[[erratum]]", "[[errata]]", "errata", "did you mean erratum"),
        ("sources", 'source = "one"', 'source = "won"', "X1", "unknown source won"),
        ("sources", '"meld.max-wilds"', '"meld.max-wild"', "X1", "did you mean meld.max-wilds"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_file_key_and_reason(file: str, old: str, new: str, key: str, reason: str) -> None:
    text = {"rules": RULES, "sources": SOURCES, "one": ONE, "two": TWO}[file]
    assert old in text
    with pytest.raises(InvalidRules) as caught:
        book(**{file: text.replace(old, new, 1)})
    assert (caught.value.where, caught.value.key) == (f"{file}.toml", key)
    assert reason in str(caught.value)


def test_a_rule_that_its_lender_lacks_cannot_be_borrowed() -> None:
    borrowed = '[[clauses."deck.values"]]\nstanding = "borrowed"\nlender = "two"\nsection = "x"\n'
    one = ONE[: ONE.index('[[clauses."deck.values"]]')] + borrowed
    with pytest.raises(InvalidRules, match=r"one\.toml: deck\.values: two does not have this rule of its own"):
        book(one=one)


def test_an_absent_rule_has_one_clause() -> None:
    with pytest.raises(InvalidRules, match="an absent rule has one clause only"):
        book(two=TWO + '[[clauses."deck.values"]]\nstanding = "absent"\n')


def test_the_file_name_is_the_rule_sets_key() -> None:
    with pytest.raises(InvalidRules, match=r"two\.toml: key: the key must be two"):
        book(two=ONE)
