"""Every word that pages show, as the catalogue's template: run `python -m tests.tools.extract_words` to renew it.

Texts come from two places. In Python they stand in calls of `translate`, `translate_count` and `mark`; in the rule
book's TOML files they are the fields named below. A text keeps the names of the files in which it stands, without
lines: a template must not change because a line moved.
"""

from __future__ import annotations

import ast
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from canasta_teach import rulebook
from canasta_teach.i18n import DOMAIN

PACKAGE = Path(__file__).resolve().parents[2] / "canasta_teach"
TEMPLATE = PACKAGE / "locale" / f"{DOMAIN}.pot"
CALLS = {"translate": 1, "mark": 1, "translate_count": 2}
"""The functions that take texts, and how many."""

_HEAD = f"""\
# The words of canasta-teach. Renew with: python -m tests.tools.extract_words
msgid ""
msgstr ""
"Project-Id-Version: {DOMAIN}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


class Text(NamedTuple):
    """A text, its plural where it has one, and the file in which it stands, seen from the package."""

    one: str
    many: str | None
    file: str


class NotExtracted(ValueError):
    """A text that cannot be extracted: it is put together where it is translated."""


def texts() -> Iterator[Text]:
    """Every text of the package, file by file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from of_python(path.read_text("utf-8"), path.relative_to(PACKAGE).as_posix())
    for path in sorted((PACKAGE / "rulebook").glob("*.toml")):
        yield from of_data(tomllib.loads(path.read_text("utf-8")), path)
    for path in sorted((PACKAGE / "teach").rglob("*.toml")):
        yield from of_exercises(tomllib.loads(path.read_text("utf-8")), path.relative_to(PACKAGE).as_posix())
    for path in sorted((PACKAGE / "teach" / "puzzles" / "bank").glob("*.jsonl")):
        file = path.relative_to(PACKAGE).as_posix()
        yield from (Text(json.loads(line)["title"], None, file) for line in path.read_text("utf-8").splitlines())


def of_python(source: str, file: str) -> Iterator[Text]:
    """The texts of a Python module.

    A call with a variable is no text: what it holds is marked, or is data.

    Raises:
        NotExtracted: for a text that is put together in the call.
    """
    for node in ast.walk(ast.parse(source, file)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in CALLS:
            continue
        given = node.args[: CALLS[node.func.id]]
        for one in given:
            if isinstance(one, ast.JoinedStr | ast.BinOp):
                raise NotExtracted(f"{file}, line {one.lineno}: translate the whole text, and fill it in after")
        words = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if len(words) == len(given) and words[0]:
            yield Text(words[0], words[1] if len(words) > 1 else None, file)


def of_data(data: dict[str, Any], path: Path) -> Iterator[Text]:
    """The texts of a file of the rule book."""
    file = path.relative_to(PACKAGE).as_posix()
    match path.stem:
        case "rules":
            found = [entry[name] for entry in data["rule"].values() for name in ("title", "text")]
        case "sources":
            found = [entry["what"] for entry in data["source"].values()]
            found += [entry[name] for entry in data["erratum"] for name in ("where", "problem", "reading")]
        case "house":
            found = [entry["doc"] for entry in data.values()]
        case "score_lines":
            found = [text for entry in data.values() for text in entry.values()]
        case "messages":
            yield from _of_messages(data, file)
            return
        case key if key in rulebook.KEYS:
            clauses = [clause for some in data["clauses"].values() for clause in some]
            found = [data["title"]]
            found += [clause[name] for clause in clauses for name in ("about", "note") if name in clause]
        case _:
            raise NotExtracted(f"{file}: say here which of its fields are texts")
    yield from (Text(text, None, file) for text in found)


def of_exercises(data: dict[str, Any], file: str) -> Iterator[Text]:
    """The texts of a file of exercises, lessons, a guided deal, the glossary, the nudges, or the ideas of puzzles."""
    for idea in data.get("idea", ()):
        yield from (Text(idea[name], None, file) for name in ("title", "nudge", "text"))
    if file.endswith("nudges.toml"):
        yield from (Text(words, None, file) for words in data.values())
    yield from (Text(lesson["title"], None, file) for lesson in data.get("lesson", ()))
    for entry in data.get("entry", ()):
        yield from (Text(words, None, file) for words in (entry["word"], entry["meaning"], *entry.get("also", ())))
    if "step" in data:
        told = [data["title"], data["end"]]
        told += [step.get(name, "") for step in data["step"] for name in ("say", "then")]
        yield from (Text(words, None, file) for words in told if words)
    for item in data.get("item", ()):
        told = [item.get("title", ""), item["prompt"], item.get("nudge", "")]
        told += [choice[name] for choice in item.get("choices", ()) for name in ("text", "reply")]
        told += [near["reply"] for near in item.get("near", ())]
        yield from (Text(words, None, file) for words in told if words)


def _of_messages(data: dict[str, Any], file: str) -> Iterator[Text]:
    """Messages are words for people throughout; a pair of them is a text and its plural."""
    for name, value in data.items():
        if name == "numbers":
            yield from (Text(word, None, file) for word in value)
        elif name in ("count", "ranks"):
            yield from (Text(one, many, file) for one, many in value.values())
        elif name == "message":
            yield from (_of_entry(entry, file) for variants in value.values() for entry in variants.values())
        else:
            yield from (_of_entry(entry, file) for entry in value.values())


def _of_entry(entry: str | dict[str, str], file: str) -> Text:
    """A message: one text, or a form for one and a form for many."""
    return Text(entry, None, file) if isinstance(entry, str) else Text(entry["one"], entry["many"], file)


def template() -> str:
    """The catalogue's template.

    Raises:
        NotExtracted: when one text has two plurals.
    """
    plurals: dict[str, str | None] = {}
    files: dict[str, dict[str, None]] = {}
    for text in texts():
        known = plurals.get(text.one)
        if known is not None and text.many is not None and known != text.many:
            raise NotExtracted(f"{text.file}: {text.one!r} has two plurals, {known!r} and {text.many!r}")
        plurals[text.one] = known or text.many
        files.setdefault(text.one, {})[text.file] = None
    entries = []
    for one, many in sorted(plurals.items()):
        lines = [f"#: {file}" for file in files[one]]
        if "{" in one:
            lines.append("#, python-brace-format")
        lines.append(f"msgid {_quoted(one)}")
        lines += [f"msgid_plural {_quoted(many)}", 'msgstr[0] ""', 'msgstr[1] ""'] if many else ['msgstr ""']
        entries.append("\n".join(lines) + "\n")
    return "\n".join([_HEAD, *entries])


def _quoted(text: str) -> str:
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, written)
    return f'"{text}"'


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(), "utf-8")
    sys.stdout.write(f"{TEMPLATE.name}: {template().count('msgid ') - 1} texts\n")
