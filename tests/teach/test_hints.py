"""Every rule has a nudge, and a nudge says where to look, not what the answer is."""

from __future__ import annotations

from canasta_teach import rulebook
from canasta_teach.teach.hints import nudges, rule_text


def test_every_rule_has_a_nudge_of_its_own_and_no_other_has() -> None:
    assert list(nudges()) == list(rulebook.rules())


def test_a_nudge_holds_no_number_of_the_rules() -> None:
    assert not [rule for rule, words in nudges().items() if any(letter.isdigit() for letter in words)]


def test_the_rule_as_a_hint_says_where_the_game_lacks_it() -> None:
    assert "do not have it" in rule_text(rulebook.ruleset("brazilian"), "pile.frozen")
    assert "do not have it" not in rule_text(rulebook.ruleset("classic"), "pile.frozen")
