// The service worker: it keeps the files of the client, so that the client opens
// without a connection and says so, and shows the notices that the server sends.
// It keeps no answer of the server to anything else.

// The server puts in the client's build, and what a page needs to open.
const build = '';
const shell = [];

const cacheName = `archmage ${build}`;
const page = '/';

/** Addresses of the client's files. */
const files = /^\/(art|ask|base|chunks|games|moderation|pages|people|replay|room|start|ui|vendor|wasm)\/|^\/(icons\/[\w-]+\.png|manifest\.webmanifest)$/;
/** Those of files that do not change while the build is the same: they are asked for once. */
const lasting = /^\/chunks\/|^\/games\/[^/]+\/(scenes\/|boards\/|altar)/;
/** Addresses that are no pages. */
const noPages = /^\/(api|ws|sign-in|healthz|readyz)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

async function fill() {
  const cache = await caches.open(cacheName);
  // What is in the browser's own cache is asked for again, in case it is older.
  await cache.addAll([page, ...shell].map((address) => new Request(address, { cache: lasting.test(address) ? 'default' : 'no-cache' })));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(clean().then(() => self.clients.claim()));
});

async function clean() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') {
    if (!noPages.test(pathname)) event.respondWith(fresh(request, pathname === page ? page : '', page));
  } else if (lasting.test(pathname)) {
    event.respondWith(kept(request, pathname));
  } else if (files.test(pathname)) {
    event.respondWith(fresh(request, pathname, pathname));
  }
});

/**
 * The answer of the server, or without a connection what is kept.
 * @param {Request} request
 * @param {string} keep the address under which the answer is kept, '' for not at all
 * @param {string} instead the address of what takes its place
 */
async function fresh(request, keep, instead) {
  try {
    const answer = await fetch(request);
    if (keep && answer.status === 200) await (await caches.open(cacheName)).put(keep, answer.clone());
    return answer;
  } catch (error) {
    const found = await caches.match(instead);
    if (!found) throw error;
    return found;
  }
}

/** What is kept, or the answer of the server. @param {Request} request @param {string} address */
async function kept(request, address) {
  return (await caches.match(address)) ?? fresh(request, address, address);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** @param {{title: string, body: string, path: string, tag: string}} notice */
async function show({ title, body, path, tag }) {
  await self.registration.showNotification(title, { body, tag, renotify: true, icon: '/icons/192.png', badge: '/icons/badge.png', data: path });
  await count();
}

/** Marks the client's icon with the number of notices. */
async function count() {
  const { length } = await self.registration.getNotifications();
  // Browsers that cannot show it refuse.
  await (length ? self.navigator.setAppBadge?.(length) : self.navigator.clearAppBadge?.())?.catch(() => {});
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([open(event.notification.data), count()]));
});

/** Shows a page of the client, in a window that shows it already if there is one. @param {string} path */
async function open(path) {
  const address = new URL(path, location.origin).href;
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = all.find(({ url }) => url === address);
  if (there) await there.focus();
  else await self.clients.openWindow(address);
}
