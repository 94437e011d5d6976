"""The legal moves, results and minimax values of an independent implementation: a sample of them, or all with --all."""

import json
from pathlib import Path

import pytest

import quadrille

DATA = Path(__file__).parents[3] / "crates/games/tests/data"
SAMPLE = 10
WON = 1_000_000


def vectors(request: pytest.FixtureRequest, game: str) -> list[dict]:
    lines = (DATA / "vectors" / f"{game}.jsonl").read_text().splitlines()
    step = 1 if request.config.getoption("--all") else SAMPLE
    return [json.loads(line) for line in lines[::step]]


@pytest.mark.parametrize("game", ["ctf", "crusher", "oska"])
def test_boards(request: pytest.FixtureRequest, game: str) -> None:
    for vector in vectors(request, game):
        boards = vector.get("history") or ["/".join(vector["board"])]
        text = ",".join(boards) + " " + vector["player"]
        position = quadrille.position(game, text)
        if "winner" in vector:
            assert position.outcome is not None, text
            assert (position.outcome.winner or "draw") == vector["winner"].lower(), text
            continue
        after = {move: position.play(move).board for move in position.moves()}
        expected = sorted("/".join(board) if isinstance(board, list) else board for board in vector["legal"])
        assert sorted(after.values()) == expected, text
        found = position.analyze(depth=vector["depth"], eval="material")
        # The vectors do not count the plies to the end.
        score = found.score if found.win_in is None else (WON if found.score > 0 else -WON)
        assert score == vector["score"], text
        optimal = ["/".join(board) if isinstance(board, list) else board for board in vector["optimal"]]
        assert after[found.move] in optimal, text


def test_congo(request: pytest.FixtureRequest) -> None:
    for vector in vectors(request, "congo"):
        position = quadrille.position("congo", vector["fen"])
        if "winner" in vector:
            assert position.outcome is not None and (position.outcome.winner or "draw") == vector["winner"].lower()
            continue
        assert sorted({position.play(move).text for move in position.moves()}) == sorted(vector["legal"])
        if vector.get("evaluate") is not None:
            assert position.course_value(0) == vector["evaluate"]
        if "score" in vector:
            assert position.course_value(vector["depth"]) == vector["score"]
        for depth, nodes in enumerate(vector.get("perft") or [], start=1):
            assert position.perft(depth) == nodes
