"""Floor 3: new puzzles from a seed: made so that an idea bites, proven by the solver, graded from what is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Final

from canasta_teach import rulebook
from canasta_teach.errors import InvalidPosition
from canasta_teach.game.state import Position
from canasta_teach.i18n import translate
from canasta_teach.players.solve import Objective
from canasta_teach.rulebook.ruleset import RuleSet, near
from canasta_teach.teach.puzzles.collection import canonical
from canasta_teach.teach.puzzles.errors import InvalidPuzzle
from canasta_teach.teach.puzzles.grade import MOST_LOAD, ideas_reach, missed, surroundings
from canasta_teach.teach.puzzles.grade import grade as graded
from canasta_teach.teach.puzzles.ideas import ideas, ideas_of
from canasta_teach.teach.puzzles.makers import draft
from canasta_teach.teach.puzzles.model import Aim, Measured, Puzzle
from canasta_teach.teach.puzzles.prove import FEWEST, Proof, prove
from canasta_teach.teach.puzzles.worth import bites, on_the_surface, worth_solving

GRADES: Final = (1, 2, 3, 4, 5)
TRIES: Final = 1000
TRIES_WITH_RUNS: Final = 400
"""So many drafts are tried before an idea is said to have no puzzle of a grade; proofs with runs take longer."""

PICKY: Final = 40
"""Among so many drafts, of the aims in :data:`PICKED` only puzzles with one answer are taken."""
PICKED: Final = FEWEST - {Objective.MINIMUM_FEWEST_WILDS}

MOST_MISSES: Final = 8
"""After so many seeds in a row that have no puzzle, no more are tried."""

FIND_THE_MOVE: Final = FEWEST | {Objective.GOING_OUT}
"""Aims at one laying: a puzzle of these says so where there is only one."""


class NotFound(InvalidPuzzle):
    """What is asked for can be, but no puzzle of it was found for this seed."""


def generate(rules: str = "classic", idea: str | None = None, grade: int | None = None, seed: int = 0) -> Puzzle:
    """A new puzzle, proven; the same arguments give the same puzzle.

    Args:
        rules: the key of the rule set.
        idea: the key of the idea that it turns on; ``None`` for any that the rule set has.
        grade: 1 (easy) to 5; ``None`` for any.
        seed: a whole number.

    Raises:
        InvalidPuzzle: where there is no such rule set, idea or grade, the rule set lacks the idea, or, as
            :class:`NotFound`, no puzzle was found for this seed.
    """
    game = _game(rules)
    rng = Random(f"{rules} {idea} {grade} {seed}")  # noqa: S311 (a throw of the dice, no secret)
    if idea is not None:
        _check_idea(idea, game)
    if grade is not None and grade not in GRADES:
        raise InvalidPuzzle("grade", translate("{grade}: grades are 1 to 5").format(grade=grade))
    many_ideas = [one.key for one in ideas_of(rules)] if idea is None else [idea]
    many_grades = list(GRADES) if grade is None else [grade]
    choices = [(one, other) for one in many_ideas for other in many_grades]
    rng.shuffle(choices)
    for one, other in choices:
        found = _made(game, one, other, seed)
        if found is not None:
            return found
    text = translate(
        "{idea}: no puzzle of grade {grade} was found under {rules}; ask for another grade, or another seed"
    )
    key = "grade" if grade is not None else "idea"
    shown = "/".join(many_ideas) if idea is None else idea
    raise NotFound(key, text.format(idea=shown, grade=grade or "1–5", rules=game.title))


def generate_many(
    n: int,
    rules: str = "classic",
    idea: str | None = None,
    grade: int | None = None,
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Puzzle]:
    """So many new puzzles, from this seed on, one after the other.

    A seed that has none is passed over; after :data:`MOST_MISSES` of them in a row there are no more.

    Args:
        n: how many.
        rules: the key of the rule set.
        idea: the key of the idea; ``None`` for any.
        grade: 1 to 5; ``None`` for any.
        seed: of the first.
        progress: is told after each how many are done, and of how many.

    Raises:
        InvalidPuzzle: as :func:`generate`, where none was found at all.
    """
    done = misses = 0
    for number in count(seed):
        if done == n:
            return
        try:
            puzzle = generate(rules, idea, grade, number)
        except NotFound:
            misses += 1
            if misses < MOST_MISSES:
                continue
            if not done:
                raise
            return
        done += 1
        misses = 0
        if progress is not None:
            progress(done, n)
        yield puzzle


def _made(game: RuleSet, idea: str, grade: int, seed: int) -> Puzzle | None:
    rng = Random(f"{game.key} {idea} {grade} {seed} cards")  # noqa: S311 (a throw of the dice, no secret)
    runs = game.has("meld.sequence")
    for number in range(TRIES_WITH_RUNS if runs else TRIES):
        made = draft(idea, game, rng, grade)
        if made is None:
            continue
        try:
            position = Position.parse(made.position)
        except InvalidPosition:
            # Thrown together by chance, a table may leave no act, or end the deal; the next one does not.
            continue
        if position.phase == "over":
            continue
        proof = prove(position, made.aim)
        if proof.value is None:
            continue
        first, second = ideas_reach(position, made.aim, proof.value)
        # What is quickly known comes first: the load adds at most so much.
        least = 1 + missed(first, second, proof.value)
        if not least <= grade <= least + MOST_LOAD:
            continue
        if on_the_surface(position, made.aim, proof, first, grade):
            continue
        only = made.aim.what in FIND_THE_MOVE and proof.only
        if number < PICKY and made.aim.what in PICKED and not runs and not only:
            continue
        parts, tempting = surroundings(position, made.aim, proof)
        measured = Measured(greedy=first, two_step=second, tempting=tempting, parts=parts)
        if graded(measured, proof.value, made.aim) != grade:
            continue
        if not worth_solving(position, made.aim, proof, measured) or not bites(idea, position, made.aim, proof):
            continue
        puzzle = Puzzle(
            id=f"{game.key}.{idea}.{grade}.{seed}",
            position=made.position,
            aim=made.aim,
            par=proof.value,
            only=only,
            grade=grade,
            measured=measured,
            ideas=(idea,),
            rules=ideas()[idea].turns_on(game, _first_rules(made.aim, proof)),
        )
        return canonical(puzzle)
    return None


_DECIDES: Final = {
    Objective.CANASTA_NATURAL: ("canasta.natural",),
    Objective.CANASTA_MIXED: ("canasta.mixed",),
    Objective.CANASTA_CONCEALED: ("canasta.concealed",),
}
"""Rules that decide about an aim before those of the idea."""


def _first_rules(aim: Aim, proof: Proof) -> tuple[str, ...]:
    """The rules that decide most about a puzzle of this aim."""
    if aim.end == "freeze":
        return ("pile.frozen",)
    if aim.end == "stop":
        last = proof.some(1)[0].acts[-1].cards[0]
        return ("pile.black-three",) if last.is_black_three else ("pile.wild-top",)
    return _DECIDES.get(aim.what, ())


def _game(rules: str) -> RuleSet:
    if rules not in rulebook.KEYS:
        text = translate("{rules}: there is no such rule set") + near(rules, rulebook.KEYS)
        raise InvalidPuzzle("rules", text.format(rules=rules))
    return rulebook.ruleset(rules)


def _check_idea(idea: str, game: RuleSet) -> None:
    if idea not in ideas():
        text = translate("{idea}: there is no such idea; choose of: {known}")
        raise InvalidPuzzle("idea", text.format(idea=idea, known=", ".join(ideas())))
    if not ideas()[idea].exists(game):
        text = translate("{rules} has no such idea; choose of: {known}")
        known = ", ".join(one.key for one in ideas_of(game.key))
        raise InvalidPuzzle(f"idea: {idea}", text.format(rules=game.title, known=known))
