"""The games as environments of PettingZoo and OpenSpiel pass the tests of these libraries."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quadrille

#: Each game on two sizes: boards of up to 64 cells, and wider ones where there are any.
GAMES = ["ctf:5", "ctf:9", "crusher:3", "crusher:5", "congo", "congo:course", "oska:4", "oska:7"]
#: What a won game is worth to us, and more than any evaluation.
WON = 1_000_000
pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import quadrille.openspiel  # noqa: E402
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import exploitability, mcts, minimax  # noqa: E402
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402
from quadrille.pettingzoo import env, raw_env  # noqa: E402


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    api_test(env(name), num_cycles=300)
    seed_test(lambda: env(name), num_cycles=50)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_benchmark(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The benchmark runs for five seconds by its clock; here the clock is fast."""
    ticks = iter(np.arange(0, 1e6, 0.05))
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"].time, "time", lambda: float(next(ticks)))
    performance_benchmark(raw_env(name))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_rewards_and_cut_games() -> None:
    environment = raw_env("oska:4", render_mode="ansi")
    environment.reset()
    assert "White to move" in (environment.render() or "")
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        action = None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[0])
        if terminated:
            outcome = environment.position.outcome
            assert outcome is not None
            points = outcome.points if agent == "white" else 1 - outcome.points
            assert environment._cumulative_rewards[agent] == 2 * points - 1
        environment.step(action)
    short = raw_env("crusher:3", most_plies=3)
    short.reset()
    for _ in range(3):
        short.step(int(np.flatnonzero(short.observe(short.agent_selection)["action_mask"])[0]))
    assert all(short.truncations.values()) and not any(short.terminations.values())


def spiel_name(name: str) -> str:
    """What OpenSpiel calls a game."""
    family, _, size = name.partition(":")
    return f"quadrille_{family}(size={size})" if size else f"quadrille_{family}"


@pytest.mark.parametrize("name", GAMES)
def test_openspiel(name: str) -> None:
    game = pyspiel.load_game(spiel_name(name))
    assert game.rules == quadrille.Game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert game.num_distinct_actions() == state.position.game.actions
    assert state.current_player() == 0 and sorted(state.legal_actions()) == sorted(state.position.actions())
    copied = state.clone()
    copied.apply_action(copied.legal_actions()[0])
    assert state.current_player() == 0 and copied.current_player() == 1


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_minimax(name: str) -> None:
    """OpenSpiel's minimax finds the same values, and the same moves where only one is best."""
    game = pyspiel.load_game(spiel_name(name))

    def value(state: Any) -> float:
        white = sum(term.weight * (term.white - term.black) for term in state.position.trace())
        # A finished game is worth 1 or -1 to OpenSpiel, and more than any evaluation to us.
        return (white if side == "w" else -white) / WON

    for plies in [0, 8, 15]:
        state, numbers = game.new_initial_state(), random.Random(plies)
        while not state.is_terminal() and state.move_number() < plies:
            state.apply_action(numbers.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        side, position = state.position.side, state.position
        theirs, action = minimax.alpha_beta_search(game, state, value, maximum_depth=2)
        ours = position.analyze(depth=2, lines=2)
        assert theirs == (ours.score / WON if ours.win_in is None else np.sign(ours.win_in))
        if len(ours.lines) > 1 and ours.win_in is None and ours.lines[1].score < ours.score:
            assert position.move(action) == ours.move


def test_openspiel_solves_a_small_game() -> None:
    theirs, _ = minimax.alpha_beta_search(pyspiel.load_game("quadrille_oska(size=3)"), maximum_depth=100)
    ours = quadrille.Game("oska:3").start().probe().verdict.win_in
    assert ours is not None and theirs == np.sign(ours)


def test_openspiel_algorithms() -> None:
    cut = pyspiel.load_game("quadrille_ctf(size=3,most_plies=4)")
    assert exploitability.exploitability(cut, policy.UniformRandomPolicy(cut)) >= 0
    game = pyspiel.load_game("quadrille_oska(size=3)")
    numbers = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numbers)
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=20, evaluator=evaluator, random_state=numbers)
    assert bot.step(state) in state.legal_actions()


def test_openspiel_sizes() -> None:
    assert pyspiel.load_game("quadrille_oska(size=5)").rules.name == "oska:5"
    assert pyspiel.load_game("quadrille_congo(size=course)").rules.name == "congo:course"
    cut = pyspiel.load_game("quadrille_crusher(most_plies=2)").new_initial_state()
    while not cut.is_terminal():
        cut.apply_action(cut.legal_actions()[0])
    assert cut.returns() == [0.0, 0.0] and cut.move_number() == 2


def test_openspiel_lets_python_end() -> None:
    """What is registered with OpenSpiel outlives Python."""
    program = "import pyspiel, quadrille.openspiel; pyspiel.load_game('quadrille_oska')"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_openspiel_checks_its_api() -> None:
    """OpenSpiel's own test of every game, for ours."""
    program = f"""
import sys, unittest
from absl import flags
import quadrille.openspiel
from open_spiel.integration_tests import api_test
api_test._GAMES_TO_TEST = {[spiel_name(name) for name in GAMES]}
flags.FLAGS(["test", "--test_only_games=quadrille_.*"])
tests = api_test.load_tests(unittest.defaultTestLoader, None, None)
assert tests.countTestCases() >= {5 * len(GAMES)}, tests
sys.exit(not unittest.TextTestRunner(verbosity=0).run(tests).wasSuccessful())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_openspiel_replays_its_playthroughs(tmp_path: Path) -> None:
    """A random game with all that OpenSpiel knows of it, as its own test compares them."""
    program = f"""
from absl import flags
import quadrille.openspiel
from open_spiel.python.algorithms import generate_playthrough
flags.FLAGS(["test"])
for name in {[spiel_name(name) for name in GAMES]}:
    with open("playthrough", "w") as file:
        file.write(generate_playthrough.playthrough(name, None, seed=1))
    before, again = generate_playthrough.replay("playthrough")
    assert before == again and before.count("Apply action") > 5, name
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
