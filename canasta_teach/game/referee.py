"""The referee: is this move legal here, and if not, which rules say so?

Everything that asks about legality comes here. A move's acts are judged in order up to the first illegal one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from canasta_teach.cards import UNKNOWN, Card
from canasta_teach.cards import card as read_card
from canasta_teach.errors import InvalidMove, InvalidPosition
from canasta_teach.game.apply import apply
from canasta_teach.game.attempt import LAYING, Attempt
from canasta_teach.game.melds import canasta_kind
from canasta_teach.game.moves import Act, Move, Part
from canasta_teach.game.penalties import consequence
from canasta_teach.game.reasons import assumptions, because
from canasta_teach.game.registry import broken, checks, place
from canasta_teach.game.ruling import Consequence, Outcome, Ruling, Violation
from canasta_teach.game.state import Position
from canasta_teach.rulebook import KEYS, ruleset
from canasta_teach.rulebook.ruleset import RuleSet


def judge(position: Position, move: Move | str) -> Ruling:
    """Judge a move in a position.

    Args:
        position: the state before the move; its rule set is the law.
        move: acts in the public notation, joined by ``;``.

    Returns:
        The ruling: every rule that the first illegal act breaks and none that it does not, or the outcome of the
        whole move when it is legal.

    Raises:
        InvalidMove: when the text is outside the notation, or names an act or a meld that there is not.
        InvalidCard: when a word names no card.
    """
    parsed = Move.of(move)
    judged = _Sequence(position, parsed)
    return Ruling(
        position=position,
        rule_set=position.rules,
        move=parsed,
        act=judged.act,
        violations=judged.violations,
        because=() if judged.violations else judged.because,
        assumed=judged.assumed,
        outcome=None if judged.violations else judged.outcome(),
        consequence=judged.consequence,
        elsewhere=lambda: _elsewhere(position, parsed),
        mend=judged.mend if judged.violations else None,
    )


def is_legal(position: Position, move: Move | str) -> bool:
    """The verdict alone; see :func:`judge`."""
    parsed = Move.of(move)
    return not _Sequence(position, parsed, verdict_only=True).violations


def after(position: Position, move: Move | str) -> Position:
    """The position after a legal move, with everything that follows by itself.

    Raises:
        IllegalMove: with the ruling, when the referee refuses the move.
        InvalidMove, InvalidCard: as :func:`judge`.
    """
    from canasta_teach.errors import IllegalMove

    parsed = Move.of(move)
    judged = _Sequence(position, parsed)
    if judged.violations:
        raise IllegalMove(judge(position, parsed))
    return judged.position


def judge_meld(
    cards: str | Iterable[Card | str],
    rules: str = "classic",
    *,
    options: Mapping[str, Any] | None = None,
    house: RuleSet | None = None,
) -> Ruling:
    """Judge a meld alone, with no table: do these cards make a meld?

    Args:
        cards: the cards, as text or as cards.
        rules: the rule set's key; ``"house"`` with ``house``.
        options: values of the rule set that are overridden.
        house: house rules.

    Raises:
        InvalidMove: for no cards, or for more of a card than the deck holds.
        InvalidCard: for a word that names no card.
    """
    words = cards.split() if isinstance(cards, str) else cards
    held = tuple(word if isinstance(word, Card) else read_card(word) for word in words)
    return _judge_meld(held, ruleset(rules, options, house=house))


def _judge_meld(held: tuple[Card, ...], rules: RuleSet) -> Ruling:
    if not held:
        raise InvalidMove("no cards: a meld needs at least three")
    for card in dict.fromkeys(held):
        if held.count(card) > rules.deck_count(card):
            raise InvalidMove(f"{held.count(card)} of {card.code}: the deck holds {rules.deck_count(card)}")
    act = Act("lay", parts=(Part(held),))
    bare = Position(rules=rules, phase="play")
    attempt = Attempt(bare, act, 0)
    meld_rules = (v for check in checks(rules, "lay") for v in check(attempt) if v.rule.startswith("meld."))
    found = tuple(sorted(meld_rules, key=place))
    kind = canasta_kind(held, rules)
    counted = attempt.counted
    outcome = Outcome(
        counted=counted,
        needed=0,
        canastas=[kind] if kind else [],
        went_out=None,
        concealed=False,
        relancinho=False,
        over=False,
    )

    def elsewhere() -> dict[str, bool]:
        verdicts: dict[str, bool] = {}
        for key in KEYS:
            if key == rules.key:
                continue
            try:
                verdicts[key] = _judge_meld(held, ruleset(key)).legal
            except InvalidMove:
                continue
        return verdicts

    return Ruling(
        position=None,
        rule_set=rules,
        move=Move((act,)),
        act=0,
        violations=found,
        because=() if found else tuple(rule for rule in because(attempt) if rule.startswith(("meld.", "canasta."))),
        outcome=None if found else outcome,
        elsewhere=elsewhere,
    )


def joined(move: Move, rules: RuleSet) -> Iterator[tuple[int, Act]]:
    """The acts as they are judged, each with its index in the text.

    ``take`` followed at once by a laying is one act, with the index of ``take``, where the top card has to be used;
    where the pile is free, ``take / …`` is two.
    """
    acts = list(enumerate(move.acts))
    while acts:
        index, act = acts.pop(0)
        bare = act.kind == "take" and not act.cards and act.onto is None
        if bare and rules.has("pile.top-card"):
            if not act.parts and acts and acts[0][1].kind == "lay" and acts[0][1].seat in (None, act.seat):
                act = Act("take", act.seat, parts=acts.pop(0)[1].parts)
            yield index, act
        elif bare and act.parts:
            yield index, Act("take", act.seat)
            yield index, Act("lay", act.seat, parts=act.parts)
        else:
            yield index, act


def actor(position: Position, act: Act) -> int:
    """The seat that does the act.

    Raises:
        InvalidMove: when the act names a seat that there is not.
    """
    if act.seat is not None:
        if act.seat >= position.players:
            raise InvalidMove(f"seat {act.seat}: the seats here are 0 to {position.players - 1}")
        return act.seat
    if act.kind == "answer":
        partners = position.partners(position.turn)
        return partners[0] if partners else position.turn
    return position.turn


class _Sequence:
    """The acts of a move judged in order, each on the position that the one before left."""

    def __init__(self, position: Position, move: Move, *, verdict_only: bool = False) -> None:
        self.position = position
        self.act = 0
        self.violations: tuple[Violation, ...] = ()
        self.because: tuple[str, ...] = ()
        self.assumed: tuple[str, ...] = ()
        self.consequence: Consequence | None = None
        self._start, self._move, self._refused = position, move, move.acts[0]
        self._counted: tuple[int, int] | None = None
        self._changed: set[tuple[int, int]] = set()
        acts = list(joined(move, position.rules))
        for number, (index, act) in enumerate(acts):
            attempt = Attempt(self.position, act, actor(self.position, act))
            found = _broken_rules(attempt)
            if not verdict_only:
                self._explain(attempt, legal=not found)
            if found:
                self.act = index
                self._refused = act
                self.violations = found
                if not verdict_only:
                    self.consequence = consequence(attempt, found)
                return
            last = number == len(acts) - 1
            if not (verdict_only and last and act.kind not in ("draw", "redraw")):
                self.position = apply(self.position, attempt)

    def _explain(self, attempt: Attempt, *, legal: bool) -> None:
        self.assumed += tuple(text for text in assumptions(attempt) if text not in self.assumed)
        if not legal:
            return
        self.because += tuple(rule for rule in because(attempt) if rule not in self.because)
        if attempt.act.kind in LAYING and attempt.laid:
            if self._counted is None:
                self._counted = (attempt.counted, attempt.needed)
            self._changed.update((m.side, m.index) for m in attempt.melds)

    def mend(self) -> str | None:
        """The nearest legal move to one that was refused."""
        from canasta_teach.game.mend import mend

        before = self._move.acts[: self.act]
        whole = self._move.acts[self.act]
        if whole.kind == "take" and self._refused.kind == "lay":
            # A free pile was taken, and what was laid in the same act was refused.
            before = (*before, Act("take", whole.seat))
        return mend(self._start, before, self.position, self._refused)

    def outcome(self) -> Outcome:
        """What the whole move led to."""
        pos = self.position
        canastas = []
        for side, index in sorted(self._changed):
            kind = canasta_kind(pos.melds[side][index], pos.rules)
            if kind is not None:
                canastas.append(f"concealed {kind}" if index in pos.concealed_melds[side] else kind)
        counted, needed = self._counted or (0, 0)
        return Outcome(
            counted=counted,
            needed=needed,
            canastas=canastas,
            went_out=pos.went_out,
            concealed=pos.concealed,
            relancinho=pos.relancinho,
            over=pos.phase == "over",
        )


def _broken_rules(attempt: Attempt) -> tuple[Violation, ...]:
    """Every rule that the act breaks, the most useful first."""
    pos, kind = attempt.position, attempt.act.kind
    if pos.phase == "over":
        rule = "out.ends-deal" if pos.went_out is not None else "end.stock-out"
        if pos.rules.has(rule):
            return (broken(attempt, rule, variant="over", seat=pos.went_out),)
    _known_act(attempt)
    if kind == "answer":
        return tuple(_answer(attempt))
    found = [violation for check in checks(pos.rules, kind) for violation in check(attempt)]
    if len(found) > 1:
        found.sort(key=place)
    return tuple(found)


def _known_act(a: Attempt) -> None:
    """Refuse acts that this game does not know."""
    kind, rules, pos = a.act.kind, a.rules, a.position
    if kind == "relancinho" and not rules.has("out.relancinho"):
        raise InvalidMove(f"relancinho: {rules.title} has no such act; lay with 'meld …'")
    if kind in ("ask", "answer") and not rules.has("out.permission"):
        raise InvalidMove(f"{kind}: {rules.title} has no question to the partner")
    if kind == "table":
        if rules.p.honour != "players" or not rules.has("deck.red-threes"):
            raise InvalidMove("table: red threes are tabled by themselves, unless the option honour is 'players'")
        if not a.act.cards[0].is_red_three:
            raise InvalidMove(f"table {a.act.cards[0].code}: only a red three is tabled, 3H or 3D")
    if kind == "redraw" and rules.has("turn.redraw") and a.on_turn:
        drawn = pos.this_turn.drawn
        if not drawn:
            raise InvalidMove("redraw: this_turn.drawn names no card that was just drawn")
        hand = pos.hands[a.seat]
        if hand is not None and not pos.this_turn.laid:
            left = list(hand)
            for card in drawn:
                if card is not UNKNOWN and card not in left and UNKNOWN not in left:
                    raise InvalidMove(f"redraw: {card.code} was drawn, but is not in the hand")
                left.remove(card if card in left else UNKNOWN)


def _answer(a: Attempt) -> Iterator[Violation]:
    pos = a.position
    if pos.permission != "asked":
        yield broken(a, "out.permission", variant="no-question")
        return
    partners = pos.partners(pos.turn)
    if a.rules.has("turn.order") and (not partners or a.seat != partners[0]):
        yield broken(a, "turn.order", variant="answer", seat=a.seat, turn=partners[0] if partners else pos.turn)


def _elsewhere(position: Position, move: Move) -> dict[str, bool]:
    from canasta_teach.game.position import under

    verdicts: dict[str, bool] = {}
    for key in KEYS:
        if key == position.rules.key:
            continue
        there = under(position, key)
        if there is None:
            continue
        try:
            verdicts[key] = is_legal(there, move)
        except (InvalidMove, InvalidPosition):
            # The act, or the meld that it names, is none there.
            continue
    return verdicts
