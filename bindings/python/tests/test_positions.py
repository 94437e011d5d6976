"""Games, positions, moves, errors, records, and copies of all of them."""

import copy
import itertools
import pickle
import random
import re
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import pytest

import quadrille
from quadrille import Game, Position

GAMES = ["ctf:5", "crusher:3", "congo", "congo:course", "oska:4"]


def random_line(name: str, plies: int, seed: int = 1) -> Position:
    numbers = random.Random(seed)
    position = Game(name).start()
    for _ in range(plies):
        if position.outcome is not None:
            break
        position = position.play(numbers.choice(position.moves()))
    return position


def test_games_have_sizes() -> None:
    assert Game("oska", 5) == Game("oska:5") != Game("oska:4")
    assert Game("congo", "course").name == "congo:course"
    assert len({Game("ctf"), Game("ctf:5")}) == 1
    assert len(Game("crusher:3").cells) == 19 and Game("crusher:3").rows == [3, 4, 5, 4, 3]
    assert Game("ctf").forbids_repeats and not Game("oska").forbids_repeats
    assert Game("congo").rules.startswith("#")
    with pytest.raises(quadrille.ParseError, match="there is no game of this name"):
        Game("chess")
    with pytest.raises(quadrille.ParseError, match="sizes from"):
        Game("ctf", 99)


def test_errors_have_a_place() -> None:
    with pytest.raises(quadrille.ParseError) as caught:
        Game("ctf:3").position("wWw---b?b w")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.text, error.start, error.end, error.text[error.start : error.end]) == ("wWw---b?b w", 7, 8, "?")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.start) == (type(error), str(error), 7)
    with pytest.raises(quadrille.IllegalMove, match="a flag moves one cell") as refused:
        Game("ctf:3").start().play("b1a2")
    assert refused.value.move == "b1a2"
    for wrong in [None, 1.5, b"a1a2"]:
        with pytest.raises(TypeError, match="a text or a number"):
            Game("ctf:3").start().play(wrong)  # type: ignore[arg-type]
    for wrong in [-1, 10**30]:
        with pytest.raises(TypeError):
            Game("ctf:3").start().play(wrong)
    with pytest.raises(quadrille.QuadrilleError, match="no legal move of this position has the number 0"):
        Game("ctf:3").start().play(0)


def test_earlier_boards_may_not_return() -> None:
    position = Game("ctf:4").start()
    history = [position]
    for _ in range(12):
        position = position.play(position.moves()[-1])
        history.append(position)
        assert len(set(position.boards)) == len(position.boards)
    again = Game("ctf:4").position(position.text)
    assert again == position and again.moves() == position.moves()
    assert again.boards == [before.board for before in reversed(history)]


@pytest.mark.parametrize("name", GAMES)
def test_copies(name: str) -> None:
    position = random_line(name, 20)
    for other in [pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)]:
        assert other == position and hash(other) == hash(position)
        assert other.played == position.played and other.moves() == position.moves()
        assert other.game == position.game
    assert Position(position.game, "startpos", position.played) == position
    assert position != position.game.start()


def test_a_repeated_position_of_congo_is_drawn_and_stays_so_in_copies() -> None:
    """Its text has no history, so a copy has to keep the moves."""
    position = quadrille.position("congo", "3l2g/7/7/7/7/7/G2L3 w 0")
    for move in itertools.islice(itertools.cycle(["a1a2", "g7g6", "a2a1", "g6g7"]), 400):
        if position.outcome is None:
            position = position.play(move)
    assert position.outcome is not None and position.outcome.winner is None
    assert pickle.loads(pickle.dumps(position)).outcome == position.outcome
    assert quadrille.position("congo", position.text).outcome is None


def test_long_games_are_freed() -> None:
    """A game of many moves must not use up the stack when it is dropped."""
    start = quadrille.position("congo", "3l2g/7/7/7/7/7/G2L3 w 0")
    position = Position(start.game, start.text, ["a1a2", "g7g6", "a2a1", "g6g7"] * 50_000)
    assert len(position.played) == 200_000
    del position


@pytest.mark.parametrize("name", GAMES)
def test_records(name: str) -> None:
    position = random_line(name, 300)
    record = position.record(white="Anna", black="Ben", event="test")
    assert record.moves == position.played
    assert record.positions()[-1] == position
    assert (record.result == "*") == (position.outcome is None)
    both = quadrille.read_records(record.to_pgn() + "\n" + record.to_pgn())
    assert both == [record, record]
    assert quadrille.read_records(record.to_json()) == [record] == [pickle.loads(pickle.dumps(record))]
    assert record.players == ("Anna", "Ben") and record.event == "test" and record.game == name
    with pytest.raises(quadrille.QuadrilleError, match="line 1"):
        quadrille.read_records("[White]")


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_svg(name: str) -> None:
    position = random_line(name, 10)
    picture = ElementTree.fromstring(position._repr_svg_())
    assert picture.tag.endswith("svg")
    polygons = [item for item in picture.iter() if item.get("class", "").startswith("ground")]
    assert len(polygons) == len(position.game.cells)


def test_words() -> None:
    start = Game("ctf:3").start()
    assert re.search(r"1 +w W w", str(start))
    assert repr(start) == "<Position of ctf:3: wWw---bBb w>"
    assert [term.name for term in start.trace()] and repr(start.trace()[0]).startswith("Term(")
    assert start.read("-Ww w--bBb".replace(" ", "")) == "a1a2"
    assert dict(start.divide(2)).keys() == set(start.moves())
    assert sum(nodes for _, nodes in start.divide(2)) == start.perft(2)


def test_many_threads_share_positions() -> None:
    start = Game("crusher:3").start()

    def play(seed: int) -> str:
        numbers, position = random.Random(seed % 4), start
        for _ in range(20):
            if position.outcome is None:
                position = position.play(numbers.choice(position.moves()))
        return position.text

    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(play, range(64)))
    assert len(set(texts)) == 4 and texts[:4] * 16 == texts
