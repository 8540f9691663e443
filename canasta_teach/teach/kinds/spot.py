"""Floor 3: find the mistake, in a played turn or in a score sheet. The referee and the scorer know where it is."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from canasta_teach.game.explain import number
from canasta_teach.game.referee import joined, judge
from canasta_teach.game.scoring import score
from canasta_teach.i18n import mark, translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.kinds.grader import Grader, Offer, lettered, letters_of
from canasta_teach.teach.model import SheetKey, SpotItem
from canasta_teach.teach.reply import Reply

LINES: Final[dict[SheetKey, str]] = {
    "melds": mark("Cards melded"),
    "natural_canastas": mark("Natural canastas"),
    "mixed_canastas": mark("Mixed canastas"),
    "concealed_canastas": mark("Concealed canastas"),
    "red_threes": mark("Red threes"),
    "going_out": mark("Going out"),
    "concealed": mark("Going out concealed"),
    "relancinho": mark("Relancinho"),
    "hand": mark("Left in hand"),
    "penalties": mark("Penalties"),
    "total": mark("Total"),
}
"""The lines of a score sheet, as they are headed."""


class _SpotGrader(Grader[SpotItem]):
    """Grades where a mistake is. An answer is a letter, or another name of the place.

    ``names`` are the other names, ``wrong`` the place of the mistake, counted from 0.
    """

    names: tuple[str, ...]
    wrong: int

    @property
    def key(self) -> str:
        return self.offers[self.wrong].letter

    def check(self, answer: object) -> Reply:
        place = self._place(answer)
        if place is None:
            return self.unread()
        return self.told(True) if place == self.wrong else self.not_there(place)

    def solution(self) -> Reply:
        told = self.told(None)
        text = translate("“{text}” is the mistake. {why}").format(text=self.offers[self.wrong].text, why=told.text)
        return Reply(right=None, text=text, rules=self.rules, rule=told.rule, aspect=told.aspect, ruling=told.ruling)

    @abstractmethod
    def told(self, right: bool | None) -> Reply:
        """Why it is the mistake."""

    @abstractmethod
    def not_there(self, place: int) -> Reply:
        """What is said to another place."""

    def _place(self, answer: object) -> int | None:
        if isinstance(answer, int) and not isinstance(answer, bool):
            answer = str(answer)
        if not isinstance(answer, str):
            return None
        if answer.strip() in self.names:
            return self.names.index(answer.strip())
        letters = letters_of(answer, self.offers)
        if letters is None or len(letters) != 1:
            return None
        return [offer.letter for offer in self.offers].index(letters[0])


class SpotActGrader(_SpotGrader):
    """Grades which act of a turn is the first that is refused; acts also have their number, counted from 1."""

    def __init__(self, item: SpotItem, rules: RuleSet) -> None:
        super().__init__(item, rules)
        self.shown = self.position(item.position, "position")
        move = self.move(item.move, "move")
        self.ruling = judge(self.shown, move)
        if self.ruling.legal:
            raise self.fault("move", translate("no act of it is refused"))
        acts = list(joined(move, self.rules))
        self.names = tuple(str(place) for place in range(1, len(acts) + 1))
        self.wrong = next(place for place, (index, _) in enumerate(acts) if index == self.ruling.act)
        self.offers = lettered([str(act) for _, act in acts])

    @property
    def form(self) -> str:
        return translate("Answer with the letter of the first act that is refused, or its number, counted from 1.")

    def told(self, right: bool | None) -> Reply:
        broken = self.ruling.violations[0]
        return Reply(
            right=right, text=broken.message, rules=self.rules, rule=broken.rule, aspect=broken.aspect,
            ruling=self.ruling,
        )  # fmt: skip

    def not_there(self, place: int) -> Reply:
        if place > self.wrong:
            text = translate("Something before it is refused already. Look at the acts in order.")
        else:
            text = translate("“{act}” is legal here.").format(act=self.offers[place].text)
        return Reply(right=False, text=text, rules=self.rules)

    def first_move(self) -> str:
        if self.wrong == 0:
            return translate("Begin with the first act: what does it need?")
        return translate("“{act}” is legal here.").format(act=self.offers[0].text)


class SpotLineGrader(_SpotGrader):
    """Grades which line of a sheet is wrong; lines also have the names of the public format."""

    def __init__(self, item: SpotItem, rules: RuleSet) -> None:
        super().__init__(item, rules)
        self.shown = self.position(item.position, "position")
        sheets = score(self.shown)
        if item.side >= len(sheets):
            raise self.fault("side", translate("there is no side {n}").format(n=item.side))
        self.sheet = sheets[item.side]
        self._keys: tuple[SheetKey, ...] = tuple(item.given)
        self.names = tuple(item.given)
        true = self.sheet.to_dict()
        off = [place for place, key in enumerate(self._keys) if key != "total" and item.given[key] != true[key]]
        if len(off) != 1:
            raise self.fault("given", translate("{n} lines are wrong; one must be").format(n=len(off)))
        self.wrong = off[0]
        self.offers: tuple[Offer, ...] = lettered(
            [f"{translate(LINES[key])}: {number(points)}" for key, points in item.given.items()]
        )

    @property
    def form(self) -> str:
        return translate("Answer with the letter of the line that is wrong, or its name.")

    def told(self, right: bool | None) -> Reply:
        key = self._keys[self.wrong]
        line = next((one for one in self.sheet.lines if one.key == key), None)
        true = number(self.sheet.to_dict()[key])
        text = translate("{why} It should be {n}.").format(why=self._why(key), n=true)
        rule, aspect = (line.rule, line.case) if line is not None else (self.item.teaches[0], "")
        return Reply(right=right, text=text, rules=self.rules, rule=rule, aspect=aspect)

    def not_there(self, place: int) -> Reply:
        text = translate("This line is right. {why}").format(why=self._why(self._keys[place]))
        return Reply(right=False, text=text, rules=self.rules)

    def first_move(self) -> str:
        fine = next((offer for place, offer in enumerate(self.offers) if place != self.wrong), None)
        if fine is None:
            return translate("Count this line from the cards.")
        return translate("“{text}” is right.").format(text=fine.text)

    def _why(self, key: SheetKey) -> str:
        whys = [one.why for one in self.sheet.lines if one.key == key]
        if whys:
            return " ".join(whys)
        if key == "total":
            return translate("The total follows from the lines above it.")
        return translate("There is nothing to count in the line “{line}”.").format(line=translate(LINES[key]))
