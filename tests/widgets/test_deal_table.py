"""The deal table from Python: each step in words, in each rule set, for each number of players; and bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from canasta_teach import i18n
from canasta_teach.errors import CanastaError, InvalidMove, InvalidPosition, InvalidRules
from canasta_teach.game.deal import deal, deal_steps
from canasta_teach.rulebook import KEYS, parse_house, ruleset
from canasta_teach.widgets import DealTable
from canasta_teach.widgets.deal_view import counts
from tests.widgets.untranslated import left_in

HOUSE = parse_house('base = "swedish"\ntitle = "Our <b>kitchen</b> table"\nhand_size = 13\nfreezing = false')
FACES = [f"{rank}{suit}" for rank in ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "SHDC"]
COVERED = " ".join(["3H", *FACES[:43], "3D", "KS", "2S", "3H", "JK", "9C", "4S"])
"""A stacked deck for four: seat 0 has a red three and draws another; a two, a red three and a joker are covered."""

TABLES = [(key, players) for key in KEYS for players in counts(ruleset(key))]


def send(table: DealTable, message: object) -> Mapping[str, Any]:
    table._hear(table, message, [])
    return {**table.view, "said": table.said}


def text(table: DealTable) -> str:
    return str(table.view["step"]["text"])


def up_to(table: DealTable, name: str) -> DealTable:
    """Steps until one of this name is done."""
    steps = table._deal.steps
    while table.done == 0 or steps[table.done - 1].name != name:
        table.step()
    return table


class TestEachStep:
    @pytest.mark.parametrize(("key", "players"), TABLES)
    def test_follows_the_engine_and_names_its_rule(self, key: str, players: int) -> None:
        table = DealTable(key, players, seed=11)
        for step in deal_steps(rules=key, players=players, seed=11):
            assert table.position is None
            view = table.step().view
            assert table.rule == view["step"]["cite"]["rule"] == step.rule
            assert view["step"]["cite"]["where"]
            assert text(table).endswith(".")
            assert "{" not in text(table)
            hands = [table.table["you"]["hand"], *(seat["hand"] for seat in table.table["seats"])]
            assert hands == [[card.code for card in hand or ()] for hand in step.position.hands]
            assert table.table["stock"]["count"] == len(step.position.stock or ())
        assert table.ready
        assert table.position == deal(rules=key, players=players, seed=11)

    def test_is_told_in_a_sentence(self) -> None:
        table = DealTable(seed=7)
        assert text(table) == "East is to deal 11 cards to each player."
        told = [text(table.step()) for _ in range(4)]
        assert told == [
            "East shuffles all 108 cards: they are the stock.",
            "North, on the dealer's right, cuts the pack.",
            "Dealt to you: 7♥.",
            "Dealt to West: 4♦.",
        ]
        assert table.said["text"] == table.told == "Dealt to West: four of diamonds."
        assert table.view["step"]["count"] == "Step 4 of 54, round 1 of 11"

    def test_tells_red_threes_tabled_and_replaced_and_the_up_card_covered(self) -> None:
        table = up_to(DealTable(deck=COVERED), "red three")
        assert text(table) == "You have a red three and put it on the table: 3♥."
        assert table.table["you"]["threes"] == ["3H"]
        assert table.view["moves"] == [["hand 0 0", "three 0 0"]]
        assert text(table.step()) == "In its place you draw from the stock: 3♦."
        assert table.view["moves"] == [["stock", "hand 0 10"]]
        table.step().step()
        assert table.table["you"]["threes"] == ["3H", "3D"]
        assert [text(table.step()) for _ in range(6)] == [
            "Turned up beside the stock, as the first card of the pile: 2♠.",
            "2♠, a wild card turned up, freezes the pile.",
            "2♠ may not lie on top: it is set crosswise and covered by 3♥.",
            "3♥ may not lie on top: it is set crosswise and covered by joker.",
            "Joker may not lie on top: it is set crosswise and covered by 9♣.",
            "The deal is done. You play first.",
        ]
        assert table.table["pile"] == {
            "top": "9C", "cross": "JK", "count": 4, "text": "4 cards, 9♣ on top, under it joker, 3♥, 2♠",
            "name": "Pile: 4 cards, nine of clubs on top, under it joker, three of hearts, two of spades",
        }  # fmt: skip
        [sign] = table.table["signs"]
        assert (sign["kind"], sign["text"]) == ("frozen", "2♠ was turned up.")

    def test_closed_hands_tell_nothing_of_the_cards_of_others(self) -> None:
        table = DealTable(seed=7, open_hands=False)
        shown = []
        while not table.ready:
            table.step()
            shown.append(json.dumps([table.view, table.table, table.happened], ensure_ascii=False))
        assert {seat["hand"] is None for seat in table.table["seats"]} == {True}
        assert "A card is dealt to West." in shown[3]
        assert "Dealt to you: 7♥." in shown[2]
        final = table.position
        assert final is not None
        known = {card.code for card in (*(final.hands[0] or ()), *final.pile, *sum(final.red_threes, ()))}
        said = set(re.findall(r"(?:10|[2-9AKQJ])[♠♥♦♣]", "".join(shown)))
        signs = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
        assert {one[:-1] + signs[one[-1]] for one in said} <= known
        assert "West draws a card in its place." in "".join(shown)
        assert "4♦" not in "\n".join(line for line in table.lines() if line.startswith("West"))

    def test_a_deal_that_leaves_no_stock_is_said_to_be_over(self) -> None:
        deck = " ".join(COVERED.split()[:-1])
        table = DealTable(deck=deck).all()
        assert "it is over at once" in text(table)
        assert not any(seat["to_act"] for seat in table.table["seats"])


class TestWaysOfGoing:
    def test_a_round_ends_with_the_dealer(self) -> None:
        table = DealTable(seed=7).step().step().step()
        assert text(table.round()) == "The rest of round 1 is dealt."
        assert text(table.round()) == "Round 2: one card to each player, clockwise. Yours: 7♦."
        assert [len(seat["hand"]) for seat in table.table["seats"]] == [2, 2, 2]
        assert [to for _, to in table.view["moves"]] == ["hand 0 1", "hand 1 1", "hand 2 1", "hand 3 1"]

    def test_a_round_after_the_cards_is_a_red_three_with_its_replacement(self) -> None:
        table = DealTable(seed=7)
        while table.done < 2 + 44:
            table.round()
        told = text(table.round())
        assert told == "West has a red three and puts it on the table: 3♥. In its place West draws from the stock: Q♥."
        assert table.view["moves"] == [["hand 1 6", "three 1 0"], ["stock", "hand 1 10"]]

    def test_all_at_once_gives_what_single_steps_give(self) -> None:
        one, other = DealTable(seed=5).all(), DealTable(seed=5)
        while not other.ready:
            other.step()
        assert one.table == other.table
        assert one.happened == other.happened
        assert one.position == other.position
        assert one.view["moves"]
        assert not one.view["mark"]

    def test_back_leads_to_the_beginning_without_motion(self) -> None:
        table = DealTable(seed=7).all()
        while table.done:
            before = table.done
            assert table.back().done == before - 1
            assert table.view["moves"] == []
            assert table.said["text"].startswith("One step back.")
        assert table.table == DealTable(seed=7).table

    def test_ends_are_said_and_change_nothing(self) -> None:
        table = DealTable(seed=7)
        with pytest.raises(InvalidMove, match="beginning"):
            table.back()
        table.all()
        for act in (table.step, table.round, table.all):
            with pytest.raises(InvalidMove, match="The deal is done"):
                act()
        assert send(table, {"act": "step"})["said"]["fault"]
        assert table.ready

    def test_what_happened_tells_the_cards_as_one_and_each_red_three_as_one(self) -> None:
        table = DealTable(seed=7).all()
        rules = [entry["rule"] for entry in table.happened]
        assert rules == [
            "deal.stock", "deal.cut", "deal.order", "deal.red-threes", "deal.red-threes", "deal.red-threes",
            "deal.up-card", "deal.first-player",
        ]  # fmt: skip
        assert table.happened[2]["text"] == "All 44 cards are dealt, one at a time: 11 cards to each player."


class TestSeeds:
    def test_a_seed_gives_the_same_deal_and_its_text_again(self) -> None:
        one, other = DealTable(seed=7).all(), DealTable(seed=7).all()
        assert (repr(one), one.static_html()) == (repr(other), other.static_html())
        assert repr(DealTable(seed=7)) == (
            "<DealTable: Classic, 4 players, seed 7 | Step 0 of 54. East is to deal 11 cards to each player.>"
        )

    def test_without_one_a_seed_is_drawn_by_lot_and_shown(self) -> None:
        seeds = {DealTable().seed for _ in range(8)}
        assert len(seeds) > 1
        table = DealTable()
        assert table.view["seed"] == str(table.seed)
        assert f"seed {table.seed}" in repr(table)

    def test_restart_deals_another_seed_and_the_field_takes_one(self) -> None:
        table = DealTable(seed=7).all()
        table.restart(8)
        assert (table.seed, table.done, table.ready) == (8, 0, False)
        assert send(table, {"act": "seed", "text": " 7 "})["seed"] == "7"
        assert table.all().position == deal(seed=7)
        assert send(table, {"act": "new"})["at"] == 0
        assert table.said["text"].startswith(f"The deal begins anew: Classic, 4 players, seed {table.seed}.")

    @pytest.mark.parametrize("typed", ["", "seven", "1.5", "9" * 13, "9" * 4000, "²", "--7", "<b>7</b>"])
    def test_what_is_no_seed_is_refused_and_the_deal_stays(self, typed: str) -> None:
        table = DealTable(seed=7).step()
        view = send(table, {"act": "seed", "text": typed})
        assert view["said"]["fault"]
        assert "a seed is a whole number" in view["said"]["text"]
        assert (table.seed, table.done) == (7, 1)

    @pytest.mark.parametrize("seed", [10**12, -(10**12), 1.5, "7", True])
    def test_code_gets_the_same_refusal(self, seed: Any) -> None:
        with pytest.raises(InvalidPosition, match="seed: a seed is a whole number"):
            DealTable(seed=seed)
        with pytest.raises(InvalidPosition, match="seed"):
            DealTable(seed=1).restart(seed)


class TestChoices:
    def test_each_number_of_players_that_the_rules_allow_can_be_chosen(self) -> None:
        for key in KEYS:
            table = DealTable(key, seed=3)
            assert [one["n"] for one in table.view["counts"]] == list(ruleset(key).p.players)
            for n in ruleset(key).p.players:
                assert send(table, {"act": "players", "n": n})["players"] == table.players == n
                assert table.all().position == deal(rules=key, players=n, seed=3)

    def test_rules_without_the_number_of_players_are_played_by_four(self) -> None:
        table = DealTable("classic", 6, seed=3)
        view = send(table, {"act": "rules", "key": "brazilian"})
        assert (table.rules, table.players, table.seed) == ("brazilian", 4, 3)
        assert view["said"]["text"].startswith("The deal begins anew: Brazilian, 4 players, seed 3.")

    def test_house_rules_stand_in_the_choice_with_their_own_numbers(self) -> None:
        table = DealTable("house", 4, seed=3, house=HOUSE).all()
        assert table.fixed["rules"][0] == {"key": "house", "title": HOUSE.title}
        assert len(table.table["you"]["hand"]) == 13
        assert DealTable("classic", house=HOUSE, seed=3).choose("house").rules == "house"
        assert DealTable(HOUSE, seed=3).all().position == table.position
        assert not DealTable("house", deck=None, seed=3, house=HOUSE).all().table["signs"]

    def test_options_are_laid_over_and_cited_as_house_rules(self) -> None:
        table = DealTable(seed=3, options={"hand_size": 9})
        assert table.view["step"]["cite"] == {
            "rule": "deal.hand-size", "standing": "house", "words": "house rule", "where": "hand_size = 9",
            "open": "deal.hand-size, open in the rule book",
        }  # fmt: skip
        assert len(table.choose("swedish").choose("classic").all().table["you"]["hand"]) == 9

    def test_red_threes_that_players_table_themselves_stay_in_the_hands(self) -> None:
        table = DealTable(deck=COVERED, options={"honour": "players"}).all()
        assert "3H" in table.table["you"]["hand"]
        assert table.table["you"]["threes"] == []

    def test_a_stacked_deck_is_said_to_be_one_and_put_away_by_a_seed(self) -> None:
        table = DealTable(deck=iter(COVERED.split()))
        assert (table.seed, table.view["seed"], table.view["seed_note"]) == (None, "", "stacked")
        assert "stacked deck" in repr(table)
        view = send(table, {"act": "players", "n": 6})
        assert view["said"]["fault"]
        assert "deck" in view["said"]["text"]
        assert table.players == 4
        assert table.choose("swedish").all().table["you"]["threes"] == ["3H", "3D"]
        assert table.restart(7).seed == 7

    def test_another_seat_and_dealer_turn_the_table(self) -> None:
        table = DealTable(seed=7, seat=2, dealer=0).all()
        assert [(seat["name"], seat["pos"]) for seat in table.table["seats"]] == [
            ("East", "W"), ("South", "N"), ("West", "E"),
        ]  # fmt: skip
        assert table.table["you"]["name"] == "You, North"
        assert text(table).endswith("West plays first.")
        assert table.table["seats"][1]["role"] == "your partner, dealer"
        assert table.choose(players=2).table["you"]["seat"] == 0


class TestRulePages:
    def test_the_rule_of_a_step_opens_and_closes(self) -> None:
        table = DealTable("swedish", seed=7).step()
        view = send(table, {"act": "rule", "rule": "deal.stock", "place": "now"})
        assert (table.page["rule"], table.page["place"]) == ("deal.stock", "now")
        assert table.page["books"][0]["title"] == "Swedish"
        assert view["said"]["text"].startswith("Rule deal.stock: The stock.")
        send(table, {"act": "rule", "rule": "deal.stock", "place": "now"})
        assert table.page == {}
        assert table.said["text"] == "The rule is closed."

    def test_it_stays_open_while_steps_follow_it_and_closes_with_another(self) -> None:
        table = DealTable(seed=7).step().step().step().open_rule()
        assert table.step().page["rule"] == "deal.order"
        assert table.all().page == {}
        assert table.open_rule("deal.red-threes").close_rule().page == {}

    def test_an_entry_of_what_happened_keeps_its_rule_open(self) -> None:
        table = DealTable(seed=7).step()
        send(table, {"act": "rule", "rule": "deal.stock", "place": "log 1"})
        assert table.step().page["place"] == "log 1"

    def test_a_rule_that_there_is_not_is_refused(self) -> None:
        with pytest.raises(InvalidRules, match="did you mean"):
            DealTable(seed=7).open_rule("deal.stok")


class TestForms:
    @pytest.mark.parametrize(("key", "players"), [("classic", 6), ("goren_1949", 2), ("brazilian", 4)])
    def test_an_update_stays_below_8_kb_whatever_changes(self, key: str, players: int) -> None:
        names = ("view", "table", "happened", "page")
        table = DealTable(key, players, seed=7)
        kept = {name: json.dumps(getattr(table, name), ensure_ascii=False).encode() for name in names}

        def sent() -> int:
            total = 0
            for name in names:
                now = json.dumps(getattr(table, name), ensure_ascii=False).encode()
                total += len(now) if now != kept[name] else 0
                kept[name] = now
            return total

        while not table.ready:
            table.step()
            assert sent() < 8_000
            table.open_rule()
            assert sent() < 8_000
        table.choose(key).all()
        assert sent() < 8_000

    def test_the_plain_page_tells_the_deal_and_its_rules_escaped(self) -> None:
        plain = DealTable(HOUSE, seed=7).all().static_html()
        assert "Our &lt;b&gt;kitchen&lt;/b&gt; table, 4 players, seed 7" in plain
        assert "deal.order" in plain

    def test_methods_do_what_the_page_does(self) -> None:
        one, other = DealTable(seed=7), DealTable(seed=7)
        for act in ("step", "round", "back", "all"):
            send(other, {"act": act})
            getattr(one, act)()
            assert (one.view, one.table, one.happened) == (other.view, other.table, other.happened)

    def test_state_can_be_observed(self) -> None:
        table = DealTable(seed=7)
        seen: list[object] = []
        table.observe(lambda change: seen.append(change["new"]), "ready")
        table.all().back()
        assert seen == [True, False]

    def test_no_english_is_left_in_the_pseudo_locale(self) -> None:
        with i18n.speaking(i18n.PSEUDO):
            views: list[object] = []
            for table in (
                DealTable(deck=COVERED),
                DealTable("brazilian", seed=1),
                DealTable("classic", 6, seed=7, open_hands=False, seat=5),
                DealTable("classic", 2, seed=2, seat=1),
            ):
                seats = ("seats", "you", "stock", "pile", "signs")
                while not table.ready:
                    table.step()
                    views.append([table.view["step"]["text"], table.said["text"], table.view["head"]])
                    views.append([table.table[part] for part in seats])
                table.back().round()
                words = {name: value for name, value in table.fixed.items() if name != "acts"}
                views += [words, [one["label"] for one in table.fixed["acts"]], table.happened, table.lines()]
                views.append({name: table.view[name] for name in ("name", "title", "seed_note", "counts", "step")})
            left = left_in(_without_codes(views))
        assert left == {}


def _without_codes(view: Any) -> Any:
    """The view without what names places on the table."""
    if isinstance(view, dict):
        return {key: _without_codes(one) for key, one in view.items() if key not in ("pos", "hand", "threes", "cross")}
    return [_without_codes(one) for one in view] if isinstance(view, list | tuple) else view


class TestBadInput:
    @pytest.mark.parametrize(
        ("given", "path"),
        [
            ({"players": 7}, "players"),
            ({"rules": "brazilian", "players": 3}, "players"),
            ({"players": "4"}, "players"),
            ({"dealer": 4}, "dealer"),
            ({"seat": 4}, "seat"),
            ({"seat": True}, "seat"),
            ({"deck": "KH"}, "deck"),
            ({"deck": 7}, "deck"),
            ({"deck": "KH KH KH"}, "deck[2]"),
        ],
    )
    def test_an_argument_that_cannot_be_is_named(self, given: dict[str, Any], path: str) -> None:
        with pytest.raises(InvalidPosition) as caught:
            DealTable(**{"seed": 1, **given})
        assert caught.value.path == path

    def test_rules_that_there_are_not_are_refused(self) -> None:
        with pytest.raises(InvalidRules, match="did you mean swedish"):
            DealTable("sweedish")
        with pytest.raises(InvalidRules, match="no house-rules file"):
            DealTable("house")
        with pytest.raises(InvalidRules, match="did you mean"):
            DealTable(seed=1).choose("sweedish")

    @pytest.mark.parametrize(
        "message",
        [
            None,
            [],
            "step",
            {},
            {"act": "leap"},
            {"act": "players"},
            {"act": "players", "n": 9},
            {"act": "players", "n": "4"},
            {"act": "rules", "key": "house"},
            {"act": "rule", "rule": "x"},
            {"act": "step", "n": 3},
            {"act": "seed", "text": 7},
            {"act": "back"},
        ],
    )
    def test_a_message_that_makes_no_sense_is_told_and_changes_nothing(self, message: object) -> None:
        table = DealTable(seed=7)
        before = (table.table, table.happened, table.page)
        assert send(table, message)["said"]["fault"]
        assert (table.table, table.happened, table.page) == before

    def test_every_fault_is_one_of_ours(self) -> None:
        assert issubclass(InvalidPosition, CanastaError)
        with pytest.raises(CanastaError):
            DealTable(seed=7).choose(players=0)


@pytest.mark.parametrize(
    "call",
    [
        lambda one: one.choose([]),
        lambda one: one.choose(5),
        lambda one: one.open_rule([]),
        lambda one: one.open_rule(5),
        lambda one: one.restart("x"),
        lambda _: DealTable(rules=[]),  # type: ignore[arg-type]
        lambda _: DealTable(title=5),  # type: ignore[arg-type]
    ],
)
def test_what_is_none_of_its_kind_is_one_error_of_ours(call: Any) -> None:
    one = DealTable(seed=1)
    with pytest.raises(CanastaError):
        call(one)
