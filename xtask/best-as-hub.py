#!/usr/bin/env python3
"""Lets an older `damka` play in `damka match`: the Hub protocol in front of its `damka best`.

    damka match --rules polish64 time=20,weights=... "hub=python3 xtask/best-as-hub.py OLD/target/release/damka,time=20"

The first versions of the engine had no `damka-hub`. Each move is a run of its own, without the game's past: such a player
does not see repetitions and the counts of the draw rules. What is sent of a move (ends and captured squares) is applied here
as it is; which moves are legal is the match's business.
"""

import json
import subprocess
import sys

NAMES = {"normal": "international", "losing": "antidraughts", "bt": "breakthrough"}


def arguments(line):
    """The command of a line, and its values by name; a value in quotes may have blanks."""
    words, word, quoted = [], "", False
    for c in line.strip() + " ":
        if c == '"':
            quoted = not quoted
        elif c == " " and not quoted:
            words.append(word)
            word = ""
        else:
            word += c
    pairs = (word.partition("=") for word in words[1:])
    return words[0], {name: value for name, _, value in pairs}


def played(position, moves):
    """Side to move and the letters of the squares, after some moves."""
    turn, squares = position[0], list(position[1:])
    width = 4 if len(squares) == 32 else 5
    for move in moves.split():
        start, end, *captured = (int(n) - 1 for n in move.replace("-", "x").split("x"))
        piece, squares[start] = squares[start], "e"
        for square in captured:
            squares[square] = "e"
        last = end < width if piece == "w" else end >= len(squares) - width
        squares[end] = piece.upper() if last else piece
        turn = "B" if turn == "W" else "W"
    return turn, squares


def fen(turn, squares):
    def side(man):
        names = ((letter, n + 1) for n, letter in enumerate(squares) if letter.lower() == man)
        return ",".join(("K" if letter.isupper() else "") + str(n) for letter, n in names)

    return f"{turn}:W{side('w')}:B{side('b')}"


def main():
    program, rules, position, limit = sys.argv[1], "international", None, ["--nodes", "1000"]
    for line in sys.stdin:
        if not line.strip():
            continue
        command, values = arguments(line)
        answer = None
        if command == "hub":
            answer = "wait"
        elif command == "init":
            answer = "ready"
        elif command == "set-param" and values.get("name") == "variant":
            rules = NAMES.get(values["value"], values["value"])
        elif command == "pos":
            position = played(values["pos"], values.get("moves", ""))
        elif command == "level" and "move-time" in values:
            limit = ["--time", str(round(1000 * float(values["move-time"])))]
        elif command == "level":
            limit = ["--nodes", values["nodes"]]
        elif command == "go":
            asked = [program, "best", "--rules", rules, "--row-numbers", "--table", "8", "--fen", fen(*position)]
            said = json.loads(subprocess.run(asked + limit, check=True, capture_output=True, text=True).stdout)
            captured = [str(n) for n in said["captured"]]
            ends = [str(said["from"]), str(said["to"])]
            answer = "done move=" + ("x".join(ends + captured) if captured else "-".join(ends))
        elif command == "quit":
            return
        if answer:
            print(answer, flush=True)


main()
