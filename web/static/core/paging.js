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

/**
 * Where the pages of a list come from.
 *
 * @template T, P
 * @typedef {object} PageSource
 * @property {(after: string) => Promise<P>} fetch asks for the page behind a place, '' for the first
 * @property {(page: P) => T[]} itemsOf
 * @property {(item: T) => unknown} idOf
 * @property {() => void} changed is called when a page has come, or when it has failed
 */

/**
 * A list with a button for more of it. Only the answer to the latest request counts.
 *
 * @template T
 * @template {{next: string}} P
 */
export class Pager {
  /** @type {T[] | null} null until the first page has come or failed */
  items = null;
  /** @type {P | null} the latest answer */
  page = null;
  /** Where the next page begins, '' after the last. */
  next = '';
  /** @type {unknown} why the latest request failed */
  error = null;
  isLoading = false;
  #latestRequest = 0;
  #source;

  /** @param {PageSource<T, P>} source */
  constructor(source) {
    this.#source = source;
  }

  /** Loads the first page. Until it has come, what is listed stays. */
  start() {
    return this.#load('');
  }

  /** Loads the next page, unless a page is on its way. */
  async more() {
    if (!this.isLoading) await this.#load(this.next);
  }

  /** Takes everything out of the list. */
  clear() {
    this.#latestRequest++;
    this.items = this.page = this.error = null;
    this.next = '';
    this.isLoading = false;
  }

  /** @param {string} after */
  async #load(after) {
    const request = ++this.#latestRequest;
    this.isLoading = true;
    this.error = null;
    try {
      const page = await this.#source.fetch(after);
      if (request !== this.#latestRequest) return;
      const items = this.#source.itemsOf(page);
      this.items = after ? extended(this.items ?? [], items, this.#source.idOf) : items;
      this.page = page;
      this.next = page.next;
    } catch (error) {
      if (request !== this.#latestRequest) return;
      this.error = error;
      if (!after) {
        this.items = [];
        this.next = '';
      }
    }
    this.isLoading = false;
    this.#source.changed();
  }
}
