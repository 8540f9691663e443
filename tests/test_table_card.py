"""The table card: what stands on it, how it is told where it comes from, and which files it replaces."""

from __future__ import annotations

import re
import stat
from html import unescape
from pathlib import Path

import pytest

from canasta_teach import i18n, rulebook
from canasta_teach.cli import run
from canasta_teach.rulebook import KEYS, RuleSet, house_keys, parse_house, ruleset
from canasta_teach.table_card import CardRefused, card_page, write_card
from canasta_teach.table_card_lines import blocks

HOUSE = 'base = "classic"\ntitle = "At our table"\nmax_wilds = 2\n'

# For each key of house rules a base and a value that say something else than the base does.
SAMPLES: dict[str, tuple[str, str]] = {
    "jokers": ("classic", "6"),
    "packs": ("classic", "3"),
    "players": ("classic", "[2, 4]"),
    "hand_size": ("classic", "12"),
    "pile_free": ("italian", "true\nfrozen_unmelded = false\nfreezing = false\nblack_three_stops = false"),
    "penalties": ("classic", "true"),
    "freezing": ("classic", "false"),
    "frozen_unmelded": ("classic", "false"),
    "black_three_stops": ("classic", "false"),
    "sequences": ("classic", "true"),
    "merge_ranks": ("classic", "false"),
    "permission": ("classic", "false"),
    "forced_take": ("classic", "false"),
    "draw_count": ("classic", "2"),
    "redraws": ("brazilian", "2"),
    "min_meld": ("classic", "4"),
    "max_meld": ("classic", "9"),
    "min_sequence": ("brazilian", "4"),
    "min_naturals": ("classic", "3"),
    "max_wilds": ("classic", "2"),
    "wilds_at_most_naturals": ("classic", "true"),
    "black_threes_at_end": ("classic", '"never"'),
    "canasta_size": ("classic", "8"),
    "initial_steps": ("classic", "[{from = 0, minimum = 60}]"),
    "vulnerable_from": ("brazilian", "1000"),
    "vulnerable_minimum": ("brazilian", "80"),
    "withdrawn_minimum": ("brazilian", "95"),
    "hand_cards_to_take": ("classic", "3"),
    "canastas_to_go_out": ("classic", "2"),
    "relancinho_cards": ("brazilian", "12"),
    "card_values": ("classic", "{JK = 60}"),
    "canasta_values": ("classic", "{mixed = 350}"),
    "concealed_canasta": ("classic", "150"),
    "red_three_values": ("classic", "{all = 1000}"),
    "red_threes_against_unmelded": ("classic", "false"),
    "going_out": ("classic", "150"),
    "concealed": ("classic", "250"),
    "relancinho": ("brazilian", "120"),
    "target": ("classic", "8500"),
    "hidden_red_three": ("italian", "400"),
    "took_without_meld": ("italian", "60"),
    "top_card_unused": ("italian", "210"),
    "drew_out_of_turn": ("italian", "110"),
    "melded_in_opponents_turn": ("italian", "120"),
    "melded_in_partners_turn": ("italian", "220"),
}
NOT_SHOWN = {"honour": "who puts red threes on the table in the course, not a rule of the game"}


def words(rules: RuleSet) -> list[str]:
    """The lines of a card without their signs."""
    return [
        f"{' '.join(bit.text for bit in line.bits)} {line.figure}".strip()
        for block in blocks(rules)
        for line in block.lines
    ]


def text_of(page: str) -> str:
    """The text of a page as it is read, the names of its signs included."""
    named = re.sub(r'<svg role="img" aria-label="([^"]*)">', r"(\1)", page.split("<body>")[1])
    return " ".join(unescape(re.sub(r"<[^>]+>", "", named)).split())


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_with_a_figure_or_a_choice_is_on_the_card_of_its_game(key: str) -> None:
    rules = ruleset(key)
    shown = {bit.rule for block in blocks(rules) for line in block.lines for bit in line.bits}
    owed = {rule for rule, entry in rulebook.rules().items() if entry.values and rules.has(rule)}
    if rules.p.card_values.get("3") == rules.p.black_three_value:
        # Where a black three is worth what all threes are, it is told with them.
        owed.discard("deck.value-black-three")
    assert owed <= shown


