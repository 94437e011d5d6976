"""The games for OpenSpiel: importing this module registers `quadrille_ctf`, `quadrille_crusher` and so on with pyspiel.

>>> import pyspiel, quadrille.openspiel                  # doctest: +SKIP
>>> game = pyspiel.load_game("quadrille_oska(size=5)")   # doctest: +SKIP

Player 0 is White. A game that is not over after `most_plies` plies is a draw; OpenSpiel wants such a limit. OpenSpiel's bots in C++, such as
`pyspiel.MCTSBot`, crash on every game that is written in Python: use those in Python, such as `open_spiel.python.algorithms.mcts`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from . import Game, games

__all__: list[str] = []

MOST_PLIES = 400
SIDES = {"w": 0, "b": 1}


def _usual_size(family: str) -> int | str:
    """The size that a name without a size means. OpenSpiel wants a number for a number."""
    size = Game(family).name.partition(":")[2]
    return int(size) if size.isdigit() else size


def _type(family: str) -> Any:
    return pyspiel.GameType(
        short_name=f"quadrille_{family}",
        long_name=f"{Game(family).title} (Quadrille)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"size": _usual_size(family), "most_plies": MOST_PLIES},
    )


class QuadrilleGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Quadrille."""

    def __init__(self, family: str, kind: Any, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = Game(family, params.get("size") or None)
        self.most_plies = int(params.get("most_plies", MOST_PLIES))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_plies,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> QuadrilleState:
        return QuadrilleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            if params:
                raise ValueError("the observations of Quadrille have no parameters")
            return QuadrilleObserver(self.rules)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class QuadrilleState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: QuadrilleGame) -> None:
        super().__init__(game)
        self.position = game.rules.start()
        self._most_plies = game.most_plies
        self._plies = 0

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else SIDES[self.position.side]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.actions())

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return self.position.move(action)
        except ValueError:
            return f"action {action}"

    def is_terminal(self) -> bool:
        return self._plies >= self._most_plies or self.position.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        points = 0.5 if outcome is None else outcome.points
        return [2 * points - 1, 1 - 2 * points]

    def __str__(self) -> str:
        return str(self.position)


class QuadrilleObserver:
    """Both players see the planes of the position."""

    def __init__(self, rules: Game) -> None:
        self.tensor = np.zeros(int(np.prod(rules.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(rules.shape)}

    def set_from(self, state: QuadrilleState, player: int) -> None:
        self.dict["observation"][:] = state.position.planes()

    def string_from(self, state: QuadrilleState, player: int) -> str:
        return state.position.text


def _register(family: str) -> None:
    kind = _type(family)

    # OpenSpiel frees what is registered after Python has ended. A function would be destroyed then, which crashes; a class refers to itself
    # and stays.
    class Registered(QuadrilleGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(family, kind, params)

    pyspiel.register_game(kind, Registered)


for _family in games():
    _register(_family)
