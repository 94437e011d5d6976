#!/usr/bin/env python3
"""Oska, as a student might write it: plain minimax that counts men.

    python3 oska.py '["wwww","---","--","---","bbbb"]' "'w'" 2

The arguments are those of the course: the rows of the board, the player, and how many plies to look ahead. Prints the rows of the
next board.
"""
import json
import re
import sys

WIN = 1000000


def enemy_of(player):
    return "b" if player == "w" else "w"


def step(board, row, column, down, right):
    """The cell diagonally in front, left (right = 0) or right (right = 1); None beyond the rim."""
    next_row = row + down
    if not 0 <= next_row < len(board):
        return None
    narrower = len(board[next_row]) < len(board[row])
    next_column = column - 1 + right if narrower else column + right
    return (next_row, next_column) if 0 <= next_column < len(board[next_row]) else None


def moves(board, player):
    """All boards that the player can make by moving a man."""
    down = 1 if player == "w" else -1
    boards = []
    for row, cells in enumerate(board):
        for column, man in enumerate(cells):
            if man != player:
                continue
            for right in (0, 1):
                near = step(board, row, column, down, right)
                if near is None:
                    continue
                if at(board, near) == "-":
                    boards.append(after(board, {(row, column): "-", near: player}))
                elif at(board, near) == enemy_of(player):
                    far = step(board, near[0], near[1], down, right)
                    if far is not None and at(board, far) == "-":
                        boards.append(after(board, {(row, column): "-", near: "-", far: player}))
    return boards


def at(board, cell):
    return board[cell[0]][cell[1]]


def after(board, changes):
    rows = [list(row) for row in board]
    for (row, column), man in changes.items():
        rows[row][column] = man
    return ["".join(row) for row in rows]


def men(board, player):
    return "".join(board).count(player)


def is_home(board, player):
    """Whether all men of the player have reached the other end."""
    last = board[-1] if player == "w" else board[0]
    return men(board, player) == last.count(player)


def result(board):
    """1 if White has won, -1 if Black has, 0 for a draw, None if the game goes on."""
    white, black = men(board, "w"), men(board, "b")
    if white == 0 or black == 0:
        return 1 if white else -1
    if is_home(board, "w") and is_home(board, "b"):
        return (white > black) - (white < black)
    if is_home(board, "w") or is_home(board, "b"):
        return 1 if is_home(board, "w") else -1
    if not moves(board, "w") and not moves(board, "b"):
        return 0
    return None


def value(board, player, depth):
    """What the board is worth to the player, who is to move. A win that comes sooner is worth more."""
    enemy = enemy_of(player)
    ended = result(board)
    if ended is not None:
        return (ended if player == "w" else -ended) * (WIN + depth)
    if depth == 0:
        return men(board, player) - men(board, enemy)
    next_boards = moves(board, player) or [board]
    return max(-value(after_move, enemy, depth - 1) for after_move in next_boards)


def oska(board, player, depth):
    if result(board) is not None:
        return board
    next_boards = moves(board, player) or [board]
    return max(next_boards, key=lambda after_move: -value(after_move, enemy_of(player), depth - 1))


if __name__ == "__main__":
    rows = re.findall(r"[wb-]+", sys.argv[1])
    print(json.dumps(oska(rows, sys.argv[2].strip("'"), int(sys.argv[3]))))
