"""A score sheet as its page shows it: every sentence made here, so that the page only lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from canasta_teach.cards import Card
from canasta_teach.game.explain import number
from canasta_teach.game.scoring import Key, ScoreLine
from canasta_teach.i18n import mark, translate
from canasta_teach.widgets.citations import cited, set_title
from canasta_teach.widgets.score_clues import STEPS, hint, noted
from canasta_teach.widgets.score_draft import TOTAL, Draft
from canasta_teach.widgets.score_side import MAIN, SideAtEnd
from canasta_teach.widgets.score_words import label, line_words
from canasta_teach.widgets.table_turn import ending_text
from canasta_teach.widgets.words import capital, cards_text, in_line, in_order, laid_note, listed, spoken, stands_for

Mode = Literal["filled", "fill", "spot"]

MODES: Final[tuple[Mode, ...]] = ("filled", "fill", "spot")

MARKS: Final = {
    "": "",
    "right": mark("right"),
    "look": mark("look here"),
    "wait": mark("not checked yet"),
    "fault": mark("no number"),
    "filled": mark("filled in"),
    "found": mark("found"),
}
"""What stands in a line's check, by its mark."""

_NEGATIVE: Final = frozenset(("hand", "penalties", "red_threes"))
"""Lines whose figure may be taken off: some keyboards of numbers have no minus."""


def sheet_view(side: SideAtEnd, draft: Draft, mode: Mode, title: str) -> dict[str, Any]:
    """The view-model of a side's sheet, without what is the widget's own (which sides there are, which hint is open).

    Args:
        side: the side at the end of the deal.
        draft: what stands in its sheet.
        mode: filled by itself, to be filled, or with mistakes.
        title: what stands above it, empty for the side's name.
    """
    total = draft.given(TOTAL) if mode == "spot" else draft.total()
    unread = any(key in draft.faults for key in side.keys)
    return {
        "mode": mode,
        "name": _name(side),
        "title": title or _name(side),
        "note": listed_sentences([set_title(side.rules), ending_text(side.position, side.viewer)]),
        "task": _task(mode),
        "heads": [translate("Line"), translate("Standing"), translate("Points"), _check_head(mode)],
        "lines": [line_view(side, draft, mode, key) for key in side.keys],
        "total": {
            "label": translate("Total"),
            "text": translate("not yet") if unread else number(total),
            "note": translate("adds itself") if mode == "fill" else "",
            "after": "" if unread else _after(side, total),
            **(_pointing(draft, mode, TOTAL, translate("Total")) if mode == "spot" else {}),
            "tell": _found_text(draft, TOTAL),
        },
    }


def _name(side: SideAtEnd) -> str:
    if side.alone:
        return translate("Your score sheet")
    return translate("Score sheet, {side}").format(side=side.label)


def _task(mode: Mode) -> str:
    return {
        "filled": "",
        "fill": translate("Fill in what each line counts. An empty line counts 0."),
        "spot": translate("Something in this sheet is wrong. Point at the line."),
    }[mode]


def _check_head(mode: Mode) -> str:
    return {"filled": "", "fill": translate("Check"), "spot": translate("Wrong?")}[mode]


def _after(side: SideAtEnd, total: int) -> str:
    before = side.position.scores[side.side]
    text = translate("Before this deal {before}, with it {after}.")
    return text.format(before=number(before), after=number(before + total))


def listed_sentences(texts: Sequence[str]) -> str:
    """Texts one after the other, each ended by a full stop."""
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts if text)


# ---- a line


def line_view(side: SideAtEnd, draft: Draft, mode: Mode, key: Key) -> dict[str, Any]:
    """A line of the sheet.

    Before it is known to be right it names what it is, and the rule that it follows everywhere; then it says what it
    counts, and names the rules that were asked. So nothing here gives a figure away.
    """
    told = _is_told(draft, mode, key)
    name = label(key)
    view = {
        "id": key,
        "label": name,
        "why": why(side, key) if told else translate(line_words(key).detail),
        "text": number(draft.given(key)) if mode == "spot" else draft.texts[key],
        "tell": _tell(draft, mode, key),
        **_pointing(draft, mode, key, name),
    }
    if mode == "fill":
        view["keyboard"] = "text" if key in _NEGATIVE else "numeric"
    return view