@pytest.mark.parametrize("key", KEYS)
def test_what_the_card_says_a_game_has_not_it_has_not_and_the_rest_it_has(key: str) -> None:
    rules = ruleset(key)
    for block in blocks(rules):
        for line in block.lines:
            for bit in line.bits:
                assert rules.has(bit.rule) == (bit.clause.standing != "absent")
                assert bit.clause in rules.clauses[bit.rule]


def test_the_classic_card_has_the_figures_of_the_classic_game() -> None:
    said = words(ruleset("classic"))
    assert {
        "2 packs of 52 and 4 jokers: 108 cards", "joker 50", "two, ace 20", "king to eight 10", "seven to four 5",
        "black three 5", "2 players 15 cards", "score below 0 15", "score of 3,000 or more 120",
        "natural: no wild card in it 500", "mixed: a wild card in it 300", "going out 100", "concealed, besides +100",
        "all red threes, together 800", "The first side to reach it wins 5,000",
    } <= set(said)  # fmt: skip
    assert not any("partner's turn" in one for one in said)


def test_the_italian_card_has_its_prices_and_the_brazilian_its_runs() -> None:
    italian, brazilian = words(ruleset("italian")), words(ruleset("brazilian"))
    assert "laid in the partner's turn −200" in italian
    assert "any score 50" in italian
    assert any(one.startswith("Or a run: 3 cards or more") for one in brazilian)
    assert "No canasta is needed" in brazilian
    assert "seven to three 5" in brazilian


def test_every_key_of_house_rules_has_a_sample() -> None:
    assert set(SAMPLES) | set(NOT_SHOWN) == set(house_keys())


@pytest.mark.parametrize("key", SAMPLES)
def test_a_house_rule_is_read_on_the_card_and_marked_as_one(key: str) -> None:
    base, value = SAMPLES[key]
    house = parse_house(f'base = "{base}"\ntitle = "House"\n{key} = {value}\n')
    assert words(house) != words(ruleset(base))
    page = card_page(house)
    gone_whole = {"forced_take", "permission", "red_threes_against_unmelded", "black_three_stops", "freezing"}
    if key not in gone_whole:
        assert 'class="mark house"' in page
        assert "(house rule)" in text_of(page)


def test_each_line_tells_how_firmly_it_stands() -> None:
    text = text_of(card_page(ruleset("classic")))
    assert "natural: no wild card in it(borrowed from Goren)GC2 500" in text
    assert "joker(stated in the source) 50" in text
    assert "Runs are no melds(inferred)" in text
    assert "score below 0(stated in the source)C1 15" in text


@pytest.mark.parametrize("key", KEYS)
def test_the_damaged_places_that_are_named_are_told_below_and_no_others(key: str) -> None:
    page = card_page(ruleset(key))
    named = {one for found in re.findall(r"<sup>([^<]*)</sup>", page) for one in found.split()}
    assert named == set(re.findall(r"<li><b>(\w+)</b>", page))
    assert named


@pytest.mark.parametrize("key", KEYS)
def test_the_page_needs_nothing_beside_itself(key: str) -> None:
    page = card_page(ruleset(key))
    assert set(re.findall(r'(?:href|src)="([^"#]*)', page)) <= {""}
    assert not re.search(r"https?:|@import|url\(|<script|<link", page)
    assert "$" not in page


def test_a_title_from_a_file_is_text_and_nothing_else() -> None:
    house = parse_house(HOUSE.replace("At our table", "<script>alert(1)</script> & $parts"))
    page = card_page(house)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; $parts" in page


def test_its_words_are_in_the_readers_language() -> None:
    with i18n.speaking(i18n.PSEUDO):
        text = text_of(card_page(ruleset("italian")))
    assert not re.search(r"\b(?:the|card|cards|pile|meld|stated|borrowed)\b", text)


