"""Searches, trees and tables, and how they are stopped."""

import json
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import quadrille
from quadrille import Analysis, Engine, Game

#: Deep enough that no machine finishes the search.
ENDLESS = 60


@pytest.mark.parametrize("name", ["ctf:5", "crusher:3", "congo", "oska:5"])
def test_the_command_gives_the_same_answer(request: pytest.FixtureRequest, name: str) -> None:
    program = request.config.getoption("--quadrille")
    if not program:
        pytest.skip("no --quadrille to compare with")
    command = [program, "analyze", name, "--depth", "4", "--lines", "3", "--json"]
    theirs = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    ours = Game(name).start().analyze(depth=4, lines=3)
    assert (ours.move, ours.pv, ours.score, ours.win_in) == (theirs["move"], theirs["pv"], theirs["score"], theirs["win_in"])
    assert [(line.move, line.score) for line in ours.lines] == [(line["move"], line["score"]) for line in theirs["lines"]]
    assert Game(name).start().analyze(depth=4).score == ours.score


def test_limits() -> None:
    start = Game("oska:5").start()
    assert start.analyze(nodes=2000).depth > 1
    assert start.analyze(time=0.05).seconds < 5
    assert 0 < start.analyze(depth=3).chance < 1
    for wrong in [{}, {"depth": 3, "nodes": 5}, {"depth": 0}, {"depth": 1000}, {"time": -1.0}, {"time": float("nan")}, {"nodes": 9, "lines": 2}]:
        with pytest.raises(quadrille.QuadrilleError):
            start.analyze(**wrong)
    with pytest.raises(quadrille.ParseError):
        start.analyze(depth=1, eval="wrong")  # type: ignore[arg-type]
    over = quadrille.position("oska", "----/---/--/---/bbbb w")
    for search in [lambda: over.analyze(depth=2), lambda: Engine().choose(over)]:
        with pytest.raises(quadrille.QuadrilleError, match="the game is over"):
            search()


def test_sizes_of_engines() -> None:
    for wrong in [{"threads": 0}, {"threads": 10**6}, {"table_megabytes": 0}, {"table_megabytes": 2**50}]:
        with pytest.raises(quadrille.QuadrilleError, match="a whole number from 1 to"):
            Engine(**wrong)
    start = Game("ctf:3").start()
    for search in [lambda: start.analyze(depth=1, threads=0), lambda: quadrille.playouts([start], threads=0)]:
        with pytest.raises(quadrille.QuadrilleError, match="the number of threads"):
            search()
    assert Engine(threads=2, table_megabytes=1).analyze(start, depth=5).score == start.analyze(depth=5).score


def test_depths_are_reported_and_a_report_can_stop_the_search() -> None:
    seen: list[Analysis] = []
    found = Game("oska:4").start().analyze(nodes=20_000, on_depth=seen.append)
    assert [analysis.depth for analysis in seen] == sorted(analysis.depth for analysis in seen)
    assert seen[-1].depth == found.depth

    def stop(analysis: Analysis) -> None:
        if analysis.depth >= 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Game("ctf:8").start().analyze(depth=ENDLESS, on_depth=stop)


def test_a_report_cannot_use_the_engine_that_calls_it() -> None:
    engine, start = Engine(), Game("oska:4").start()
    with pytest.raises(quadrille.QuadrilleError, match="use another engine"):
        engine.analyze(start, depth=4, on_depth=lambda _: engine.analyze(start, depth=1))
    engine.analyze(start, depth=4, on_depth=lambda _: start.analyze(depth=1))


def test_other_threads_run_during_a_search() -> None:
    position, counted = Game("ctf:8").start(), 0
    thread = threading.Thread(target=lambda: position.analyze(time=0.3))
    thread.start()
    # A search that kept the interpreter to itself would let this loop run a few times at most.
    while thread.is_alive():
        counted += 1
    thread.join()
    assert counted > 1000


