"""Floor 5: the command `canasta-teach`.

Exit status: 0 when all was done, 1 when something outside the input stands in the way (a folder, a port, an unfit
installation), 2 when the input or the command line cannot be read. Of JSON Lines, each line that can be read is
answered; every other one is told on standard error, with its number.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from canasta_teach.cli_io import (
    AtPath,
    Faulty,
    Group,
    ReaderGone,
    answer_all,
    as_json,
    load_house,
    position_data,
    print_lines,
    rule_sets,
    rules_to_fill_in,
    something_on_standard_input,
    titled,
    with_id,
)
from canasta_teach.errors import CanastaError
from canasta_teach.puzzle_cli import puzzle

if TYPE_CHECKING:
    from canasta_teach.json_input import Item

_CASE = '{"position": {…}, "move": "…"}'
_POSITION = '{"position": {…}}'
_OVER = '{"position": {…, "phase": "over"}}'
_LAUNCHER_ONLY = "it belongs to canasta-teach alone, which opens the lessons"

_file = click.argument("file", metavar="[FILE]", required=False)
_house = click.option("--house", metavar="FILE", help="House rules (TOML), used where the input's rules are 'house'.")
_rules = click.option("--rules", metavar="R", help="The rule set, where the input names none.")
_text = click.option("--text", "as_text", is_flag=True, help="Print for people instead of JSON.")


def _show_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from canasta_teach.launcher import package_version

        print_lines([f"canasta-teach, version {package_version()}"])
        context.exit()


@click.group(
    cls=Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--folder", metavar="DIR", help="The folder of your own copy of the lessons.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser; the address is printed.")
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="The port to serve the page on.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(context: click.Context, folder: str | None, no_browser: bool, port: int | None) -> None:
    """Learn Canasta in Jupyter, with a referee that explains its rulings.

    Without a command: opens JupyterLab on the lessons, in a folder of your own where your work is never overwritten.
    """
    if context.invoked_subcommand is not None:
        for option, given in (("--folder", folder), ("--no-browser", no_browser), ("--port", port)):
            if given:
                raise click.UsageError(f"{option} cannot stand before {context.invoked_subcommand!r}: {_LAUNCHER_ONLY}")
        return
    from canasta_teach.launcher import launch
    from canasta_teach.lessons_folder import default_folder

    context.exit(launch(Path(folder) if folder else default_folder(), browser=not no_browser, port=port))


@cli.command()
@_file
@_rules
@_house
@_text
def judge(file: str | None, rules: str | None, house: str | None, as_text: bool) -> None:
    """Rule on moves.

    Reads {"position": {…}, "move": "…"} from FILE or standard input, a JSON object or JSON Lines of them, and prints
    a ruling a line.
    """
    from canasta_teach.game.referee import judge as rule_on
    from canasta_teach.game.state import Position

    house_rules = load_house(house)
    fill = rules_to_fill_in(rules, house_rules)

    def answer(item: "Item") -> str:
        data = position_data(item, _CASE, fill)
        text = item.text("move", _CASE)
        with AtPath(item, "position"):
            position = Position.parse(data, house=house_rules)
        with AtPath(item, "move"):
            ruling = rule_on(position, text)
        if as_text:
            return titled(item, ruling.text)
        return as_json(with_id(item, ruling.to_dict()))

    answer_all(file, answer)


@cli.command()
@_file
@_rules
@_house
@_text
def score(file: str | None, rules: str | None, house: str | None, as_text: bool) -> None:
    """Score finished deals.

    Reads {"position": {…, "phase": "over"}} from FILE or standard input, a JSON object or JSON Lines of them, and
    prints {"score": [sheet of each side]} a line.
    """
    from canasta_teach.game.scoring import score as count
    from canasta_teach.game.state import Position

    house_rules = load_house(house)
    fill = rules_to_fill_in(rules, house_rules)

    def answer(item: "Item") -> str:
        data = position_data(item, _OVER, fill)
        with AtPath(item, "position"):
            position = Position.parse(data, house=house_rules)
            sheets = count(position)
        if as_text:
            sides = []
            for side, sheet in enumerate(sheets):
                lines = [f"  {line.points:>6,}  {line.why} ({line.rule})" for line in sheet.lines]
                sides.append("\n".join([f"Side {side}: {sheet.total:,}", *lines]))
            return titled(item, "\n".join(sides))
        return as_json(with_id(item, {"score": [sheet.to_dict() for sheet in sheets]}))

    answer_all(file, answer)


@cli.command()
@_file
@_rules
@_house
def legal(file: str | None, rules: str | None, house: str | None) -> None:
    """List every legal act of a position, one a line.

    Reads {"position": {…}} from FILE or standard input, a JSON object or JSON Lines of them. Acts that differ only by
    suits that do not matter are listed once, with concrete cards. With several positions, an empty line ends the acts
    of each.
    """
    from canasta_teach.game.legal import legal_moves
    from canasta_teach.game.state import Position

    house_rules = load_house(house)
    fill = rules_to_fill_in(rules, house_rules)

    def answer(item: "Item") -> Iterator[str]:
        data = position_data(item, _POSITION, fill)
        with AtPath(item, "position"):
            found = map(str, legal_moves(Position.parse(data, house=house_rules)))
            # There may be more acts than memory holds, so they are printed as they are found. The first is asked for
            # at once: with it shows whether the position can be answered at all.
            return chain(list(islice(found, 1)), found)

    answer_all(file, answer)


@cli.command()
@_file
@_rules
@click.option("--players", type=int, metavar="N", help="The number of players, where the input names none.")
@click.option("--seed", type=int, metavar="N", help="The seed of the shuffle, where the input names none.")
@_house
def deal(file: str | None, rules: str | None, players: int | None, seed: int | None, house: str | None) -> None:
    """Deal, and print the position after it.

    FILE or standard input may say more, as a JSON object or JSON Lines of them: {"rules": …, "players": 4,
    "dealer": 3, "options": {…}, "scores": [0, 0], "seed": 7, "deck": [cards, top first, after the cut]}.
    """
    from canasta_teach.deal_input import deal_from
    from canasta_teach.json_input import Item

    house_rules = load_house(house)
    given = {"rules": rules_to_fill_in(rules, house_rules), "players": players, "seed": seed}
    given = {key: value for key, value in given.items() if value is not None}

    def answer(item: Item) -> str:
        return as_json(deal_from(item, given, house_rules).to_dict())

    if file is None and not something_on_standard_input():
        print_lines([answer(Item("command line", {}))])
    else:
        answer_all(file, answer, if_empty=Item("command line", {}) if file is None else None)


@cli.command()
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--rules", metavar="R", help="Only this rule set.")
@click.option("--coverage", is_flag=True, help="Where each rule is carried out, tried, taught and asked.")
@_house
@click.pass_context
def rules(context: click.Context, rule_id: str | None, rules: str | None, coverage: bool, house: str | None) -> None:
    """Show the rule book: the table of all rules, or one rule with its values and citations in every rule set."""
    from canasta_teach.rules_table import coverage_page, rule_page, rules_page

    shown = rule_sets(rules, load_house(house))
    if coverage:
        if rule_id is not None:
            raise click.UsageError("--coverage shows all rules: leave the ID out")
        page, whole = coverage_page(shown)
        print_lines([page])
        context.exit(0 if whole else 1)
    print_lines([rules_page(shown) if rule_id is None else rule_page(rule_id, shown)])


@cli.command()
@click.argument("out", metavar="OUT.html")
@click.option("--rules", metavar="R", help="The rule set: one of the five.")
@click.option("--house", metavar="FILE", help="House rules (TOML), in place of --rules.")
def card(out: str, rules: str | None, house: str | None) -> None:
    """Write a table card: the rules on one page, to print on A4 or Letter.

    A table card that has this name is replaced, edited or not; any other file never is.
    """
    from canasta_teach.table_card import write_card

    if (rules is None) == (house is None) and rules != "house":
        raise click.UsageError("say whose rules: --rules R or --house FILE, one of the two")
    [shown] = rule_sets(rules or "house", load_house(house))
    try:
        write_card(shown, Path(out))
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror or error}") from error


@cli.command()
@click.option("--folder", metavar="DIR", help="The folder of your own copy of the lessons.")
@click.pass_context
def doctor(context: click.Context, folder: str | None) -> None:
    """Say whether this installation can show the lessons, and what to do if not."""
    # As the launcher does, so that the same kernel is found.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    from canasta_teach.doctor import examine
    from canasta_teach.lessons_folder import default_folder

    wrong = 0
    for finding in examine(Path(folder) if folder else default_folder()):
        print_lines([str(finding)])
        wrong += not finding.ok
    print_lines(["All is well." if not wrong else f"{wrong} of these must be mended before the lessons can run."])
    context.exit(1 if wrong else 0)


cli.add_command(puzzle)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit with its status; the console script and `python -m canasta_teach` begin here."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process), and give its exit status.

    Every fault becomes one message on standard error.
    """
    from canasta_teach.json_input import InputError, one_line
    from canasta_teach.launcher import LaunchError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A suit sign, or a folder's odd name, must not fail on a terminal that cannot show it.
            stream.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(arguments, prog_name="canasta-teach", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (InputError, CanastaError) as error:
        click.echo(f"canasta-teach: {one_line(error)}", err=True)
        return 2
    except LaunchError as error:
        click.echo(f"canasta-teach: {one_line(error)}", err=True)
        return 1
    except (click.Abort, KeyboardInterrupt):
        return 130
    except Faulty:
        return 2
    except ReaderGone:
        return 0
    return status if isinstance(status, int) else 0
