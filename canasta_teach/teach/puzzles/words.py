"""Floor 3: a puzzle in words: its goal, par, grade, hints, solution, and why it is hard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from canasta_teach import rulebook
from canasta_teach.cards import UNKNOWN
from canasta_teach.game import pile
from canasta_teach.game.explain import number, where_text
from canasta_teach.game.moves import Move
from canasta_teach.game.referee import after, joined, judge
from canasta_teach.game.search import first_laying_due
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate, translate_count
from canasta_teach.players.solve import Objective
from canasta_teach.players.solve.task import CANASTAS, MINIMUM, POINTS
from canasta_teach.rulebook import RuleSet
from canasta_teach.teach.hints import rule_text
from canasta_teach.teach.puzzles.figures import changes_text, figures, sheet_text
from canasta_teach.teach.puzzles.grade import CROWD
from canasta_teach.teach.puzzles.ideas import ideas
from canasta_teach.teach.puzzles.laying_words import act_texts, laying_text
from canasta_teach.teach.puzzles.model import Aim, End, Puzzle
from canasta_teach.teach.puzzles.prove import FEWEST, MOST_LISTED, Proof, position_of, prove

GRADES: Final = 5


# -- small words ---------------------------------------------------------------------------------------


def amount(aim: Aim, value: int) -> str:
    """A value in the aim's units: ``1 wild card``, ``no wild card``, ``6 cards``, ``145 points``, ``going out``."""
    what = aim.what
    if what is Objective.GOING_OUT:
        return translate("going out")
    if what is Objective.MINIMUM_FEWEST_WILDS and value == 0:
        return translate("no wild card")
    if what is Objective.MINIMUM_FEWEST_WILDS:
        text = translate_count("{n} wild card", "{n} wild cards", value)
    elif what in FEWEST:
        text = translate_count("{n} card", "{n} cards", value)
    else:
        text = translate_count("{n} point", "{n} points", value)
    return text.format(n=number(value))


def canasta_words(what: Objective) -> str:
    """The canasta that is sought: ``canasta``, ``natural canasta``."""
    texts = {
        Objective.CANASTA_NATURAL: translate("natural canasta"),
        Objective.CANASTA_MIXED: translate("mixed canasta"),
        Objective.CANASTA_CONCEALED: translate("concealed canasta"),
    }
    return texts.get(what, translate("canasta"))


def ender_text(rules: RuleSet, end: End) -> str:
    """What the last discard has to be."""
    if end == "freeze":
        return translate("discard a wild card, which freezes the pile")
    if not rules.has("pile.wild-top"):
        return translate("discard a black three, which stops the next player")
    if not rules.has("pile.black-three"):
        return translate("discard a wild card, which stops the next player")
    return translate("discard a black three or a wild card, which stops the next player")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- goal, par, grade ----------------------------------------------------------------------------------


def goal_text(puzzle: Puzzle) -> str:
    """What is to be done, in a sentence or two.

    Raises:
        InvalidPuzzle: for a puzzle whose position cannot be.
    """
    position = position_of(puzzle)
    text = _goal(puzzle.aim.what).format(due=number(first_laying_due(position, position.turn)))
    if puzzle.aim.end:
        ends = {
            "stop": translate("{goal}. Your discard has to stop the next player"),
            "freeze": translate("{goal}. Your discard has to freeze the pile"),
        }
        text = ends[puzzle.aim.end].format(goal=text)
    if position.phase == "draw":
        take = (
            translate("take the frozen pile and {goal}")
            if pile.frozen(position)
            else translate("take the pile and {goal}")
        )
        text = take.format(goal=text)
    text = translate("{sentence}.").format(sentence=_sentence(text))
    more = [*_conditions(puzzle.aim.what, position), changes_text(position.rules)]
    return " ".join([text, *filter(None, more)])


def _conditions(what: Objective, position: Position) -> Iterator[str]:
    """What else is to be known of a goal."""
    if position.phase == "draw" and len(position.pile) > 1 and not pile.is_free(position):
        below = [card for card in position.pile[1:] if card is not UNKNOWN]
        if what is Objective.BEST_SCORE and below:
            text = translate("Of the pile only the top card is laid; the others stay in your hand and cost {points}.")
            points = position.rules.points(below)
            yield text.format(points=translate_count("{n} point", "{n} points", points).format(n=number(points)))
        else:
            yield translate("Of the pile only the top card is laid.")
    if what is Objective.BEST_SCORE:
        yield translate("A discard counts only if you go out by it.")