@pytest.mark.parametrize(
    "work",
    [
        f'quadrille.Game("ctf:8").start().analyze(depth={ENDLESS})',
        f'quadrille.Engine().choose(quadrille.Game("ctf:8").start(), "depth={ENDLESS}")',
        f'quadrille.Game("ctf:8").start().perft({ENDLESS})',
        f'quadrille.Game("ctf:8").start().divide({ENDLESS})',
        f'quadrille.Game("ctf:8").start().tree({ENDLESS}, "minimax", most=3 * 10**6)',
        f'quadrille.Game("ctf:8").start().tree({ENDLESS}, order="best", most=10**6)',
        'quadrille.playouts([quadrille.Game("ctf:8").start()] * 10**6)',
        'quadrille.Game("ctf:4").solve("tables")',
        'quadrille.Game("ctf:4").solve("tables", workers=2)',
    ],
)
def test_control_c_ends(work: str, tmp_path: Path) -> None:
    # A shell that starts the tests in the background may have them ignore the signal, so it gets its usual handler. Threads change only
    # where one of them waits, so the signal comes when the work has let other threads run, and not before.
    program = f"""
import os, signal, sys, threading, quadrille
signal.signal(signal.SIGINT, signal.default_int_handler)
begun = threading.Lock()
begun.acquire()
def interrupt():
    begun.acquire()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
sys.setswitchinterval(1000)
try:
    begun.release()
    {work}
except KeyboardInterrupt:
    print("ended")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.stdout == "ended\n", done.stderr
    assert not any(tmp_path.glob("**/*.unfinished*"))


def test_results_go_between_processes() -> None:
    start = Game("oska:4").start()
    found = start.analyze(depth=3, lines=2)
    again = pickle.loads(pickle.dumps(found))
    assert (again.move, again.pv, again.score, again.nodes) == (found.move, found.pv, found.score, found.nodes)
    assert [line.move for line in again.lines] == [line.move for line in found.lines] and len(again.lines) == 2
    over = quadrille.position("oska", "----/---/--/---/bbbb w").outcome
    assert over is not None and pickle.loads(pickle.dumps(over)) == over


def test_levels_choose_legal_moves() -> None:
    engine, start = Engine(), Game("congo").start()
    assert engine.choose(start, "level=1", seed=3) in start.moves()
    assert engine.choose(start, "depth=2") == start.analyze(depth=2).move
    with pytest.raises(quadrille.QuadrilleError, match="levels go from 1 to 12"):
        engine.choose(start, "level=13")
    engine.forget()


def test_trees() -> None:
    start = Game("ctf:3").start()
    minimax, alpha_beta = start.tree(3, "minimax"), start.tree(3)
    assert minimax.root.value == alpha_beta.root.value == start.analyze(depth=3).score
    assert alpha_beta.positions <= minimax.positions
    assert minimax.root.children[0].move == start.moves()[0] and minimax.root.window is None
    assert alpha_beta.root.window is not None and alpha_beta.root.kind == "inner"
    assert "<svg" in minimax._repr_svg_() and "digraph" in minimax.dot() and start.moves()[0] in minimax.text()
    with pytest.raises(quadrille.QuadrilleError, match="has more than 5 positions"):
        start.tree(3, most=5)
    with pytest.raises(quadrille.QuadrilleError, match="minimax or alpha-beta"):
        start.tree(3, "magic")  # type: ignore[arg-type]


def test_tables(tmp_path: Path) -> None:
    start = Game("ctf:3").start()
    probe = start.probe()
    assert {move.move for move in probe.moves} == set(start.moves())
    solution = Game("ctf:3").solve(tmp_path)
    assert solution.start is not None and solution.start.outcome == probe.verdict.outcome
    assert solution.start.win_in == probe.verdict.win_in
    assert any(tmp_path.iterdir()) and not any(tier.found for tier in solution.tiers)
    assert all(tier.found for tier in Game("ctf:3").solve(tmp_path).tiers)
    assert start.probe(tmp_path).verdict.outcome == probe.verdict.outcome
    with pytest.raises(quadrille.QuadrilleError, match="cannot be solved|too many"):
        Game("ctf:20").solve(tmp_path)
    with pytest.raises(quadrille.QuadrilleError):
        Game("congo").start().probe(tmp_path)