class TestTheFile:
    def test_an_older_card_is_replaced(self, tmp_path: Path) -> None:
        out = tmp_path / "card.html"
        write_card(ruleset("classic"), out)
        write_card(ruleset("italian"), out)
        assert out.read_text("utf-8") == card_page(ruleset("italian"))
        assert [one.name for one in tmp_path.iterdir()] == ["card.html"]

    @pytest.mark.parametrize("content", ["", "my notes", "<!doctype html><html></html>"])
    def test_anything_else_is_left_as_it_is(self, tmp_path: Path, content: str) -> None:
        out = tmp_path / "notes.html"
        out.write_text(content)
        with pytest.raises(CardRefused, match=r"notes\.html: there is something else of this name"):
            write_card(ruleset("classic"), out)
        assert out.read_text() == content
        assert [one.name for one in tmp_path.iterdir()] == ["notes.html"]

    def test_a_folder_and_a_link_that_leads_nowhere_are_left_as_they_are(self, tmp_path: Path) -> None:
        link = tmp_path / "link.html"
        link.symlink_to(tmp_path / "gone.html")
        for out in (tmp_path, link):
            with pytest.raises(CardRefused):
                write_card(ruleset("classic"), out)
        assert link.is_symlink()

    def test_a_card_that_cannot_be_put_in_its_place_leaves_the_old_one_and_nothing_beside_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        out = tmp_path / "card.html"
        write_card(ruleset("classic"), out)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space"):
            write_card(ruleset("italian"), out)
        assert out.read_text("utf-8") == card_page(ruleset("classic"))
        assert [one.name for one in tmp_path.iterdir()] == ["card.html"]

    def test_others_may_read_it_as_any_new_file(self, tmp_path: Path) -> None:
        write_card(ruleset("classic"), tmp_path / "card.html")
        (tmp_path / "plain").write_text("")
        modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("card.html", "plain")}
        assert len(modes) == 1


class TestTheCommand:
    def test_it_writes_the_card_of_a_rule_set(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = tmp_path / "card.html"
        assert run(["card", "--rules", "swedish", str(out)]) == 0
        assert out.read_text("utf-8") == card_page(ruleset("swedish"))
        assert capsys.readouterr() == ("", "")

    @pytest.mark.parametrize("rules", [[], ["--rules", "house"]])
    def test_it_writes_the_card_of_house_rules(self, tmp_path: Path, rules: list[str]) -> None:
        (tmp_path / "house.toml").write_text(HOUSE)
        out = tmp_path / "card.html"
        assert run(["card", "--house", str(tmp_path / "house.toml"), *rules, str(out)]) == 0
        assert "At our table" in out.read_text("utf-8")

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["card.html"], "say whose rules"),
            (["--rules", "classic", "--house", "house.toml", "card.html"], "say whose rules"),
            (["--rules", "clasic", "card.html"], "there is no such rule set; choose one of goren_1949"),
            (["--rules", "house", "card.html"], "name the house rules with --house FILE"),
            (["--rules", "classic"], "OUT.html"),
            (["--house", "none.toml", "card.html"], "none.toml"),
            (["--house", "bad.toml", "card.html"], "bad.toml"),
            (["--rules", "classic", "house.toml"], "there is something else of this name"),
        ],
    )
    def test_what_it_cannot_read_or_would_destroy_is_refused_with_status_2(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        arguments: list[str],
        told: str,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("house.toml").write_text(HOUSE)
        Path("bad.toml").write_text('base = "classic"\nmax_wild = 2\n')
        assert run(["card", *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert told in err
        assert "Traceback" not in err
        assert not Path("card.html").exists()
        assert Path("house.toml").read_text() == HOUSE

    def test_a_folder_that_is_not_there_stands_in_the_way(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["card", "--rules", "classic", str(tmp_path / "none" / "card.html")]) == 1
        assert "cannot be written: No such file or directory" in capsys.readouterr().err
