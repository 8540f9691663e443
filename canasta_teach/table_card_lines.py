"""What stands on a table card: the rules of one rule set in short lines, each with how firmly it stands.

Every figure and every choice comes from the rule set, so that a card of house rules says what the house plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from canasta_teach.game.explain import number, rank_name
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook import RuleSet
from canasta_teach.rulebook.model import Clause

_ORDER: Final = ("JK", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
_IN_ROW: Final = _ORDER.index("K")
_SHORTEST_SPAN: Final = 3


class Bit(Struct, frozen=True, kw_only=True):
    """A piece of text, and the clause on which it stands."""

    text: str
    rule: str
    clause: Clause


class Line(Struct, frozen=True, kw_only=True):
    """A line of a card: its pieces, and behind them a figure where there is one (``500``, ``−50``)."""

    bits: tuple[Bit, ...]
    figure: str = ""


class Block(Struct, frozen=True, kw_only=True):
    """A part of a card under its heading."""

    title: str
    lines: tuple[Line, ...]


def blocks(rules: RuleSet) -> tuple[Block, ...]:
    """The parts of the card of a rule set; a part of which its game has nothing is left out."""
    say = _Speaker(rules)
    made = (
        Block(title=translate("The cards"), lines=tuple(_cards(say))),
        Block(title=translate("The deal"), lines=tuple(_deal(say))),
        Block(title=translate("A turn"), lines=tuple(_turn(say))),
        Block(title=translate("Melds"), lines=tuple(_melds(say))),
        Block(title=translate("The first laying of a side"), lines=tuple(_first(say))),
        Block(title=translate("Canastas"), lines=tuple(_canastas(say))),
        Block(title=translate("The discard pile"), lines=tuple(_pile(say))),
        Block(title=translate("Going out"), lines=tuple(_out(say))),
        Block(title=translate("When the stock is empty"), lines=tuple(_end(say))),
        Block(title=translate("Score of a deal"), lines=tuple(_score(say))),
        Block(title=translate("Penalties"), lines=tuple(_penalties(say))),
        Block(title=translate("The game"), lines=tuple(_game(say))),
    )
    return tuple(block for block in made if block.lines)


class _Speaker:
    """Makes lines of a rule set: of rules that are in its game, and of those that it is worth saying it lacks."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.p = rules.p

    def bit(self, text: str, rule: str, aspect: str = "", *, value: str = "", entry: str = "") -> Bit:
        """A piece of text on a rule: on its aspect, or on the clause that sets a value, or one entry of it."""
        clause = self.rules.clause(rule, aspect)
        for one in self.rules.clauses[rule] if value else ():
            if value in one.values and (not entry or entry in one.values[value]):
                clause = one
                break
        return Bit(text=text, rule=rule, clause=clause)

    def line(self, text: str, rule: str, aspect: str = "", *, value: str = "", figure: str = "") -> Iterator[Line]:
        """A line on one rule, where the game has it."""
        if self.rules.has(rule):
            yield Line(bits=(self.bit(text, rule, aspect, value=value),), figure=figure)

    def joined(self, *bits: tuple[str, str] | tuple[str, str, str]) -> Iterator[Line]:
        """A line of several pieces, each a text, a rule and perhaps its aspect, of the rules that the game has."""
        found = tuple(self.bit(*one) for one in bits if self.rules.has(one[1]))
        if found:
            yield Line(bits=found)

    def lacking(self, text: str, rule: str) -> Iterator[Line]:
        """A line on a rule that the game lacks."""
        if not self.rules.has(rule):
            yield Line(bits=(self.bit(text, rule),))


# -- the parts -----------------------------------------------------------------------------------------


