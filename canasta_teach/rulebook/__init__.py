"""Floor 1: the rules as data.

The five rule sets, their sources, and house rules. Nothing is read from a file before it is asked for.
"""

from canasta_teach.rulebook.load import (
    citation,
    errata,
    load_house,
    parse_house,
    rule,
    rules,
    ruleset,
    sources,
    titles,
)
from canasta_teach.rulebook.model import Citation, Clause, Erratum, Params, Rule, Source, Step
from canasta_teach.rulebook.reading import KEYS
from canasta_teach.rulebook.ruleset import RuleSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from canasta_teach.rulebook.house import HouseKey, house_keys

__all__ = [
    "KEYS",
    "Citation",
    "Clause",
    "Erratum",
    "HouseKey",
    "Params",
    "Rule",
    "RuleSet",
    "Source",
    "Step",
    "citation",
    "errata",
    "house_keys",
    "load_house",
    "parse_house",
    "rule",
    "rules",
    "ruleset",
    "sources",
    "titles",
]


def __getattr__(name: str) -> object:
    if name in ("HouseKey", "house_keys"):
        from canasta_teach.rulebook import house

        return getattr(house, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
