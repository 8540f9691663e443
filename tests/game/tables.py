"""A few tables that the tests of positions begin from."""

from typing import Any

HAND = ["9H", "9C", "2S", "5H", "7D", "QS"]
KINGS, ACES, QUEENS = ["KH", "KD", "KC"], ["AH", "AD", "AC"], ["QH", "QD", "QC"]
CANASTA = ["8H", "8H", "8D", "8D", "8C", "8C", "8S"]
START: dict[str, Any] = {"hands": [HAND, 11, 11, 11], "pile": ["4C", "8D"]}
PLAY: dict[str, Any] = {**START, "phase": "play"}
MELDED: dict[str, Any] = {**PLAY, "melds": [[KINGS, ACES], [QUEENS]]}
ITALIAN: dict[str, Any] = {**MELDED, "rules": "italian"}
BRAZIL: dict[str, Any] = {**MELDED, "rules": "brazilian"}
OVER: dict[str, Any] = {**MELDED, "phase": "over"}
OUT: dict[str, Any] = {"hands": [[], 1, 1, 1], "went_out": 0}