def _goal(what: Objective) -> str:
    if what in CANASTAS:
        goals = {
            Objective.CANASTA: translate("make a canasta with as few cards of your hand as you can"),
            Objective.CANASTA_NATURAL: translate("make a natural canasta with as few cards of your hand as you can"),
            Objective.CANASTA_MIXED: translate("make a mixed canasta with as few cards of your hand as you can"),
            Objective.CANASTA_CONCEALED: translate(
                "make a concealed canasta with as few cards of your hand as you can"
            ),
        }
        return goals[what]
    goals = {
        Objective.MOST_POINTS: translate("lay as many card points as you can, bonuses aside"),
        Objective.MOST_POINTS_KEEPING: translate(
            "lay as many card points as you can, bonuses aside, and keep two cards: one to discard and one to hold"
        ),
        Objective.MINIMUM_FEWEST_CARDS: translate("reach {due} with as few cards of your hand as you can"),
        Objective.MINIMUM_FEWEST_WILDS: translate("reach {due} with as few wild cards as you can"),
        Objective.GOING_OUT: translate("go out"),
        Objective.BEST_SCORE: translate("lay so that your side scores the most if the deal ends then"),
    }
    return goals[what]


def par_text(puzzle: Puzzle) -> str:
    """Par in its units: ``1 wild card``, ``145 points``, ``going out``."""
    return amount(puzzle.aim, puzzle.par)


def grade_text(puzzle: Puzzle) -> str:
    """The grade: ``Grade 2 of 5``."""
    return translate("Grade {grade} of {most}").format(grade=puzzle.grade, most=GRADES)


# -- hints ---------------------------------------------------------------------------------------------


def hints(puzzle: Puzzle) -> tuple[str, str, str]:
    """Three hints: where to look; the rule that it turns on, with its numbers here; how a best laying begins.

    Raises:
        InvalidPuzzle: for a puzzle whose position cannot be, or whose aim makes no sense in it.
    """
    position = position_of(puzzle)
    return _nudge(puzzle), _rule_hint(puzzle, position), _beginning(position, prove(position, puzzle.aim))


def _nudge(puzzle: Puzzle) -> str:
    known = ideas()
    for key in puzzle.ideas:
        if key in known:
            return translate(known[key].nudge)
    what = puzzle.aim.what
    if puzzle.aim.end:
        return translate("Your discard is part of the plan: set that card aside before you lay.")
    if what in MINIMUM:
        return translate("Add up what each rank brings by itself. How much is missing, and what brings it cheapest?")
    if what in CANASTAS:
        return translate("Count for each rank what lies and what you hold. Which one is nearest to a canasta?")
    if what in POINTS:
        return translate("Every wild card goes to one meld only. Where does it make the most cards fit?")
    if what is Objective.GOING_OUT:
        return translate("Every card needs a place, all but one. Begin with the card that has the fewest.")
    return translate("Some cards are worth more unlaid. Reckon what each laying changes on the score sheet.")


_RULE_OF: Final[Mapping[Objective, str]] = {
    Objective.MOST_POINTS: "meld.max-wilds",
    Objective.MOST_POINTS_KEEPING: "out.keep-a-card",
    Objective.MINIMUM_FEWEST_CARDS: "initial.minimum",
    Objective.MINIMUM_FEWEST_WILDS: "initial.minimum",
    Objective.GOING_OUT: "out.canasta",
    Objective.BEST_SCORE: "score.melds",
}


def _rule_hint(puzzle: Puzzle, position: Position) -> str:
    rules = position.rules
    rule = next((one for one in puzzle.rules if rules.has(one)), None)
    if rule is None:
        rule = _RULE_OF.get(puzzle.aim.what, "canasta.size")
        if not rules.has(rule):
            rule = "initial.vulnerable" if puzzle.aim.what in MINIMUM else "meld.size"
    return f"{rule_text(rules, rule)} {figures(position, rule)}".rstrip()


def _beginning(position: Position, proof: Proof) -> str:
    moves = proof.some(1)
    if not moves:
        return translate("Lay nothing.") if proof.idle else proof.words
    if alone := _one_meld(position, moves[0]):
        return translate("One meld does it: look to {card}.").format(card=alone)
    begun: list[str] = []
    here = position
    for _, act in joined(moves[0], position.rules):
        texts = list(act_texts(here, act))
        bare = act.kind == "relancinho" or (act.kind == "take" and not act.cards and act.onto is None)
        begun += texts[: 1 + bare]
        if not bare or act.parts:
            break
        here = after(here, Move((act,)))
    return translate("It begins so: {first}.").format(first=", ".join(begun))


def _one_meld(position: Position, move: Move) -> str:
    """A natural card of the one meld that a move lays; empty where it lays several, or none."""
    parts = [part.cards for act in move.acts for part in act.parts]
    parts += [act.cards for act in move.acts if act.kind == "take" and (act.cards or act.onto is not None)]
    if len(parts) != 1:
        return ""
    natural = [card for card in parts[0] if not position.rules.is_wild(card)]
    return (natural[0] if natural else parts[0][0] if parts[0] else position.pile[0]).label


# -- solution ------------------------------------------------------------------------------------------


