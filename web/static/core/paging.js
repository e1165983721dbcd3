// Lists that the server sends a page at a time.

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
