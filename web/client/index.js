// A client of an Archmage server for programs: bots, overlays, tests. It uses the modules of the
// page, so it reconnects, sends again what got no answer, and keeps the documents up to date as the
// page does. docs/protocol.md describes what goes over the line. For Node 22 and later, and
// browsers.

import { withOneMore } from '../static/question/choices.js';
import { Picker } from '../static/question/picker.js';
import { Rest } from '../static/core/api.js';
import { emptyState, reduce, viewerSeat } from '../static/core/store.js';
import { Link } from '../static/table/connection.js';

export { Picker } from '../static/question/picker.js';
export { apply } from '../static/core/patch.js';
export { Coded } from '../static/core/api.js';

/** @import { DecisionText, Person, PickText, Result, Settings } from '../static/core/wire-types.js' */
/** @import { RoomState } from '../static/core/store.js' */
/** @import { Coded } from '../static/core/api.js' */

/**
 * What a player is asked, with what is usual filled in (docs/decisions.md).
 *
 * @typedef {DecisionText} Decision
 */
/** @typedef {RoomState} State What is known of a room. */

/** One person on one server. */
export class Server {
  /**
   * Requests as this person.
   *
   * @type {Rest}
   */
  rest;
  /** @type {Person} */
  me;
  #base;
  #token;

  /**
   * @param {string} base
   * @param {string} token
   * @param {Person} me
   */
  constructor(base, token, me) {
    this.#base = base;
    this.#token = token;
    this.rest = rest(base, token);
    this.me = me;
  }

  /**
   * The person of an API token, or without one a new guest.
   *
   * @param {string} base the address of the server, as in http://127.0.0.1:8080
   * @param {{token?: string | undefined, name?: string}} who name: of the guest, 1 to 32 characters
   * @throws {Coded} if the server refuses it or cannot be reached
   */
  static async as(base, { token, name = 'Bot' }) {
    if (token)
      return new Server(
        base,
        token,
        /** @type {Person} */ (await rest(base, token).get('/api/me')),
      );
    const me = /** @type {Person & {token: string}} */ (
      await rest(base).post('/api/me', { name, token: true })
    );
    return new Server(base, me.token, me);
  }

  /**
   * Opens a room, and returns its id.
   *
   * @param {{game: string, seats: number} & Partial<Settings>} settings
   * @throws {Coded} if the server refuses it
   */
  async open(settings) {
    return /** @type {{id: string}} */ (await this.rest.post('/api/rooms', { settings })).id;
  }

  /**
   * Connects to a room.
   *
   * @param {string} room its id
   */
  room(room) {
    const { host, protocol } = new URL(this.#base);
    return new Room(
      `${protocol.replace('http', 'ws')}//${host}/ws/${encodeURIComponent(room)}`,
      this.#token,
    );
  }
}

/**
 * @param {string} base
 * @param {string} [token]
 */
function rest(base, token) {
  return new Rest((path, init) =>
    fetch(new URL(/** @type {string} */ (path), base), {
      ...init,
      headers: {
        .../** @type {Record<string, string>} */ (init?.headers),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
    }),
  );
}

/**
 * A room and its connection, which comes back by itself. It says `change` after each frame and
 * `end` when it will not come back; then `code` says why.
 */
export class Room extends EventTarget {
  /** @type {State} */
  state = emptyState;
  /** Why the connection has ended for good, or ''. */
  code = '';
  #link;

  /**
   * @param {string} url of the WebSocket
   * @param {string} token
   */
  constructor(url, token) {
    super();
    this.#link = new Link({
      url,
      WebSocket: withHeaders({ Authorization: `Bearer ${token}` }),
      hello: () =>
        this.state.gap
          ? { sequence: '', seq: 0 }
          : { sequence: this.state.sequence, seq: this.state.seq },
      eager: () => this.state.decisions.length > 0,
      onFrame: (frame) => {
        this.state = reduce(this.state, frame, performance.now());
        if (this.state.gap) this.#link.reconnect();
        this.dispatchEvent(new Event('change'));
      },
      onWhy: () => {},
      onState: (state, code) => {
        if (state !== 'over') return;
        this.code = code;
        this.dispatchEvent(new Event('end'));
      },
    });
    this.#link.open();
  }

  /**
   * Sends a command of docs/protocol.md. It is carried out once, however often the connection
   * breaks meanwhile.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @throws {Coded} if it is refused
   */
  send(type, fields) {
    return this.#link.send(type, fields);
  }

  /** Leaves the room's connection; a seat stays taken. */
  close() {
    this.#link.close();
  }

  /**
   * Takes a free seat, gives a share of the seed, is ready, starts the match as the host, and
   * answers whatever it is asked, until the match is over.
   *
   * @param {(decision: Decision, state: State) => PickText[] | Promise<PickText[]>} choose
   * @param {(error: Coded) => void} [refused] is told of what the server refuses
   * @returns {Promise<Result>}
   * @throws {Error} if the connection ends for good before
   */
  play(choose, refused = () => {}) {
    return new Player(this, choose, refused).result;
  }
}