def _cards(say: _Speaker) -> Iterator[Line]:
    p = say.p
    packs = translate_count("{n} pack of 52", "{n} packs of 52", p.packs).format(n=p.packs)
    jokers = translate_count("{n} joker", "{n} jokers", p.jokers).format(n=p.jokers) if p.jokers else ""
    text = translate("{packs} and {jokers}: {n} cards") if jokers else translate("{packs}, no jokers: {n} cards")
    yield from say.line(text.format(packs=packs, jokers=jokers, n=len(say.rules.deck())), "deck.composition")
    held = [rank for rank in p.wild_ranks if rank != "JK" or p.jokers]
    if held:
        wild = translate(" and ").join(rank_name(rank, 2) for rank in held)
        yield from say.line(translate("Wild: {ranks}; all others natural").format(ranks=wild), "deck.wild-cards")
    for ranks, points in _values(p.card_values, jokers=bool(p.jokers)):
        yield from say.line(_spans(ranks), "deck.values", figure=number(points))
    if p.card_values.get("3") != p.black_three_value:
        figure = number(p.black_three_value)
        yield from say.line(translate("black three"), "deck.value-black-three", figure=figure)
    yield from say.joined(
        (translate("Red threes are bonus cards,"), "deck.red-threes"),
        (translate("put on the table at once, and replaced"), "turn.red-three"),
    )
    yield from say.lacking(translate("A red three is a card like others"), "deck.red-threes")


def _values(table: dict[str, int], *, jokers: bool) -> Iterator[tuple[list[str], int]]:
    """The ranks of the deck by what they are worth, the dearest first."""
    held = [rank for rank in _ORDER if rank in table and (rank != "JK" or jokers)]
    for points in sorted({table[rank] for rank in held}, reverse=True):
        yield [rank for rank in held if table[rank] == points], points


def _spans(ranks: Sequence[str]) -> str:
    """Ranks in words, those that follow each other as a span: ``ace, king to eight``."""
    places = [_ORDER.index(rank) for rank in ranks]
    texts: list[str] = []
    at = 0
    while at < len(places):
        end = at
        while places[at] >= _IN_ROW and end + 1 < len(places) and places[end + 1] == places[end] + 1:
            end += 1
        if end - at + 1 >= _SHORTEST_SPAN:
            first, last = rank_name(ranks[at], 1), rank_name(ranks[end], 1)
            texts.append(translate("{first} to {last}").format(first=first, last=last))
        else:
            texts += [rank_name(rank, 1) for rank in ranks[at : end + 1]]
        at = end + 1
    return ", ".join(texts)


def _deal(say: _Speaker) -> Iterator[Line]:
    p = say.p
    in_sides = [n for n in p.players if n in p.partnerships]
    seats = translate("For {n} players").format(n=_or(p.players))
    if in_sides:
        seats = translate("{seats}; {n} in two sides").format(seats=seats, n=_and(in_sides))
    yield from say.line(seats, "deal.players", value="players")
    for size, tables in _hands(say):
        seated = translate("{n} players").format(n=_or(tables))
        bit = say.bit(seated, "deal.hand-size", value="hand_size", entry=str(tables[0]))
        yield Line(bits=(bit,), figure=translate_count("{n} card", "{n} cards", size).format(n=size))
    yield from say.joined(
        (translate("The dealer's right cuts;"), "deal.cut"),
        (translate("dealt clockwise from the dealer's left,"), "deal.order"),
        (translate("one card at a time"), "deal.order", "one-at-a-time"),
    )
    covers = {"wild": translate("wild cards"), "red-three": translate("red threes")}
    covers["black-three"] = translate("black threes")
    yield from say.line(translate("The top of the stock, turned up, begins the pile"), "deal.up-card")
    text = translate("Covered by the next card: {kinds}").format(
        kinds=", ".join(covers[one] for one in p.up_card_covers)
    )
    freezes = translate("; a wild one freezes the pile")
    yield from say.joined((text, "deal.up-card-covered"), (freezes, "deal.up-card-freezes"))
    yield from say.lacking(translate("Nothing is turned up: the first discard begins the pile"), "deal.up-card")
    yield from say.joined(
        (translate("The dealer's left plays first,"), "deal.first-player"),
        (translate("and deals next"), "deal.rotation"),
    )


def _hands(say: _Speaker) -> Iterator[tuple[int, list[int]]]:
    """How many cards are dealt, and to how many players: tables of one size on one line where one clause says so."""
    found: dict[tuple[int, int], list[int]] = {}
    for players in say.p.players:
        clause = say.bit("", "deal.hand-size", value="hand_size", entry=str(players)).clause
        found.setdefault((say.p.hand_size[str(players)], id(clause)), []).append(players)
    for (size, _), tables in found.items():
        yield size, tables


