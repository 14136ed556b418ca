// A board of one's own: draws a position and its legal moves, plays what is touched, and lets Damka answer.
import init, { Game } from "../damka.mjs";

await init();
const canvas = document.getElementById("board");
const word = document.getElementById("word");
const context = canvas.getContext("2d");
const game = new Game("polish64", new URLSearchParams(location.search).get("fen") ?? undefined);
const side = canvas.width / game.size;
const middle = (name) => [(name.charCodeAt(0) - 97 + 0.5) * side, (game.size - Number(name.slice(1)) + 0.5) * side];

function disc([x, y], radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius * side, 0, 2 * Math.PI);
  context.fill();
}

function draw() {
  for (let row = 0; row < game.size; row++)
    for (let column = 0; column < game.size; column++) {
      context.fillStyle = (row + column) % 2 ? "#a5734a" : "#f0dcb8";
      context.fillRect(column * side, row * side, side, side);
    }
  for (const { square, side: colour, king } of game.pieces()) {
    disc(middle(square), 0.4, colour === "white" ? "#fffaf0" : "#26201c");
    if (king) disc(middle(square), 0.15, "#d4a017");
  }
  for (const move of game.legalMoves()) disc(middle(move.to), 0.1, "#2e7d32");
  word.textContent = `${game.turn} to move; legal: ${game.legalMoves().map((move) => move.notation).join(", ") || "none"}`;
}

canvas.onclick = async ({ offsetX, offsetY }) => {
  const near = (move) => Math.hypot(middle(move.to)[0] - offsetX, middle(move.to)[1] - offsetY) < side / 2;
  const move = game.legalMoves().find(near);
  if (!move) return;
  game.play(move.notation);
  draw();
  if (game.status().state === "ongoing") game.play((await game.bestMove(3)).notation);
  draw();
};
draw();
