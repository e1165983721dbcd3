// The service worker: it keeps the files of the client, what is printed on the pieces of
// each game and the finished matches that were open last, so that these open without a
// connection, and shows the notices that the server sends. It keeps no other answer.

// The bundler defines the client's build, what a page needs to open, and what else rules, cards and
// matches need. Without a bundle the worker keeps what pages ask for.
const { build, shell, rest } =
  typeof BUNDLE === 'undefined' ? { build: '', shell: [], rest: [] } : BUNDLE;

const cacheName = `archmage ${build}`;
/** Answers about finished matches, and how many are kept. */
const matchesName = 'archmage matches';
const mostKept = 60;
const page = '/';

/** Addresses of the client's files. */
const files =
  /^\/(app|art|chunks|core|endgame|games|lobby|moderation|people|question|replay|scenes|table|ui|vendor|waiting|wasm)\/|^\/(icons\/[\w-]+\.png|manifest\.webmanifest)$/;
/** Those of files that do not change while the build is the same: they are asked for once. */
const lasting = /^\/chunks\/|^\/games\/[^/]+\/(scenes\/|boards\/|altar)/;
/** What the server says of itself and of its games. */
const told = /^\/api\/(games(\/[a-z]+\/catalogue)?|site(\/\w+)?)$/;
/** What it says of a finished match. */
const matches = /^\/api\/matches\/[\w-]+(\/(timeline|steps|analysis))?$/;
/**
 * After a request to one of these somebody else may use the browser, who must not find the matches
 * of the person before.
 */
const leaves = /^\/api\/(sign-(in|out)(\/|$)|account$|account\/sessions)/;
/** Asks who the browser is, and with a personal link makes it somebody else. */
const identity = '/api/me';
/** Addresses that are no pages. */
const noPages = /^\/(api|ws|sign-in|healthz|readyz)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

async function fill() {
  const cache = await caches.open(cacheName);
  // What is in the browser's own cache is asked for again, in case it is older.
  await cache.addAll(
    [page, ...shell].map(
      (address) => new Request(address, { cache: lasting.test(address) ? 'default' : 'no-cache' }),
    ),
  );
}

self.addEventListener('activate', (event) => {
  event.waitUntil(clean().then(() => self.clients.claim()));
});

async function clean() {
  for (const name of await caches.keys())
    if (name !== cacheName && name !== matchesName) await caches.delete(name);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.headers.has('range')) return;
  if (request.method !== 'GET') {
    if (leaves.test(pathname)) event.waitUntil(caches.delete(matchesName));
    else if (pathname === identity) event.waitUntil(identify(request.clone()));
    return;
  }
  if (request.mode === 'navigate') {
    if (!noPages.test(pathname))
      event.respondWith(fresh(event, pathname === page ? page : '', page));
  } else if (lasting.test(pathname)) {
    event.respondWith(kept(event, pathname));
  } else if (matches.test(pathname)) {
    event.respondWith(match(event));
  } else if (files.test(pathname) || told.test(pathname)) {
    event.respondWith(fresh(event, pathname, pathname));
  }
});

/**
 * Drops the matches of the person before if a personal link is used.
 *
 * @param {Request} request
 */
async function identify(request) {
  const body = await request.json().catch(() => null);
  if (body?.link) await caches.delete(matchesName);
}

/**
 * The answer of the server, or without a connection what is kept.
 *
 * @param {FetchEvent} event
 * @param {string} keep the address under which the answer is kept, '' for not at all
 * @param {string} instead the address of what takes its place
 */
async function fresh(event, keep, instead) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch (error) {
    const found = await caches.match(instead);
    if (!found) throw error;
    return found;
  }
  if (keep && answer.status === 200) event.waitUntil(keepFile(keep, answer.clone()));
  return answer;
}

/**
 * Keeps a file of the client. A browser without room for it has the page all the same.
 *
 * @param {string} address
 * @param {Response} answer
 */
async function keepFile(address, answer) {
  await (await caches.open(cacheName)).put(address, answer).catch(() => {});
}

/**
 * The answer about a finished match, of which the last ones are kept.
 *
 * @param {FetchEvent} event
 */
async function match(event) {
  const { request } = event;
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const found = await (await caches.open(matchesName)).match(request);
    if (!found) throw error;
    return found;
  }
  if (answer.status === 200) event.waitUntil(keepMatch(request, answer.clone()));
  return answer;
}

/**
 * Keeps an answer about a match as the latest one. Without room for it the one before stays.
 *
 * @param {Request} request
 * @param {Response} answer
 */
async function keepMatch(request, answer) {
  try {
    const cache = await caches.open(matchesName);
    const list = await cache.keys();
    const before = list.findIndex(({ url }) => url === request.url);
    await cache.put(request, answer);
    const old = list.toSpliced(before, before < 0 ? 0 : 1);
    for (const one of old.slice(0, Math.max(0, old.length + 1 - mostKept))) await cache.delete(one);
  } catch {
    // The page has its answer.
  }
}

/** Keeps what rules, cards and matches need and is not there yet. */
async function more() {
  const cache = await caches.open(cacheName);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const address of rest) if (!there.has(address)) await cache.add(address);
}

// A page that has loaded says so.
self.addEventListener('message', (event) => {
  // Without a connection the next page tries again.
  event.waitUntil(more().catch(() => {}));
});

/**
 * What is kept, or the answer of the server.
 *
 * @param {FetchEvent} event
 * @param {string} address
 */
async function kept(event, address) {
  return (await caches.match(address)) ?? fresh(event, address, address);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** @param {{title: string, body: string, path: string, tag: string}} notice */
async function show({ title, body, path, tag }) {
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: path,
  });
  await count();
}

/** Marks the client's icon with the number of notices. */
async function count() {
  const { length } = await self.registration.getNotifications();
  // Browsers that cannot show it refuse.
  await (length ? self.navigator.setAppBadge?.(length) : self.navigator.clearAppBadge?.())?.catch(
    () => {},
  );
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([open(event.notification.data), count()]));
});

/**
 * Shows a page of the client, in a window that shows it already if there is one.
 *
 * @param {string} path
 */
async function open(path) {
  const address = new URL(path, location.origin).href;
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = all.find(({ url }) => url === address);
  if (there) await there.focus();
  else await self.clients.openWindow(address);
}
