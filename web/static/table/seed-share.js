// The player's share of the seed of the next match: random bytes for a commitment of the server. The
// share for a commitment is made once, and sent again unchanged. The browser stores both, so that the
// player can check the match when it is over.

import { storage } from '../core/storage.js';
import { viewerSeat } from '../core/store.js';

/** @import { RoomState } from '../core/store.js' */

/** The length of a share, in bytes. */
const bytes = 16;
const storageKey = 'archmage.shares';

/** How many rooms and how many matches are stored. The oldest are removed first. */
const limits = { next: 50, matches: 300 };

/**
 * The share for the next match of a room. given: the server has accepted it.
 *
 * @typedef {{number: number, commitment: string, share: string, given: boolean}} Next
 */
/**
 * What is stored of a match.
 *
 * @typedef {{commitment: string, share: string}} StoredShare
 */
/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Store */

/** The shares that this browser stores: next by room, matches by match. */
class Memory {
  #store;
  /** @type {{next: Record<string, Next>, matches: Record<string, StoredShare>}} */
  #stored = { next: {}, matches: {} };

  /** @param {Store | null} store */
  constructor(store) {
    this.#store = store;
    this.read();
  }

  /** Reads the storage again, as another tab may have written to it. */
  read() {
    try {
      const { next, matches } = JSON.parse(this.#store?.getItem(storageKey) ?? '{}') ?? {};
      if (next && matches) this.#stored = { next, matches };
    } catch {
      // Without a storage the shares are kept until the page is closed.
    }
    return this.#stored;
  }

  /**
   * @param {'next' | 'matches'} list
   * @param {string} id
   * @param {Next | StoredShare | null} value null to remove it
   */
  set(list, id, value) {
    const all = /** @type {Record<string, unknown>} */ (this.read()[list]);
    delete all[id];
    if (value) all[id] = value;
    for (const old of Object.keys(all).slice(0, -limits[list])) delete all[old];
    try {
      this.#store?.setItem(storageKey, JSON.stringify(this.#stored));
    } catch {
      // The storage is full or forbidden. From here on the shares are kept in memory.
      this.#store = null;
    }
  }
}

/**
 * The commitment and the share of a match as this browser stored them before it. Both are '' if it
 * gave no share.
 *
 * @param {string} match
 * @param {Store | null} [store]
 * @returns {StoredShare}
 */
export function storedShareOf(match, store = storage()) {
  const { commitment = '', share = '' } = new Memory(store).read().matches[match] ?? {};
  return { commitment, share };
}

export class Sharer {
  #send;
  #memory;
  #random;
  /** The commitment whose share is on its way, or ''. */
  #pendingCommitment = '';

  /**
   * @param {(fields: {commitment: string, share: string}) => Promise<void>} send sends the share to
   *   the room, and fails if it is refused
   * @param {Store | null} [store]
   * @param {(bytes: Uint8Array<ArrayBuffer>) => void} [random] fills the bytes
   */
  constructor(send, store = storage(), random = (list) => void crypto.getRandomValues(list)) {
    this.#send = send;
    this.#memory = new Memory(store);
    this.#random = random;
  }

  /**
   * Sends the player's share if the room waits for it, and stores for which match it was given. Call
   * it after each room frame. A refused share is sent again after the next room frame.
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
      // The match can be played without a share. Its proof shows that.
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
   * The share for a commitment. It is made at the first call.
   *
   * @param {string} room
   * @param {string} commitment
   * @param {number} number of the match
   * @returns {Next}
   */
  #shareFor(room, commitment, number) {
    const existing = this.#memory.read().next[room];
    if (existing?.commitment === commitment) return existing;
    const list = new Uint8Array(bytes);
    this.#random(list);
    const share = Array.from(list, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const next = { number, commitment, share, given: false };
    this.#memory.set('next', room, next);
    return next;
  }
}
