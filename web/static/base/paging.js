// Lists that the server sends a page at a time.

/**
 * Does something once at a time: a call while it is under way does nothing more, and ends with it.
 *
 * @template {unknown[]} A
 * @template T
 * @param {(...args: A) => Promise<T>} act
 * @returns {(...args: A) => Promise<T>}
 */
export function once(act) {
  /** @type {Promise<T> | null} */
  let underWay = null;
  return (...args) =>
    (underWay ??= act(...args).finally(() => {
      underWay = null;
    }));
}

/**
 * A list with the next page behind it. What is there already is not there twice: the list may have
 * changed on the server between two pages.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {readonly T[]} page
 * @param {(one: T) => unknown} idOf
 */
export function extended(list, page, idOf) {
  const there = new Set(list.map(idOf));
  return [...list, ...page.filter((one) => !there.has(idOf(one)))];
}
