"""An exercise of each kind, for tests of the quiz card."""

from __future__ import annotations

from typing import Any

from canasta_teach.teach.load import parse_items
from canasta_teach.teach.model import AnyItem
from canasta_teach.teach.progress import MemoryStore, Progress
from canasta_teach.widgets import QuizCard

TEXT = """
[[item]]
id = "test/choice"
kind = "choice"
teaches = ["pile.frozen"]
prompt = "The pile is frozen and [KC] lies on top. Your side has a meld of kings. What takes the pile?"
fixed = true
choices = [
  { text = "[KC] onto the kings on the table", reply = "Not while the pile is frozen.", right = false },
  { text = "[KH 2S] from the hand", reply = "One king and a two is no natural pair.", right = false },
  { text = "[KH KD] from the hand", reply = "A natural pair always takes a frozen pile.", right = true },
]

[[item]]
id = "test/several"
kind = "choice"
several = true
teaches = ["deck.wild-cards"]
prompt = "Which of these are wild?"
choices = [
  { text = "[JK]", reply = "A joker is wild.", right = true },
  { text = "[2D]", reply = "A two is wild.", right = true },
  { text = "[3D]", reply = "A red three is a bonus card.", right = false },
]

[[item]]
id = "test/meld"
kind = "choice"
teaches = ["meld.size"]
prompt = "Are [QH QD QS 2C] a meld?"
choices = [
  { text = "Yes", reply = "Four cards of one rank.", holds = { ask = "meld", cards = "QH QD QS 2C" } },
  { text = "No", reply = "Nothing is wrong.", holds = { ask = "meld", cards = "QH QD QS 2C", is = false } },
]

[[item]]
id = "test/ruling"
kind = "ruling"
teaches = ["meld.max-wilds"]
prompt = "You lay [9C 9H 2S 2D 2C 2H]. Is that legal?"
move = "meld 9C 9H 2S 2D 2C 2H"
tempting = ["meld.size", "initial.minimum"]
[item.position]
phase = "play"
hands = [["9C", "9H", "2S", "2D", "2C", "2H", "5S", "4D"], 11, 11, 11]
melds = [[["AH", "AD", "AC"]], [["8H", "8D", "8C"]]]
pile = ["6C", "8D"]

[[item]]
id = "test/legal"
kind = "ruling"
asks = "legal"
teaches = ["pile.frozen"]
prompt = "You take the pile with [KH 2S]. Is that legal?"
move = "take with KH 2S"
[item.position]
phase = "draw"
hands = [["KH", "2S", "5S", "4D"], 11, 11, 11]
melds = [[["AH", "AD", "AC"]], []]
pile = ["KC", "2D", "8D"]
frozen = true

[[item]]
id = "test/count"
kind = "count"
teaches = ["deck.values"]
prompt = "Count this meld: [KH KD 2S]."
what = { count = "cards", cards = "KH KD 2S" }
near = [{ equals = 30, reply = "The two keeps its own value." }]

[[item]]
id = "test/line"
kind = "count"
teaches = ["score.hand"]
prompt = "What is taken off for the cards left in hand?"
[item.what]
count = "line"
line = "hand"
[item.what.position]
phase = "over"
went_out = 0
hands = [[], ["AH", "4C"], ["KH", "5D"], ["6D"]]
melds = [[["QH", "QD", "QC", "QS", "QH", "QD", "2C"]], [["8H", "8S", "8D"]]]
red_threes = [["3H"], []]

[[item]]
id = "test/do"
kind = "do"
teaches = ["canasta.size"]
prompt = "Complete a canasta of queens and end your turn."
solution = "add QS QD to Q; discard 9C"
goal = { goal = "all", of = [{ goal = "canasta" }, { goal = "discards" }] }
[item.position]
phase = "play"
hands = [["QS", "QD", "9C", "5H", "4D"], 11, 11, 11]
melds = [[["QH", "QD", "QC", "QS", "QH"], ["AH", "AD", "AC"]], []]
pile = ["6C", "8D"]

[[item]]
id = "test/two"
kind = "do"
teaches = ["initial.combined"]
prompt = "Your side stands at 1,600. Lay enough for a first laying."
goal = { goal = "counts", points = 90 }
solution = "meld KH KD KS / AH AD AC"
[item.position]
scores = [1600, 0]
phase = "play"
hands = [["KH", "KD", "KS", "AH", "AD", "AC", "5S", "4D"], 11, 11, 11]
pile = ["6C", "8D"]

[[item]]
id = "test/spot"
kind = "spot"
teaches = ["turn.discard"]
prompt = "Somebody played this turn. Where is the first mistake?"
move = "draw; meld 9C 9H; discard 4D"
[item.position]
phase = "draw"
hands = [["9C", "9H", "5S", "4D"], 11, 11, 11]
melds = [[["AH", "AD", "AC"]], []]
pile = ["6C", "8D"]

[[item]]
id = "test/sheet"
kind = "spot"
teaches = ["score.red-threes"]
prompt = "One line of this sheet is wrong. Which?"
given = { melds = 80, mixed_canastas = 300, red_threes = 200, going_out = 100 }
[item.position]
phase = "over"
went_out = 0
hands = [[], ["AH", "4C"], [], ["6D"]]
melds = [[["QH", "QD", "QC", "QS", "QH", "QD", "2C"]], [["8H", "8S", "8D"]]]
red_threes = [["3H"], []]
"""

ITEMS: dict[str, AnyItem] = {item.id.removeprefix("test/"): item for item in parse_items(TEXT, "test.toml")}

RIGHT: dict[str, Any] = {
    "choice": "c", "several": "a b", "meld": "a", "ruling": "meld.max-wilds", "legal": False, "count": 40, "line": -15,
    "do": "add QS QD to Q; discard 9C", "two": "meld KH KD KS / AH AD AC", "spot": "b", "sheet": "c",
}  # fmt: skip
WRONG: dict[str, Any] = {
    "choice": "b", "several": "a c", "meld": "b", "ruling": "meld.size", "legal": True, "count": 30, "line": 15,
    "do": "discard 9C", "two": "meld KH KD KS", "spot": "c", "sheet": "a",
}  # fmt: skip


def quiz(*names: str, **more: Any) -> QuizCard:
    """A quiz card with these items, whose answers are kept in memory."""
    more.setdefault("progress", Progress(MemoryStore()))
    return QuizCard(*(ITEMS[name] for name in names), **more)
