"""Floor 3: how each kind of exercise is answered. One module a kind, each with a grader."""

from __future__ import annotations

from typing import Any

from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.errors import InvalidExercise
from canasta_teach.teach.kinds.choice import ChoiceGrader
from canasta_teach.teach.kinds.count import CountGrader
from canasta_teach.teach.kinds.do import DoGrader
from canasta_teach.teach.kinds.grader import Grader
from canasta_teach.teach.kinds.ruling import RulingGrader
from canasta_teach.teach.kinds.spot import SpotActGrader, SpotLineGrader
from canasta_teach.teach.model import AnyItem, ChoiceItem, CountItem, DoItem, RulingItem, SpotItem


def grader(item: AnyItem, rules: RuleSet) -> Grader[Any]:
    """The grader of an item under a rule set.

    Raises:
        InvalidExercise: when the item makes no question there.
    """
    match item:
        case ChoiceItem():
            return ChoiceGrader(item, rules)
        case RulingItem():
            return RulingGrader(item, rules)
        case DoItem():
            return DoGrader(item, rules)
        case CountItem():
            return CountGrader(item, rules)
        case SpotItem():
            if bool(item.move) == bool(item.given):
                raise InvalidExercise("", item.id, "", translate("give either `move` or `given`"))
            return SpotActGrader(item, rules) if item.move else SpotLineGrader(item, rules)
