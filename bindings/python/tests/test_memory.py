"""Objects that are made and dropped leave memory where it was."""

import gc
import pickle

import quadrille
from quadrille import Engine, Game

#: The objects of one round.
OBJECTS = 10_000


def resident() -> int:
    """The bytes of memory that the process uses."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def round_of_objects() -> None:
    game = Game("crusher:3")
    for index in range(OBJECTS // 10):
        start = game.start()
        after = start.play(start.moves()[0])
        Game("oska:4"), after.planes(), after.mask(), after.record(), pickle.loads(pickle.dumps(after)), after.outcome
        if index % 50 == 0:
            Engine(table_megabytes=1).analyze(after, depth=2), after.tree(2), after.probe
            try:
                after.play("nonsense")
            except quadrille.IllegalMove:
                pass


def test_objects_are_freed() -> None:
    # The allocators of Python and of the system keep some memory at first.
    for _ in range(2):
        round_of_objects()
    gc.collect()
    before = resident()
    for _ in range(2):
        round_of_objects()
    gc.collect()
    # A leak of one position each would be several megabytes.
    assert resident() - before < 1 << 20
