"""The core of games with runs does what the referee says: on deals played by chance, and on tables made for it."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from time import process_time
from typing import Any

import pytest

from canasta_teach.cards import UNKNOWN, Card, codes
from canasta_teach.errors import IllegalMove, InvalidPosition
from canasta_teach.game.core.runs.cards import COUNTS, SIZE_AT, pack, present, sized, unpack
from canasta_teach.game.core.runs.core import RunsCore
from canasta_teach.game.core.runs.layings import Spread
from canasta_teach.game.core.runs.meld import MIXED, NATURAL, RUN, SET
from canasta_teach.game.core.runs.melds import MeldBook
from canasta_teach.game.core.runs.state import ADD, DRAWING, NEW, OVER, State
from canasta_teach.game.layings import keeps_limits
from canasta_teach.game.melds import canasta_kind, points, read
from canasta_teach.game.moves import Act, Move
from canasta_teach.game.position import parse_position
from canasta_teach.game.referee import after, is_legal
from canasta_teach.game.scoring import score
from canasta_teach.game.search import can_go_out, can_take
from canasta_teach.game.state import Position
from canasta_teach.rulebook import ruleset
from tests.game.run_games import GAMES, Game, dealt, every_act, indivisible, name, run_and_hand
from tests.game.small import few_cards, small_table

games = pytest.mark.parametrize("game", GAMES, ids=name)
_CORES: dict[tuple[object, int], RunsCore] = {}


def _core(position: Position) -> RunsCore:
    key = (position.rules, position.players)
    return _CORES.setdefault(key, RunsCore(position.rules, position.players))


def _known(position: Position) -> bool:
    return UNKNOWN not in (position.hands[position.turn] or ())


# -- deals played by chance --------------------------------------------------------------------------


def _play(game: Game, seed: int, endings: Counter[str]) -> None:
    """Play a deal by chance on the core and by the referee, side by side."""
    rng, position = Random(seed), dealt(game, seed)
    core = _core(position)
    state = core.pack(position)
    while not core.is_over(state):
        move = core.random_move(state, rng)
        before = core.unpack(state)
        act = core.render(before, move)
        assert is_legal(before, Move((act,))), f"seed {seed}: {act} in {before.to_json()}"
        assert core.read(before, act) == move
        state = core.apply(state, move)
        then = after(before, Move((act,)))
        assert core.fold(core.unpack(state)) == core.fold(then), f"seed {seed}: after {act} in {before.to_json()}"
        assert core.pack(core.unpack(state)) == state
        if rng.random() < 0.05:
            listed = list(islice(core.each_move(state), 2_000))
            assert len(listed) == 2_000 or sorted(core.moves(state)) == sorted(listed)
        if rng.random() < 0.02:
            _some_moves_are_legal(core, then)
    assert core.scores(state) == tuple(sheet.total for sheet in score(core.unpack(state)))
    ending = state.ending
    endings["relancinho" if ending.relancinho else "stock" if ending.seat < 0 else "went out"] += 1


def _some_moves_are_legal(core: RunsCore, position: Position) -> None:
    for move in islice(core.each_move(core.pack(position)), 200):
        act = core.render(position, move)
        assert is_legal(position, Move((act,))), f"{act} in {position.to_json()}"


@pytest.mark.parametrize("rounds", [6, pytest.param(300, marks=pytest.mark.long)])
@games
def test_play_by_chance_is_what_the_referee_makes_of_it(game: Game, rounds: int) -> None:
    endings: Counter[str] = Counter()
    for seed in range(rounds):
        _play(game, seed, endings)
    print(name(game), dict(endings))
    assert endings.total() == rounds


@pytest.mark.parametrize("rounds", [6, pytest.param(1_000, marks=pytest.mark.long)])
@games
def test_cards_are_conserved_and_every_deal_ends(game: Game, rounds: int) -> None:
    for seed in range(rounds):
        rng, position = Random(seed), dealt(game, seed)
        core = _core(position)
        state, deck, acts = core.pack(position), sorted(position.rules.deck()), 0
        while not core.is_over(state):
            state = core.apply(state, core.random_move(state, rng))
            acts += 1
            assert acts < 20_000
        end = core.unpack(state)
        table = [c for some in (*end.hands, *end.red_threes, end.pile, end.stock) for c in some or ()]
        assert sorted(table + [c for side in end.melds for meld in side for c in meld]) == deck


# -- made tables: all acts, by brute force -----------------------------------------------------------


def _hold(game: Game, seed: int, most: int, met: Counter[str]) -> None:
    rng = Random(seed)
    table = small_table(rng, ruleset(*game), rng.choice(("draw", "play", "play")), most)
    if table is None or table.phase == "over":
        return
    core = _core(table)
    acts = [core.render(table, move) for move in core.each_move(core.pack(table, partial=True))]
    assert acts, f"seed {seed}: no act in {table.to_json()}"
    assert len(set(acts)) == len(acts), f"seed {seed}: an act twice in {table.to_json()}"
    for act in acts:
        assert is_legal(table, Move((act,))), f"seed {seed}: {act} in {table.to_json()}"
    for act in every_act(table):
        if is_legal(table, Move((act,))):
            met[act.kind] += 1
            _falls_into_moves(core, table, act, set(acts), met)


def _falls_into_moves(core: RunsCore, table: Position, act: Act, first: set[Act], met: Counter[str]) -> None:
    form = core.normal_form(table, act)
    here, moves = table, first
    for i, one in enumerate(form):
        if i and _known(here):
            moves = {core.render(here, move) for move in core.each_move(core.pack(here, partial=True))}
        if _known(here):
            assert one in moves, f"{one} for {act} in {table.to_json()}"
        here = after(here, Move((one,)))
    if act.kind != "draw":
        end = after(table, Move((act,)))
        assert core.fold(here) == core.fold(end), f"{[str(one) for one in form]} for {act} in {table.to_json()}"
    met["cut"] += len(form) > 1


@pytest.mark.parametrize(("rounds", "most"), [(24, 7), pytest.param(400, 9, marks=pytest.mark.long)])
@games
def test_every_legal_act_falls_into_moves(game: Game, rounds: int, most: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(rounds):
        _hold(game, seed, most, met)
    for kind in ("lay", "take", "discard"):
        assert met[kind], kind
    assert met["cut"]


# -- what can still be done in a turn, with many cards -----------------------------------------------


def _closes(core: RunsCore, state: State) -> bool:
    """Whether a laying is listed that leaves at most one card, with the canastas to go out."""
    spread, book = core.mover.spread(state), core.book
    if spread.hand >> SIZE_AT <= 1 and sum(meld.canasta > 0 for meld in spread.melds) >= spread.need:
        return True
    hand = sized(spread.hand & book.ever)
    closing = Spread(book, core.mover.menus, hand, spread.melds, due=spread.due, need=spread.need)
    return next(closing.cover(1), None) is not None


@pytest.mark.parametrize("rounds", [40, pytest.param(1_500, marks=pytest.mark.long)])
@games
def test_the_searches_find_with_many_cards_what_the_core_lists(game: Game, rounds: int) -> None:
    answers, rules = Counter[bool](), ruleset(*game)
    for seed in range(rounds):
        rng = Random(seed)
        table = small_table(rng, rules, rng.choice(("draw", "play")), 12)
        if table is None or table.phase == "over" or table.permission is not None or UNKNOWN in table.pile:
            continue
        core = _core(table)
        state = core.pack(table, partial=True)
        if table.phase == "draw":
            found, listed = can_take(table, 0), next(core.mover.takes(state), None) is not None
        else:
            found, listed = can_go_out(table, 0), _closes(core, state)
        assert found == listed, f"seed {seed}: {found} for {table.to_json()}"
        answers[listed] += 1
    assert min(answers[True], answers[False]) > 0


@pytest.mark.parametrize("rounds", [2, pytest.param(60, marks=pytest.mark.long)])
@games
def test_the_searches_answer_in_play_as_the_core_does_and_at_once(game: Game, rounds: int) -> None:
    longest, most = 0.0, 0
    for seed in range(rounds):
        rng, position = Random(seed), dealt(game, seed)
        core = _core(position)
        state = core.pack(position)
        while not core.is_over(state):
            many = state.hands[state.turn] >> SIZE_AT
            if not state.this.permission and many <= 30 and rng.random() < (0.4 if many > 18 else 0.05):
                table, start = core.unpack(state), process_time()
                found = (can_take if state.phase == DRAWING else can_go_out)(table, table.turn)
                longest, most = max(longest, process_time() - start), max(most, many)
                listed = core.mover.can_take(state) if state.phase == DRAWING else _closes(core, state)
                assert found == listed, f"seed {seed}: {found} for {table.to_json()}"
            moves = [core.random_move(state, rng) for _ in range(3)]
            # Cards are kept, so that hands grow.
            state = core.apply(state, next((one for one in moves if one.kind not in (NEW, ADD)), moves[0]))
    assert most > 11
    assert longest < 1, "seconds, on any machine"


# -- melds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [300, pytest.param(20_000, marks=pytest.mark.long)])
@games
def test_packed_melds_are_read_as_the_referee_reads_them(game: Game, rounds: int) -> None:
    rules, met = ruleset(*game), Counter[bool]()
    book = MeldBook(rules)
    for seed in range(rounds):
        rng = Random(seed)
        cards = few_cards(rng, rules)
        if rng.random() < 0.5:
            cards = [c for c in cards if c.rank == cards[0].rank or rules.is_wild(c)]
        some = tuple(rng.sample(cards, min(len(cards), rng.randint(1, 9))))
        meld, shape = book.meld(pack(some)), read(some, rules)
        legal = keeps_limits(rules, some, ())
        assert meld.legal == legal, codes(some)
        assert (meld.kind, meld.points) == ({"set": SET, "run": RUN, None: 0}[shape.kind], points(some, rules))
        if shape.kind is not None:
            assert (meld.naturals, meld.wilds) == (len(shape.naturals), len(shape.wilds)), codes(some)
        assert meld.canasta == {"natural": NATURAL, "mixed": MIXED, None: 0}[canasta_kind(some, rules)]
        assert (book.new(pack(some)) is not None) == keeps_limits(rules, some, some)
        met[legal] += 1
    assert min(met[True], met[False]) >= rounds // 20


@pytest.mark.parametrize("rounds", [12, pytest.param(1_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", [g for g in GAMES if ruleset(*g).has("meld.sequence")], ids=name)
def test_additions_are_those_from_which_no_part_can_be_laid_first(game: Game, rounds: int) -> None:
    rules = ruleset(*game)
    book = MeldBook(rules)
    for seed in range(rounds):
        lying, hand = run_and_hand(Random(seed), rules)
        cards = pack(hand)
        found = [unpack(some) for some in book.additions(book.meld(pack(lying)), cards, present(cards))]
        assert len(set(found)) == len(found)
        assert set(found) == indivisible(rules, lying, hand), f"seed {seed}: {codes(hand)} to {codes(lying)}"


def _table(**data: Any) -> Position:
    return parse_position({"rules": "brazilian", "phase": "play", "stock": 20, **data})


def _acts(position: Position) -> list[str]:
    core = _core(position)
    return [str(core.render(position, move)) for move in core.each_move(core.pack(position, partial=True))]


def test_cards_join_a_run_together_where_its_ace_changes_its_end() -> None:
    hand = "4S 5S 6S 8S 9S 10S JS QS KS 7D"
    table = _table(options={"jokers": 4}, hands=[hand, 11, 11, 11], melds=[[["AS", "JK", "3S"]], []])
    low = "add 4S to #0"
    whole = table.to_dict() | {"hands": ["8S 9S 10S JS QS KS 4S 5S 6S 7D", 11, 11, 11]}
    assert low in _acts(table)
    assert is_legal(table, "add 4S 5S 6S 8S 9S 10S JS QS KS to #0")
    form = _core(table).normal_form(table, Move.parse("add 4S 5S 6S 8S 9S 10S JS QS KS to #0").acts[0])
    assert [len(act.parts[0].cards) for act in form] == [1, 1, 1, 6]
    assert sorted(_acts(parse_position(whole))) == sorted(_acts(table))


def test_a_run_that_bears_as_many_wild_cards_as_naturals_takes_a_pair_at_once() -> None:
    table = parse_position(
        {
            "rules": "swedish",
            "options": {"sequences": True},
            "phase": "play",
            "hands": [["9H", "JK", "KD", "KC"], 11, 11, 11],
            "melds": [[["4H", "5H", "2C", "2D"]], []],
            "stock": 20,
        }
    )
    assert "add 9H JK to #0" in _acts(table)
    assert not is_legal(table, "add 9H to #0")
    assert not is_legal(table, "add JK to #0")


# -- first layings, relancinho, the end --------------------------------------------------------------


def test_a_vulnerable_player_lays_sets_of_melds_from_which_none_can_be_left_out() -> None:
    hand = ["KH", "KD", "KC", "KS", "AH", "AD", "AC", "8S", "9S", "10S", "4D"]
    table = _table(hands=[hand, 11, 11, 11], scores=[800, 0])
    acts = [act for act in _acts(table) if not act.startswith("discard")]
    assert "meld AC AD AH / KC KD KH" in acts
    assert "meld AC AD AH / KC KD KH KS" in acts
    assert not any(act.count("/") == 0 for act in acts)
    for act in acts:
        for part in act.removeprefix("meld ").split(" / "):
            fewer = [one for one in act.removeprefix("meld ").split(" / ") if one != part]
            assert not is_legal(table, "meld " + " / ".join(fewer))


def test_after_cards_were_taken_back_ninety_are_due() -> None:
    hand = ["KH", "KD", "KC", "AH", "AD", "AC", "4D"]
    data: dict[str, Any] = {"hands": [hand, 11, 11, 11], "scores": [800, 0]}
    assert any(act.startswith("meld") for act in _acts(_table(**data)))
    assert not any(act.startswith("meld") for act in _acts(_table(**data, minimum_raised=[True, False])))


def test_a_relancinho_is_told_in_each_partition() -> None:
    hand = ["4H", "5H", "6H", "7H", "KC", "KD", "KH", "KS", "9C", "9D", "9H"]
    table = _table(hands=[hand, 11, 11, 11])
    found = [act for act in _acts(table) if act.startswith("relancinho")]
    assert found == ["relancinho 9C 9D 9H / 4H 5H 6H 7H / KC KD KH KS"]
    assert after(table, found[0]).relancinho
    twelve = _table(hands=[[*hand, "QD"], 11, 11, 11])
    assert [act for act in _acts(twelve) if act.startswith("relancinho")] == found


def test_the_pile_is_free_but_for_one_card_and_an_idle_lap() -> None:
    data: dict[str, Any] = {"phase": "draw", "hands": [["4H", "5C"], 11, 11, 11], "pile": ["KH"]}
    assert _acts(_table(**data)) == ["draw", "take"]
    assert _acts(_table(**data, idle_turns=4)) == ["draw"]
    assert _acts(_table(**data | {"hands": [["4H"], 11, 11, 11]})) == ["draw"]


def test_the_first_card_may_be_rejected_once() -> None:
    data: dict[str, Any] = {"hands": [["4H", "5C", "9D"], 11, 11, 11], "first_turn": True}
    assert "redraw" in _acts(_table(**data, this_turn={"drawn": "9D"}))
    again = {"drawn": "9D", "redrawn": True}
    assert "redraw" not in _acts(_table(**data, this_turn=again, pile=["4S"]))


def test_forty_cards_with_ten_wild_yield_at_once() -> None:
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5")
    wild = ["JK", "JK", "2C", "2C", "2D", "2D", "2H", "2H", "2S", "2S"]
    hand = wild + [f"{rank}{suit}" for rank in ranks for suit in "CDH"]
    options = {"jokers": 4, "max_wilds": 3}
    free = _table(options=options, hands=[hand, 11, 11, 11])
    due = _table(options=options, hands=[hand, 11, 11, 11], scores=[800, 0])
    for table in (free, due):
        core, start = _core(table), process_time()
        found = list(islice(core.each_move(core.pack(table, partial=True)), 100))
        assert len(found) == 100
        assert process_time() - start < 2


# -- what is not known -------------------------------------------------------------------------------


def test_moves_are_listed_from_one_hand_alone_and_nothing_is_played_on_unknown_cards() -> None:
    table = _table(phase="draw", hands=[["4H", "5C", "6D"], 11, 11, 11], pile={"top": "KH", "count": 3})
    core = _core(table)
    assert _acts(table) == ["draw", "take"]
    with pytest.raises(InvalidPosition):
        core.pack(table)
    with pytest.raises(InvalidPosition):
        core.apply(core.pack(table, partial=True), core.moves(core.pack(table, partial=True))[0])
    hidden = _table(hands=[["4H", "??"], 11, 11, 11])
    with pytest.raises(InvalidPosition) as refused:
        core.pack(hidden, partial=True)
    assert refused.value.path == "hands[0][1]"


def test_a_deal_that_is_not_over_has_no_score_and_one_that_is_has_no_move() -> None:
    table = dealt(GAMES[0], 1)
    core = _core(table)
    state = core.pack(table)
    with pytest.raises(InvalidPosition):
        core.scores(state)
    while state.phase != OVER:
        state = core.apply(state, core.random_move(state, Random(1)))
    assert core.moves(state) == ()
    with pytest.raises(ValueError, match="over"):
        core.random_move(state, Random(1))


def test_an_act_that_is_not_legal_has_no_normal_form() -> None:
    table = _table(hands=[["4H", "5C", "6D"], 11, 11, 11])
    with pytest.raises(IllegalMove):
        _core(table).normal_form(table, Move.parse("meld 4H 5C 6D").acts[0])


def test_a_position_is_unpacked_as_it_was_packed() -> None:
    for game in GAMES:
        table = dealt(game, 5)
        core = _core(table)
        assert core.unpack(core.pack(table)) is table
        assert core.pack(table) == core.pack(core.fold(table))


def test_cards_are_counted_as_they_are_packed() -> None:
    rng = Random(3)
    for game in GAMES[:3]:
        deck: list[Card] = list(ruleset(*game).deck())
        for _ in range(50):
            some = rng.sample(deck, rng.randint(0, 40))
            assert unpack(pack(some)) == tuple(sorted(some))
            assert pack(some) & COUNTS == sum(pack([card]) & COUNTS for card in some)
