#!/usr/bin/env python3
"""Congo with the men of the course, as a student might write it: the course's evaluation and its minimax.

    python3 congo.py move 'g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0' 2
    python3 congo.py value '3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4' 2

Prints the position after the best move, or the minimax value of the position for the player to move.
"""
import sys

VALUES = {"p": 100, "z": 300, "s": 350, "g": 400, "l": 0}
AROUND = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
RIVER = 3


def read(fen):
    """The men by rank and file, both from 0, the player and the number of the move."""
    board, player, number = fen.split()
    men = {}
    for rank, text in zip(range(6, -1, -1), board.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                men[rank, file] = letter
                file += 1
    return men, player, int(number)


def write(men, player, number):
    ranks = []
    for rank in range(6, -1, -1):
        text = "".join(men.get((rank, file), ".") for file in range(7))
        for empty in range(7, 0, -1):
            text = text.replace("." * empty, str(empty))
        ranks.append(text)
    return "/".join(ranks) + f" {player} {number}"


def owner(letter):
    return "w" if letter.isupper() else "b"


def inside(cell):
    return 0 <= cell[0] < 7 and 0 <= cell[1] < 7


def targets(men, cell):
    """The cells where the man on this cell can go, by the way men of its kind move."""
    letter = men[cell]
    kind, player = letter.lower(), owner(letter)
    up = 1 if player == "w" else -1
    rank, file = cell

    def can_enter(target):
        return inside(target) and (target not in men or owner(men[target]) != player)

    def is_empty(target):
        return inside(target) and target not in men

    found = []
    if kind == "z":
        found = [(rank + r, file + f) for r, f in KNIGHT if can_enter((rank + r, file + f))]
    elif kind == "g":
        found = [(rank + r, file + f) for r, f in AROUND if is_empty((rank + r, file + f))]
        found += [(rank + 2 * r, file + 2 * f) for r, f in AROUND if can_enter((rank + 2 * r, file + 2 * f))]
    elif kind == "l":
        castle = range(0, 3) if player == "w" else range(4, 7)
        for r, f in AROUND:
            if rank + r in castle and file + f in range(2, 5) and can_enter((rank + r, file + f)):
                found.append((rank + r, file + f))
        found += lion_in_sight(men, cell, up)
    else:
        found = [(rank + up, file + f) for f in (-1, 0, 1) if can_enter((rank + up, file + f))]
        back = []
        if kind == "s":
            found += [(rank, file + f) for f in (-1, 1) if can_enter((rank, file + f))]
            back = [-1, 0, 1]
        elif (rank - RIVER) * up > 0:
            back = [0]
        for f in back:
            if is_empty((rank - up, file + f)):
                found.append((rank - up, file + f))
                if is_empty((rank - 2 * up, file + 2 * f)):
                    found.append((rank - 2 * up, file + 2 * f))
    return found


def lion_in_sight(men, cell, up):
    """The enemy lion, if it stands on an open file or on an open diagonal across the river."""
    enemy_lion = "l" if up == 1 else "L"
    found = []
    for f in (-1, 0, 1):
        rank, file = cell[0] + up, cell[1] + f
        while inside((rank, file)) and (rank, file) not in men:
            rank, file = rank + up, file + f
        straight = f == 0
        across = (cell[0], rank) in ((2, 4), (4, 2)) and abs(file - cell[1]) == 2
        # Nearer than two cells it is no look across the river: the lions are in their own castles.
        if men.get((rank, file)) == enemy_lion and (straight or across):
            found.append((rank, file))
    return found


def play(men, player, start, target):
    """The men after a move, those who drown taken off."""
    new = dict(men)
    letter = new.pop(start)
    last = 6 if player == "w" else 0
    if letter.lower() == "p" and target[0] == last:
        letter = "S" if player == "w" else "s"
    new[target] = letter
    for cell in [cell for cell in new if cell[0] == RIVER and owner(new[cell]) == player]:
        stood_in_river = cell != target or start[0] == RIVER
        if stood_in_river:
            del new[cell]
    return new


def moves(men, player):
    found = []
    for cell in sorted(men):
        if owner(men[cell]) == player:
            found += [play(men, player, cell, target) for target in targets(men, cell)]
    return found


def evaluate(men, player):
    letters = sorted(men.values())
    if letters == ["L", "l"]:
        return 0
    if "l" not in letters:
        worth = 10000
    elif "L" not in letters:
        worth = -10000
    else:
        worth = sum(VALUES[x.lower()] * (1 if owner(x) == "w" else -1) for x in letters)
    return worth if player == "w" else -worth


def minimax(men, player, depth):
    letters = men.values()
    if depth <= 0 or "L" not in letters or "l" not in letters:
        return evaluate(men, player)
    best = -10000000
    for new in moves(men, player):
        best = max(best, -minimax(new, other(player), depth - 1))
    return best


def other(player):
    return "b" if player == "w" else "w"


if __name__ == "__main__":
    what, depth = sys.argv[1], int(sys.argv[3])
    men, player, number = read(sys.argv[2])
    if what == "value":
        print(minimax(men, player, depth))
    else:
        best = max(moves(men, player), key=lambda new: -minimax(new, other(player), depth - 1))
        print(write(best, other(player), number + (player == "b")))
