"""Items made from a few lines of TOML, for tests."""

from __future__ import annotations

from canasta_teach.teach.exercise import Exercise
from canasta_teach.teach.load import parse_items

HAND = '[["KH","KD","KS","QC","QH","2S","AH","AD","AC","5S","4D"], 11, 11, 11]'


def exercise(body: str, rules: str | None = None) -> Exercise:
    """An exercise made of an item's lines; id, teaches and prompt have defaults."""
    lines = ["[[item]]"]
    for key, default in {"id": '"test/one"', "teaches": '["meld.size"]', "prompt": '"What of [KH KS]?"'}.items():
        if not any(line.strip().startswith(f"{key} ") for line in body.splitlines()):
            lines.append(f"{key} = {default}")
    (item,) = parse_items("\n".join([*lines, body]), "made.toml")
    return Exercise(item, rules)
