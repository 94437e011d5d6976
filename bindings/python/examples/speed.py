"""Measures how fast the installed package is. The last argument, if there is one, is the command to compare searches with."""

import json
import random
import resource
import subprocess
import sys
import time

import quadrille

SECONDS = 1.0


def rate(work, count: int) -> float:
    """How often a second, where one piece of work counts as so many."""
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < SECONDS:
        work()
        done += count
    return done / took


# Processor time, so that other work on the machine matters little.
for name in ["ctf:5", "crusher:3", "congo", "oska:4"]:
    start = quadrille.Game(name).start()
    moves = start.moves()
    line = start
    while line.outcome is None and len(line.played) < 40:
        line = line.play(line.moves()[len(line.played) % len(line.moves())])
    late = line if line.outcome is None else quadrille.Position(line.game, "startpos", line.played[:-1])
    late_moves = late.moves()

    def play() -> None:
        for move in moves:
            start.play(move)

    def play_late() -> None:
        for move in late_moves:
            late.play(move)

    def step() -> None:
        position, numbers = start, random.Random(1)
        for _ in range(20):
            if position.outcome is None:
                position = position.play(numbers.choice(position.moves()))

    plies = int(quadrille.playouts([start] * 200, seed=1)[1].sum())
    print(
        f"{name:10} play {rate(play, len(moves)):9,.0f}  after {len(late.played)} plies {rate(play_late, len(late_moves)):9,.0f}  "
        f"moves {rate(start.moves, 1):9,.0f}  planes {rate(start.planes, 1):9,.0f}  mask {rate(start.mask, 1):9,.0f}  "
        f"random plies in Python {rate(step, 20):9,.0f}  in `playouts` {rate(lambda: quadrille.playouts([start] * 200, seed=1), plies):9,.0f} a second"
    )

def children() -> float:
    """The processor time of the processes that were started here."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if len(sys.argv) > 1:
    for name, depth in [("ctf:5", 15), ("crusher:3", 11), ("congo", 8), ("oska:5", 20)]:
        theirs, ours = [], []
        # The fastest of many runs is the least disturbed.
        for _ in range(11):
            before = children()
            command = [sys.argv[1], "analyze", name, "--depth", str(depth), "--json"]
            answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            theirs.append(children() - before)
            before = time.process_time()
            found = quadrille.Game(name).start().analyze(depth=depth)
            ours.append(time.process_time() - before)
            assert found.nodes == answer["nodes"]
        print(f"{name:10} depth {depth}: {found.nodes:,} nodes, {min(theirs) / min(ours):.3f} of the nodes a second of the command")
