"""Floor 5: what all commands share: reading their input, printing their answers, and telling of faults."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from canasta_teach.errors import CanastaError

if TYPE_CHECKING:
    from canasta_teach.json_input import Item
    from canasta_teach.rulebook import RuleSet


class Faulty(Exception):
    """Some of the input could not be answered, and has been told."""


class ReaderGone(Exception):
    """Whoever read our output wants no more of it."""


def _show_help(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print_lines([context.get_help()])
        context.exit()


class Command(click.Command):
    """A command that prints its help as it prints its answers, so that an output at fault is told alike."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option --help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _show_help
        return option


class Group(Command, click.Group):
    """A command with commands under it, all of them such as `Command`."""

    command_class = Command
    group_class = type


class AtPath:
    """Within this block, an error of ours is one of the item's `key`, whose path is put before the error's own."""

    def __init__(self, item: "Item", key: str) -> None:
        self.item = item
        self.key = key

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        from canasta_teach.errors import InvalidPosition

        if isinstance(error, InvalidPosition):
            inner = f".{error.path}" if error.path and not error.path.startswith("[") else error.path
            raise self.item.fault(f"position{inner}: {error.reason}") from error
        if isinstance(error, CanastaError):
            raise self.item.fault(f"{self.key}: {error}") from error


def answer_all(
    file: str | None, answer: "Callable[[Item], str | Iterator[str]]", *, if_empty: "Item | None" = None
) -> None:
    """Print the answer to each item of the input; an item with a fault is told on standard error and has none.

    Input whose first line is no JSON is refused whole, before anything is printed. Where there are several items, an
    answer of any number of lines is ended by an empty one.
    """
    from canasta_teach.json_input import InputError, items, one_line, read_input

    asked: list[Item | InputError] = list(items(*read_input(file)))
    if not asked and if_empty is not None:
        asked = [if_empty]
    faults = 0
    for item in asked:
        try:
            if isinstance(item, InputError):
                raise item
            answered = answer(item)
        except (InputError, CanastaError) as error:
            faults += 1
            click.echo(f"canasta-teach: {one_line(error)}", err=True)
        else:
            end = [""] if len(asked) > 1 else []
            print_lines([answered] if isinstance(answered, str) else chain(answered, end))
    if faults:
        raise Faulty


def print_lines(lines: Iterable[str]) -> None:
    """Print lines as they come.

    Raises:
        ReaderGone: when nobody reads them any more.
        click.ClickException: when they cannot be written.
    """
    if sys.stdout is None:
        raise click.ClickException("standard output is closed")
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError as error:
        _let_go_of_output()
        raise ReaderGone from error
    except OSError as error:
        _let_go_of_output()
        raise click.ClickException(f"standard output cannot be written: {error.strerror}") from error


def _let_go_of_output() -> None:
    """What is still buffered for an output that failed must not fail again when Python closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_json(value: object) -> str:
    """A value as JSON on one line."""
    import msgspec

    return msgspec.json.encode(value).decode()


def with_id(item: "Item", answer: dict[str, Any]) -> dict[str, Any]:
    """An answer with the id of the item that it answers, where that has one."""
    return {"id": item.data["id"], **answer} if "id" in item.data else answer


def titled(item: "Item", text: str) -> str:
    """An answer for people, under the id of its item, where that has one."""
    return f"{item.data['id']}\n{text}\n" if "id" in item.data else f"{text}\n"


def position_data(item: "Item", wanted: str, fill: str | None) -> dict[str, Any]:
    """The data of an item's position, with the rule set filled in where it names none.

    Raises:
        InputError: if there is none, or a key of a position stands beside it, where it would not count.
    """
    from canasta_teach.game.position_raw import Raw

    position = item.part("position", wanted)
    item.none_beside("position", Raw.__struct_fields__)
    return position if fill is None or "rules" in position else {**position, "rules": fill}


def load_house(file: str | None) -> "RuleSet | None":
    """The house rules of a file, where one is named.

    Raises:
        InvalidRules: when they are at fault.
    """
    if file is None:
        return None
    from canasta_teach import rulebook

    return rulebook.load_house(Path(file))


def rules_to_fill_in(rules: str | None, house: "RuleSet | None") -> str | None:
    """The rule set for input that names none: as told, else the house rules where they are given."""
    if rules is None:
        return None if house is None else "house"
    from canasta_teach.rulebook import KEYS

    if rules not in (*KEYS, "house"):
        raise click.UsageError(
            f"--rules {rules}: there is no such rule set; choose one of {', '.join(KEYS)}, or house with --house FILE"
        )
    if rules == "house" and house is None:
        raise click.UsageError("--rules house: name the house rules with --house FILE")
    return rules


def rule_sets(rules: str | None, house: "RuleSet | None") -> "list[RuleSet]":
    """The rule sets to show: the one that is named, else all."""
    from canasta_teach.rulebook import KEYS, ruleset

    key = rules_to_fill_in(rules, None if rules is None else house)
    if key is None:
        return [ruleset(each) for each in KEYS] + ([house] if house else [])
    return [house if key == "house" and house else ruleset(key)]


def something_on_standard_input() -> bool:
    """Whether something is handed in that no terminal asks for."""
    return sys.stdin is not None and not sys.stdin.closed and not sys.stdin.isatty()
