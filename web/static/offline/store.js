// The matches on this device, in IndexedDB: for each match a description, and the entries of its
// room. Every failure is a Coded: `no_store` if the browser keeps nothing, as in a private window,
// `store_full` if there is no space, `broken_store` if the data cannot be read or is of another
// program, and `other_tab` if another page has added an entry.

import { Coded } from '../core/api.js';

/** @import { RoomFrame } from '../core/wire-types.js' */

/** @typedef {{id: string, name: string, kind: string}} Person */
/** @typedef {{game: string, options: Record<string, string>, bots: string[], seat?: number}} NewMatch */
/**
 * An entry of a room. `info` is the room after the entry, '' if it has not changed.
 *
 * @typedef {{number: number, kind: string, data: string, info?: string}} StoredEntry
 */
/**
 * The description of a match.
 *
 * @typedef {object} StoredMatch
 * @property {string} id
 * @property {Person} person the player
 * @property {Omit<RoomFrame, 'type'>} info the room after the last entry that has changed it
 * @property {number} updated the time of the last entry, in milliseconds since 1970
 */

const databaseName = 'archmage offline';
const version = 1;
const stores = ['matches', 'entries'];
/** The codes of the errors of IndexedDB. All others mean that the browser keeps nothing. */
/** @type {Record<string, string>} */
const codes = {
  QuotaExceededError: 'store_full',
  ConstraintError: 'other_tab',
  VersionError: 'broken_store',
  NotFoundError: 'broken_store',
  DataError: 'broken_store',
};

/** @param {unknown} error */
const coded = (error) =>
  error instanceof Coded
    ? error
    : new Coded(codes[/** @type {Error} */ (error)?.name] ?? 'no_store', String(error));

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(coded(request.error));
  });

/**
 * Opens the store. Fails with Coded.
 *
 * @param {IDBFactory} [factory]
 * @returns {Promise<Store>}
 */
export async function openStore(factory = globalThis.indexedDB) {
  if (!factory) throw new Coded('no_store', 'This browser keeps no data.');
  try {
    const request = factory.open(databaseName, version);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('matches', { keyPath: 'id' });
      request.result.createObjectStore('entries', { keyPath: ['match', 'number'] });
    };
    const database = await resultOf(request);
    if (stores.some((name) => !database.objectStoreNames.contains(name)))
      throw new Coded('broken_store', 'The data on this device is of another program.');
    return new Store(database);
  } catch (error) {
    throw coded(error);
  }
}

export class Store {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /**
   * All matches, the latest first.
   *
   * @returns {Promise<StoredMatch[]>}
   */
  async list() {
    /** @type {StoredMatch[]} */
    let list = [];
    await this.#run('readonly', async (of) => {
      list = await resultOf(of('matches').getAll());
    });
    return list.filter(({ info }) => info?.settings).toSorted((a, b) => b.updated - a.updated);
  }

  /**
   * A match and its entries. Fails with `no_room` if there is no such match.
   *
   * @param {string} id
   * @returns {Promise<{match: StoredMatch, entries: StoredEntry[]}>}
   */
  async read(id) {
    /** @type {StoredMatch | undefined} */
    let match;
    /** @type {StoredEntry[]} */
    let entries = [];
    await this.#run('readonly', async (of) => {
      [match, entries] = await Promise.all([
        resultOf(of('matches').get(id)),
        resultOf(of('entries').getAll(entriesOf(id))),
      ]);
    });
    if (!match) throw new Coded('no_room', 'There is no such match on this device.');
    return { match, entries };
  }

  /**
   * Stores a new match, or adds entries to a match. All is stored, or nothing. Fails with
   * `other_tab` if the store has such an entry already.
   *
   * @param {StoredMatch} match
   * @param {StoredEntry[]} entries
   */
  async add(match, entries) {
    await this.#run('readwrite', async (of) => {
      of('matches').put(match);
      for (const { number, kind, data } of entries)
        of('entries').add({ match: match.id, number, kind, data });
    });
  }

  /** @param {string} id */
  async remove(id) {
    await this.#run('readwrite', async (of) => {
      of('matches').delete(id);
      of('entries').delete(entriesOf(id));
    });
  }

  close() {
    this.#database.close();
  }

  /**
   * Runs a transaction, and waits until it is on the disk.
   *
   * @param {IDBTransactionMode} mode
   * @param {(of: (name: string) => IDBObjectStore) => Promise<void>} act
   */
  async #run(mode, act) {
    try {
      const transaction = this.#database.transaction(stores, mode, { durability: 'strict' });
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(coded(transaction.error));
      });
      const acted = act((name) => transaction.objectStore(name));
      await Promise.all([acted.catch((error) => abandon(transaction, error)), done]);
    } catch (error) {
      throw coded(error);
    }
  }
}

/**
 * Undoes the earlier requests of a transaction, which would otherwise be stored without the one
 * that has failed.
 *
 * @param {IDBTransaction} transaction
 * @param {unknown} error
 * @returns {never}
 */
function abandon(transaction, error) {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
  throw error;
}

/** @param {string} id */
const entriesOf = (id) => IDBKeyRange.bound([id], [id, []]);
