// What the browser keeps of the client: its service worker, which opens it without
// a connection, the notices that the worker has shown, and how it is installed as an app.

import { readStored, writeStored } from './storage.js';

/**
 * How long after loading a page the browser begins to keep the client, in milliseconds: what the
 * page shows comes first.
 */
const after = 2000;

/** Has the browser keep the client, where that is possible. */
export function install() {
  if (!('serviceWorker' in navigator)) return;
  // Without a worker the client is the same, but for opening without a connection.
  const register = () =>
    void navigator.serviceWorker.register('/sw.js').then(keepMore).catch(console.warn);
  const soon = () => setTimeout(register, after);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/**
 * Has the worker keep what can be read without a connection, unless the person pays for each byte.
 */
async function keepMore() {
  const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
  if (!connection?.saveData) (await navigator.serviceWorker.ready).active?.postMessage('loaded');
}

/** Where it is kept that the client shall not be offered for installing any more. */
const place = 'archmage.install';

/**
 * The question by which the browser installs the client, while it can.
 *
 * @type {(Event & {prompt: () => Promise<unknown>}) | null}
 */
let question = null;

/**
 * Calls when it changes whether the client can be installed.
 *
 * @param {() => void} changed
 */
export function watchInstall(changed) {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    question = /** @type {typeof question} */ (event);
    changed();
  });
  addEventListener('appinstalled', () => {
    question = null;
    changed();
  });
}

/** Whether the browser can install the client now. */
export const canInstall = () => question !== null;

/** Whether the person has declined the offer. */
export function hasDeclined() {
  return readStored(place) === 'no';
}

/** Never offers it again by itself. */
export function decline() {
  writeStored(place, 'no');
}

/** Has the browser ask the person. A question is asked once; the browser may give another one. */
export async function askToInstall() {
  const asked = question;
  question = null;
  await asked?.prompt();
}

/**
 * The registration of the worker, or null where there is none.
 *
 * @returns {Promise<ServiceWorkerRegistration | null>}
 */
export async function worker() {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

/**
 * Takes away the notices about a table, which the person sees now.
 *
 * @param {string} room
 */
export async function seen(room) {
  for (const note of (await (await worker())?.getNotifications({ tag: room })) ?? []) note.close();
}

/**
 * Calls with whether the browser has no connection, now and when that changes.
 *
 * @param {(offline: boolean) => void} tell
 */
export function watchLine(tell) {
  const look = () => tell(!navigator.onLine);
  addEventListener('online', look);
  addEventListener('offline', look);
  look();
}
