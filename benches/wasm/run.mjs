// Runs rules and search in WebAssembly. Under node: node run.mjs MODULE, one line on standard input, the answer on standard
// output. In a page served by benches/common/chromium.rs: everything is fetched from there, the answer goes back.
//
// "place depth bulk runs [fen]" counts the leaves of perft, "search place nodes runs [weights]" the nodes of a search from the
// start. The answer is the median rate in millions a second of processor time.

// The compiler that optimises works beside the program: it must be done before the clock starts.
const WARM = 1.5;
// What is measured takes at least this long: asking for the time costs the page's thread more than half a millisecond, an
// eighth of the shortest line.
const LONG = 0.25;

async function answer(line, bytes, { clock, weights }) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const program = instance.exports;
  const rate = async (counted) => {
    const before = await clock();
    const begun = performance.now();
    let count = 0;
    do count += counted(); while (performance.now() - begun < LONG * 1e3);
    return count / ((await clock()) - before) / 1e6;
  };
  const median = async (runs, warm, counted) => {
    for (const begun = performance.now(); performance.now() - begun < WARM * 1e3;) {
      warm();
      await clock();
    }
    const rates = [];
    while (rates.length < +runs) rates.push(await rate(counted));
    return rates.sort((a, b) => a - b)[runs >> 1];
  };
  if (line.startsWith("search ")) {
    const [, place, nodes, runs, file] = line.split(" ");
    const learnt = file ? await weights(file) : new Uint8Array();
    const room = program.weights(learnt.length);
    new Uint8Array(program.memory.buffer).set(learnt, room);
    program.begin(+place, 0, 0);
    return median(runs, () => program.search(+nodes / 4), () => program.search(+nodes));
  }
  const [place, depth, bulk, runs, fen] = line.split(" ");
  program.begin(+place, fen ? 1 : 0, fen?.startsWith("W") ? 1 : 0);
  for (const side of fen?.split(":").slice(1) ?? []) {
    for (const piece of side.slice(1).split(",")) {
      program.put(+piece.replace("K", ""), side[0] === "W" ? 1 : 0, piece[0] === "K" ? 1 : 0);
    }
  }
  return median(runs, () => program.leaves(depth - 1, +bulk), () => program.leaves(+depth, +bulk));
}

if (globalThis.document) {
  const get = async (path) => (await fetch(path)).arrayBuffer();
  const text = async (path) => new TextDecoder().decode(await get(path));
  const means = {
    clock: async () => +(await text("clock")),
    weights: async () => new Uint8Array(await get("weights")),
  };
  const told = await answer(await text("line"), await get("module"), means).catch(String);
  await fetch(`answer?${encodeURIComponent(told)}`);
} else {
  const { readFileSync } = await import("node:fs");
  const means = {
    clock: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
    weights: (file) => readFileSync(file),
  };
  console.log(await answer(readFileSync(0, "utf8").trim(), readFileSync(process.argv[2]), means));
}
