// The player's share of the seed of the next match: random bytes that answer a commitment of the
// server. The client makes one share for each commitment. The browser stores both, so that the
// player can check the match when it is over.

import { storage } from '../core/storage.js';
import { viewerSeat } from '../core/store.js';

/** @import { RoomState } from '../core/store.js' */

/** The length of a share, in bytes. */
const shareBytes = 16;
const storageKey = 'archmage.shares';

/** The maximum numbers of stored rooms and matches. The oldest are removed first. */
const limits = { next: 50, matches: 300 };

/**
 * The share for the next match of a room. `given` reports whether the server has accepted it.
 *
 * @typedef {{number: number, commitment: string, share: string, given: boolean}} Next
 */
/**
 * The commitment and the share of a match that has begun.
 *
 * @typedef {{commitment: string, share: string}} StoredShare
 */
/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Store */

/** The shares in the browser's storage: `next` by room id, `matches` by match id. */
class ShareStorage {
  #store;
  /** @type {{next: Record<string, Next>, matches: Record<string, StoredShare>}} */
  #stored = { next: {}, matches: {} };

  /** @param {Store | null} store */
  constructor(store) {
    this.#store = store;
    this.read();
  }

  /** Reads the storage again, because another tab can have written to it. */
  read() {
    try {
      const { next, matches } = JSON.parse(this.#store?.getItem(storageKey) ?? '{}') ?? {};
      if (next && matches) this.#stored = { next, matches };
    } catch {
      // Without storage the shares are kept until the page is closed.
    }
    return this.#stored;
  }

  /**
   * @param {'next' | 'matches'} list
   * @param {string} id
   * @param {Next | StoredShare | null} value null to remove the entry
   */
  set(list, id, value) {
    const all = /** @type {Record<string, unknown>} */ (this.read()[list]);
    delete all[id];
    if (value) all[id] = value;
    for (const old of Object.keys(all).slice(0, -limits[list])) delete all[old];
    try {
      this.#store?.setItem(storageKey, JSON.stringify(this.#stored));
    } catch {
      // The storage is full or forbidden. From now on the shares are only kept in memory.
      this.#store = null;
    }
  }
}

/**
 * The commitment and the share that this browser stored for a match. Each is '' if the browser gave
 * no share.
 *
 * @param {string} match
 * @param {Store | null} [store]
 * @returns {StoredShare}
 */
export function storedShareOf(match, store = storage()) {
  const { commitment = '', share = '' } = new ShareStorage(store).read().matches[match] ?? {};
  return { commitment, share };
}

export class Sharer {
  #send;
  #memory;
  #random;
  /** The commitment whose share is being sent, or ''. */
  #pendingCommitment = '';

  /**
   * @param {(fields: {commitment: string, share: string}) => Promise<void>} send sends the share to
   *   the room, and fails if it is refused
   * @param {Store | null} [store]
   * @param {(bytes: Uint8Array<ArrayBuffer>) => void} [random] fills an array with random bytes
   */
  constructor(send, store = storage(), random = (list) => void crypto.getRandomValues(list)) {
    this.#send = send;
    this.#memory = new ShareStorage(store);
    this.#random = random;
  }

  /**
   * Sends the player's share if the room waits for it, and stores that it was given. Call this
   * after each room frame. A refused share is sent again after the next room frame.
   *
   * @param {RoomState} state
   */
  async share(state) {
    const { room } = state;
    if (!room) return;
    this.#recordGiven(state);
    const seat = room.seats[viewerSeat(state)];
    if (
      !room.commitment ||
      !seat ||
      seat.shared ||
      (room.status !== 'open' && room.status !== 'seated')
    )
      return;
    const { id, commitment } = room;
    if (this.#pendingCommitment === commitment) return;
    this.#pendingCommitment = commitment;
    try {
      const next = this.#shareFor(id, commitment, (room.matches ?? 0) + 1);
      await this.#send({ commitment, share: next.share });
      this.#memory.set('next', id, { ...next, given: true });
    } catch {
      // The match can be played without a share. The match's proof then shows that it was missing.
    } finally {
      if (this.#pendingCommitment === commitment) this.#pendingCommitment = '';
    }
  }

  /**
   * Stores the share of a match that has begun.
   *
   * @param {RoomState} state
   */
  #recordGiven(state) {
    const { room } = state;
    const next = room && this.#memory.read().next[room.id];
    if (!next) return;
    if (
      room.seats[viewerSeat(state)]?.shared &&
      next.commitment === room.commitment &&
      !next.given
    ) {
      this.#memory.set('next', room.id, { ...next, given: true });
    }
    if (room.match?.number !== next.number) return;
    if (next.given)
      this.#memory.set('matches', room.match.id, {
        commitment: next.commitment,
        share: next.share,
      });
    this.#memory.set('next', room.id, null);
  }

  /**
   * Returns the share for a commitment. The first call makes it.
   *
   * @param {string} room
   * @param {string} commitment
   * @param {number} number the number of the match in the room
   * @returns {Next}
   */
  #shareFor(room, commitment, number) {
    const existing = this.#memory.read().next[room];
    if (existing?.commitment === commitment) return existing;
    const list = new Uint8Array(shareBytes);
    this.#random(list);
    const share = Array.from(list, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const next = { number, commitment, share, given: false };
    this.#memory.set('next', room, next);
    return next;
  }
}
