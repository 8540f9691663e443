"""The deal table: a deal made step by step or all at once, each step with the rule that it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

import traitlets
from msgspec import Struct

from canasta_teach import rulebook
from canasta_teach.cards import Card
from canasta_teach.errors import InvalidMove, InvalidRules
from canasta_teach.game.state import Position
from canasta_teach.given import is_text
from canasta_teach.i18n import translate
from canasta_teach.rulebook import RuleSet
from canasta_teach.rulebook.ruleset import near
from canasta_teach.widgets.base import CourseWidget, module, style
from canasta_teach.widgets.deal_arguments import known_seat, known_seed, read_seed, rule_set
from canasta_teach.widgets.deal_view import NOW, deal_lines, deal_view, fixed_view, head, log_view, table_view
from canasta_teach.widgets.deal_words import START_RULE, Deal, Teller, begin
from canasta_teach.widgets.hand import read_act
from canasta_teach.widgets.rule_view import rule_view, with_five
from canasta_teach.widgets.ruling_panel import CloseAct, RuleAct
from canasta_teach.widgets.words import apart, spoken


class StepAct(Struct, tag_field="act", tag="step", forbid_unknown_fields=True):
    """The page wants the next step."""


class RoundAct(Struct, tag_field="act", tag="round", forbid_unknown_fields=True):
    """The page wants a whole round of cards."""


class AllAct(Struct, tag_field="act", tag="all", forbid_unknown_fields=True):
    """The page wants all that is left of the deal."""


class BackAct(Struct, tag_field="act", tag="back", forbid_unknown_fields=True):
    """The page takes the last step back."""


class SeedAct(Struct, tag_field="act", tag="seed", forbid_unknown_fields=True):
    """The page deals anew from the seed that was typed."""

    text: str


class NewAct(Struct, tag_field="act", tag="new", forbid_unknown_fields=True):
    """The page deals anew from a seed drawn by lot."""


class RulesAct(Struct, tag_field="act", tag="rules", forbid_unknown_fields=True):
    """The page chooses the rule set."""

    key: str


class PlayersAct(Struct, tag_field="act", tag="players", forbid_unknown_fields=True):
    """The page chooses the number of players."""

    n: int


PageAct = StepAct | RoundAct | AllAct | BackAct | SeedAct | NewAct | RulesAct | PlayersAct | RuleAct | CloseAct


class DealTable(CourseWidget):
    """A deal, made step by step: shuffled, cut, dealt, red threes replaced, the up-card turned and covered.

    Its page changes little by little, so that what changes is sent by itself: ``view`` says what the last act did, and
    ``table`` and ``happened`` what lies and what led there.

    Lessons give a ``seed``, so that everybody sees the same deal. Without one a seed is drawn by lot and shown; then
    the text form differs from run to run.

    Args:
        rules: a rule set's key, or a rule set.
        players: their number, as the rule set allows.
        seed: of the shuffle, a whole number; the same seed gives the same deal.
        dealer: the dealer's seat (0-based); the last seat when left out.
        deck: a stacked deck, top first, after the cut, in place of a shuffled one; the seed means nothing then.
        options: house keys laid over the rules.
        house: house rules; they stand in the choice of rules beside the five.
        open_hands: all hands lie open; else only the one at the bottom of the table, and the others as backs.
        seat: the seat at the bottom of the table (0-based).
        title: what stands above the table.

    Raises:
        InvalidPosition: with the argument at fault, such as ``deck[7]`` or ``players``.
        InvalidRules: for rules or options that do not fit.
    """

    kind: ClassVar[str] = "DealTable"
    _esm = module("card.js", "front.js", "table_parts.js", "ruling.js", "deal_table.js")
    _css = style("ruling.css", "table_parts.css", "deal_table.css")

    fixed = traitlets.Dict(help="What does not change: the words of the controls, the cards' names.").tag(sync=True)
    table = traitlets.Dict(help="The players and the piles, as the page shows them.").tag(sync=True)
    happened = traitlets.List(
        traitlets.Dict(), help="What happened, each entry with its rule, as the page shows it."
    ).tag(sync=True)
    page = traitlets.Dict(help="The rule that is open, as the page shows it.").tag(sync=True)
    seed = traitlets.Int(None, read_only=True, allow_none=True, help="The seed; nothing for a stacked deck.")
    rules = traitlets.Unicode(read_only=True, help="The key of the rule set.")
    players = traitlets.Int(read_only=True, help="The number of players.")
    done = traitlets.Int(read_only=True, help="How many steps are done.")
    ready = traitlets.Bool(read_only=True, help="Whether the deal is done and the first player can draw.")

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int = 4,
        seed: int | None = None,
        *,
        dealer: int | None = None,
        deck: str | Iterable[Card | str] | None = None,
        options: Mapping[str, Any] | None = None,
        house: RuleSet | None = None,
        open_hands: bool = True,
        seat: int = 0,
        title: str = "",
    ) -> None:
        own = rule_set(rules, options, house)
        house_first = {"house": house} if house is not None else {}
        self._sets = {**house_first, **{key: rulebook.ruleset(key) for key in rulebook.KEYS}, own.key: own}
        self._dealer = dealer
        # The deck is dealt again under other rules, so one that can be gone through only once is kept.
        self._deck = tuple(deck) if isinstance(deck, Iterable) and not isinstance(deck, str) else deck
        self._open_hands = open_hands
        self._heading = apart(title)
        self._at = self._start = 0
        self._moving = False
        self._open = ("", "")
        self._deal = begin(own, players, seed=known_seed(seed), dealer=dealer, deck=self._deck)
        self._seat = known_seat(seat, self._deal.players)
        super().__init__()

    # -- what code can ask -------------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """The position in which the first player is to draw; ``None`` while the deal is not done."""
        return self._deal.position(self._at) if self._at == len(self._deal.steps) else None

    @property
    def rule(self) -> str:
        """The id of the rule that the last step follows."""
        return self._deal.steps[self._at - 1].rule if self._at else START_RULE

    @property
    def told(self) -> str:
        """What the last act did, in words, as it is told aloud."""
        return self._teller.span(self._start, self._at)

    # -- what code and mouse can do ----------------------------------------------------------------

    def step(self) -> DealTable:
        """Do the next step.

        Raises:
            InvalidMove: when the deal is done.
        """
        return self._shown(lambda: self._go(self._at + 1))

    def round(self) -> DealTable:
        """Do what is left of a whole round of cards; after these, a red three with its replacement, else one step.

        Raises:
            InvalidMove: when the deal is done.
        """
        return self._shown(lambda: self._go(self._deal.bar(self._at)))

    def all(self) -> DealTable:
        """Do all steps that are left.

        Raises:
            InvalidMove: when the deal is done.
        """
        return self._shown(lambda: self._go(len(self._deal.steps)))

    def back(self) -> DealTable:
        """Take the last step back.

        Raises:
            InvalidMove: when none is done.
        """
        return self._shown(self._back)

    def restart(self, seed: int | None = None) -> DealTable:
        """Begin a deal from a seed, or from one drawn by lot; a stacked deck is put away.

        Raises:
            InvalidPosition: for what is no seed.
        """
        return self._shown(lambda: self._restart(seed))

    def choose(self, rules: str | RuleSet | None = None, players: int | None = None) -> DealTable:
        """Begin the deal anew under other rules or with another number of players; the seed or the deck stays.

        Args:
            rules: a rule set's key, or a rule set. Where it does not allow the number of players, four play.
            players: their number, as the rule set allows.

        Raises:
            InvalidRules: when there is no such rule set.
            InvalidPosition: when the rule set does not allow the number, or a stacked deck does not do.
        """
        return self._shown(lambda: self._choose(rules, players))

    def open_rule(self, rule: str | None = None) -> DealTable:
        """Open the page of a rule; by default, of the rule that the last step follows.

        Raises:
            InvalidRules: when the book has no such rule.
        """
        return self._shown(lambda: self._open_rule(self.rule if rule is None else rule, NOW))

    def close_rule(self) -> DealTable:
        """Close the page of the rule that is open."""
        return self._shown(self._close_rule)

    # -- acts --------------------------------------------------------------------------------------

    def act(self, message: Any) -> None:
        """Do what the page asks."""
        match read_act(message, PageAct):
            case StepAct():
                self._go(self._at + 1)
            case RoundAct():
                self._go(self._deal.bar(self._at))
            case AllAct():
                self._go(len(self._deal.steps))
            case BackAct():
                self._back()
            case SeedAct(text=text):
                self._restart(read_seed(text))
            case NewAct():
                self._restart(None)
            case RulesAct(key=key):
                self._choose(key, None)
            case PlayersAct(n=n):
                self._choose(None, n)
            case RuleAct(rule=rule, place=place):
                if (rule, place) == self._open:
                    self._close_rule()
                else:
                    self._open_rule(rule, place)
            case CloseAct():
                self._close_rule()

    def _shown(self, act: Callable[[], None]) -> DealTable:
        act()
        self.refresh()
        return self

    @property
    def _teller(self) -> Teller:
        return Teller(self._deal, self._seat, open_hands=self._open_hands, name=spoken)

    def _go(self, to: int) -> None:
        if self._at == len(self._deal.steps):
            raise InvalidMove(translate("The deal is done. Go back, or deal another seed."))
        self._start, self._at, self._moving = self._at, to, True
        self._follow()
        self.say(self.told)

    def _back(self) -> None:
        if not self._at:
            raise InvalidMove(translate("This is the beginning of the deal."))
        self._at -= 1
        self._start, self._moving = max(self._at - 1, 0), False
        self._follow()
        self.say(translate("One step back. {told}").format(told=self.told))

    def _follow(self) -> None:
        """Close the page of the last step's rule when the step shown follows another."""
        rule, place = self._open
        if place == NOW and rule != self.rule:
            self._open = ("", "")

    def _restart(self, seed: int | None) -> None:
        deal = begin(self._deal.rules, self._deal.players, seed=known_seed(seed), dealer=self._deal.dealer, deck=None)
        self._deck = None
        self._anew(deal)

    def _choose(self, rules: str | RuleSet | None, players: int | None) -> None:
        if rules is None:
            own = self._deal.rules
        elif isinstance(rules, RuleSet):
            own = rules
        elif is_text(rules) and rules in self._sets:
            own = self._sets[rules]
        else:
            name = rules if is_text(rules) else repr(rules)
            raise InvalidRules("", name, translate("there is no such rule set here") + near(name, self._sets))
        number = self._deal.players if players is None else players
        if players is None and number not in own.p.players:
            number = 4 if 4 in own.p.players else max(own.p.players)
        dealer = self._dealer if self._dealer is not None and self._dealer < number else None
        deal = begin(own, number, seed=self._deal.seed, dealer=dealer, deck=self._deck)
        self._sets = {**self._sets, own.key: own}
        self._seat = self._seat if self._seat < number else 0
        self._anew(deal)

    def _anew(self, deal: Deal) -> None:
        self._deal = deal
        self._at = self._start = 0
        self._moving = False
        self._open = ("", "")
        self.say(translate("The deal begins anew: {deal}. {told}").format(deal=head(deal), told=self.told))

    def _open_rule(self, rule: str, place: str) -> None:
        view = rule_view(rule, self._side_by_side)
        self._open = (rule, place)
        self.say(f"{view['name']}. {view['text']}")

    def _close_rule(self) -> None:
        if self._open[0]:
            self.say(translate("The rule is closed."))
        self._open = ("", "")

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def _side_by_side(self) -> list[RuleSet]:
        return with_five(self._deal.rules, self._sets.get("house"))

    def draw(self) -> dict[str, Any]:
        """The view-model."""
        for name, value in (
            ("seed", self._deal.seed),
            ("rules", self._deal.rules.key),
            ("players", self._deal.players),
            ("done", self._at),
            ("ready", self._at == len(self._deal.steps)),
        ):
            self.set_trait(name, value)
        deal, at, me, open_hands = self._deal, self._at, self._seat, self._open_hands
        self.fixed = fixed_view([*self._sets.values()])
        self.table = table_view(deal, at, me=me, open_hands=open_hands)
        self.happened = log_view(deal, at, me=me, open_hands=open_hands)
        rule, place = self._open
        self.page = {"place": place, **rule_view(rule, self._side_by_side)} if rule else {}
        return deal_view(deal, self._start, at, me=me, open_hands=open_hands, title=self._heading, moving=self._moving)

    def refresh(self) -> None:
        """Send the page what it shows now, all that changed at once: cards travel as what was done says."""
        with self.hold_sync():
            super().refresh()

    def lines(self) -> list[str]:
        """The deal in text: what was done last, the hands, the pile, and the rules that were followed."""
        return deal_lines(self._deal, self._start, self._at, me=self._seat, open_hands=self._open_hands)
