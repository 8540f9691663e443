"""The text of moves: what is read, what is written, what is refused and how."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_teach.cards import Card, cards
from canasta_teach.errors import CanastaError, InvalidCard, InvalidMove
from canasta_teach.game.moves import Act, Move, Part, Target
from canasta_teach.game.notation import MAX_MOVE, format_act, parse_move
from tests.strategies import moves


def c(text: str) -> tuple[Card, ...]:
    return cards(text)


def lay(*parts: Part) -> Act:
    return Act("lay", parts=parts)


K, TEN, THIRD = Target("K"), Target("10"), Target("#2")

WORDS = (
    "meld",
    "add",
    "take",
    "with",
    "onto",
    "to",
    "KH",
    "2D",
    "/",
    ";",
    "#",
    "#1",
    "their",
    "side",
    ":",
    "seat",
    "1",
    "??",
)

READ = [
    ("draw", Act("draw")),
    ("draw 4C", Act("draw", cards=c("4C"))),
    ("draw 3H 4C", Act("draw", cards=c("3H 4C"))),
    ("redraw", Act("redraw")),
    ("redraw 5C", Act("redraw", cards=c("5C"))),
    ("take", Act("take")),
    ("take with KH KD", Act("take", cards=c("KH KD"))),
    ("take onto K", Act("take", onto=K)),
    ("take onto #2", Act("take", onto=THIRD)),
    ("take onto K with KH KD", Act("take", cards=c("KH KD"), onto=K)),
    ("take with KH 2D / AH AS AC", Act("take", cards=c("KH 2D"), parts=(Part(c("AH AS AC")),))),
    ("take onto K / 4H to #2", Act("take", onto=K, parts=(Part(c("4H"), THIRD),))),
    ("take / meld KH KS KD", Act("take", parts=(Part(c("KH KS KD")),))),
    ("take / KH KS KD", Act("take", parts=(Part(c("KH KS KD")),))),
    ("take / add KH to K", Act("take", parts=(Part(c("KH"), K),))),
    ("meld KH KS 2D / AH AD AC", lay(Part(c("KH KS 2D")), Part(c("AH AD AC")))),
    ("meld KH KS 2D / meld AH AD AC", lay(Part(c("KH KS 2D")), Part(c("AH AD AC")))),
    ("meld KH", lay(Part(c("KH")))),
    ("add 2D KC to K / 4H to #2", lay(Part(c("2D KC"), K), Part(c("4H"), THIRD))),
    ("add 2D to K / AH AD AC", lay(Part(c("2D"), K), Part(c("AH AD AC")))),
    ("meld AH AD AC / add 2D to 10 / 4H 4D 4C", lay(Part(c("AH AD AC")), Part(c("2D"), TEN), Part(c("4H 4D 4C")))),
    ("add KC to their K", lay(Part(c("KC"), Target("K", "their")))),
    ("add KC to their #0", lay(Part(c("KC"), Target("#0", "their")))),
    ("add KC to side 2's K", lay(Part(c("KC"), Target("K", 2)))),
    ("take back KH KS", Act("take-back", cards=c("KH KS"))),
    ("look", Act("look")),
    ("take top with KH KD", Act("take-top", cards=c("KH KD"))),
    ("discard 4C", Act("discard", cards=c("4C"))),
    ("ask", Act("ask")),
    ("answer yes", Act("answer", yes=True)),
    ("answer no", Act("answer", yes=False)),
    ("relancinho AH 2H 3H / KD KS KC", Act("relancinho", parts=(Part(c("AH 2H 3H")), Part(c("KD KS KC"))))),
    ("table 3H", Act("table", cards=c("3H"))),
    ("seat 2: draw", Act("draw", seat=2)),
    ("seat 0: meld JH JD JC", Act("lay", seat=0, parts=(Part(c("JH JD JC")),))),
]


@pytest.mark.parametrize(("text", "act"), READ, ids=[text for text, _ in READ])
def test_each_form_of_the_notation_is_read(text: str, act: Act) -> None:
    assert parse_move(text) == Move((act,))
    assert parse_move(format_act(act)) == Move((act,))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("  DISCARD   tS ", "discard 10S"),
        ("Meld K♥ k♠ 2d/ah ad ac", "meld KH KS 2D / AH AD AC"),
        ("ADD kh TO THEIR t", "add KH to their 10"),
        ("add KC to Side 2’S k", "add KC to side 2's K"),
        ("add KC to side 02's K", "add KC to side 2's K"),
        ("Seat 1 :Take ONTO #007 WITH kh kd", "seat 1: take onto #7 with KH KD"),
        ("draw;discard 4c", "draw; discard 4C"),
        ("ask ; answer NO", "ask; answer no"),
        ("take /add 2D to K/ AH AD AC", "take / add 2D to K / meld AH AD AC"),
        ("take with KH KD / meld AH AD AC", "take with KH KD / AH AD AC"),
        ("take top", "take top"),
        ("meld\tKH\nKS\u00a0KD", "meld KH KS KD"),
    ],
)
def test_spaces_capitals_and_signs_do_not_matter_and_the_normal_form_is_one(text: str, normal: str) -> None:
    assert str(parse_move(text)) == normal
    assert str(parse_move(normal)) == normal


@given(moves)
def test_a_move_written_is_read_back_equal(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert Move.parse(str(move).lower()) == move


@given(moves)
def test_the_text_of_a_move_is_its_acts_joined(move: Move) -> None:
    assert str(move) == "; ".join(map(str, move.acts))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an act is missing"),
        ("   ", "an act is missing"),
        ("melt KH", "'melt' is no act: did you mean meld"),
        ("fly", "write one of draw, redraw, take"),
        ("meld", "no card is named"),
        ("meld KH KS KD /", "a part beside / is empty"),
        ("meld / KH KS KD", "no card is named"),
        ("meld KH to K", "write add KC to K"),
        ("add KH", "must say which meld"),
        ("add KH to", "no meld is named"),
        ("add to K", "no card is named"),
        ("add KH to Z", "'Z' names no meld"),
        ("add KH to JK", "'JK' names no meld"),
        ("add KH to #", "'#' is not the index of a meld"),
        ("add KH to #-1", "'#-1'"),
        ("add KH to #٣", "'#٣'"),
        ("add KH to #99999999999999999999", "from 0 to 999"),
        ("add KH to K Q", "'K Q' names no meld"),
        ("add KH to side 2 K", "side 2's K"),
        ("add KH to side 6's K", "from 0 to 5"),
        ("take with", "no card is named"),
        ("take onto", "no meld is named"),
        ("take onto with KH", "no meld is named"),
        ("take KH KD", "'KH' after take"),
        ("take back KH / KD", "take back has no parts"),
        ("draw / KH", "draw has no parts"),
        ("discard", "exactly one card, not 0"),
        ("discard KH KD", "exactly one card, not 2"),
        ("table KH", "only a red three is tabled"),
        ("ask now", "'now' after ask"),
        ("look there", "'there' after look"),
        ("answer", "answer yes, or answer no"),
        ("answer maybe", "answer yes, or answer no"),
        ("relancinho", "relancinho names the cards"),
        ("seat 9: draw", "'9' is not a seat"),
        ("seat: draw", "only a seat may stand there"),
        ("chair 1: draw", "'chair 1' before the colon"),
        ("seat 1:", "an act is missing"),
        ("meld ?? KH KS", "?? stands for a card not known"),
        ("discard ??", "?? stands for a card not known"),
        ("draw ??", "?? stands for a card not known"),
        ("\ud800 KH", "is no act"),
    ],
)
def test_text_outside_the_notation_is_refused_with_what_may_stand_there(text: str, words: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        parse_move(text)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    "text", ["meld KH KX KD", "discard 1H", "take with KH, KD", "add K to K", "meld \ud800", "draw \x00"]
)
def test_a_word_that_names_no_card_is_refused_as_a_card(text: str) -> None:
    with pytest.raises(InvalidCard):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "error", "start"),
    [
        ("draw; melt KH", InvalidMove, "act 1: 'melt'"),
        ("draw; discard KX", InvalidCard, "act 1: 'KX'"),
        ("draw;", InvalidMove, "act 1: an act is missing"),
        ("; draw", InvalidMove, "act 0: an act is missing"),
    ],
)
def test_among_several_acts_the_faulty_one_is_counted_from_0(text: str, error: type[CanastaError], start: str) -> None:
    with pytest.raises(error, match=r"^act \d: ") as refusal:
        parse_move(text)
    assert str(refusal.value).startswith(start)


def test_an_endless_move_is_refused_and_a_long_one_is_read() -> None:
    with pytest.raises(InvalidMove, match="10,001 characters"):
        parse_move("draw;" * 2000 + " ")
    long = "; ".join(["draw"] * 1600)
    assert len(long) < MAX_MOVE
    assert len(parse_move(long).acts) == 1600


@pytest.mark.parametrize("thing", [None, 3, b"draw", ["draw"]])
def test_what_is_no_text_is_refused(thing: object) -> None:
    with pytest.raises(InvalidMove, match="a move is text"):
        parse_move(thing)  # type: ignore[arg-type]


@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_read_or_refused_by_our_own_errors(text: str) -> None:
    try:
        move = parse_move(text)
    except CanastaError as refusal:
        assert str(refusal)
    else:
        assert parse_move(str(move)) == move
