"""Why a move is not judged under another rule set, in words."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_teach.game.ruling import Ruling
from canasta_teach.game.under import out_of_place
from canasta_teach.i18n import translate, translate_count
from canasta_teach.rulebook import ruleset
from canasta_teach.widgets.citations import short_title


def left_out_text(ruling: Ruling, keys: Iterable[str]) -> str:
    """Why these rule sets have no verdict on a move: a sentence for each reason."""
    reasons: dict[str, list[str]] = {}
    for key in keys:
        reasons.setdefault(left_out_reason(ruling, key), []).append(short_title(key))
    return " ".join(
        translate_count("{titles} is left out: {reason}.", "{titles} are left out: {reason}.", len(titles)).format(
            titles=", ".join(titles), reason=reason
        )
        for reason, titles in reasons.items()
    )


def left_out_reason(ruling: Ruling, key: str) -> str:
    """Why the rule set ``key`` has no verdict on a move, without its name: ``the game ends at 1,500 there``."""
    position = ruling.position
    if position is None:
        return translate("the deck does not hold these cards there")
    path = out_of_place(position, key)
    if path.startswith("melds") and path.count("[") == 3:
        # One card of a meld is at fault, not the meld.
        path = "pile"
    match path.partition("[")[0].partition(".")[0]:
        case "":
            return translate("such an act, or such a meld, is unknown there")
        case "players":
            return translate("{n} players in such sides do not play there").format(n=position.players)
        case "scores":
            return translate("the game ends at {target} there").format(target=f"{ruleset(key).p.target:,}")
        case "red_threes":
            return translate("red threes are cards like others there")
        case "melds":
            return translate("the melds on this table could not lie there")
        case "hands" | "pile" | "stock":
            return translate("the deck or a hand could not hold these cards there")
        case _:
            return translate("this table could not come about there")
