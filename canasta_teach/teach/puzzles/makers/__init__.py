"""Makers of puzzles, one an idea: each lays out a table on which the idea bites, and proves nothing.

A maker takes a :class:`~canasta_teach.teach.puzzles.makers.deck.Making`, with its chance, rule set and level, and gives
a :class:`~canasta_teach.teach.puzzles.makers.deck.Draft`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.puzzles.makers import ending, first, melds, runs
from canasta_teach.teach.puzzles.makers.deck import Draft, Making, Unmade

Maker = Callable[[Making], Draft]

MAKERS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "minimum": first.minimum,
        "wild-economy": first.wild_economy,
        "keep-a-card": melds.keep_a_card,
        "freeze": first.freeze,
        "black-threes": ending.black_threes,
        "concealed": ending.concealed,
        "sequence": runs.sequence,
        "forced-take": ending.forced_take,
        "stop-card": melds.stop_card,
        "canasta": melds.canasta,
        "going-out": ending.going_out,
        "top-card": first.top_card,
        "best-score": ending.best_score,
    }
)
"""The makers of games of ranks, by idea; ``sequence`` is of games with runs."""

RUNS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "minimum": runs.minimum,
        "wild-economy": runs.wild_economy,
        "sequence": runs.sequence,
        "canasta": runs.canasta,
        "going-out": runs.going_out,
        "best-score": runs.best_score,
    }
)
"""The makers of games with runs, by idea."""


def draft(idea: str, rules: RuleSet, rng: Random, level: int) -> Draft | None:
    """A draft that turns on an idea, meant to be so hard (1 to 5); ``None`` where the throw of the dice made none."""
    maker = RUNS[idea] if rules.has("meld.sequence") else MAKERS[idea]
    try:
        return maker(Making(rng, rules, level))
    except Unmade:
        return None
