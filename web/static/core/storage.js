// What the browser keeps between visits. Without storage nothing is kept, and nothing fails.

/** The browser's storage, or null where it is forbidden. */
export function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * What is kept under a key, or null.
 *
 * @param {string} key
 */
export function readStored(key) {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function writeStored(key, value) {
  try {
    storage()?.setItem(key, value);
  } catch {
    // It is full or forbidden.
  }
}

/** @param {string} key */
export function removeStored(key) {
  try {
    storage()?.removeItem(key);
  } catch {
    // It is forbidden.
  }
}
