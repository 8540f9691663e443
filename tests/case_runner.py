"""Runs cases (one JSON object each) against the engine and says what came out wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canasta_teach import errors
from canasta_teach.game.deal import deal
from canasta_teach.game.referee import is_legal, judge
from canasta_teach.game.scoring import score, winner
from canasta_teach.game.state import Position
from canasta_teach.rulebook import ruleset

CASES = Path(__file__).parent / "cases"


def load(folder: Path = CASES) -> Iterator[dict[str, Any]]:
    """All cases of a folder, file by file in the order of their names."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def faults(case: dict[str, Any]) -> list[str]:
    """What the engine gets wrong in a case; empty when it comes out right."""
    expect = case["expect"]
    if "error" in expect:
        return _error_faults(case, expect["error"])
    if "game" in case:
        return _game_faults(case["game"], expect)
    if "deal" in case:
        return _deal_faults(case["deal"], expect)
    position = Position.parse(case["position"])
    if "score" in expect:
        return _score_faults(position, expect["score"])
    return _ruling_faults(position, case["move"], expect)


def _error_faults(case: dict[str, Any], name: str) -> list[str]:
    wanted = getattr(errors, name)
    try:
        position = Position.parse(case["position"])
        if "move" in case:
            judge(position, case["move"])
    except errors.CanastaError as error:
        return [] if isinstance(error, wanted) else [f"error: {type(error).__name__} ({error}), expected {name}"]
    return [f"error: none, expected {name}"]


def _game_faults(game: dict[str, Any], expect: dict[str, Any]) -> list[str]:
    won = winner(game["scores"], ruleset(game["rules"], game.get("options")))
    found = []
    if "winner" in expect and won != expect["winner"]:
        found.append(f"winner: {won}, expected {expect['winner']}")
    if "over" in expect and (won is not None) != expect["over"]:
        found.append(f"over: {won is not None}, expected {expect['over']}")
    return found


def _deal_faults(given: dict[str, Any], expect: dict[str, Any]) -> list[str]:
    dealt = deal(**given)
    got: dict[str, Any] = {
        "pile": [c.code for c in dealt.pile],
        "frozen": dealt.frozen,
        "red_threes": [[c.code for c in side] for side in dealt.red_threes],
        "hand_counts": [len(hand or ()) for hand in dealt.hands],
        "stock": len(dealt.stock or ()),
        "turn": dealt.turn,
        "dealer": dealt.dealer,
        "hands": [[c.code for c in hand or ()] for hand in dealt.hands],
    }
    return [f"{key}: {got[key]}, expected {value}" for key, value in expect.items() if got[key] != value]


def _score_faults(position: Position, sheets: list[dict[str, int]]) -> list[str]:
    found = []
    for side, (sheet, wanted) in enumerate(zip(score(position), sheets, strict=True)):
        got = sheet.to_dict()
        for key, value in got.items():
            if value != wanted.get(key, 0):
                found.append(f"side {side} {key}: {value}, expected {wanted.get(key, 0)}")
    return found


def _ruling_faults(position: Position, move: str, expect: dict[str, Any]) -> list[str]:
    ruling = judge(position, move)
    found = []
    named = list(ruling.rules)
    if "legal" in expect and ruling.legal != expect["legal"]:
        found.append(f"legal: {ruling.legal}, expected {expect['legal']}; named {named}")
    if "rules" in expect:
        missing = set(expect["rules"]) - set(named)
        extra = set(named) - set(expect["rules"]) - set(expect.get("also", ()))
        if missing:
            found.append(f"not named: {sorted(missing)}; named {named}")
        if extra:
            found.append(f"named too much: {sorted(extra)}; named {named}")
    if "act" in expect and ruling.act != expect["act"]:
        found.append(f"act: {ruling.act}, expected {expect['act']}")
    facts: dict[str, list[Any]] = {}
    for violation in ruling.violations:
        for key, value in violation.facts.items():
            facts.setdefault(key, []).append(value)
    for key, value in expect.get("facts", {}).items():
        if value not in facts.get(key, []):
            found.append(f"fact {key}: {facts.get(key)}, expected {value}")
    given = ruling.to_dict()
    found.extend(_mend_faults(position, given))
    for part in ("consequence", "outcome"):
        if part in expect and expect[part] is None and given[part] is not None:
            found.append(f"{part}: {given[part]}, expected none")
        for key, value in (expect.get(part) or {}).items():
            got = (given[part] or {}).get(key, "(none)")
            if got != value:
                found.append(f"{part}.{key}: {got}, expected {value}; named {named}")
    return found


def _mend_faults(position: Position, given: dict[str, Any]) -> list[str]:
    """A mend stands beside every refusal of the player on turn while the deal lasts, and is legal."""
    mend = given["mend"]
    if mend is not None:
        return ["a legal move has a mend"] if given["legal"] else _illegal(position, mend)
    shut = {"turn.order", "out.ends-deal", "end.stock-out"}
    open_turn = not given["legal"] and not shut.intersection(v["rule"] for v in given["violations"])
    return ["no mend"] if open_turn else []


def _illegal(position: Position, mend: str) -> list[str]:
    return [] if is_legal(position, mend) else [f"the mend is not legal: {mend}"]
