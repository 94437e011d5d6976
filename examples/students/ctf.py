#!/usr/bin/env python3
"""Capture the Flag, as a student might write it: plain minimax that counts pawns.

    python3 ctf.py '["-wWw--www-------bbb--bBb-"]' "'w'" 2

The arguments are those of the course: the boards of the game, newest first, the player, and how many plies to look ahead.
Prints the next board.
"""
import re
import sys

WIN = 1000000


def enemy_of(player):
    return "b" if player == "w" else "w"


def moves(board, player, size):
    """All boards that the player can make, with no regard to the history."""
    forward = 1 if player == "w" else -1
    enemies = enemy_of(player) + enemy_of(player).upper()
    pawn_directions = [(forward, 0), (0, -1), (0, 1)]
    flag_directions = [(1, 0), (-1, 0), (0, -1), (0, 1)]
    boards = []
    for cell, man in enumerate(board):
        if man not in (player, player.upper()):
            continue
        row, column = divmod(cell, size)
        directions = pawn_directions if man == player else flag_directions
        for down, right in directions:
            near = cell_at(row + down, column + right, size)
            far = cell_at(row + 2 * down, column + 2 * right, size)
            if near is not None and board[near] == "-":
                boards.append(after(board, {cell: "-", near: man}))
            if man == player and far is not None and board[near] in enemies and board[far] == "-":
                boards.append(after(board, {cell: "-", near: "-", far: man}))
    return boards


def cell_at(row, column, size):
    inside = 0 <= row < size and 0 <= column < size
    return row * size + column if inside else None


def after(board, changes):
    return "".join(changes.get(cell, man) for cell, man in enumerate(board))


def has_won(board, player, size):
    """Whether the board is won for the player: no enemy pawns, no enemy flag, or the own flag is past all enemy pawns."""
    enemy = enemy_of(player)
    pawn_rows = [cell // size for cell, man in enumerate(board) if man == enemy]
    if not pawn_rows or enemy.upper() not in board:
        return True
    flag = board.find(player.upper())
    if flag < 0:
        return False
    if player == "w":
        return flag // size > max(pawn_rows)
    return flag // size < min(pawn_rows)


def value(history, player, depth, size):
    """What the newest board is worth to the player, who is to move. A win that comes sooner is worth more."""
    board = history[0]
    enemy = enemy_of(player)
    if has_won(board, enemy, size):
        return -(WIN + depth)
    if has_won(board, player, size):
        return WIN + depth
    next_boards = [after_move for after_move in moves(board, player, size) if after_move not in history]
    if not next_boards:
        return -(WIN + depth)
    if depth == 0:
        return board.count(player) - board.count(enemy)
    return max(-value([after_move] + history, enemy, depth - 1, size) for after_move in next_boards)


def capture(history, player, depth):
    board = history[0]
    size = round(len(board) ** 0.5)
    enemy = enemy_of(player)
    next_boards = [after_move for after_move in moves(board, player, size) if after_move not in history]
    if not next_boards or has_won(board, enemy, size) or has_won(board, player, size):
        return board
    return max(next_boards, key=lambda after_move: -value([after_move] + history, enemy, depth - 1, size))


if __name__ == "__main__":
    boards = re.findall(r"[wWbB-]+", sys.argv[1])
    print('"' + capture(boards, sys.argv[2].strip("'"), int(sys.argv[3])) + '"')
