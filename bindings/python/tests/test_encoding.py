"""Positions as planes, moves as numbers, and random games."""

import random

import numpy as np
import pytest

import quadrille
from quadrille import Game


@pytest.mark.parametrize("name", ["ctf:5", "crusher:3", "congo", "oska:4"])
def test_random_games_by_number(name: str) -> None:
    game, numbers = Game(name), random.Random(1)
    for _ in range(3):
        position = game.start()
        while position.outcome is None and len(position.played) < 100:
            planes, mask = position.planes(), position.mask()
            assert planes.shape == game.shape and planes.dtype == np.uint8
            assert mask.shape == (game.actions,) and mask.dtype == np.bool_
            assert sorted(np.flatnonzero(mask)) == sorted(position.actions())
            # The men on the board are those of the planes.
            for letter, plane in zip(game.letters, planes):
                assert plane.sum() == "".join(position.rows).count(letter)
            assert planes[-2].all() == (position.side == "w")
            assert planes[-1].sum() == len(game.cells)
            moves = position.moves()
            assert [position.move(action) for action in position.actions()] == moves
            move = numbers.choice(moves)
            assert position.move(position.action(move)) == move
            assert position.play(position.action(move)) == position.play(move)
            position = position.play(np.int64(position.action(move)))


def test_arrays_are_copies() -> None:
    position = Game("ctf:3").start()
    planes = position.planes()
    planes[:] = 7
    assert position.planes().max() == 1


def test_moves_with_the_same_ends_have_different_numbers() -> None:
    position = quadrille.position("congo", "3l3/7/1M5/1pp4/7/1pp4/3L3 w 0")
    same = [move for move in position.moves() if move.startswith("b5") and move.endswith("b1")]
    assert len(same) > 1
    cells = len(position.game.cells)
    assert [position.action(move) // cells**2 for move in same] == list(range(len(same)))
    assert position.game.actions == 4 * cells**2 + 1


def test_illegal_moves_have_no_number() -> None:
    start = Game("ctf:3").start()
    with pytest.raises(quadrille.IllegalMove):
        start.action("b1a2")
    with pytest.raises(quadrille.QuadrilleError, match="has the number 80"):
        start.move(80)


def test_playouts() -> None:
    start = Game("oska:4").start()
    points, plies = quadrille.playouts([start] * 200, seed=1)
    again, _ = quadrille.playouts([start] * 200, seed=1, threads=3)
    assert (points == again).all() and set(points) <= {0.0, 0.5, 1.0}
    assert 0 < points.mean() < 1 and len(set(plies)) > 1
    assert (points != quadrille.playouts([start] * 200, seed=2)[0]).any()
    assert quadrille.playouts([start], most_plies=3)[1].tolist() == [3]
    assert quadrille.playouts([])[0].shape == (0,)
    over = quadrille.position("oska", "----/---/--/---/bbbb w")
    assert over.playout() == (0.0, 0)
