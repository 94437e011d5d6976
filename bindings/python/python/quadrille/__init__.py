"""Abstract board games by minimax: play, analyse and solve.

>>> import quadrille
>>> start = quadrille.Game("ctf:5").start()
>>> after = start.play(start.analyze(depth=4).move)
>>> after.side, after.outcome
('b', None)

`quadrille.pettingzoo` and `quadrille.openspiel` make the games available to these libraries.
"""

from ._native import (
    Analysis,
    Engine,
    Game,
    IllegalMove,
    Node,
    Outcome,
    ParseError,
    Position,
    Probe,
    QuadrilleError,
    Record,
    Solution,
    Term,
    Tier,
    Tree,
    Verdict,
    games,
    playouts,
    position,
    read_records,
)

__all__ = [
    "Analysis",
    "Engine",
    "Game",
    "IllegalMove",
    "Node",
    "Outcome",
    "ParseError",
    "Position",
    "Probe",
    "QuadrilleError",
    "Record",
    "Solution",
    "Term",
    "Tier",
    "Tree",
    "Verdict",
    "games",
    "playouts",
    "position",
    "read_records",
]
