// Parts of the client that are loaded when they are needed.

import { storage } from './storage.js';
import { Coded } from './api.js';

const storageKey = 'archmage.renewed';
/** A page that was loaded so lately is not loaded anew, in milliseconds. */
const reloadPauseMs = 60_000;
/** A part that could not be loaded may be asked for again after so long, in milliseconds. */
const pause = 4_000;

/**
 * Loads a part. If the server has been updated meanwhile and no longer has it, the
 * page is loaded again. Fails with a Coded refusal.
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
    const there = await fetch('/healthz').then(
      (answer) => answer.ok,
      () => false,
    );
    if (!there || !reloadOnce()) throw new Coded('offline', String(error));
    return new Promise(() => {});
  }
}

/**
 * A part that is loaded when it is first asked for.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(ready: () => void) => T | null} the part, or null until it is there. The last listener
 *   is called then, and also when the part could not be loaded and may be asked for again: a page
 *   that is drawn by nothing else would stay without it
 */
export function lazy(load) {
  /** @type {T | null} */
  let found = null;
  let asked = false;
  let tell = () => {};
  return (ready) => {
    tell = ready;
    if (asked) return found;
    asked = true;
    loadModule(load).then(
      (it) => {
        found = it;
        tell();
      },
      () => {
        asked = false;
        setTimeout(() => tell(), pause);
      },
    );
    return null;
  };
}

/**
 * Does something once the page has nothing else to do.
 *
 * @param {() => void} does
 */
export function whenIdle(does) {
  const idle =
    globalThis.requestIdleCallback ?? ((/** @type {() => void} */ late) => setTimeout(late, 300));
  idle(does);
}

/**
 * Loads the page anew, unless that was tried lately.
 *
 * @returns {boolean} whether it will be
 */
export function reloadOnce() {
  const store = storage();
  if (!store || Date.now() - Number(store.getItem(storageKey)) < reloadPauseMs) return false;
  store.setItem(storageKey, String(Date.now()));
  location.reload();
  return true;
}
