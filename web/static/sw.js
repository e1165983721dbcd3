// The service worker. It caches the files of the client, the catalogues of the games and recently
// opened finished matches, so that their pages open offline. It caches no other answers. It also
// shows the notifications that the server sends.

// The bundler defines BUNDLE. It has the id of the build, the files that a page needs to open
// (shell), and the files that rules, galleries and replays also need (rest). Without a bundle the
// worker caches the files that pages request.
const { build, shell, rest } =
  typeof BUNDLE === 'undefined' ? { build: '', shell: [], rest: [] } : BUNDLE;

const cacheName = `archmage ${build}`;
/** The name of the cache of answers about finished matches, and their maximum number. */
const matchesName = 'archmage matches';
const maxMatchAnswers = 60;
const page = '/';
/** The worker and the rules for matches without a network, which are cached only when asked. */
const rules = ['/wasm/offline.js', '/wasm/wasm_exec.js', '/wasm/rules.wasm'];

/** Matches paths of the client's files. */
const files =
  /^\/(app|appointments|art|chunks|core|daily|endgame|events|games|generic|lobby|moderation|offline|people|puzzles|question|replay|scenes|table|ui|vendor|waiting|wasm)\/|^\/(icons\/[\w-]+\.png|manifest\.webmanifest)$/;
/** Matches paths of files that never change within a build, so that they are fetched only once. */
const immutable = /^\/chunks\/|^\/games\/[^/]+\/(scenes\/|boards\/|altar)/;
/** Matches paths of API answers that are cached: those about the server and its games. */
const cachedApi = /^\/api\/(games(\/[a-z]+\/catalogue)?|site(\/\w+)?)$/;
/** Matches paths of API answers about a finished match. */
const matches = /^\/api\/matches\/[\w-]+(\/(timeline|steps|analysis))?$/;
/**
 * Matches paths of requests after which another person can be signed in, who must not find the
 * matches of the previous person.
 */
const personChanges = /^\/api\/(sign-(in|out)(\/|$)|account$|account\/sessions)/;
/** The path that identifies the person. With a personal link it can sign another person in. */
const identity = '/api/me';
/** Matches paths that are not pages. */
const noPages = /^\/(api|ws|sign-in|healthz|readyz)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

/** Caches the client, and the rules if they are cached for the build before. */
async function install() {
  await cacheShell();
  if (await caches.match('/wasm/offline.js')) {
    await cacheAll(rest);
    await cacheOffline();
  }
  await self.skipWaiting();
}

async function cacheShell() {
  const cache = await caches.open(cacheName);
  // Revalidate copies in the browser's HTTP cache, because they can be from an older build.
  await cache.addAll(
    [page, ...shell].map(
      (address) =>
        new Request(address, { cache: immutable.test(address) ? 'default' : 'no-cache' }),
    ),
  );
}

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

async function deleteOldCaches() {
  for (const name of await caches.keys())
    if (name !== cacheName && name !== matchesName) await caches.delete(name);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.headers.has('range')) return;
  if (request.method !== 'GET') {
    if (personChanges.test(pathname)) event.waitUntil(caches.delete(matchesName));
    else if (pathname === identity) event.waitUntil(handleIdentify(request.clone()));
    return;
  }
  if (request.mode === 'navigate') {
    if (!noPages.test(pathname))
      event.respondWith(networkFirst(event, pathname === page ? page : '', page));
  } else if (immutable.test(pathname)) {
    event.respondWith(cacheFirst(event, pathname));
  } else if (matches.test(pathname)) {
    event.respondWith(fetchMatch(event));
  } else if (files.test(pathname) || cachedApi.test(pathname)) {
    event.respondWith(networkFirst(event, pathname, pathname));
  }
});

/**
 * Deletes the cached matches if the request uses a personal link.
 *
 * @param {Request} request
 */
async function handleIdentify(request) {
  const body = await request.json().catch(() => null);
  if (body?.link) await caches.delete(matchesName);
}

/**
 * Returns the answer of the server, or a cached answer if there is no connection.
 *
 * @param {FetchEvent} event
 * @param {string} cacheAs path under which to cache the answer, '' to not cache it
 * @param {string} fallback path of the cached answer to use if there is no connection
 */
