// Work that is done once at a time, however often it is asked for.

/**
 * Does something once at a time: a call while it is under way does nothing more, and ends with it.
 *
 * @template {unknown[]} A
 * @template T
 * @param {(...args: A) => Promise<T>} act
 * @returns {(...args: A) => Promise<T>}
 */
export function once(act) {
  const alone = onceEach(act);
  return (...args) => alone('', ...args);
}

/**
 * The same for several things, each with a key of its own.
 *
 * @template {unknown[]} A
 * @template T
 * @param {(...args: A) => Promise<T>} act
 * @returns {(key: string, ...args: A) => Promise<T>}
 */
export function onceEach(act) {
  /** @type {Map<string, Promise<T>>} */
  const underWay = new Map();
  return (key, ...args) => {
    let work = underWay.get(key);
    if (!work) {
      work = act(...args).finally(() => underWay.delete(key));
      underWay.set(key, work);
    }
    return work;
  };
}