def _mark(draft: Draft, mode: Mode, key: str) -> str:
    if mode == "filled":
        return ""
    if mode == "spot":
        if key not in draft.tried:
            return ""
        return "found" if key in draft.mistakes else "right"
    sign = draft.mark(key)
    return "filled" if sign == "right" and draft.shown else sign


def _pointing(draft: Draft, mode: Mode, key: str, name: str) -> dict[str, Any]:
    """The check of a line, and in a sheet with mistakes the button that points at it."""
    sign = _mark(draft, mode, key)
    view = {"mark": sign, "mark_text": translate(MARKS[sign])}
    if mode != "spot":
        return view
    button = translate("{line}, {points}: this line is wrong").format(line=name, points=number(draft.given(key)))
    spoken_mark = f"{name}: {translate(MARKS[sign])}"
    return {**view, "point": "" if sign else translate("this line"), "point_name": spoken_mark if sign else button}


def _tell(draft: Draft, mode: Mode, key: Key) -> dict[str, str] | None:
    """What is told below a line."""
    if fault := draft.faults.get(key):
        return {"lead": "", "text": fault}
    if mode == "spot":
        return _found_text(draft, key)
    if mode == "fill" and key == draft.wrong and draft.pointed:
        lead = translate("Written anew.") if draft.mended else translate("The first line that is off.")
        return {"lead": lead, "text": draft.pointed}
    return None


def _found_text(draft: Draft, key: str) -> dict[str, str] | None:
    """What is told of a line that was pointed at and is wrong."""
    if key not in draft.found:
        return None
    right = draft.given_total() if key == TOTAL else draft.truth[key]
    text = translate("It should read {right}, not {given}.")
    if key == TOTAL:
        text = translate("The lines add up to {right}, not to {given}.")
    return {
        "lead": translate("This is wrong."),
        "text": text.format(right=number(right), given=number(draft.given(key))),
    }


def why(side: SideAtEnd, key: Key) -> str:
    """What a line counts, in words, with the melds or cards behind it."""
    lines = side.lines(key)
    if not lines:
        return translate(line_words(key).none)
    return listed_sentences([text for line in lines for text in (line.why, capital(_behind(side, line)))])


def _behind(side: SideAtEnd, line: ScoreLine) -> str:
    """The melds or cards behind a rule's part of a line."""
    match line.key:
        case "natural_canastas" | "mixed_canastas" | "concealed_canastas":
            return listed(side.meld_name(meld) for meld in side.canastas(line.key))
        case "red_threes":
            return in_line(side.red_threes)
        case "hand":
            return side.hands_text()
        case "penalties":
            return in_line(side.hidden) if line.rule == "penalty.hidden-red-three" else "; ".join(noted(side))
        case _:
            return ""


def _is_told(draft: Draft, mode: Mode, key: Key) -> bool:
    """Whether the page may say what a line counts, and why."""
    return mode == "filled" or _mark(draft, mode, key) in ("right", "filled", "found")


def cites_view(side: SideAtEnd, draft: Draft, mode: Mode, key: Key) -> list[dict[str, Any]]:
    """The rules of a line: where each stands, how firmly, and the damaged places that touch it.

    They are those that were asked, once that may be told; before, the one that the line follows everywhere.
    """
    told = _is_told(draft, mode, key)
    asked = [(line.rule, line.case) for line in side.lines(key)] if told else []
    seen: set[str] = set()
    return [
        {
            "rule": rule,
            "place": f"line {key} {i}",
            "open": translate("{rule}, open in the rule book").format(rule=rule),
            "citation": cited(side.rules, rule, "" if case == "text" else case, seen=seen),
        }
        for i, (rule, case) in enumerate(asked or [(MAIN[key], "text")])
    ]


