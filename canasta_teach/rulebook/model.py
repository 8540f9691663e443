"""Floor 1: the shape of the rule book's data.

Words and clauses live in TOML files beside this module. Each rule set's file gives for every rule one or more
clauses: the values that it sets, where the source says so, and how firmly. This module has the frozen objects
that those files are read into; :mod:`canasta_teach.rulebook.load` reads and checks them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Kind = Literal["forbids", "procedure", "counts", "informs"]
Standing = Literal["stated", "inferred", "borrowed", "absent", "house"]

Count = Annotated[int, Meta(ge=0, le=200)]
Points = Annotated[int, Meta(ge=0, le=100_000)]


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule of the book, the same for every rule set: its kind, and its title and text in our words.

    ``values`` names the fields of :class:`Params` that a clause of this rule may set.
    """

    kind: Kind
    title: str
    text: str
    values: tuple[str, ...] = ()


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"from_": "from"}):
    """A step of the first-laying minimum: from this score (points; ``None``: any lower score) this minimum (points)."""

    minimum: Points
    from_: Annotated[int, Meta(ge=-100_000, le=100_000)] | None = None


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every number and choice that the rules are played with. A default means that the rule is not in the game."""

    # deck
    packs: Annotated[int, Meta(ge=1, le=4)] = 2
    jokers: Annotated[int, Meta(ge=0, le=8)] = 0
    jokers_allowed: tuple[int, ...] = ()
    wild_ranks: tuple[str, ...] = ()
    card_values: dict[str, Points] = {}
    black_three_value: Points = 0
    # deal
    players: tuple[Annotated[int, Meta(ge=2, le=6)], ...] = ()
    partnerships: tuple[Annotated[int, Meta(ge=2, le=6)], ...] = ()
    hand_size: dict[str, Annotated[int, Meta(ge=1, le=60)]] = {}
    up_card_covers: tuple[Literal["wild", "red-three", "black-three"], ...] = ()
    # turn
    draw_count: Annotated[int, Meta(ge=1, le=2)] = 1
    redraws: Annotated[int, Meta(ge=0, le=5)] = 0
    honour: Literal["engine", "players"] = "engine"
    # meld
    min_meld: Annotated[int, Meta(ge=2, le=7)] = 3
    max_meld: Annotated[int, Meta(ge=3, le=60)] | None = None
    min_sequence: Annotated[int, Meta(ge=3, le=7)] = 3
    min_naturals: Annotated[int, Meta(ge=1, le=7)] = 1
    max_wilds: Annotated[int, Meta(ge=0, le=20)] | None = None
    wilds_at_most_naturals: bool = False
    black_threes_at_end: Literal["never", "naturals", "wilds"] = "never"
    # canasta
    canasta_size: Annotated[int, Meta(ge=4, le=14)] = 7
    # first laying
    initial_steps: tuple[Step, ...] = ()
    vulnerable_from: Points = 0
    vulnerable_minimum: Points = 0
    withdrawn_minimum: Points = 0
    # pile
    hand_cards_to_take: Annotated[int, Meta(ge=1, le=4)] = 1
    # going out
    canastas_to_go_out: Annotated[int, Meta(ge=0, le=3)] = 0
    relancinho_cards: Annotated[int, Meta(ge=3, le=30)] = 11
    # score
    natural_canasta: Points = 0
    mixed_canasta: Points = 0
    concealed_canasta: Points = 0
    red_three: Points = 0
    red_threes_all: Points = 0
    going_out: Points = 0
    concealed: Points = 0
    relancinho: Points = 0
    # game
    target: Annotated[int, Meta(ge=100, le=100_000)] = 5000
    # penalties
    hidden_red_three: Points = 0
    took_without_meld: Points = 0
    top_card_unused: Points = 0
    drew_out_of_turn: Points = 0
    melded_in_opponents_turn: Points = 0
    melded_in_partners_turn: Points = 0


class Clause(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one rule set says in one rule, or in one part of it.

    ``aspect`` is a short key with which the referee asks for this part (empty: the rule as a whole); ``about`` says
    the part in words. ``section`` locates the place in the source. A borrowed clause names its ``lender``, and its
    section is the lender's. ``errata`` are keys of damaged places that touch it.
    """

    standing: Standing
    section: str = ""
    lender: str | None = None
    note: str | None = None
    aspect: str = ""
    about: str = ""
    errata: tuple[str, ...] = ()
    values: dict[str, Any] = {}


class Citation(Struct, frozen=True, kw_only=True):
    """Where a rule stands, as rulings show it. ``source`` is the lender's when the clause is borrowed."""

    rules: str
    source: str
    section: str
    standing: Standing
    note: str | None = None


class Source(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A source document: title to show, and what it is, in our words."""

    title: str
    what: str
    language: str


class Erratum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place where a source is damaged, contradicts itself or is silent, and how we read it."""

    key: str
    source: str
    where: str
    problem: str
    reading: str
    rules: tuple[str, ...]
