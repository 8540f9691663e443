"""Canasta, taught: a rule book, a referee that says why, and lessons in Jupyter.

The names below are all that a notebook needs. They are loaded when first used, so that importing costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from canasta_teach import rulebook as rulebook
    from canasta_teach.cards import Card as Card
    from canasta_teach.cards import card as card
    from canasta_teach.errors import (
        CanastaError as CanastaError,
    )
    from canasta_teach.errors import (
        IllegalMove as IllegalMove,
    )
    from canasta_teach.errors import (
        InvalidCard as InvalidCard,
    )
    from canasta_teach.errors import (
        InvalidMove as InvalidMove,
    )
    from canasta_teach.errors import (
        InvalidPosition as InvalidPosition,
    )
    from canasta_teach.errors import (
        InvalidRules as InvalidRules,
    )
    from canasta_teach.game.deal import deal as deal
    from canasta_teach.game.legal import legal_moves as legal_moves
    from canasta_teach.game.moves import Move as Move
    from canasta_teach.game.play import play as play
    from canasta_teach.game.referee import judge as judge
    from canasta_teach.game.referee import judge_meld as judge_meld
    from canasta_teach.game.ruling import Ruling as Ruling
    from canasta_teach.game.scoring import score as score
    from canasta_teach.game.scoring import winner as winner
    from canasta_teach.game.state import Position as Position

_HOMES = {
    "rulebook": "canasta_teach.rulebook",
    "Card": "canasta_teach.cards",
    "card": "canasta_teach.cards",
    "CanastaError": "canasta_teach.errors",
    "IllegalMove": "canasta_teach.errors",
    "InvalidCard": "canasta_teach.errors",
    "InvalidMove": "canasta_teach.errors",
    "InvalidPosition": "canasta_teach.errors",
    "InvalidRules": "canasta_teach.errors",
    "deal": "canasta_teach.game.deal",
    "legal_moves": "canasta_teach.game.legal",
    "Move": "canasta_teach.game.moves",
    "play": "canasta_teach.game.play",
    "judge": "canasta_teach.game.referee",
    "judge_meld": "canasta_teach.game.referee",
    "Ruling": "canasta_teach.game.ruling",
    "score": "canasta_teach.game.scoring",
    "winner": "canasta_teach.game.scoring",
    "Position": "canasta_teach.game.state",
}

__all__ = [
    "CanastaError",
    "Card",
    "IllegalMove",
    "InvalidCard",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRules",
    "Move",
    "Position",
    "Ruling",
    "card",
    "deal",
    "judge",
    "judge_meld",
    "legal_moves",
    "play",
    "rulebook",
    "score",
    "winner",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'canasta_teach' has no name {name!r}")
    module = import_module(home)
    value = module if name == "rulebook" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