def _or(numbers: Sequence[int]) -> str:
    """``2, 3 or 4``."""
    *first, last = map(str, numbers)
    return translate("{some} or {last}").format(some=", ".join(first), last=last) if first else last


def _and(numbers: Sequence[int]) -> str:
    """``4 and 6``."""
    return translate(" and ").join(map(str, numbers))


def _turn(say: _Speaker) -> Iterator[Line]:
    p = say.p
    draw = translate_count(
        "1. Draw {n} card, or take the whole pile", "1. Draw {n} cards, or take the whole pile", p.draw_count
    )
    yield from say.line(draw.format(n=p.draw_count), "turn.draw-first", value="draw_count")
    yield from say.line(translate("2. Lay and add what you like, or nothing"), "turn.meld-optional")
    yield from say.line(translate("3. Discard one card"), "turn.discard")
    if p.redraws:
        again = translate_count(
            "In the first turn of a deal, the card drawn may be rejected onto the pile once, and another drawn",
            "In the first turn of a deal, a card drawn may be rejected onto the pile {n} times, and another drawn",
            p.redraws,
        )
        yield from say.line(again.format(n=p.redraws), "turn.redraw")
    yield from say.line(translate("What is played stays played"), "turn.no-undo")


def _melds(say: _Speaker) -> Iterator[Line]:
    p, has = say.p, say.rules.has
    sizes = [say.bit(translate("{n} cards or more of one rank").format(n=p.min_meld), "meld.size", value="min_meld")]
    if p.max_meld is not None:
        most = translate(", {n} at most").format(n=p.max_meld)
        sizes.append(say.bit(most, "meld.size", "most", value="max_meld"))
    yield Line(bits=tuple(sizes))
    run = translate("Or a run: {n} cards or more of one suit, no gaps; the ace high or low, not both ways round")
    run = run.format(n=p.min_sequence)
    own = translate("; a two in its own suit and place is natural")
    yield from say.joined((run, "meld.sequence"), (own, "meld.sequence", "natural-two"))
    yield from say.line(translate("Runs are no melds"), "meld.no-sequences")
    least = translate_count("At least {n} natural card", "At least {n} natural cards", p.min_naturals)
    limits = [say.bit(least.format(n=p.min_naturals) + ";", "meld.min-naturals", value="min_naturals")]
    if p.max_wilds is None:
        limits.append(say.bit(translate("any number of wild ones"), "meld.max-wilds"))
    else:
        wild = translate("{n} wild at most").format(n=p.max_wilds) if p.max_wilds else translate("no wild cards")
        limits.append(say.bit(wild, "meld.max-wilds", value="max_wilds"))
    if p.wilds_at_most_naturals:
        text = translate(", and no more of them than natural ones")
        limits.append(say.bit(text, "meld.max-wilds", "naturals", value="wilds_at_most_naturals"))
    yield Line(bits=tuple(limits))
    yield from say.line(translate("These limits hold after every addition"), "meld.limits-after-adding")
    yield from say.line(translate("A side has one meld of a rank"), "meld.one-per-rank")
    yield from say.lacking(translate("A side may have two melds of a rank"), "meld.one-per-rank")
    yield from say.line(translate("Add to your own side's melds only"), "meld.own-side")
    threes = {
        "never": translate("Black threes are never melded"),
        "naturals": translate("Black threes only in the turn of going out, without wild cards"),
        "wilds": translate("Black threes only in the turn of going out, wild cards allowed"),
    }[p.black_threes_at_end]
    if has("meld.black-threes"):
        yield from say.line(threes, "meld.black-threes", value="black_threes_at_end")


