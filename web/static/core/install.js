// Registers the service worker, closes its notifications, and installs the client as an app.

import { readStored, writeStored } from './storage.js';

/** The delay from the load of a page to registration, so that it does not slow the page down. */
const registrationDelayMs = 2000;

/** Registers the service worker, which opens the client offline, if the browser supports it. */
export function registerWorker() {
  if (!('serviceWorker' in navigator)) return;
  // If this fails, only opening the client offline does not work.
  const register = () =>
    void navigator.serviceWorker
      .register('/sw.js')
      .then(() => cacheForOffline('loaded'))
      .catch(console.warn);
  const registerLater = () => setTimeout(register, registrationDelayMs);
  if (document.readyState === 'complete') registerLater();
  else addEventListener('load', registerLater, { once: true });
}

/**
 * Makes the worker store more of the client for offline use, unless the browser saves data.
 *
 * @param {'loaded' | 'installed'} what
 */
async function cacheForOffline(what) {
  const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
  if (!connection?.saveData) (await navigator.serviceWorker.ready).active?.postMessage(what);
}

/** The key under which 'no' is stored once the person has declined to install the client. */
const offerKey = 'archmage.install';

/**
 * The event with which the browser offers to install the client, null if it cannot.
 *
 * @type {(Event & {prompt: () => Promise<unknown>}) | null}
 */
let installPrompt = null;

/**
 * Calls `changed` whenever canInstall changes.
 *
 * @param {() => void} onChange
 */
export function watchInstall(onChange) {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = /** @type {typeof installPrompt} */ (event);
    onChange();
  });
  addEventListener('appinstalled', () => {
    void cacheForOffline('installed');
    installPrompt = null;
    onChange();
  });
}

/** Whether the browser can install the client now. */
export const canInstall = () => installPrompt !== null;

/** Whether the person has declined to install the client. */
export function hasDeclinedInstall() {
  return readStored(offerKey) === 'no';
}

/** Stores that the person has declined to install the client. */
export function declineInstall() {
  writeStored(offerKey, 'no');
}

/**
 * Shows the browser's prompt, if it has offered one. Each prompt can be shown only once.
 */
export async function askToInstall() {
  const prompt = installPrompt;
  installPrompt = null;
  await prompt?.prompt();
}

/**
 * The registration of the service worker, or null without one.
 *
 * @returns {Promise<ServiceWorkerRegistration | null>}
 */
export async function workerRegistration() {
  if (!('serviceWorker' in navigator)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

/**
 * Closes the notifications about a room that the person has opened.
 *
 * @param {string} room
 */
export async function closeNotifications(room) {
  for (const notification of (await (
    await workerRegistration()
  )?.getNotifications({ tag: room })) ?? [])
    notification.close();
}

/**
 * Calls `changed` immediately, and whenever the browser goes offline or online.
 *
 * @param {(offline: boolean) => void} onChange
 */
export function watchOffline(onChange) {
  const report = () => onChange(!navigator.onLine);
  addEventListener('online', report);
  addEventListener('offline', report);
  report();
}
