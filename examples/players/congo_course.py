#!/usr/bin/env python3
"""A program that speaks the tournament protocol of the Congo course, with the student's minimax.

    quadrille match congo:course 'mine=congo-course:python3 examples/players/congo_course.py' random --control time=10s
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "students"))
import congo

START = "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0"
DEPTH = 1


def name(start, target):
    return "".join("abcdefg"[file] + str(rank + 1) for rank, file in (start, target))


def named_moves(men, player):
    """Every move by its name, with the men after it."""
    own = [cell for cell in sorted(men) if congo.owner(men[cell]) == player]
    return {
        name(cell, target): congo.play(men, player, cell, target)
        for cell in own
        for target in congo.targets(men, cell)
    }


def main():
    men, player, _ = congo.read(START)
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "newgame":
            men, player, _ = congo.read(START)
        elif command == "position":
            men, player, _ = congo.read(" ".join(words[1:]))
        elif command == "moves":
            for move in words[1:]:
                men, player = named_moves(men, player)[move], congo.other(player)
        elif command == "go":
            moves = named_moves(men, player)
            worth = lambda move: -congo.minimax(moves[move], congo.other(player), DEPTH - 1)
            best = max(moves, key=worth)
            print(best, flush=True)
            # The program plays its own move: "moves" brings only those of the opponent.
            men, player = moves[best], congo.other(player)
        elif command == "quit":
            return


main()
