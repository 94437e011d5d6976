"""The games as environments of PettingZoo and OpenSpiel pass the tests of these libraries."""

import subprocess
import sys

import numpy as np
import pytest

import quadrille

GAMES = ["ctf:5", "crusher:3", "congo", "congo:course", "oska:4"]
pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import quadrille.openspiel  # noqa: E402
from pettingzoo.test import api_test, performance_benchmark, seed_test  # noqa: E402
from quadrille.pettingzoo import env, raw_env  # noqa: E402


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    api_test(env(name), num_cycles=300)
    seed_test(lambda: env(name), num_cycles=50)


def test_pettingzoo_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The benchmark runs for five seconds by its clock; here the clock is fast."""
    ticks = iter(np.arange(0, 1e6, 0.05))
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"].time, "time", lambda: float(next(ticks)))
    performance_benchmark(raw_env("oska:4"))
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


@pytest.mark.parametrize("family", quadrille.games())
def test_openspiel(family: str) -> None:
    game = pyspiel.load_game(f"quadrille_{family}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert game.num_distinct_actions() == state.position.game.actions
    assert state.current_player() == 0 and sorted(state.legal_actions()) == sorted(state.position.actions())
    copied = state.clone()
    copied.apply_action(copied.legal_actions()[0])
    assert state.current_player() == 0 and copied.current_player() == 1


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
    """OpenSpiel's own test of every registered game, for ours."""
    program = """
import sys, unittest
from absl import flags
import quadrille.openspiel
from open_spiel.integration_tests import api_test
flags.FLAGS(["test", "--test_only_games=quadrille_.*"])
tests = api_test.load_tests(unittest.defaultTestLoader, None, None)
assert tests.countTestCases() >= 4 * 5, tests
sys.exit(not unittest.TextTestRunner(verbosity=0).run(tests).wasSuccessful())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