def solution_text(puzzle: Puzzle) -> str:
    """A best laying, how many there are, the rules that allow it and where they stand, and why nothing is better.

    Returns:
        Lines.

    Raises:
        InvalidPuzzle: for a puzzle whose position cannot be, or whose aim makes no sense in it.
    """
    position = position_of(puzzle)
    proof = prove(position, puzzle.aim)
    if proof.value is None:
        return proof.words
    moves = proof.acts
    if not moves:
        idle = translate("Lay nothing: {amount}.").format(amount=amount(puzzle.aim, proof.value))
        return f"{idle}\n{proof.words}"
    lines = [_sentence(laying_text(position, moves[0])) + "."]
    if puzzle.aim.what is Objective.BEST_SCORE:
        lines.append(sheet_text(position, moves[0], proof.value))
    elif puzzle.aim.what is not Objective.GOING_OUT:
        text = translate("It takes {amount}.") if puzzle.aim.what in FEWEST else translate("It makes {amount}.")
        lines.append(text.format(amount=amount(puzzle.aim, proof.value)))
    if several := _several(proof):
        lines.append(several)
    if changed := changes_text(position.rules):
        lines.append(changed)
    lines += [f"{title}: {where}." for title, where in cited(puzzle, position, moves[0])]
    lines.append(proof.words)
    return "\n".join(lines)


def _several(proof: Proof) -> str:
    count = len(proof.acts)
    if proof.idle:
        return translate("Laying nothing does as well.")
    if proof.aim.what is Objective.MINIMUM_FEWEST_WILDS and proof.complete and count > 1:
        text = translate("With so few wild cards there are {n} layings; none takes fewer cards than this one.")
        return text.format(n=number(count))
    if proof.aim.end and proof.complete and count > 1:
        return translate("There are {n} best layings, each with its discard; this is one.").format(n=number(count))
    if not proof.complete:
        return translate("There are more than {n} best layings; this is one.").format(n=MOST_LISTED)
    return translate("There are {n} best layings; this is one.").format(n=number(count)) if count > 1 else ""


_EVERYWHERE: Final = frozenset(
    {
        "meld.same-rank", "meld.size", "meld.min-naturals", "meld.own-side", "meld.limits-after-adding",
        "turn.discard", "pile.must-finish", "out.ends-deal",
    }
)  # fmt: skip


def cited(puzzle: Puzzle, position: Position, move: Move) -> list[tuple[str, str]]:
    """The rules that allow a move: title, and source, section and standing; those the puzzle turns on first.

    Rules that every meld obeys are left out where others are told.
    """
    rules = position.rules
    telling = judge(position, move).because
    ordered = [rule for rule in puzzle.rules if rule in telling]
    ordered += [rule for rule in telling if rule not in ordered]
    # What every meld obeys is told where nothing else is.
    ordered = [rule for rule in ordered if rule in puzzle.rules or rule not in _EVERYWHERE] or ordered
    return [(translate(rulebook.rule(rule).title), where_text(rules.citation(rule))) for rule in ordered]


# -- why it is hard ------------------------------------------------------------------------------------


def why_hard(puzzle: Puzzle) -> str:
    """What makes the puzzle hard, from what was measured of it and nothing else; empty where nothing was."""
    measured = puzzle.measured
    if measured is None:
        return ""
    par = par_text(puzzle)
    texts = [_first_idea(puzzle, measured.greedy, par)]
    if measured.greedy != puzzle.par:
        texts.append(_second_idea(puzzle, measured.two_step, par))
    if measured.tempting >= CROWD:
        # No more are counted.
        text = translate("At least {n} legal layings come close to par and miss it.")
        texts.append(text.format(n=number(measured.tempting)))
    elif measured.tempting:
        text = translate_count(
            "{n} legal laying comes close to par and misses it.",
            "{n} legal layings come close to par and miss it.",
            measured.tempting,
        )
        texts.append(text.format(n=number(measured.tempting)))
    if measured.parts > 1:
        text = translate("A best laying is made of {n} melds and additions.")
        texts.append(text.format(n=number(measured.parts)))
    return " ".join(texts)


def _first_idea(puzzle: Puzzle, value: int | None, par: str) -> str:
    if value is None:
        return translate("The first idea, the most valuable meld first, does not get there at all.")
    if value == puzzle.par:
        return translate("The first idea, the most valuable meld first, gets there.")
    text = translate("The first idea, the most valuable meld first, comes to {amount}; par is {par}.")
    return text.format(amount=amount(puzzle.aim, value), par=par)


def _second_idea(puzzle: Puzzle, value: int | None, par: str) -> str:
    if value is None:
        return translate("Looking one laying further does not help.")
    if value == puzzle.par:
        return translate("Looking one laying further finds par.")
    text = translate("Looking one laying further comes to {amount}; par is {par}.")
    return text.format(amount=amount(puzzle.aim, value), par=par)
