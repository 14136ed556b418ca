// Keeps the page working without network. `cargo xtask dist` writes the list: address -> SHA-256 of its bytes.
const FILES = {};
const VERSION = "";
const CACHE = `damka-${VERSION}`;
const HOME = new URL("./", self.registration.scope).href;
const olderCaches = async () => (await caches.keys()).filter((name) => name.startsWith("damka-") && name !== CACHE);
const LISTED = new Set(Object.keys(FILES).map((path) => new URL(path, HOME).href));
// A half-kept or mixed set is worse than none: each file arrives, in nine tries, as this build has it, or nothing is kept.
// The first try takes what the browser has from loading the page, and fetches nothing twice.
const again = (tries, job) =>
  job(tries).catch((error) => {
    if (!tries) throw error;
    return new Promise((done) => setTimeout(done, 250)).then(() => again(tries - 1, job));
  });
async function keep(cache, path, anew) {
  const url = new URL(path, HOME).href;
  const response = await fetch(url, { cache: anew ? "reload" : "default" });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  // A host may answer "./" by way of "index.html"; a redirected answer must not serve a navigation, a copy of it may.
  const copy = response.redirected ? new Response(await response.clone().blob(), response) : response.clone();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== FILES[path]) throw new Error(`Not of this build: ${url}`);
  await cache.put(url, copy);
}

async function install() {
  const cache = await caches.open(CACHE);
  const kept = await Promise.allSettled(Object.keys(FILES).map((path) => again(8, (tries) => keep(cache, path, tries < 8))));
  const lost = kept.find(({ status }) => status === "rejected");
  if (lost) throw ((await caches.delete(CACHE)), lost.reason);
  await carryOver(cache);
}

async function activate() {
  await Promise.all((await olderCaches()).map((name) => caches.delete(name)));
  // The first page was loaded before there was a worker: from now on it is served too.
  await self.clients.claim();
}

// The kept address that answers a request, if there is one. Queries matter only to the page itself, as in a shared link.
function keptAddress({ method, mode, url }) {
  const page = url.replace(/[?#].*/, "").replace(/\/$/, "/index.html");
  const address = mode !== "navigate" ? url.replace(/#.*/, "") : page === `${HOME}index.html` ? HOME : page;
  return method === "GET" && (LISTED.has(address) || onUse(address)) ? address : undefined;
}

// What is fetched only when it is wanted (weights, the puzzles of other rule sets, a language) is kept from then on.
const onUse = (url) => !LISTED.has(url) && /^(data|lang|lessons|puzzles)\//.test(url.replace(HOME, ""));

// A new version fetches anew what the old one had kept on use: nobody loses their lessons by an update.
async function carryOver(cache) {
  const kept = await Promise.all((await olderCaches()).map(async (name) => (await caches.open(name)).keys()));
  const urls = new Set(kept.flat().map((request) => request.url));
  await Promise.allSettled([...urls].filter(onUse).map((url) => cache.add(new Request(url, { cache: "reload" }))));
}

async function answer(request, address) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address);
  if (kept || LISTED.has(address)) return kept ?? fetch(request);
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

self.oninstall = (event) => event.waitUntil(install());
self.onactivate = (event) => event.waitUntil(activate());
self.onfetch = (event) => {
  const address = keptAddress(event.request);
  if (address) event.respondWith(answer(event.request, address));
};
// A new version waits until the page asks, or until one starts that is alone: never a new program under a running game.
async function take(alone) {
  const pages = alone ? await clients.matchAll({ type: "window", includeUncontrolled: true }) : [];
  if (pages.length < 2) await self.skipWaiting();
}
self.onmessage = ({ data }) => data?.type === "skip-waiting" && take(data.alone);
