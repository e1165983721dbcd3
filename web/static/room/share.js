// The player's part of the seed of the next match: random bytes that are made
// once for a commitment of the server, and sent again unchanged.

import { seatOf } from './store.js';

/** @import { RoomState } from './store.js' */

const bytes = 16;

/** The storage of this tab, or null where it is forbidden. */
function tabStorage() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

export class Sharer {
  #send;
  #store;
  #random;
  /** Shares by room and commitment, for where there is no storage. @type {Map<string, string>} */
  #made = new Map();
  /** The commitment whose share is on its way, or ''. */
  #under = '';

  /**
   * @param {(fields: {commitment: string, share: string}) => Promise<void>} send fails if the share is refused
   * @param {Pick<Storage, 'getItem' | 'setItem'> | null} [store]
   * @param {(bytes: Uint8Array<ArrayBuffer>) => void} [random] fills the bytes
   */
  constructor(send, store = tabStorage(), random = (list) => void crypto.getRandomValues(list)) {
    this.#send = send;
    this.#store = store;
    this.#random = random;
  }

  /**
   * Sends the player's share if the room waits for it. Called after each room
   * frame; a refused share is sent again after the next one that asks for it.
   * @param {RoomState} state
   */
  async share(state) {
    const { room } = state;
    const seat = room?.seats[seatOf(state)];
    if (!room?.commitment || !seat || seat.shared || (room.status !== 'open' && room.status !== 'seated')) return;
    const { commitment } = room;
    if (this.#under === commitment) return;
    this.#under = commitment;
    try {
      await this.#send({ commitment, share: this.#shareFor(room.id, commitment) });
    } catch {
      // The match can be played without a share, and the proof says so.
    } finally {
      if (this.#under === commitment) this.#under = '';
    }
  }

  /** @param {string} room @param {string} commitment */
  #shareFor(room, commitment) {
    const place = `archmage.share.${room}.${commitment}`;
    let share = this.#made.get(place) ?? this.#stored(place);
    if (!share) {
      const list = new Uint8Array(bytes);
      this.#random(list);
      share = Array.from(list, (byte) => byte.toString(16).padStart(2, '0')).join('');
      try {
        this.#store?.setItem(place, share);
      } catch {
        // A full storage: the share is kept until the page is closed.
      }
    }
    this.#made.set(place, share);
    return share;
  }

  /** @param {string} place */
  #stored(place) {
    try {
      return this.#store?.getItem(place);
    } catch {
      return null;
    }
  }
}
