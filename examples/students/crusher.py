#!/usr/bin/env python3
"""Crusher, as a student might write it: plain minimax that counts men.

    python3 crusher.py '["WWW-WW-------BB-BBB"]' "'W'" 2 3

The arguments are those of the course: the boards of the game, newest first, the player, how many plies to look ahead, and the
number of cells along a side. Prints the whole history with the next board in front.
"""
import json
import re
import sys

WIN = 1000000
DIRECTIONS = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)]


def enemy_of(player):
    return "B" if player == "W" else "W"


def geometry(n):
    """The cells by row and slanted column: straight lines of the hexagon are straight lines there."""
    places = []
    for row in range(2 * n - 1):
        for column in range(n + min(row, 2 * n - 2 - row)):
            places.append((row, column - min(row, n - 1)))
    return places, {place: cell for cell, place in enumerate(places)}


def moves(board, player, n):
    """All boards that the player can make, with no regard to the history."""
    places, cells = geometry(n)
    boards = []
    for cell, man in enumerate(board):
        if man != player:
            continue
        row, column = places[cell]
        for down, right in DIRECTIONS:
            near = cells.get((row + down, column + right))
            far = cells.get((row + 2 * down, column + 2 * right))
            if near is not None and board[near] == "-":
                boards.append(after(board, {cell: "-", near: player}))
            if far is not None and board[near] == player and board[far] != player:
                boards.append(after(board, {cell: "-", far: player}))
    return boards


def after(board, changes):
    return "".join(changes.get(cell, man) for cell, man in enumerate(board))


def value(history, player, depth, n):
    """What the newest board is worth to the player, who is to move. A win that comes sooner is worth more."""
    board = history[0]
    enemy = enemy_of(player)
    if board.count(player) < n:
        return -(WIN + depth)
    if board.count(enemy) < n:
        return WIN + depth
    next_boards = [after_move for after_move in moves(board, player, n) if after_move not in history]
    if not next_boards:
        return -(WIN + depth)
    if depth == 0:
        return board.count(player) - board.count(enemy)
    return max(-value([after_move] + history, enemy, depth - 1, n) for after_move in next_boards)


def crusher(history, player, depth, n):
    board = history[0]
    enemy = enemy_of(player)
    next_boards = [after_move for after_move in moves(board, player, n) if after_move not in history]
    if not next_boards or min(board.count(player), board.count(enemy)) < n:
        return history
    best = max(next_boards, key=lambda after_move: -value([after_move] + history, enemy, depth - 1, n))
    return [best] + history


if __name__ == "__main__":
    boards = re.findall(r"[WB-]+", sys.argv[1])
    answer = crusher(boards, sys.argv[2].strip("'"), int(sys.argv[3]), int(sys.argv[4]))
    print(json.dumps(answer))
