#!/usr/bin/env python3
"""Damka against the built-in engines of py-draughts (PyPI), on 10x10, at a tenth of their time.

    pip install py-draughts
    cargo build --release --bin damka-hub
    xtask/py-draughts-match.py target/release/damka-hub www/data turbo --games 100 --time 0.2

Openings of 6 random plies, each with both colours. py-draughts keeps the board, the clock and the result.
"""

import argparse
import random
import subprocess
import time

from draughts import Board, Color
from draughts.engines import SimpleEngine, TurboEngine
from draughts.engines.hub import board_to_hub_position, parse_hub_move

LONGEST = 200


class Hub:
    """Our engine, by the Hub protocol."""

    def __init__(self, program, folder, seconds):
        self.seconds = seconds
        self.process = subprocess.Popen(
            [program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.say("hub")
        self.until("wait")
        self.say("init")
        self.until("ready")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        for line in self.process.stdout:
            if line.startswith("error"):
                raise SystemExit(line)
            if line.split(" ")[0].strip() == word:
                return line.strip()
        raise SystemExit("the engine has ended")

    def get_best_move(self, board):
        self.say(f"pos pos={board_to_hub_position(board)}")
        self.say(f"level move-time={self.seconds}")
        self.say("go think")
        text = dict(part.split("=", 1) for part in self.until("done").split(" ")[1:])["move"]
        return parse_hub_move(text, board.legal_moves, board=board)


def play(board, white, black):
    """1 where White wins, 0 where Black does, else a half."""
    ply = 0
    while not board.game_over and ply < LONGEST:
        board.push((white if board.turn == Color.WHITE else black).get_best_move(board))
        ply += 1
    if board.is_draw or not board.game_over:
        return 0.5
    # Who is to move and can't has lost.
    return 0.0 if board.turn == Color.WHITE else 1.0


def opening(rng):
    while True:
        board = Board()
        for _ in range(6):
            moves = board.legal_moves
            if not moves:
                break
            board.push(rng.choice(moves))
        if board.legal_moves and len(board.legal_moves[0].captured_list) == 0:
            return board.fen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("opponent", choices=["simple", "turbo"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=0.2, help="seconds a move of the opponent; ours is a tenth")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    ours = Hub(options.program, options.folder, options.time / 10)
    other = {
        "simple": lambda: SimpleEngine(depth_limit=20, time_limit=options.time),
        "turbo": lambda: TurboEngine(depth_limit=40, time_limit=options.time),
    }[options.opponent]()
    results = []
    start = time.time()
    for _ in range(options.games // 2):
        fen = opening(rng)
        results.append(play(Board.from_fen(fen), ours, other))
        results.append(1.0 - play(Board.from_fen(fen), other, ours))
        won, lost = results.count(1.0), results.count(0.0)
        print(
            f"+{won} ={len(results) - won - lost} -{lost}  {100 * sum(results) / len(results):.1f} %  "
            f"{time.time() - start:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
