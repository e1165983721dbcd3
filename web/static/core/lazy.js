// Parts of the client that are loaded when they are needed.

import { storage } from './storage.js';
import { Coded } from './api.js';

const reloadKey = 'archmage.renewed';
/** The least time between two reloads of the page. */
const minReloadIntervalMs = 60_000;
/** After a failure a part can be requested again once this time has passed. */
const retryDelayMs = 4_000;

/**
 * Loads a part. If loading fails though the server answers, the server has been updated and no
 * longer has the part: the page is reloaded. Otherwise fails with Coded `offline`.
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
 * Wraps a part that is loaded on first use.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(ready: () => void) => T | null} the part, or null until it is loaded. The latest
 *   listener is called when it is loaded, and also some time after a failure, so that a page that
 *   nothing else redraws tries again
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
 * Reloads the page, unless that was done a moment ago or cannot be recorded.
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
