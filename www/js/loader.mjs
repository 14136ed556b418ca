// Starts the program: fetches the module, shows a sentence where that fails, then makes the page work without network.
// The first program has the table alone; the rooms beside it, which the address names, are in the whole one.
const whole = /^#(?!play$)./.test(location.hash);
const program = document.querySelector(`meta[name="damka-${whole ? "whole" : "glue"}"]`);
const glue = new URL(program.content, document.baseURI).href;
const wasm = glue.replace(/\.js$/, "_bg.wasm");
// The preload has the build's digest: a module cut short or swapped on its way is refused as a whole. It is for the first
// program, since a page does not know what its address asks for; taken away, it is broken off.
const preloads = [...document.querySelectorAll("link[rel$=preload]")];
const { integrity = program.dataset.integrity ?? "" } = preloads.find((link) => link.href === wasm) ?? {};
if (whole) preloads.forEach((link) => link.remove());

async function fetched(address, options) {
  const response = await fetch(address, { ...options, credentials: "same-origin" });
  if (!response.ok) throw new Error(`${response.status} ${new URL(address, document.baseURI).pathname}`);
  return response;
}

// A new version that waits already is taken before a game goes on in the old one.
navigator.serviceWorker?.getRegistration().then((found) => {
  if (found?.waiting) navigator.serviceWorker.oncontrollerchange = () => location.reload();
  found?.waiting?.postMessage({ type: "skip-waiting", alone: true });
}, console.warn);

async function start() {
  // Beside the program come the texts of the likely language (it knows for sure only when it is there) and the look of the rooms.
  const likely = navigator.language.match(/^(pl|uk|de|nl|fr|es|pt|it|ru|tr)\b/)?.[0] ?? "en";
  const texts = fetched(`./lang/${likely}.json`).catch(() => undefined);
  const { sheet } = program.dataset;
  const styled = sheet && new Promise((done) =>
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet, onload: done, onerror: done })));
  const [{ default: init, language, play, show }, module] = await Promise.all([import(glue), fetched(wasm, { integrity })]);
  await init({ module_or_path: module });
  const lang = language();
  const response = (lang === likely && (await texts)) || (await fetched(`./lang/${lang}.json`));
  // On a first visit the texts came before the service worker was there to keep them; what has it keep them is one more fetch.
  if (!navigator.serviceWorker?.controller)
    navigator.serviceWorker?.addEventListener("controllerchange", () => fetched(`./lang/${lang}.json`).catch(console.warn), { once: true });
  await styled;
  play(await response.text());
  // In parts, between which the browser may do other things: a slow phone would be held up by the whole.
  for (let part = 0; show(part); part++) await new Promise((done) => setTimeout(done));
}

await start().catch((error) => {
  console.warn("Damka could not start:", error);
  const fault = document.getElementById("boot-fault");
  document.getElementById("boot-fault-detail").textContent = String(error?.message ?? error);
  fault.querySelector("button").onclick = () => location.reload();
  fault.hidden = false;
});

// Last, so that the first game does not wait for it. Without it all works but the offline start. On a bad line it tries again.
const keepUp = (tries) =>
  navigator.serviceWorker?.register("./sw.js", { updateViaCache: "none" }).then((found) => navigator.onLine && found?.update())
    .catch((error) => (tries ? setTimeout(keepUp, 2000, tries - 1) : console.warn("No offline start:", error)));
keepUp(5);
