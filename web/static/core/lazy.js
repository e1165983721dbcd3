// Loads parts of the client on demand.

import { storage } from './storage.js';
import { Coded } from './api.js';

const reloadKey = 'archmage.renewed';
/** The minimum time between two reloads of the page. */
const minReloadIntervalMs = 60_000;
/** The time from a failure to the next attempt to load a part. */
const retryDelayMs = 4_000;

/**
 * Loads a part. If that fails although the server answers, the server has probably been updated and
 * no longer has the part, so the page is reloaded. Fails with Coded `offline` if the server does
 * not answer or the page was reloaded a moment ago.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function loadModule(load) {
  try {
    return await load();
  } catch (error) {
    console.warn(error);
    const isServerUp = await fetch('/healthz').then(
      (answer) => answer.ok,
      () => false,
    );
    if (!isServerUp || !reloadOnce()) throw new Coded('offline', String(error));
    return new Promise(() => {});
  }
}

/**
 * Wraps a part so that it is loaded on first use.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(ready: () => void) => T | null} returns the part, or null until it is loaded. The
 *   latest `ready` is called when the part is loaded, and some time after a failure, so that an
 *   idle page tries again
 */
export function lazy(load) {
  /** @type {T | null} */
  let part = null;
  let isRequested = false;
  let notify = () => {};
  return (ready) => {
    notify = ready;
    if (isRequested) return part;
    isRequested = true;
    loadModule(load).then(
      (loaded) => {
        part = loaded;
        notify();
      },
      () => {
        isRequested = false;
        setTimeout(() => notify(), retryDelayMs);
      },
    );
    return null;
  };
}

/**
 * Runs a task when the browser is idle.
 *
 * @param {() => void} task
 */
export function whenIdle(task) {
  const schedule =
    globalThis.requestIdleCallback ??
    ((/** @type {() => void} */ callback) => setTimeout(callback, 300));
  schedule(task);
}

/**
 * Reloads the page. Does nothing if the page was reloaded less than a minute ago, or if the time
 * of the reload cannot be stored.
 *
 * @returns {boolean} whether the page is reloading
 */
export function reloadOnce() {
  const store = storage();
  if (!store || Date.now() - Number(store.getItem(reloadKey)) < minReloadIntervalMs) return false;
  store.setItem(reloadKey, String(Date.now()));
  location.reload();
  return true;
}