def _first(say: _Speaker) -> Iterator[Line]:
    p, has = say.p, say.rules.has
    steps = p.initial_steps if has("initial.minimum") else ()
    for i, step in enumerate(steps):
        if step.from_ is not None:
            label = translate("score of {score} or more").format(score=number(step.from_))
        elif i + 1 < len(steps):
            label = translate("score below {score}").format(score=number(steps[i + 1].from_ or 0))
        else:
            label = translate("any score")
        yield from say.line(label, "initial.minimum", value="initial_steps", figure=number(step.minimum))
    if steps:
        yield from say.joined(
            (translate("All melds of the one act count together;"), "initial.combined"),
            (translate("the top card of the pile counts,"), "initial.top-card"),
            (translate("its other cards do not"), "initial.pile-cards"),
        )
        yield from say.line(translate("Met once, it is met for both partners"), "initial.partner-free")
    none = translate("No minimum, before a side is vulnerable")
    yield from say.lacking(none if has("initial.vulnerable") else translate("No minimum is asked"), "initial.minimum")
    if has("initial.vulnerable"):
        start = translate("A side is vulnerable from {score}:").format(score=number(p.vulnerable_from))
        then = translate("then the first laying of each player must count {n}").format(n=number(p.vulnerable_minimum))
        first = say.bit(start, "initial.vulnerable", value="vulnerable_from")
        yield Line(bits=(first, say.bit(then, "initial.vulnerable", value="vulnerable_minimum")))
    after = translate("after a short one was taken back")
    yield from say.line(after, "initial.withdrawn", value="withdrawn_minimum", figure=number(p.withdrawn_minimum))


def _canastas(say: _Speaker) -> Iterator[Line]:
    p = say.p
    yield from say.line(translate("{n} cards or more of a meld").format(n=p.canasta_size), "canasta.size")
    natural, mixed = number(p.natural_canasta), number(p.mixed_canasta)
    yield from say.line(translate("natural: no wild card in it"), "score.natural-canasta", figure=natural)
    yield from say.line(translate("mixed: a wild card in it"), "score.mixed-canasta", figure=mixed)
    more = f"+{number(p.concealed_canasta)}"
    text = translate("concealed: laid whole from the hand in one act")
    yield from say.line(text, "score.concealed-canasta", figure=more)
    yield from say.line(translate("A wild card added later makes it mixed"), "canasta.mixed", "added")
    yield from say.line(
        translate("Squared up: a red card on top for natural, a black one for mixed"), "canasta.squared"
    )


def _pile(say: _Speaker) -> Iterator[Line]:
    p, has = say.p, say.rules.has
    if has("pile.top-card"):
        whole, used = translate("It is taken whole,"), translate("and its top card used at once:")
        yield from say.joined((whole, "pile.whole"), (used, "pile.top-card"))
    else:
        yield from say.line(translate("It is taken whole"), "pile.whole")
    yield from say.lacking(translate("Anyone may take it, with no duty to meld"), "pile.top-card")
    pair = translate(
        "· in a new meld, with {n} or more cards from the hand: a natural pair, or a natural card and a wild one"
    )
    yield from say.line(pair.format(n=p.hand_cards_to_take), "pile.two-from-hand", value="hand_cards_to_take")
    yield from say.line(translate("· or on a meld of your side"), "pile.top-card")
    yield from say.joined(
        (translate("Frozen by a wild card in it: only a natural pair from the hand takes it,"), "pile.frozen"),
        (translate("which ends the freeze"), "pile.unfreezes"),
    )
    yield from say.line(translate("Always frozen for a side that has not melded"), "pile.frozen-unmelded")
    if has("pile.frozen"):
        yield from say.lacking(translate("A side that has not melded takes it as others do"), "pile.frozen-unmelded")
    yield from say.line(translate("A wild card on top: nobody takes it"), "pile.wild-top")
    yield from say.joined(
        (translate("A black three on top stops the next player,"), "pile.black-three"),
        (translate("for that turn only"), "pile.black-three-lifts"),
    )
    yield from say.line(translate("Only its top card may be seen"), "pile.closed")
    yield from say.line(translate("With one card in hand, no pile of one card"), "pile.one-card")
    yield from say.line(translate("A red three in it goes on the table, not replaced"), "deal.pile-red-three")
    yield from say.line(translate("Only if the turn can then be finished"), "pile.must-finish")


