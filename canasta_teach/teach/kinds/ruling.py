"""Floor 3: is the move legal, and if not, which rule decides? The referee is asked."""

from __future__ import annotations

from canasta_teach import rulebook
from canasta_teach.game.referee import judge
from canasta_teach.game.ruling import Ruling, Violation
from canasta_teach.i18n import translate
from canasta_teach.rulebook.ruleset import RuleSet
from canasta_teach.teach.kinds.grader import Grader, lettered, letters_of
from canasta_teach.teach.model import RulingItem
from canasta_teach.teach.reply import Reply

_MOST_OFFERS = 4
"""So many rules are offered, the broken one among them."""


class RulingGrader(Grader[RulingItem]):
    """Grades a ruling. An answer is a letter, ``True`` or ``False``, or the id of the rule that refuses the move.

    Where several rules are broken, each of them is right, and the reply names the others.
    """

    def __init__(self, item: RulingItem, rules: RuleSet) -> None:
        super().__init__(item, rules)
        self.shown = self.position(item.position, "position")
        self.moved = self.move(item.move, "move")
        self.ruling = judge(self.shown, self.moved)
        unknown = [rule for rule in item.tempting if rule not in rulebook.rules()]
        if unknown:
            raise self.fault("tempting", translate("there is no rule {rule}").format(rule=unknown[0]))
        self._answers: tuple[str | bool, ...] = (True, False) if item.asks == "legal" else (True, *self._offered())
        self.offers = lettered([self._text(one) for one in self._answers])

    @property
    def form(self) -> str:
        if self.item.asks == "legal":
            return translate("Answer True for legal or False for refused, or with the letter.")
        return translate("Answer True if it is legal; if not, with the id of the rule that refuses it, or the letter.")

    @property
    def key(self) -> str | bool:
        return True if self.ruling.legal else False if self.item.asks == "legal" else self.ruling.rules[0]

    def check(self, answer: object) -> Reply:
        said = self._read(answer)
        if said is None:
            return self.unread()
        if self.ruling.legal:
            return self._legal(said)
        if isinstance(said, bool):
            if not said:
                return self._told(True)
            return Reply(right=False, text=self._refused_text(), rules=self.rules, ruling=self._shown())
        violation = next((v for v in self.ruling.violations if v.rule == said), None)
        if violation is not None:
            return self._told(True, violation)
        return self._not_this(said)

    def _not_this(self, said: str) -> Reply:
        text = translate("It is refused, but not by this rule, which is kept: {kept} Another one stops it.")
        return Reply(right=False, text=text.format(kept=self._kept(said)), rules=self.rules, rule=said)

    def solution(self) -> Reply:
        reply = self._legal(True) if self.ruling.legal else self._told(None)
        return Reply(
            right=None,
            text=reply.text,
            rules=self.rules,
            rule=reply.rule,
            aspect=reply.aspect,
            ruling=self.ruling,
        )

    def first_move(self) -> str:
        if self.ruling.legal:
            kept = [one for one in self._answers if isinstance(one, str)]
            if not kept:
                return translate("Look for a rule that it breaks. Is there one?")
            return translate("It is not “{title}”: {kept}").format(title=self._title(kept[0]), kept=self._kept(kept[0]))
        return translate("Look at this: {message}").format(message=self.ruling.violations[0].message)

    # -- answers -----------------------------------------------------------------------------------

    def _read(self, answer: object) -> str | bool | None:
        if isinstance(answer, bool):
            return answer if answer or self.item.asks == "legal" else None
        if not isinstance(answer, str):
            return None
        if answer.strip() in rulebook.rules():
            return answer.strip() if self.item.asks == "rule" else None
        letters = letters_of(answer, self.offers)
        if letters is None or len(letters) != 1:
            return None
        return self._answers[[offer.letter for offer in self.offers].index(letters[0])]

    def _offered(self) -> list[str]:
        """Rules to choose from, in the order of the book: the first broken one, and rules that are kept."""
        broken = self.ruling.rules[:1]
        kept = [rule for rule in self.item.tempting if self.rules.has(rule) and rule not in self.ruling.rules]
        near = [rule for rule in self._near() if rule not in (*self.ruling.rules, *kept)]
        chosen = [*broken, *kept, *near][:_MOST_OFFERS]
        return sorted(chosen, key=list(rulebook.rules()).index)

    def _near(self) -> list[str]:
        """Rules of these rules that forbid something, those of the same chapters first."""
        chapters = {rule.split(".")[0] for rule in (*self.item.teaches, *self.ruling.rules)}
        forbid = [key for key, rule in rulebook.rules().items() if rule.kind == "forbids" and self.rules.has(key)]
        taught = [rule for rule in self.item.teaches if rule in forbid]
        return list(dict.fromkeys([*taught, *sorted(forbid, key=lambda rule: rule.split(".")[0] not in chapters)]))

    def _text(self, answer: str | bool) -> str:
        if answer is True:
            return translate("Legal")
        if answer is False:
            return translate("Refused")
        return translate("Refused: {title}").format(title=self._title(answer))

    # -- replies -----------------------------------------------------------------------------------

    def _legal(self, said: str | bool) -> Reply:
        rule = self.item.teaches[0] if self.rules.has(self.item.teaches[0]) else ""
        if said is True:
            text = translate("It is legal. {kept}").format(kept=self._kept(rule) if rule else "").strip()
            return Reply(right=True, text=text, rules=self.rules, rule=rule, ruling=self.ruling)
        if said is False:
            text = translate("It is legal: no rule is broken. {kept}").format(kept=self._kept(rule) if rule else "")
            return Reply(right=False, text=text.strip(), rules=self.rules, rule=rule, ruling=self.ruling)
        text = translate("This rule is kept: {kept} Nothing else forbids it either.").format(kept=self._kept(said))
        return Reply(right=False, text=text, rules=self.rules, rule=said)

    def _told(self, right: bool | None, violation: Violation | None = None) -> Reply:
        told = violation or self.ruling.violations[0]
        others = [v for v in self.ruling.violations if v.rule != told.rule]
        text = told.message
        if others:
            also = ", ".join(dict.fromkeys(f"“{v.title}”" for v in others))
            text = translate("{message} It breaks more: {also}.").format(message=text, also=also)
        return Reply(right=right, text=text, rules=self.rules, rule=told.rule, aspect=told.aspect, ruling=self.ruling)

    def _refused_text(self) -> str:
        if self.item.asks == "legal":
            return translate("It is refused. {message}").format(message=self.ruling.violations[0].message)
        return translate("The referee refuses it. Which rule stops it?")

    def _shown(self) -> Ruling | None:
        """The ruling may be shown where it gives nothing more away."""
        return self.ruling if self.item.asks == "legal" else None

    def _kept(self, rule: str) -> str:
        outcome = self.ruling.outcome
        if outcome is not None and outcome.needed and rule.startswith("initial."):
            text = translate("It counts {counted}, and {needed} are needed.")
            return text.format(counted=outcome.counted, needed=outcome.needed)
        return translate(rulebook.rule(rule).text)

    def _title(self, rule: str) -> str:
        return translate(rulebook.rule(rule).title)
