"""Floor 2: the score of a deal and the end of the game.

Each line of a score sheet is one function, registered under the id of its rule and asked only where the rule set has
that rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.melds import CanastaKind, canasta_kind
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.rulebook.model import Citation
from canasta_teach.rulebook.ruleset import RuleSet

Key = Literal[
    "melds", "natural_canastas", "mixed_canastas", "concealed_canastas", "red_threes", "going_out", "concealed",
    "relancinho", "hand", "penalties",
]  # fmt: skip


class ScoreLine(Struct, frozen=True, kw_only=True):
    """One line of a score sheet.

    Attributes:
        key: the figure of the sheet that it belongs to.
        points: what it adds, in points; negative when it is taken off.
        rule: the id of the rule that it follows.
        rules: the rule set.
        facts: the numbers of its text.
        case: which of the rule's texts fits.
    """

    key: Key
    points: int
    rule: str
    rules: RuleSet
    facts: dict[str, int]
    case: str = "text"

    @property
    def citation(self) -> Citation:
        """Where the rule stands, and how firmly."""
        return self.rules.citation(self.rule, self.case)

    @property
    def why(self) -> str:
        """The line in words."""
        return translate(_texts()[self.rule][self.case]).format(points=self.points, **self.facts)


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """A side's score of one deal, in points. ``hand`` and ``penalties`` are zero or negative."""

    melds: int = 0
    natural_canastas: int = 0
    mixed_canastas: int = 0
    concealed_canastas: int = 0
    red_threes: int = 0
    going_out: int = 0
    concealed: int = 0
    relancinho: int = 0
    hand: int = 0
    penalties: int = 0
    total: int = 0
    lines: tuple[ScoreLine, ...] = ()

    def to_dict(self) -> dict[str, int]:
        """The figures by name, as the public format has them."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "lines"}


class Outcome(Struct, frozen=True, kw_only=True):
    """One side at the end of a deal, as the lines of its sheet look at it.

    ``kinds`` holds for each meld the kind of canasta, or ``None``.
    """

    position: Position
    rules: RuleSet
    side: int
    melds: tuple[tuple[Card, ...], ...]
    kinds: tuple[CanastaKind | None, ...]
    hand: tuple[Card, ...]

    @property
    def went_out(self) -> bool:
        """Whether a player of this side went out, or would be credited with it where no rule forbids that."""
        seat = self.position.went_out
        if seat is None and not self.rules.has("score.no-one-out"):
            seat = self.position.turn
        return seat is not None and self.position.side(seat) == self.side

    def line(self, rule: str, key: Key, points: int, case: str = "text", **facts: int) -> ScoreLine:
        """A line of this side's sheet."""
        return ScoreLine(key=key, points=points, rule=rule, rules=self.rules, facts=facts, case=case)


Counter = Callable[[Outcome], ScoreLine | None]

_COUNTERS: Final[dict[str, Counter]] = {}


def counts(rule_id: str) -> Callable[[Counter], Counter]:
    """Register the function that makes a rule's line; it gives ``None`` where the rule does not touch the side."""

    def register(counter: Counter) -> Counter:
        if rule_id in _COUNTERS:
            raise KeyError(f"{rule_id} is registered twice")
        _COUNTERS[rule_id] = counter
        return counter

    return register


def registered() -> frozenset[str]:
    """The ids of the rules that have a line of their own."""
    return frozenset(_COUNTERS)


def score(position: Position) -> list[ScoreSheet]:
    """The score sheets of a deal that is over, one a side.

    Raises:
        InvalidPosition: when the deal is not over, or a hand is not known.
    """
    if position.phase != "over":
        raise InvalidPosition("phase", f"only a deal that is over is scored; this one is in phase {position.phase}")
    return [_sheet(_outcome(position, side)) for side in range(position.sides)]


def after_deal(position: Position) -> tuple[int, ...]:
    """Each side's score after a deal that is over, in points.

    Raises:
        InvalidPosition: as :func:`score` does.
    """
    return tuple(before + sheet.total for before, sheet in zip(position.scores, score(position), strict=True))


def winner(scores: Sequence[int], rules: RuleSet) -> int | None:
    """The side that has won the game with these scores, or ``None`` when another deal is played.

    The first side to reach the target wins (``game.target``); if more than one do in a deal, the higher total does,
    and a tie at the top means another deal (``game.winner``).
    """
    if not (rules.has("game.target") and rules.has("game.winner")):
        return None
    best = max(scores)
    if best < rules.p.target or list(scores).count(best) > 1:
        return None
    return list(scores).index(best)


def _outcome(position: Position, side: int) -> Outcome:
    rules = position.rules
    hand: list[Card] = []
    for seat in range(side, position.players, position.sides):
        if position.relancinho and seat == position.went_out:
            # The twelfth card of a relancinho is set aside and counts nothing.
            continue
        cards = position.hands[seat]
        if cards is None:
            raise InvalidPosition(f"hands[{seat}]", "the score needs this hand, and it is not known")
        if UNKNOWN in cards:
            raise InvalidPosition(f"hands[{seat}][{cards.index(UNKNOWN)}]", "the score needs this card")
        hand += cards
    melds = position.melds[side]
    kinds = tuple(canasta_kind(meld, rules) for meld in melds)
    return Outcome(position=position, rules=rules, side=side, melds=melds, kinds=kinds, hand=tuple(hand))


