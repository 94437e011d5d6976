# %% [markdown]
# # Learning to play Oska
#
# A small policy learns from random games which moves win, and then plays against the engine. The cells of this file can be run one by one in
# an editor, or all at once: `python learn.py`.

# %%
import os

import numpy as np

import quadrille

GAMES = int(os.environ.get("GAMES", 2000))
ROUNDS = int(os.environ.get("ROUNDS", 20))
game = quadrille.Game("oska:4")
numbers = np.random.default_rng(1)
game.start()  # A notebook draws the position here.

# %% [markdown]
# ## Positions and results
#
# In random games each position gets the points that White has got in the end. The features of a position are the planes of its men, and who is
# to move.

# %%


def features_of(position: quadrille.Position) -> np.ndarray:
    return np.append(position.planes()[:-2].ravel(), 1.0 if position.side == "w" else -1.0)


def random_game() -> tuple[list[quadrille.Position], float]:
    position, seen = game.start(), []
    while position.outcome is None:
        position = position.play(numbers.choice(position.actions()))
        seen.append(position)
    return seen, position.outcome.points


positions, points = [], []
for _ in range(GAMES):
    seen, result = random_game()
    positions += seen
    points += [result] * len(seen)
features = np.array([features_of(position) for position in positions])
points = np.array(points)
print(f"{len(positions)} positions, White gets {points.mean():.2f} points")

# %% [markdown]
# ## A value for each man on each cell
#
# Logistic regression by gradient descent.

# %%


def chance(features: np.ndarray, weights: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-features @ weights))


weights, errors = np.zeros(features.shape[1]), []
for _ in range(200):
    expected = chance(features, weights)
    errors.append(-np.mean(points * np.log(expected + 1e-9) + (1 - points) * np.log(1 - expected + 1e-9)))
    weights += features.T @ (points - expected) / len(points)
print(f"the error falls from {errors[0]:.3f} to {errors[-1]:.3f}")

# %% [markdown]
# ## A policy
#
# It looks one ply ahead and takes the move after which its chance is best.

# %%


def policy(position: quadrille.Position) -> str:
    def worth(move: str) -> float:
        after = position.play(move)
        white = after.outcome.points if after.outcome else chance(features_of(after), weights)
        return float(white if position.side == "w" else 1 - white)

    return max(position.moves(), key=worth)


# %% [markdown]
# ## Against random play and against the engine

# %%
engine = quadrille.Engine()
opponents = {
    "random": lambda position, seed: str(numbers.choice(position.moves())),
    "level 1": lambda position, seed: engine.choose(position, "level=1", seed),
    "level 3": lambda position, seed: engine.choose(position, "level=3", seed),
}


def play(opponent, side: str, seed: int) -> float:
    position = game.start()
    while position.outcome is None:
        own = position.side == side
        position = position.play(policy(position) if own else opponent(position, seed))
    return position.outcome.points if side == "w" else 1 - position.outcome.points


scores = {}
for name, opponent in opponents.items():
    results = [play(opponent, side, seed) for seed in range(ROUNDS) for side in "wb"]
    scores[name] = np.mean(results)
    print(f"against {name}: {scores[name]:.2f} points a game")

# %% [markdown]
# ## Pictures

# %%
try:
    import matplotlib

    matplotlib.use(os.environ.get("MPLBACKEND", "agg"))
    from matplotlib import pyplot
except ImportError:
    print("Matplotlib is not installed, so nothing is drawn.")
else:
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3))
    left.plot(errors)
    left.set(xlabel="step", ylabel="error")
    right.bar(list(scores), list(scores.values()))
    right.set(ylabel="points a game", ylim=(0, 1))
    figure.savefig(os.environ.get("PICTURE", "learn.png"))
