// Runs the rules in WebAssembly: node run.mjs MODULE, then lines on standard input, each answered with the median rate in
// millions a second of processor time. "place depth bulk runs [fen]" counts the leaves of perft, "search place nodes runs
// [weights]" the nodes of a search from the start.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { memory, begin, put, leaves, weights, search } = new WebAssembly.Instance(module, {}).exports;

function median(runs, counted) {
  const rates = [];
  for (let n = 0; n < runs; n++) {
    const before = process.cpuUsage();
    const count = counted();
    const { user, system } = process.cpuUsage(before);
    rates.push(count / (user + system));
  }
  return rates.sort((a, b) => a - b)[runs >> 1];
}

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  if (line.startsWith("search ")) {
    const [, place, nodes, runs, file] = line.split(" ");
    const bytes = file ? readFileSync(file) : new Uint8Array();
    const room = weights(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, room);
    begin(+place, 0, 0);
    search(+nodes / 4); // The compiler of the engine warms up.
    console.log(median(+runs, () => search(+nodes)));
    continue;
  }
  const [place, depth, bulk, runs, fen] = line.split(" ");
  begin(+place, fen ? 1 : 0, fen?.startsWith("W") ? 1 : 0);
  for (const side of fen?.split(":").slice(1) ?? []) {
    for (const piece of side.slice(1).split(",")) {
      put(+piece.replace("K", ""), side[0] === "W" ? 1 : 0, piece[0] === "K" ? 1 : 0);
    }
  }
  leaves(+depth - 1, +bulk); // The compiler of the engine warms up.
  console.log(median(+runs, () => leaves(+depth, +bulk)));
}
