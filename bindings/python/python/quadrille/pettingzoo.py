"""The games as environments of PettingZoo: `env("oska:5")`.

An agent sees the planes of `Position.planes` and a mask of its legal moves; an action is the number of a move. The agents are called
`white` and `black`. A game that is not over after `most_plies` plies is cut off, and nobody gets a reward.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, Position

__all__ = ["env", "raw_env"]

AGENTS = {"w": "white", "b": "black"}


def env(game: str | Game, render_mode: str | None = None, most_plies: int = 400) -> AECEnv[Any, Any, Any]:
    """An environment that checks how it is used."""
    environment: AECEnv[Any, Any, Any] = raw_env(game, render_mode, most_plies)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """An environment without checks."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "quadrille", "is_parallelizable": False}

    def __init__(self, game: str | Game, render_mode: str | None = None, most_plies: int = 400) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game)
        self.metadata = {**type(self).metadata, "name": f"quadrille_{self.game.name}"}
        self.render_mode = render_mode
        self.most_plies = most_plies
        self.possible_agents = list(AGENTS.values())
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.game.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )
        action = spaces.Discrete(self.game.actions)
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: action for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game, from `options["position"]` if it is given. There is nothing to seed: the games have no chance in them."""
        self.position: Position = (options or {}).get("position") or self.game.start()
        self.plies = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = AGENTS[self.position.side]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        to_move = agent == self.agent_selection and not self.terminations[agent] and not self.truncations[agent]
        mask = self.position.mask().astype(np.int8) if to_move else np.zeros(self.game.actions, np.int8)
        return {"observation": self.position.planes(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position = self.position.play(int(action))
        self.plies += 1
        outcome = self.position.outcome
        if outcome is not None:
            self.rewards = {"white": 2 * outcome.points - 1, "black": 1 - 2 * outcome.points}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.plies >= self.most_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        # After a game, the agents take their last steps in turn. In Oska a side that cannot move passes, so the sides always alternate.
        self.agent_selection = AGENTS[self.position.side]
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.position._repr_svg_()
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
