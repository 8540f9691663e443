"""Floor 3: the shape of exercises as data.

Items live in TOML files (``bank/*.toml``), each file a list of tables ``[[item]]``. An item says what is asked; whether
an answer is right is asked of the referee and the scorer when it is answered. :mod:`canasta_teach.teach.load` reads
and checks them.

In a prompt and in replies, cards in square brackets, ``[KH KS 2D]``, are shown as cards.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9./-]{2,79}(~-?[0-9]{1,19})?$")]
Text = Annotated[str, Meta(min_length=1, max_length=600)]
RuleId = Annotated[str, Meta(pattern=r"^[a-z]+\.[a-z-]+$")]

SheetKey = Literal[
    "melds", "natural_canastas", "mixed_canastas", "concealed_canastas", "red_threes", "going_out", "concealed",
    "relancinho", "hand", "penalties", "total",
]  # fmt: skip


# -- what holds: keys of a choice that the engine can give ---------------------------------------------


class LegalHolds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="legal"):
    """Whether a move is legal (``is`` true) or refused in a position."""

    position: dict[str, Any]
    move: Text
    is_: bool = field(name="is", default=True)


class MeldHolds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="meld"):
    """Whether cards make a meld (``is`` true) or none, no table considered."""

    cards: Text
    is_: bool = field(name="is", default=True)


class ValueHolds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="value"):
    """Whether a value of the rule set is this one; ``at`` is the key in a table of values, such as ``4`` players."""

    name: Text
    equals: int | bool | str | list[int | str] | None
    at: str = ""


class StandingHolds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="standing"):
    """Whether a rule, or one aspect of it, stands so firmly in the rule set: ``absent`` where the game lacks it."""

    rule: RuleId
    equals: Literal["stated", "inferred", "borrowed", "absent"]
    aspect: str = ""


class WorthHolds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="worth"):
    """Whether cards are worth so many points together."""

    cards: Text
    equals: int


Holds = LegalHolds | MeldHolds | ValueHolds | StandingHolds | WorthHolds


# -- goals of a Do exercise ----------------------------------------------------------------------------


class Counts(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="counts"):
    """The cards of one act count at least so many points."""

    points: Annotated[int, Meta(ge=1)]


class Canasta(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="canasta"):
    """A canasta of this kind is completed or changed to it."""

    kind: Literal["natural", "mixed", "concealed natural", "concealed mixed", "any"] = "any"


class TakesPile(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="takes-pile"):
    """The pile is taken."""


class GoesOut(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="goes-out"):
    """The player goes out; ``concealed`` where it must be so."""

    concealed: bool = False


class Freezes(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="freezes"):
    """The pile is frozen at the end."""


class CardsLeft(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="cards-left"):
    """The player holds so many cards at the end."""

    at_least: Annotated[int, Meta(ge=0)] = 0
    at_most: Annotated[int, Meta(ge=0)] = 200


class Melds(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="melds"):
    """The side has at least so many melds at the end; of this rank at least one, where a rank is named."""

    at_least: Annotated[int, Meta(ge=1)] = 1
    rank: str = ""


class Discards(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="discards"):
    """One of these cards is discarded; any card, where none is named."""

    cards: str = ""


class All(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="all"):
    """Each of these is met."""

    of: Annotated[tuple[Goal, ...], Meta(min_length=1)]


class Either(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="any"):
    """At least one of these is met."""

    of: Annotated[tuple[Goal, ...], Meta(min_length=1)]


class Not(Struct, frozen=True, forbid_unknown_fields=True, tag_field="goal", tag="not"):
    """This is not met."""

    of: Goal


Goal = Counts | Canasta | TakesPile | GoesOut | Freezes | CardsLeft | Melds | Discards | All | Either | Not


# -- what a Count exercise counts ----------------------------------------------------------------------


class CardsWorth(Struct, frozen=True, forbid_unknown_fields=True, tag_field="count", tag="cards"):
    """What cards are worth together."""

    cards: Text


class ActCounts(Struct, frozen=True, forbid_unknown_fields=True, tag_field="count", tag="act"):
    """What an act counts toward the first-laying minimum."""

    position: dict[str, Any]
    move: Text


class MinimumNeeded(Struct, frozen=True, forbid_unknown_fields=True, tag_field="count", tag="minimum"):
    """What the next laying of the player on turn must count."""

    position: dict[str, Any]


class SheetLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="count", tag="line"):
    """One line of a side's score sheet, or its total."""

    position: dict[str, Any]
    line: SheetKey
    side: Annotated[int, Meta(ge=0, le=5)] = 0