/** What plays a match in a room. */
class Player {
  #room;
  #choose;
  #refused;
  /**
   * The decisions that have been answered, and what has been done under which commitment.
   *
   * @type {Set<number | string>}
   */
  #done = new Set();
  /** @type {Promise<Result>} */
  result;

  /**
   * @param {Room} room
   * @param {(decision: Decision, state: State) => PickText[] | Promise<PickText[]>} choose
   * @param {(error: Coded) => void} refused
   */
  constructor(room, choose, refused) {
    this.#room = room;
    this.#choose = choose;
    this.#refused = refused;
    this.result = new Promise((resolve, reject) => {
      const look = () => {
        const { result } = room.state;
        if (!result) {
          this.#prepare();
          this.#answer();
          return;
        }
        room.removeEventListener('change', look);
        resolve(result);
      };
      room.addEventListener('change', look);
      room.addEventListener('end', () =>
        reject(new Error(`the connection has ended: ${room.code}`)),
      );
      look();
    });
  }

  /** Sits down, shares and is ready; starts as the host when everybody is. */
  #prepare() {
    const { room, you } = this.#room.state;
    if (!room || !you || (room.status !== 'open' && room.status !== 'seated')) return;
    const { commitment, seats } = room;
    const mine = seats[viewerSeat(this.#room.state)];
    if (!mine) {
      const free = seats.findIndex((seat) => !seat.player && !seat.bot);
      if (free >= 0)
        this.#once(`claim ${JSON.stringify(seats.map((seat) => seat.player))}`, 'claim', {
          seat: free,
        });
      return;
    }
    if (!mine.shared) this.#once(`share ${commitment}`, 'share', { commitment, share: hex() });
    if (!mine.ready) this.#once(`ready ${commitment}`, 'ready', { ready: true });
    const all = seats.every((seat) => seat.ready && (seat.shared || seat.bot));
    if (room.status === 'seated' && room.host === you.id && all)
      this.#once(`start ${commitment}`, 'start');
    // Who is not ready any more is waited for again.
    if (!all) this.#done.delete(`start ${commitment}`);
  }

  /** Answers what is open. */
  #answer() {
    const decision = this.#room.state.decisions.find(({ answered }) => !answered);
    if (!decision || this.#done.has(decision.id)) return;
    this.#done.add(decision.id);
    void Promise.resolve(this.#choose(decision, this.#room.state)).then((choice) =>
      this.#send(decision.id, 'answer', { decision: decision.id, choice }),
    );
  }

  /**
   * @param {string} what
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  #once(what, type, fields) {
    if (this.#done.has(what)) return;
    this.#done.add(what);
    void this.#send(what, type, fields);
  }

  /**
   * Sends it, again and again while the server is too busy or cannot store it.
   *
   * @param {number | string} what
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<void>}
   */
  async #send(what, type, fields) {
    try {
      await this.#room.send(type, fields);
    } catch (error) {
      const refusal = /** @type {Coded} */ (error);
      if (refusal.code === 'busy' || refusal.code === 'not_stored') {
        await this.#send(what, type, fields);
        return;
      }
      if (refusal.code !== 'closed') this.#refused(refusal);
    }
  }
}

/**
 * A legal answer, drawn from the bounds of the decision alone.
 *
 * @param {Decision} decision
 * @param {() => number} [random] as Math.random
 * @returns {PickText[]}
 */
export function randomAnswer(decision, random = Math.random) {
  const pick = new Picker(decision);
  const { standaloneOptions: alone, combinableOptions: parts } = pick;
  if (random() * decision.options.length < alone.length) return [one(alone, random).id];
  pick.chosen = [];
  const wanted = decision.min + Math.floor(random() * (decision.max - decision.min + 1));
  for (;;) {
    const ways = parts.flatMap(({ id, groups = [''] }) =>
      groups
        .map((group) => withOneMore(decision, pick.chosen, id, group))
        .filter((list) => list !== null),
    );
    if (!ways.length || (pick.isReady && pick.total >= wanted)) return pick.answer();
    pick.chosen = one(ways, random);
  }
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T}
 */
const one = (list, random) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

/** 16 random bytes. */
const hex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * A WebSocket that sends headers where that is possible, as in Node; a browser has its cookie.
 *
 * @param {Record<string, string>} headers
 */
function withHeaders(headers) {
  if (typeof WebSocket === 'undefined')
    throw new Error(
      'this Node has no WebSocket: use Node 22, or start Node 20 with --experimental-websocket',
    );
  return class extends WebSocket {
    /** @param {string} url */
    constructor(url) {
      // @ts-expect-error browsers have no such argument
      super(url, { headers });
    }
  };
}
