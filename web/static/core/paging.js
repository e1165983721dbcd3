// Loads lists that the server sends one page at a time.

/**
 * Returns the list with a page appended, without items that are already in the list. The list can
 * change on the server between two requests, so that an item is sent twice.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {readonly T[]} page
 * @param {(item: T) => unknown} idOf
 */
export function appendPage(list, page, idOf) {
  const listedIds = new Set(list.map(idOf));
  return [...list, ...page.filter((item) => !listedIds.has(idOf(item)))];
}

/**
 * The functions with which a Pager loads and reads its pages.
 *
 * @template T, P
 * @typedef {object} PageSource
 * @property {(after: string) => Promise<P>} fetch loads the page after a cursor; '' loads
 *   the first page
 * @property {(page: P) => T[]} itemsOf
 * @property {(item: T) => unknown} idOf
 * @property {() => void} onChange called when a page has been loaded or has failed
 */

/**
 * A list that is loaded one page at a time. Answers to all but the latest request are ignored.
 *
 * @template T
 * @template {{next: string}} P
 */
export class Pager {
  /** @type {T[] | null} null until the first page has been loaded or has failed */
  items = null;
  /** @type {P | null} the latest answer */
  page = null;
  /** Cursor of the next page, '' after the last. */
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

  /** Loads the first page. It replaces the current items when it arrives. */
  start() {
    return this.#load('');
  }

  /** Loads the next page, unless a page is being loaded. `next` must not be ''. */
  async more() {
    if (!this.isLoading) await this.#load(this.next);
  }

  /** Empties the list, and ignores a page that is being loaded. */
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
      this.items = after ? appendPage(this.items ?? [], items, this.#source.idOf) : items;
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
    this.#source.onChange();
  }
}
