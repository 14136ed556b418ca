#!/usr/bin/env python3
"""damka-hub played by a foreign program: the Hub client of py-draughts (PyPI), through whole games, in its variants.

    pip install py-draughts
    cargo build --release --bin damka-hub
    xtask/py-draughts-hub.py target/release/damka-hub --games 4 --time 0.02

py-draughts keeps the board; the client ends with an error where an answer is none of its legal moves. The other side moves at
random, or by the same program. Of each variant it is told how the games ended.
"""

import argparse
import random

from draughts import AntidraughtsBoard, BreakthroughBoard, Color, FrisianBoard, FryskBoard, StandardBoard
from draughts.engines.hub import HubEngine

# What the Hub protocol calls them.
VARIANTS = {
    "normal": StandardBoard,
    "frisian": FrisianBoard,
    "frysk": FryskBoard,
    "losing": AntidraughtsBoard,
    "bt": BreakthroughBoard,
}
LONGEST = 300


class Client(HubEngine):
    """The client of 1.10.1 with two faults mended: it never says the variant, and it asks the pipe whether there is more where
    its own buffer has the lines that came together, and so waits for ever (except on Windows, where it reads as here)."""

    def _send(self, command):
        if command == "init" and self._variant:
            super()._send(f"set-param name=variant value={self._variant}")
        super()._send(command)

    def _read_line(self, timeout=1.0):
        return self.process.stdout.readline().strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--time", type=float, default=0.02, help="seconds a move")
    parser.add_argument("--both", action="store_true", help="both sides are ours: long games, with kings")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for variant, board_class in VARIANTS.items():
        ends, moves = [], 0
        client = Client(options.program, time_limit=options.time)
        client.set_variant(variant)
        with client:
            assert variant in client.params["variant"].values, client.params
            assert client.ping()
            for game in range(options.games):
                client.new_game()
                board = board_class()
                ours = [Color.WHITE, Color.BLACK][game % 2]
                while not board.game_over and moves < LONGEST * (game + 1):
                    if board.turn == ours or options.both:
                        move, _ = client.get_best_move(board, with_evaluation=True)
                        moves += 1
                    else:
                        move = rng.choice(board.legal_moves)
                    board.push(move)
                won = board.result == ("1-0", "0-1")[game % 2] and not options.both
                ends.append(f"{'won' if won else board.result} ({len(board._moves_stack)} plies)")
        print(f"{variant}: {client.info.name} {client.info.version}, {moves} moves; {', '.join(ends)}", flush=True)


if __name__ == "__main__":
    main()
