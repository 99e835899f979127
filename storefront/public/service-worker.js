// Shows the offline page when a screen cannot be fetched, and caches the shop's immutable files. It never caches
// API responses, pictures of patterns or the HTML of screens: no personal data is stored, nothing becomes stale.

/** Depends on the content of the files below; a test fails when it must change. */
const VERSION = '0f5b149f';
const OFFLINE = `offline-${VERSION}`;
/** Survives every version, so that an open tab still finds the chunks of the build that it runs. */
const ASSETS = 'assets';
const MOST_ASSETS = 240;
const OFFLINE_PAGE = '/offline.html';
const OFFLINE_FILES = [OFFLINE_PAGE, '/offline.css', '/offline.js', '/colour-scheme.js', '/favicon.svg'];
/** The offline page uses the shop's fonts if an earlier screen cached them with the assets. */
const FONTS = {
  '/offline-serif.woff2': /\/newsreader-latin-(?!ext)/,
  '/offline-sans.woff2': /\/source-sans-3-latin-(?!ext)/,
};

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(OFFLINE);
      await cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' })));
      // Screens never come from a cache, so a new worker may take over an open tab.
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name !== OFFLINE && name !== ASSETS).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(screen(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
  else if (pathname in FONTS) event.respondWith(font(FONTS[pathname]));
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(offlineFile(request));
});

async function screen(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = await caches.match(OFFLINE_PAGE);
    if (page) return page;
    throw error;
  }
}

async function asset(event) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok && answer.status === 200) event.waitUntil(keep(cache, event.request, answer.clone()));
  return answer;
}

/** A full disk or a closed cache must not fail the response; the oldest entries are deleted first. */
async function keep(cache, request, answer) {
  try {
    await cache.put(request, answer);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ASSETS)).map((old) => cache.delete(old)));
  } catch {
    // The next visit tries again.
  }
}

async function font(name) {
  const cache = await caches.open(ASSETS);
  const kept = (await cache.keys()).find(({ url }) => name.test(url));
  return (kept && (await cache.match(kept))) || Response.error();
}

/** Network first: the newest version as long as there is a connection. */
async function offlineFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const file = await caches.match(request, { ignoreSearch: true });
    if (file) return file;
    throw error;
  }
}
