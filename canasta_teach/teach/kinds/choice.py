"""Floor 3: one answer to choose, or several."""

from __future__ import annotations

from typing import Any

from canasta_teach.cards import cards
from canasta_teach.errors import CanastaError
from canasta_teach.game.referee import is_legal, judge_meld
from canasta_teach.game.ruling import Ruling
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.kinds.grader import Grader, lettered, letters_of, position_under
from canasta_teach.teach.model import (
    ChoiceItem,
    Holds,
    LegalHolds,
    MeldHolds,
    Option,
    StandingHolds,
    ValueHolds,
    WorthHolds,
)
from canasta_teach.teach.reply import Reply


class ChoiceGrader(Grader[ChoiceItem]):
    """Grades a choice. Each answer has its own reply, right or wrong."""

    def __init__(self, item: ChoiceItem, rules: RuleSet) -> None:
        super().__init__(item, rules)
        self.several = item.several
        self.offers = lettered([translate(option.text) for option in item.choices])
        self._right = tuple(
            offer.letter
            for i, (offer, option) in enumerate(zip(self.offers, item.choices, strict=True))
            if self._is_right(option, f"choices[{i}]")
        )
        if not self._right or (len(self._right) > 1 and not item.several):
            text = translate("{n} answers are right under {rules}; {wanted}")
            wanted = translate("one must be, or more with `several`") if item.several else translate("one must be")
            raise self.fault("choices", text.format(n=len(self._right), rules=rules.key, wanted=wanted))

    @property
    def form(self) -> str:
        if self.several:
            return translate("Answer with the letters of all that are right, as in “a c”.")
        return translate("Answer with one letter, as in “a”.")

    @property
    def key(self) -> str:
        return " ".join(self._right)

    def check(self, answer: object) -> Reply:
        letters = letters_of(answer, self.offers)
        if letters is None or (len(letters) > 1 and not self.several):
            return self.unread()
        wrong = next((one for one in letters if one not in self._right), None)
        if wrong is not None:
            return self._reply(wrong, right=False)
        missed = next((one for one in self._right if one not in letters), None)
        if missed is not None:
            text = translate("What you chose is right. There is more that is.")
            return Reply(right=False, text=text, rules=self.rules)
        if len(letters) == 1:
            return self._reply(letters[0], right=True)
        texts = [translate(self._option(one).reply) for one in letters]
        return self._cited(Reply(right=True, text=" ".join(texts), rules=self.rules), letters[0])

    def solution(self) -> Reply:
        texts = [f"{translate(self._option(one).text)}: {translate(self._option(one).reply)}" for one in self._right]
        return self._cited(Reply(right=None, text=" ".join(texts), rules=self.rules), self._right[0])

    def first_move(self) -> str:
        wrong = next(offer for offer in self.offers if offer.letter not in self._right)
        return translate("It is not “{text}”.").format(text=wrong.text)

    def _option(self, letter: str) -> Option:
        return self.item.choices[[offer.letter for offer in self.offers].index(letter)]

    def _reply(self, letter: str, *, right: bool) -> Reply:
        text = translate(self._option(letter).reply)
        return self._cited(Reply(right=right, text=text, rules=self.rules), letter)

    def _cited(self, reply: Reply, letter: str) -> Reply:
        rule = self._option(letter).cites or self.item.teaches[0]
        return Reply(right=reply.right, text=reply.text, rules=self.rules, rule=rule)

    def _is_right(self, option: Option, key: str) -> bool:
        if (option.right is None) == (option.holds is None):
            raise self.fault(key, translate("give either `right` or `holds`"))
        if option.holds is None:
            return bool(option.right)
        try:
            return _holds(option.holds, self.rules)
        except CanastaError as error:
            raise self.fault(f"{key}.holds", str(error)) from None


def _holds(asked: Holds, rules: RuleSet) -> bool:
    match asked:
        case LegalHolds(position, move, wanted):
            return is_legal(position_under(position, rules), move) is wanted
        case MeldHolds(some, wanted):
            return _judge_meld(some, rules).legal is wanted
        case ValueHolds(name, equals, at):
            return bool(_plain(value_of(rules, name, at)) == equals)
        case StandingHolds(rule, equals, aspect):
            return rules.clause(rule, aspect).standing == equals
        case WorthHolds(some, equals):
            return rules.points(cards(some)) == equals


def _judge_meld(some: str, rules: RuleSet) -> Ruling:
    house = rules if rules.key == "house" else None
    return judge_meld(some, rules.key, options=rules.options, house=house)


def value_of(rules: RuleSet, name: str, at: str = "") -> Any:
    """A value of a rule set by its name, of a table the one at a key.

    Raises:
        CanastaError: when there is no such value.
    """
    known = rules.p.__struct_fields__
    if name not in known:
        raise CanastaError(translate("there is no value {name}").format(name=repr(name)))
    value = getattr(rules.p, name)
    if not at:
        return value
    if not isinstance(value, dict) or at not in value:
        raise CanastaError(translate("{name} has no entry {at}").format(name=name, at=repr(at)))
    return value[at]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