class RuleValue(Struct, frozen=True, forbid_unknown_fields=True, tag_field="count", tag="value"):
    """A number of the rule set; ``at`` is the key in a table of numbers, such as ``4`` players."""

    name: Text
    at: str = ""


Counted = CardsWorth | ActCounts | MinimumNeeded | SheetLine | RuleValue


# -- items ---------------------------------------------------------------------------------------------


class Option(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An answer to choose, with its own reply. Right are those that ``right`` says, or what ``holds`` is asked."""

    text: Text
    reply: Text
    right: bool | None = None
    holds: Holds | None = None
    cites: RuleId | None = None


class Near(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A wrong number that is easily come by, and what to say to whoever comes by it."""

    equals: int
    reply: Text


class Item(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """What all exercises have.

    Attributes:
        id: its name, unique.
        rules: the keys of the rule sets under which it can be asked, the first by default.
        options: values of the rule set overridden.
        teaches: the ids of the rules that it asks about, the one that decides first.
        prompt: the question.
        title: a few words above it; by default, what its kind asks for.
        template: the name of the pattern it was made from; its own id where it stands alone.
        level: 1 (first steps) to 3.
        nudge: the first hint; by default, that of the deciding rule.
        fixed: it is asked on these very cards, and never made anew on others.
    """

    id: Id
    rules: Annotated[tuple[str, ...], Meta(min_length=1)] = ("classic",)
    options: dict[str, Any] = {}
    teaches: Annotated[tuple[RuleId, ...], Meta(min_length=1, max_length=4)]
    prompt: Text
    title: str = ""
    template: str = ""
    level: Literal[1, 2, 3] = 1
    nudge: str = ""
    fixed: bool = False


class ChoiceItem(Item, frozen=True, tag="choice"):
    """One answer to choose, or ``several``."""

    choices: Annotated[tuple[Option, ...], Meta(min_length=2, max_length=8)]
    several: bool = False


class RulingItem(Item, frozen=True, tag="ruling"):
    """Is the move legal in the position, and if not, by which rule? The referee knows.

    ``tempting``: ids of rules that are offered beside the true one, kept here all the same; by default, near ones.
    """

    position: dict[str, Any]
    move: Text
    asks: Literal["legal", "rule"] = "rule"
    tempting: tuple[RuleId, ...] = ()


class DoItem(Item, frozen=True, tag="do"):
    """Make it on the table: any legal way that meets the goal is right.

    ``solution`` is one way, in the move notation; left out, it is looked for.
    """

    position: dict[str, Any]
    goal: Goal
    acts_at_most: Annotated[int, Meta(ge=1, le=12)] = 6
    solution: str = ""


class CountItem(Item, frozen=True, tag="count"):
    """A number; ``near`` are wrong ones that get a reply of their own."""

    what: Counted
    near: tuple[Near, ...] = ()


class SpotItem(Item, frozen=True, tag="spot"):
    """Find the mistake: the first act of a ``move`` that is refused, or the line of a ``given`` sheet that is wrong."""

    position: dict[str, Any]
    move: str = ""
    given: dict[SheetKey, int] = {}
    side: Annotated[int, Meta(ge=0, le=5)] = 0


AnyItem = ChoiceItem | RulingItem | DoItem | CountItem | SpotItem
