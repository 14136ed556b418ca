// Runs perft in WebAssembly: node run.mjs MODULE, then lines "place depth bulk runs [fen]" on standard input; answers each
// with the median rate in million leaves a second of processor time.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { begin, put, leaves } = new WebAssembly.Instance(module, {}).exports;
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const [place, depth, bulk, runs, fen] = line.split(" ");
  begin(+place, fen ? 1 : 0, fen?.startsWith("W") ? 1 : 0);
  for (const side of fen?.split(":").slice(1) ?? []) {
    for (const piece of side.slice(1).split(",")) {
      put(+piece.replace("K", ""), side[0] === "W" ? 1 : 0, piece[0] === "K" ? 1 : 0);
    }
  }
  leaves(+depth - 1, +bulk); // The compiler of the engine warms up.
  const rates = [];
  for (let n = 0; n < +runs; n++) {
    const before = process.cpuUsage();
    const counted = leaves(+depth, +bulk);
    const { user, system } = process.cpuUsage(before);
    rates.push(counted / (user + system));
  }
  console.log(rates.sort((a, b) => a - b)[+runs >> 1]);
}
