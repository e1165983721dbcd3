// What the browser keeps of the client: its service worker, which opens it without
// a connection, and the notices that the worker has shown.

/** So long after the page has loaded the browser begins to keep the client: what the page shows comes first. Milliseconds. */
const after = 2000;

/** Has the browser keep the client, where that is possible. */
export function install() {
  if (!('serviceWorker' in navigator)) return;
  // Without a worker the client is the same, but for opening without a connection.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(console.warn);
  const soon = () => setTimeout(register, after);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/** The registration of the worker, or null where there is none. @returns {Promise<ServiceWorkerRegistration | null>} */
export async function worker() {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

/** Takes away the notices about a table, which the person sees now. @param {string} room */
export async function seen(room) {
  for (const note of (await (await worker())?.getNotifications({ tag: room })) ?? []) note.close();
}

/**
 * Calls with whether the browser has no connection, now and when that changes.
 * @param {(offline: boolean) => void} tell
 */
export function watchLine(tell) {
  const look = () => tell(navigator.onLine === false);
  addEventListener('online', look);
  addEventListener('offline', look);
  look();
}
