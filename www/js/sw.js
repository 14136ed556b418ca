// Keeps the page working without network. `cargo xtask dist` writes the list: address -> SHA-256 of its bytes.
const FILES = {};
const VERSION = "";

const CACHE = `damka-${VERSION}`;
const HOME = new URL("./", self.registration.scope).href;
const LISTED = new Set(Object.keys(FILES).map((path) => new URL(path, HOME).href));

// A half-kept or mixed set is worse than none: every file arrives with the digest of this build, or nothing is installed.
async function keep(cache, path) {
  const url = new URL(path, HOME).href;
  const response = await fetch(url, { cache: "reload" });
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  // A host may answer "./" by way of "index.html"; a redirected answer must not serve a navigation, a copy of it may.
  const copy = response.redirected
    ? new Response(await response.clone().blob(), { headers: response.headers })
    : response.clone();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== FILES[path]) throw new Error(`Not of this build: ${url}`);
  await cache.put(url, copy);
}

async function install() {
  try {
    const cache = await caches.open(CACHE);
    await Promise.all(Object.keys(FILES).map((path) => keep(cache, path)));
    await carryOver(cache);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("damka-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The first page was loaded before there was a worker: from now on it is served too.
  await self.clients.claim();
}

// The kept address that answers a request, if there is one. Queries matter only to the page itself, as in a shared link.
function keptAddress(request) {
  const url = new URL(request.url);
  url.hash = "";
  if (request.mode === "navigate") {
    url.search = "";
    if (url.href === `${HOME}index.html`) return HOME;
  }
  return request.method === "GET" && LISTED.has(url.href) ? url.href : undefined;
}

async function answer(request, address) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}

// What is fetched only when it is wanted (weights, lessons, puzzles, a language) is kept from then on.
const ON_USE = ["data/", "lang/", "lessons/", "puzzles/"].map((folder) => HOME + folder);
const onUse = (url) => !LISTED.has(url) && ON_USE.some((folder) => url.startsWith(folder));

// A new version fetches anew what the old one had kept on use: nobody loses their lessons by an update.
async function carryOver(cache) {
  const old = (await caches.keys()).filter((name) => name.startsWith("damka-") && name !== CACHE);
  const kept = await Promise.all(old.map(async (name) => (await caches.open(name)).keys()));
  const urls = new Set(kept.flat().map((request) => request.url));
  await Promise.allSettled([...urls].filter(onUse).map((url) => cache.add(new Request(url, { cache: "reload" }))));
}

async function keepOnUse(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const address = keptAddress(event.request);
  if (address) event.respondWith(answer(event.request, address));
  else if (event.request.method === "GET" && onUse(event.request.url)) event.respondWith(keepOnUse(event.request));
});
// A new version waits until the page asks: never a new program under a running game.
self.addEventListener("message", (event) => {
  if (event.data?.type === "skip-waiting") self.skipWaiting();
});
