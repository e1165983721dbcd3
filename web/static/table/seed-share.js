// The player's part of the seed of the next match: random bytes that are made once for a commitment
// of the server, and sent again unchanged. The browser keeps both, so that the player can check the
// match when it is over.

import { storage } from '../core/storage.js';
import { viewerSeat } from '../core/store.js';

/** @import { RoomState } from '../core/store.js' */

const bytes = 16;
const place = 'archmage.shares';

/** How many rooms and how many matches are remembered. */
const most = { next: 50, matches: 300 };

/**
 * What this browser has given for the next match of a room, and under which
 * commitment; given: the server has it.
 *
 * @typedef {{number: number, commitment: string, share: string, given: boolean}} Next
 */
/**
 * What is kept of a match.
 *
 * @typedef {{commitment: string, share: string}} Witness
 */
/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Store */

/** What is remembered: by room, and by match. */
class Memory {
  #store;
  /** @type {{next: Record<string, Next>, matches: Record<string, Witness>}} */
  #kept = { next: {}, matches: {} };

  /** @param {Store | null} store */
  constructor(store) {
    this.#store = store;
    this.read();
  }

  /** Reads what another tab may have written. */
  read() {
    try {
      const { next, matches } = JSON.parse(this.#store?.getItem(place) ?? '{}') ?? {};
      if (next && matches) this.#kept = { next, matches };
    } catch {
      // Without storage it is kept until the page is closed.
    }
    return this.#kept;
  }

  /**
   * @param {'next' | 'matches'} list
   * @param {string} id
   * @param {Next | Witness | null} value null to forget it
   */
  set(list, id, value) {
    const all = /** @type {Record<string, unknown>} */ (this.read()[list]);
    delete all[id];
    if (value) all[id] = value;
    for (const old of Object.keys(all).slice(0, -most[list])) delete all[old];
    try {
      this.#store?.setItem(place, JSON.stringify(this.#kept));
    } catch {
      // A full storage: from now on as without one.
      this.#store = null;
    }
  }
}

/**
 * What this browser knows of a match from before it; both "" if it gave no share.
 *
 * @param {string} match
 * @param {Store | null} [store]
 * @returns {Witness}
 */
export function witnessOf(match, store = storage()) {
  const { commitment = '', share = '' } = new Memory(store).read().matches[match] ?? {};
  return { commitment, share };
}

export class Sharer {
  #send;
  #memory;
  #random;
  /** The commitment whose share is on its way, or ''. */
  #under = '';

  /**
   * @param {(fields: {commitment: string, share: string}) => Promise<void>} send fails if the share
   *   is refused
   * @param {Store | null} [store]
   * @param {(bytes: Uint8Array<ArrayBuffer>) => void} [random] fills the bytes
   */
  constructor(send, store = storage(), random = (list) => void crypto.getRandomValues(list)) {
    this.#send = send;
    this.#memory = new Memory(store);
    this.#random = random;
  }

  /**
   * Sends the player's share if the room waits for it, and notes for which match it was given.
   * Called after each room frame; a refused share is sent again after the next one that asks for
   * it.
   *
   * @param {RoomState} state
   */
  async share(state) {
    const { room } = state;
    if (!room) return;
    this.#note(state);
    const seat = room.seats[viewerSeat(state)];
    if (
      !room.commitment ||
      !seat ||
      seat.shared ||
      (room.status !== 'open' && room.status !== 'seated')
    )
      return;
    const { id, commitment } = room;
    if (this.#under === commitment) return;
    this.#under = commitment;
    try {
      const next = this.#next(id, commitment, (room.matches ?? 0) + 1);
      await this.#send({ commitment, share: next.share });
      this.#memory.set('next', id, { ...next, given: true });
    } catch {
      // The match can be played without a share, and the proof says so.
    } finally {
      if (this.#under === commitment) this.#under = '';
    }
  }

  /**
   * Notes what was given for a match that has begun.
   *
   * @param {RoomState} state
   */
  #note(state) {
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
   * The share for a commitment.
   *
   * @param {string} room
   * @param {string} commitment
   * @param {number} number of the match
   * @returns {Next}
   */
  #next(room, commitment, number) {
    const made = this.#memory.read().next[room];
    if (made?.commitment === commitment) return made;
    const list = new Uint8Array(bytes);
    this.#random(list);
    const share = Array.from(list, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const next = { number, commitment, share, given: false };
    this.#memory.set('next', room, next);
    return next;
  }
}