def _sheet(outcome: Outcome) -> ScoreSheet:
    figures: dict[str, int] = {}
    lines: list[ScoreLine] = []
    for rule_id, counter in _COUNTERS.items():
        line = counter(outcome) if outcome.rules.has(rule_id) else None
        if line is not None:
            lines.append(line)
            figures[line.key] = figures.get(line.key, 0) + line.points
    return ScoreSheet(**figures, total=sum(figures.values()), lines=tuple(lines))


@cache
def _texts() -> dict[str, dict[str, str]]:
    from canasta_teach.rulebook.load import own_file
    from canasta_teach.rulebook.reading import convert, read_toml

    where = "score_lines.toml"
    return convert(read_toml(own_file(where), where), dict[str, dict[str, str]], where, "")


# ---- the lines, in the order of a sheet


@counts("score.melds")
def _melds(o: Outcome) -> ScoreLine | None:
    return o.line("score.melds", "melds", sum(o.rules.points(meld) for meld in o.melds)) if o.melds else None


@counts("score.natural-canasta")
def _natural(o: Outcome) -> ScoreLine | None:
    return _canastas(
        o, "score.natural-canasta", "natural_canastas", o.kinds.count("natural"), o.rules.p.natural_canasta
    )


@counts("score.mixed-canasta")
def _mixed(o: Outcome) -> ScoreLine | None:
    return _canastas(o, "score.mixed-canasta", "mixed_canastas", o.kinds.count("mixed"), o.rules.p.mixed_canasta)


@counts("score.concealed-canasta")
def _concealed_canastas(o: Outcome) -> ScoreLine | None:
    if not o.rules.has("canasta.concealed"):
        return None
    found = sum(o.kinds[meld] is not None for meld in o.position.concealed_melds[o.side])
    return _canastas(o, "score.concealed-canasta", "concealed_canastas", found, o.rules.p.concealed_canasta)


def _canastas(o: Outcome, rule: str, key: Key, count: int, each: int) -> ScoreLine | None:
    return o.line(rule, key, count * each, count=count, each=each) if count else None


def _red_three_points(o: Outcome) -> tuple[int, str, int]:
    """Points of a side's red threes, the case, and what each (or all together) counts."""
    count, p = len(o.position.red_threes[o.side]), o.rules.p
    if count == 2 * p.packs:
        return p.red_threes_all, "all", p.red_threes_all
    return count * p.red_three, "text", p.red_three


@counts("score.red-threes")
def _red_threes(o: Outcome) -> ScoreLine | None:
    count = len(o.position.red_threes[o.side])
    if not count or (not o.melds and o.rules.has("score.red-threes-unmelded")):
        return None
    points, case, each = _red_three_points(o)
    return o.line("score.red-threes", "red_threes", points, case, count=count, each=each)


@counts("score.red-threes-unmelded")
def _red_threes_unmelded(o: Outcome) -> ScoreLine | None:
    count = len(o.position.red_threes[o.side])
    if not count or o.melds or not o.rules.has("score.red-threes"):
        return None
    return o.line("score.red-threes-unmelded", "red_threes", -_red_three_points(o)[0], count=count)


@counts("score.going-out")
def _going_out(o: Outcome) -> ScoreLine | None:
    if not o.went_out:
        return None
    case = "nobody" if o.position.went_out is None else "text"
    return o.line("score.going-out", "going_out", o.rules.p.going_out, case)


@counts("score.no-one-out")
def _no_one_out(o: Outcome) -> ScoreLine | None:
    return o.line("score.no-one-out", "going_out", 0) if o.position.went_out is None else None


@counts("score.concealed")
def _concealed(o: Outcome) -> ScoreLine | None:
    if not (o.position.concealed and o.went_out and o.rules.has("out.concealed")):
        return None
    return o.line("score.concealed", "concealed", o.rules.p.concealed)


@counts("score.relancinho")
def _relancinho(o: Outcome) -> ScoreLine | None:
    if not (o.position.relancinho and o.went_out and o.rules.has("out.relancinho")):
        return None
    return o.line("score.relancinho", "relancinho", o.rules.p.relancinho)


@counts("score.hand")
def _hand(o: Outcome) -> ScoreLine | None:
    # A red three that was kept back has no value as a card; it has its own price.
    count = sum(o.rules.value(card) != 0 for card in o.hand)
    return o.line("score.hand", "hand", -o.rules.points(o.hand), count=count) if count else None


@counts("score.penalties")
def _penalties(o: Outcome) -> ScoreLine | None:
    so_far = o.position.penalties[o.side]
    if not so_far:
        return None
    return o.line("score.penalties", "penalties", -sum(one.points for one in so_far), count=len(so_far))


@counts("penalty.hidden-red-three")
def _hidden_red_threes(o: Outcome) -> ScoreLine | None:
    hidden, each = sum(card.is_red_three for card in o.hand), o.rules.p.hidden_red_three
    if not hidden or not o.rules.has("score.penalties"):
        return None
    return o.line("penalty.hidden-red-three", "penalties", -hidden * each, count=hidden, each=each)