# ---- hints


def hint_view(side: SideAtEnd, key: Key, step: int) -> dict[str, Any]:
    """A hint that is open, on a line."""
    text, rule = hint(side, key, step)
    told = translate("Hint {n} of {of}: {line}").format(n=step, of=STEPS, line=label(key))
    link = translate("{rule}, open in the rule book").format(rule=rule) if rule else ""
    return {
        "of": told,
        "step": step,
        "steps": STEPS,
        "text": text,
        "rule": rule,
        "open": link,
        "place": "hint",
    }


# ---- what can be pressed


def buttons_view(mode: Mode, *, taken: int, done: bool) -> list[dict[str, Any]]:
    """The buttons below a sheet: check, hint, solution, and a new beginning where nothing is left to do.

    Args:
        mode: filled by itself, to be filled, or with mistakes.
        taken: the steps of the hint that is open; 0 for none.
        done: all is right or found, or the solution was asked for.
    """
    if mode == "filled":
        return []
    hint_label = translate("Hint {n} of {of}").format(n=min(taken + 1, STEPS), of=STEPS)
    fills = mode == "fill"
    buttons = [{"id": "check", "label": translate("Check the sheet"), "key": "Ctrl+Enter"}] if fills else []
    buttons.append({"id": "hint", "label": hint_label, "key": ""})
    solution = translate("Fill it for me") if fills else translate("Show what is wrong")
    buttons.append({"id": "solution", "label": solution, "key": ""})
    if done:
        buttons.append({"id": "reset", "label": translate("Start again"), "key": ""})
    return buttons


# ---- what lies before the side


def cards_view(side: SideAtEnd, mode: Mode) -> dict[str, Any]:
    """The cards that the sheet counts: melds, red threes, what is left in the hands, and what was noted."""
    concealed = side.position.concealed_melds[side.side]
    melds = [_meld_view(side, meld, mode, concealed=i in concealed) for i, meld in enumerate(side.melds)]
    groups = [{"label": translate("Melds"), "melds": melds, "none": "" if melds else translate("nothing melded")}]
    if side.red_threes:
        groups.append({"label": translate("Red threes"), "melds": [_group("", "", side.red_threes)], "none": ""})
    hands = [
        _group(side.name(seat), cards_text(len(hand)), in_order(hand, side.rules)) for seat, hand in side.hands.items()
    ]
    groups.append({"label": translate("Left in hand"), "melds": hands, "none": "" if hands else translate("no card")})
    penalties = [
        translate("{title}: {points}").format(title=title, points=number(one.points))
        for title, one in zip(noted(side), side.position.penalties[side.side], strict=True)
    ]
    return {
        "label": translate("Your cards") if side.alone else translate("The cards of {side}").format(side=side.label),
        "open": mode != "filled",
        "groups": groups,
        "noted_label": translate("Noted against this side") if penalties else "",
        "noted": penalties,
    }


def _meld_view(side: SideAtEnd, meld: tuple[Card, ...], mode: Mode, *, concealed: bool) -> dict[str, Any]:
    name = capital(side.meld_name(meld))
    if mode == "filled":
        note = laid_note(meld, side.rules, concealed=concealed)
    else:
        # That it is a canasta, and of which kind, is for the learner to find.
        laid = [translate("laid complete from the hand")] if concealed else []
        note = listed([cards_text(len(meld)), *laid])
    return _group(name, note, stands_for(meld, side.rules))


def _group(name: str, note: str, some: Iterable[Card | tuple[Card, str | None]]) -> dict[str, Any]:
    pairs = [one if isinstance(one, tuple) else (one, None) for one in some]
    shown = [{"code": card.code, "label": spoken(card)} | ({"as": stands} if stands else {}) for card, stands in pairs]
    return {"name": name, "note": note, "cards": shown}