def _out(say: _Speaker) -> Iterator[Line]:
    n = say.p.canastas_to_go_out
    needs = translate_count("The side needs {n} canasta;", "The side needs {n} canastas;", n).format(n=n)
    keep = translate("until then, a laying leaves two cards")
    yield from say.joined((needs, "out.canasta"), (keep, "out.keep-a-card"))
    yield from say.lacking(translate("No canasta is needed"), "out.canasta")
    yield from say.line(translate("All cards laid, or all but one, and that one discarded"), "out.discard-optional")
    yield from say.joined(
        (translate("You may ask your partner, once in a turn:"), "out.permission"),
        (translate("a no forbids it,"), "out.refused"),
        (translate("a yes obliges"), "out.granted"),
    )
    text = translate("Concealed: nothing laid before, the whole hand in one turn, nothing added to the partner's melds")
    yield from say.line(text, "out.concealed")
    text = translate("Relancinho: nothing laid before, announced, {n} cards laid at one time")
    yield from say.line(text.format(n=say.p.relancinho_cards), "out.relancinho", value="relancinho_cards")
    yield from say.line(translate("It ends the deal at once"), "out.ends-deal")


def _end(say: _Speaker) -> Iterator[Line]:
    if say.rules.has("end.cannot-take"):
        yield from say.joined(
            (translate("Play goes on while each player takes the last discard;"), "end.stock-out"),
            (translate("who can, must;"), "end.forced-take"),
            (translate("who cannot, ends the deal"), "end.cannot-take"),
        )
    else:
        text = translate("The deal ends with the turn of the player who drew the last card")
        yield from say.line(text, "end.stock-out")
    yield from say.line(translate("A red three as its last card ends the deal"), "end.last-red-three")
    text = translate("After a lap of piles of one card and nothing laid, the next player must draw")
    yield from say.line(text, "end.idle-lap")


def _score(say: _Speaker) -> Iterator[Line]:
    p = say.p
    yield from say.line(translate("cards in your melds, and canastas"), "score.melds", figure=translate("their value"))
    each, together = number(p.red_three), number(p.red_threes_all)
    yield from say.line(translate("each red three"), "score.red-threes", value="red_three", figure=each)
    text = translate("all red threes, together")
    yield from say.line(text, "score.red-threes", value="red_threes_all", figure=together)
    text = translate("Nothing melded: red threes count against you")
    yield from say.line(text, "score.red-threes-unmelded")
    yield from say.line(translate("going out"), "score.going-out", figure=number(p.going_out))
    yield from say.line(translate("concealed, besides"), "score.concealed", figure=f"+{number(p.concealed)}")
    yield from say.line(translate("relancinho, besides"), "score.relancinho", figure=f"+{number(p.relancinho)}")
    yield from say.line(translate("Nobody out: no such bonus"), "score.no-one-out")
    minus = "\N{MINUS SIGN}" + translate("their value")
    yield from say.line(translate("cards left in the side's hands"), "score.hand", figure=minus)


def _penalties(say: _Speaker) -> Iterator[Line]:
    p = say.p
    prices: Iterable[tuple[str, str, str]] = (
        (translate("red three kept hidden to the end"), "penalty.hidden-red-three", "hidden_red_three"),
        (translate("pile taken, nothing melded: it is put back"), "penalty.took-without-meld", "took_without_meld"),
        (translate("pile taken, top card not used"), "penalty.top-card-unused", "top_card_unused"),
        (translate("card or pile drawn out of turn"), "penalty.drew-out-of-turn", "drew_out_of_turn"),
        (translate("laid in an opponent's turn"), "penalty.melded-out-of-turn", "melded_in_opponents_turn"),
        (translate("laid in the partner's turn"), "penalty.melded-out-of-turn", "melded_in_partners_turn"),
    )
    for text, rule, value in prices:
        yield from say.line(text, rule, value=value, figure=number(-getattr(p, value)))
    yield from say.line(translate("Penalised cards lie face up and are discarded first"), "penalty.penalised-cards")


def _game(say: _Speaker) -> Iterator[Line]:
    target = number(say.p.target)
    yield from say.line(translate("The first side to reach it wins"), "game.target", value="target", figure=target)
    yield from say.line(translate("Several in one deal: the higher total wins; level: another deal"), "game.winner")
