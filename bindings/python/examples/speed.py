"""Measures the installed package: calls a second, searches compared with the command, and memory.

    python speed.py [QUADRILLE]

QUADRILLE is the command to compare searches with. SECONDS sets how long each kind of call is measured, by default for a second, and RUNS how
often each search is repeated.
"""

import gc
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import quadrille

SECONDS = float(os.environ.get("SECONDS", 1))
RUNS = int(os.environ.get("RUNS", 11))
#: How many objects are made and dropped to look for lost memory.
OBJECTS = 10_000


def rate(work: Callable[[], object], count: int) -> float:
    """How often a second, where one piece of work counts as so many. Processor time, so that other work on the machine matters little."""
    done, start, took = 0, time.process_time(), 0.0
    while took < SECONDS:
        work()
        done += count
        took = time.process_time() - start
    return done / took


def calls(name: str) -> None:
    """Calls a second from the start of a game, and after 40 plies."""
    start = quadrille.Game(name).start()
    late, after = start, start
    while after.outcome is None and len(late.played) < 40:
        late = after
        after = late.play(late.moves()[len(late.played) % len(late.moves())])

    def play(position: quadrille.Position) -> float:
        moves = position.moves()
        return rate(lambda: [position.play(move) for move in moves], len(moves))

    def step() -> None:
        position, numbers = start, random.Random(1)
        for _ in range(20):
            if position.outcome is None:
                position = position.play(numbers.choice(position.moves()))

    plies = int(quadrille.playouts([start] * 200, seed=1)[1].sum())
    print(
        f"{name:10} play {play(start):9,.0f}  after {len(late.played)} plies {play(late):9,.0f}  "
        f"moves {rate(start.moves, 1):9,.0f}  planes {rate(start.planes, 1):9,.0f}  mask {rate(start.mask, 1):9,.0f}  "
        f"random plies in Python {rate(step, 20):9,.0f}  in `playouts` {rate(lambda: quadrille.playouts([start] * 200, seed=1), plies):9,.0f} a second"
    )


def children() -> float:
    """The processor time of the processes that were started here."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(program: str, name: str, depth: int) -> None:
    """A search here and by the command."""
    theirs, ours, nodes = [], [], 0
    # The fastest of many runs is the least disturbed.
    for _ in range(RUNS):
        before = children()
        command = [program, "analyze", name, "--depth", str(depth), "--json"]
        answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        theirs.append(children() - before)
        before = time.process_time()
        nodes = quadrille.Game(name).start().analyze(depth=depth).nodes
        ours.append(time.process_time() - before)
        assert nodes == answer["nodes"]
    print(f"{name:10} depth {depth}: {nodes:,} nodes, {min(theirs) / min(ours):.3f} of the nodes a second of the command")


def resident() -> int:
    """The bytes of memory that the process uses."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def memory() -> None:
    """What objects that were made and dropped leave behind."""

    def make() -> None:
        start = quadrille.Game("crusher:3").start()
        moves = start.moves()
        for index in range(OBJECTS):
            start.play(moves[index % len(moves)])
        gc.collect()

    # The allocators keep some memory at first.
    make()
    before = resident()
    make()
    print(f"{OBJECTS:,} positions made and dropped leave {resident() - before:,} bytes")


for game in ["ctf:5", "crusher:3", "congo", "oska:4"]:
    calls(game)
memory()
if len(sys.argv) > 1:
    for game, plies in [("ctf:5", 15), ("crusher:3", 11), ("congo", 8), ("oska:5", 20)]:
        compare(sys.argv[1], game, plies)
