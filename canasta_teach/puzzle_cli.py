"""Floor 5: `canasta-teach puzzle`: new meld puzzles, their solutions, and whether a shared one holds."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from canasta_teach.cli_io import Faulty, Group, as_json, print_lines
from canasta_teach.errors import CanastaError

if TYPE_CHECKING:
    from canasta_teach.json_input import InputError
    from canasta_teach.teach.puzzles.model import Puzzle
    from canasta_teach.teach.puzzles.prove import Proof

_MANY = 20
"""From so many new puzzles on, a bar tells how far the work is, where someone watches."""
_LONGEST = 100_000
"""So many puzzles are made at one call at most."""

_file = click.argument("file", metavar="[FILE]", required=False)
_text = click.option("--text", "as_text", is_flag=True, help="Print for people instead of JSON.")


@click.group(cls=Group)
def puzzle() -> None:
    """Meld puzzles: make new ones, solve them, check one that somebody shares.

    A puzzle is an object of a JSON Lines file, or the line of text by which it is shared.
    """


@puzzle.command()
@click.option("--rules", metavar="R", default="classic", help="The rule set: one of the five; classic by default.")
@click.option("--idea", metavar="I", help="What the puzzle turns on, such as minimum or keep-a-card; any by default.")
@click.option("--grade", type=click.IntRange(1, 5), metavar="G", help="1 (easy) to 5; any by default.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same puzzles; drawn by lot by default.")
@click.option("--count", type=click.IntRange(1, _LONGEST), metavar="N", default=1, help="How many.")
@click.option("--line", "as_line", is_flag=True, help="Print the lines by which puzzles are shared, instead of JSON.")
@_text
def new(
    *, rules: str, idea: str | None, grade: int | None, seed: int | None, count: int, as_line: bool, as_text: bool
) -> None:
    """Make new puzzles, each proven by the solver, and print one a line.

    Seeds that have none are passed over. Where fewer are found than were asked for, that is told on standard error.
    """
    from random import SystemRandom

    from canasta_teach.teach.puzzles.collection import dump
    from canasta_teach.teach.puzzles.generate import generate_many
    from canasta_teach.teach.puzzles.line import to_line

    if as_line and as_text:
        raise click.UsageError("--line or --text, one of the two")
    shown = _for_people if as_text else to_line if as_line else dump
    begin = SystemRandom().randrange(1_000_000_000) if seed is None else seed
    made = generate_many(count, rules=rules, idea=idea, grade=grade, seed=begin)
    with click.progressbar(
        made, length=count, label="Puzzles", file=sys.stderr, hidden=count < _MANY or not _watched()
    ) as puzzles:
        found = 0
        for one in puzzles:
            print_lines([shown(one)])
            found += 1
    if found < count:
        click.echo(f"canasta-teach: {found} of {count} puzzles were found; ask for another grade, or seed", err=True)


@puzzle.command()
@_file
@_text
def solve(file: str | None, as_text: bool) -> None:
    """Solve puzzles: the best value, every best laying, and why nothing is better.

    Reads puzzles from FILE or standard input, one a line; {"position": {…}, "aim": {"what": "most_points"}} will do.
    Prints {"value", "moves", "only", "complete", "proof"} a line; "value" is null where the aim is out of reach.
    """
    from canasta_teach.teach.puzzles.prove import position_of, prove
    from canasta_teach.teach.puzzles.words import solution_text

    def answer(asked: "Puzzle", line: int) -> str:
        if as_text:
            return f"{asked.id}\n{solution_text(asked)}\n"
        return as_json({"id": asked.id, **_proven(prove(position_of(asked), asked.aim))})

    _answer_each(file, answer, bare=True)


@puzzle.command()
@_file
@_text
def check(file: str | None, as_text: bool) -> None:
    """Check puzzles: that they can be solved, that par is the best, and that there is one answer where they say so.

    Reads puzzles from FILE or standard input, one a line. Prints {"id", "par", "only", "grade", "measured"} of each
    that holds, "only" and "measured", a grade, as they were found; others are told on standard error, with their line
    and the reason. An id may stand only once.
    """
    from canasta_teach.teach.puzzles.collection import twice
    from canasta_teach.teach.puzzles.grade import grade, measure_puzzle
    from canasta_teach.teach.puzzles.prove import check as hold
    from canasta_teach.teach.puzzles.prove import position_of
    from canasta_teach.teach.puzzles.words import par_text

    met: dict[str, int] = {}

    def answer(asked: "Puzzle", line: int) -> str:
        if asked.id in met:
            raise twice(asked.id, met[asked.id])
        proof = hold(asked)
        met[asked.id] = line
        measured = grade(measure_puzzle(position_of(asked), asked.aim, proof), asked.par, asked.aim)
        only = proof.only
        if as_text:
            answers = "one best laying" if only else "more than one best laying"
            return f"{asked.id}: par is right ({par_text(asked)}); {answers}; measured, it is of grade {measured}"
        return as_json({"id": asked.id, "par": asked.par, "only": only, "grade": asked.grade, "measured": measured})

    _answer_each(file, answer, bare=False)


# -- reading and printing ------------------------------------------------------------------------------


def _watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _for_people(one: "Puzzle") -> str:
    """A new puzzle for people: what is asked, on which table, and its line."""
    from canasta_teach.teach.puzzles.line import to_line
    from canasta_teach.teach.puzzles.prove import position_of
    from canasta_teach.teach.puzzles.words import goal_text, grade_text, par_text
    from canasta_teach.teach.table_text import table_lines

    head = f"{goal_text(one)} {grade_text(one)}; par: {par_text(one)}."
    return "\n".join([head, *table_lines(position_of(one)), to_line(one), ""])


def _proven(proof: "Proof") -> dict[str, Any]:
    return {
        "value": proof.value,
        "moves": [str(move) for move in proof.acts],
        "only": proof.only,
        "complete": proof.complete,
        "proof": proof.words,
    }


def _answer_each(file: str | None, answer: "Callable[[Puzzle, int], str]", *, bare: bool) -> None:
    """Print the answer to each puzzle of the input; one at fault is told on standard error and has none."""
    from canasta_teach.json_input import InputError, one_line

    faults = 0
    for asked in _puzzles(file, bare=bare):
        try:
            if isinstance(asked, InputError):
                raise asked
            try:
                answered = answer(asked.read(), asked.line)
            except CanastaError as error:
                raise InputError(f"{asked.where}: {error}") from error
        except InputError as error:
            faults += 1
            click.echo(f"canasta-teach: {one_line(error)}", err=True)
        else:
            print_lines([answered])
    if faults:
        raise Faulty


class _Asked(NamedTuple):
    """A puzzle of the input: where it stands, the line (from 1), and how it is read."""

    where: str
    line: int
    read: "Callable[[], Puzzle]"


def _puzzles(file: str | None, *, bare: bool) -> "Iterator[_Asked | InputError]":
    """Each puzzle of the input; a line that cannot be read, as the error that it is.

    Where there are shared lines, the input is a collection as the course reads them. Else it is JSON as every command
    reads it, where one object may stand on many lines.
    """
    from canasta_teach.json_input import InputError, items, one_line, read_input
    from canasta_teach.teach.puzzles.collection import MAX_BYTES, is_shared, lines_of, parse_line, too_long
    from canasta_teach.teach.puzzles.errors import InvalidPuzzle
    from canasta_teach.teach.puzzles.model import HEAD

    name, content = read_input(file)
    if len(content) > MAX_BYTES:
        raise InputError(f"{one_line(name)}: {too_long()}")
    if not any(isinstance(text, str) and is_shared(text) for _, text in lines_of(content)):
        first, text = next(lines_of(content), (0, ""))
        if isinstance(text, str) and text[:1] not in ("", "{", "["):
            reason = f"a puzzle is wanted: the line by which it is shared ({HEAD}…), or a JSON object {{…}}"
            raise InputError(f"{one_line(name)}, line {first}: {reason}")
        for item in items(name, content):
            if isinstance(item, InputError):
                yield item
            else:
                yield _Asked(item.where, item.line, partial(_object, item.data, bare=bare))
        return
    for line, text in lines_of(content):
        where = f"{name}, line {line}"
        if isinstance(text, InvalidPuzzle):
            yield InputError(f"{where}: {text}")
        else:
            yield _Asked(where, line, partial(_object, text, bare=bare) if bare else partial(parse_line, text))


def _object(data: "dict[str, Any] | str", *, bare: bool) -> "Puzzle":
    """A puzzle; where ``bare``, an object of a position and an aim will do."""
    from canasta_teach.teach.puzzles.collection import is_shared, parse_line, parse_puzzle
    from canasta_teach.teach.puzzles.errors import InvalidPuzzle

    if bare and isinstance(data, str) and not is_shared(data):
        data = _decoded(data)
    if isinstance(data, str):
        return parse_line(data)
    if "position" not in data and "hands" in data:
        raise InvalidPuzzle("position", 'this is a bare position: write {"position": {…}, "aim": {"what": "…"}}')
    if bare:
        if isinstance(what := data.get("aim"), str):
            data = {**data, "aim": {"what": what}}
        data = {"id": "unnamed", "par": 0, **data}
    return parse_puzzle(data)


def _decoded(text: str) -> "dict[str, Any] | str":
    """The object of a text; the text itself where it is none, which its reader then refuses."""
    import msgspec

    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return text
    return data if isinstance(data, dict) else text
