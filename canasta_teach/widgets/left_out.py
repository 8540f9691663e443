"""Why a move is not judged under another rule set, in words."""

from __future__ import annotations

from canasta_teach.game.ruling import Ruling
from canasta_teach.game.under import out_of_place
from canasta_teach.i18n import translate
from canasta_teach.rulebook import ruleset


def left_out_reason(ruling: Ruling, key: str) -> str:
    """Why the rule set ``key`` has no verdict on this move, without its name: ``its game ends at 1,500``."""
    rules = ruleset(key)
    position = ruling.position
    if position is None:
        return translate("its deck does not hold these cards")
    path = out_of_place(position, key)
    if path.startswith("melds") and path.count("[") == 3:
        # One card of a meld is at fault, not the meld.
        path = "pile"
    match path.partition("[")[0].partition(".")[0]:
        case "":
            return translate("it does not know such an act, or has no such meld")
        case "players":
            return translate("it is not a game for {n} players in such sides").format(n=position.players)
        case "scores":
            return translate("its game ends at {target}").format(target=f"{rules.p.target:,}")
        case "red_threes":
            return translate("its red threes are cards like others")
        case "melds":
            return translate("the melds on this table could not lie there")
        case "hands" | "pile" | "stock":
            return translate("its deck and its hands could not hold these cards")
        case _:
            return translate("this table could not come about in it")