async function networkFirst(event, cacheAs, fallback) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch (error) {
    const cached = await caches.match(fallback);
    if (!cached) throw error;
    return cached;
  }
  if (cacheAs && answer.status === 200) event.waitUntil(cacheFile(cacheAs, answer.clone()));
  return answer;
}

/**
 * Caches a file of the client. Failures, such as a lack of space, are ignored.
 *
 * @param {string} address
 * @param {Response} answer
 */
async function cacheFile(address, answer) {
  await (await caches.open(cacheName)).put(address, answer).catch(() => {});
}

/**
 * Returns the server's answer about a finished match and caches it, or returns a cached answer if
 * there is no connection.
 *
 * @param {FetchEvent} event
 */
async function fetchMatch(event) {
  const { request } = event;
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const cached = await (await caches.open(matchesName)).match(request);
    if (!cached) throw error;
    return cached;
  }
  if (answer.status === 200) event.waitUntil(cacheMatch(request, answer.clone()));
  return answer;
}

/**
 * Caches an answer about a match as the latest, and deletes the oldest answers. Failures, such as a
 * lack of space, are ignored.
 *
 * @param {Request} request
 * @param {Response} answer
 */
async function cacheMatch(request, answer) {
  try {
    const cache = await caches.open(matchesName);
    const keys = await cache.keys();
    const index = keys.findIndex(({ url }) => url === request.url);
    await cache.put(request, answer);
    const others = keys.toSpliced(index, index < 0 ? 0 : 1);
    const excess = Math.max(0, others.length + 1 - maxMatchAnswers);
    for (const key of others.slice(0, excess)) await cache.delete(key);
  } catch {
    // The page already has the answer.
  }
}

/**
 * Caches files that this build has not cached yet.
 *
 * @param {string[]} addresses
 */
async function cacheAll(addresses) {
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const address of addresses) if (!cached.has(address)) await cache.add(address);
}

/** Caches the rules and the pictures of the games, for matches without a network. */
async function cacheOffline() {
  // Without a bundle there is no list.
  if (build) {
    const list = '/offline/pictures.json';
    await cacheAll([list]);
    await cacheAll(await (await (await caches.open(cacheName)).match(list)).json());
  }
  await cacheAll(rules);
}

/**
 * Caches the files of rules, galleries and replays. With `offline`, and with `installed` unless the
 * connection is mobile, also the rules for matches without a network.
 *
 * @param {MessageEvent} event
 * @returns {Promise<boolean>} whether all are cached. After a failure the next message tries again
 */
async function cacheMore({ data }) {
  try {
    await cacheAll(rest);
    const isMetered = self.navigator?.connection?.type === 'cellular';
    if (data === 'offline' || (data === 'installed' && !isMetered)) await cacheOffline();
    return true;
  } catch {
    return false;
  }
}

// A page sends `loaded`, `installed` when the client was installed as an app, or `offline` when
// somebody wants to play without a network.
self.addEventListener('message', (event) => {
  event.waitUntil(cacheMore(event).then((isCached) => event.ports[0]?.postMessage(isCached)));
});

/**
 * Returns a cached answer, or else the answer of the server.
 *
 * @param {FetchEvent} event
 * @param {string} address
 */
async function cacheFirst(event, address) {
  return (await caches.match(address)) ?? networkFirst(event, address, address);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotification(event.data.json()));
});

/** @param {{title: string, body: string, path: string, tag: string}} notification */
async function showNotification({ title, body, path, tag }) {
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: path,
  });
  await updateBadge();
}

/** Sets the badge of the installed client to the number of notifications. */
async function updateBadge() {
  const { length } = await self.registration.getNotifications();
  // Browsers that cannot show a badge reject this.
  await (length ? self.navigator.setAppBadge?.(length) : self.navigator.clearAppBadge?.())?.catch(
    () => {},
  );
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([openPage(event.notification.data), updateBadge()]));
});

/**
 * Focuses a window that shows a page of the client, or opens one.
 *
 * @param {string} path
 */
async function openPage(path) {
  const address = new URL(path, location.origin).href;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const existing = windows.find(({ url }) => url === address);
  if (existing) await existing.focus();
  else await self.clients.openWindow(address);
}
