// Shows the offline page when a screen cannot be fetched, and caches the shop's immutable files. API responses, pictures of
// patterns and the HTML of screens are not cached, because they can contain personal data or become stale.

/** A hash of OFFLINE_FILES. service-worker.spec.ts fails when a file has changed and the hash has not. */
const VERSION = '9a7cea8f';
const OFFLINE = `offline-${VERSION}`;
/** This cache remains when VERSION changes, because an open tab still needs the chunks of an older build. */
const ASSETS = 'assets';
const MAX_ASSETS = 240;
const OFFLINE_PAGE = '/offline.html';
const OFFLINE_FILES = [OFFLINE_PAGE, '/offline.css', '/offline.js', '/colour-scheme.js', '/favicon.svg'];
/** By path, the URL pattern of each font of the offline page in the asset cache, which contains fonts of earlier screens. */
const FONTS = {
  '/offline-serif.woff2': /\/newsreader-latin-(?!ext)/,
  '/offline-sans.woff2': /\/source-sans-3-latin-(?!ext)/,
};

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(OFFLINE);
      await cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' })));
      // A new worker can take over open tabs immediately, because no screen comes from a cache.
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
  const cached = await cache.match(event.request);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.ok && response.status === 200) event.waitUntil(save(cache, event.request, response.clone()));
  return response;
}

/** Caches a response and deletes the oldest entries above the limit. Ignores failures, such as a full disk. */
async function save(cache, request, response) {
  try {
    await cache.put(request, response);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MAX_ASSETS)).map((old) => cache.delete(old)));
  } catch {
    // The next visit caches the file.
  }
}

async function font(urlPattern) {
  const cache = await caches.open(ASSETS);
  const cached = (await cache.keys()).find(({ url }) => urlPattern.test(url));
  return (cached && (await cache.match(cached))) || Response.error();
}

/** Prefers the network over the cache, so that a connected browser gets the newest version. */
async function offlineFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const file = await caches.match(request, { ignoreSearch: true });
    if (file) return file;
    throw error;
  }
}
