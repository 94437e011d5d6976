#!/usr/bin/env python3
"""A program that speaks the Universal Game Interface and plays Capture the Flag with the student's minimax.

    quadrille match ctf 'mine=ugi:python3 examples/players/ugi.py' random --control depth=2
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "students"))
import ctf

START = "-wWw--www-------bbb--bBb-"
USUAL_DEPTH = 2


def name(before, after, player):
    """What the move between two boards is called: from where to where, columns a, b, c …, rows 1, 2, 3 … from the top."""
    size = round(len(before) ** 0.5)
    own = (player, player.upper())
    cells = range(len(before))
    start = next(cell for cell in cells if before[cell] in own and after[cell] == "-")
    target = next(cell for cell in cells if after[cell] in own and after[cell] != before[cell])
    return "".join(chr(ord("a") + cell % size) + str(cell // size + 1) for cell in (start, target))


def play(history, player, move):
    size = round(len(history[0]) ** 0.5)
    return next(after for after in ctf.moves(history[0], player, size) if name(history[0], after, player) == move)


def position(words):
    """The boards, newest first, and the player to move."""
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "startpos":
        history, player = [START], "w"
    else:
        history, player = words[1].split(","), words[2]
    for move in moves:
        history.insert(0, play(history, player, move))
        player = ctf.enemy_of(player)
    return history, player


def main():
    history, player = [START], "w"
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name student\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            history, player = position(words[1:])
        elif words[0] == "go":
            depth = int(words[2]) if words[1:2] == ["depth"] else USUAL_DEPTH
            best = ctf.capture(history, player, depth)
            print("bestmove", name(history[0], best, player), flush=True)
        elif words[0] == "quit":
            return


main()
