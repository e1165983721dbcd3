// The browser's storage. Where it is forbidden or full, reads return null and writes do nothing.

/** localStorage, or null where it is forbidden. */
export function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** @param {string} key */
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
    // Storage is full or forbidden.
  }
}

/** @param {string} key */
export function removeStored(key) {
  try {
    storage()?.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}
