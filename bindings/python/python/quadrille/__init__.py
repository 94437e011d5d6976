"""Abstract board games by minimax: play, analyse and solve.

>>> import quadrille
>>> start = quadrille.Game("ctf:5").start()
>>> after = start.play(start.analyze(depth=4).move)
>>> after.side, after.outcome
('b', None)

`quadrille.pettingzoo` and `quadrille.openspiel` make the games available to these libraries.
"""

from ._native import *
from ._native import __all__ as __all__
