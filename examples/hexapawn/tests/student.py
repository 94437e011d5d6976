"""A student's program for Hexapawn: student.py BOARDS PLAYER DEPTH prints the next board.

It knows the rules but does not look ahead: it plays the first move it finds. With the extra argument `straight` its pawns also capture
straight ahead, which is against the rules.
"""
import re
import sys

boards, player, _depth = sys.argv[1:4]
straight = "straight" in sys.argv[4:]
rows = [list(row) for row in re.findall(r'"([^"]*)"', boards)[0].split("/")]
me = player.strip("'")
step = 1 if me == "w" else -1


def moves():
    for y, row in enumerate(rows):
        for x, man in enumerate(row):
            for dx in (-1, 1, 0):
                to_x, to_y = x + dx, y + step
                if man != me or not (0 <= to_y < len(rows) and 0 <= to_x < len(row)):
                    continue
                there = rows[to_y][to_x]
                captures = there not in ("-", me)
                if captures if dx else there == "-" or (straight and captures):
                    yield x, y, to_x, to_y


x, y, to_x, to_y = next(moves())
rows[y][x], rows[to_y][to_x] = "-", me
print("/".join("".join(row) for row in rows))
