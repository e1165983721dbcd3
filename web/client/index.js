// A client of an Archmage server for programs: bots, overlays, tests. It uses the modules of the
// web client, so it reconnects, resends unanswered commands, and keeps the documents up to date as
// those do. It runs in Node 22 or later and in browsers. docs/protocol.md describes the messages.

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
 * A decision with its default values filled in (docs/decisions.md).
 *
 * @typedef {DecisionText} Decision
 */
/** @typedef {RoomState} State The state of a room. */

/** A person on a server. */
export class Server {
  /**
   * Sends requests as this person.
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
   * Connects as the person of an API token, or without one as a new guest.
   *
   * @param {string} base the address of the server, such as http://127.0.0.1:8080
   * @param {{token?: string | undefined, name?: string}} who name: name of the guest, 1 to 32
   *   characters
   * @throws {Coded} if the server refuses or cannot be reached
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
   * Opens a room and returns its id.
   *
   * @param {{game: string, seats: number} & Partial<Settings>} settings
   * @throws {Coded} if the server refuses
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
 * A room and its connection, which reconnects by itself. Dispatches `change` after each frame, and
 * `end` when the connection has ended for good; `code` then says why.
 */
export class Room extends EventTarget {
  /** @type {State} */
  state = emptyState;
  /** The code of the reason for which the connection has ended for good, '' before. */
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
      onExplanation: () => {},
      onState: (state, code) => {
        if (state !== 'over') return;
        this.code = code;
        this.dispatchEvent(new Event('end'));
      },
    });
    this.#link.open();
  }

  /**
   * Sends a command of docs/protocol.md. It is carried out once, even if the connection breaks
   * meanwhile.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @throws {Coded} if the server refuses it
   */
  send(type, fields) {
    return this.#link.send(type, fields);
  }

  /** Closes the connection. The person keeps the seat. */
  close() {
    this.#link.close();
  }

  /**
   * Plays a match: takes a free seat, sends a share of the seed, gets ready, starts the match if it
   * is the host, and answers all decisions until the match is over.
   *
   * @param {(decision: Decision, state: State) => PickText[] | Promise<PickText[]>} choose
   * @param {(error: Coded) => void} [refused] called with each refusal of the server
   * @returns {Promise<Result>}
   * @throws {Error} if the connection ends for good before the match is over
   */
  play(choose, refused = () => {}) {
    return new Player(this, choose, refused).result;
  }
}

/** Plays a match in a room. */
class Player {
  #room;
  #choose;
  #refused;
  /**
   * The ids of the decisions that have been answered, and keys of the commands that have been sent.
   *
   * @type {Set<number | string>}
   */
  #sentKeys = new Set();
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
      const update = () => {
        const { result } = room.state;
        if (!result) {
          this.#prepare();
          if (this.#isOwnTurnPossible()) this.#answer();
          return;
        }
        room.removeEventListener('change', update);
        resolve(result);
      };
      room.addEventListener('change', update);
      room.addEventListener('end', () =>
        reject(new Error(`the connection has ended: ${room.code}`)),
      );
      update();
    });
  }

  /** Sends the next command that is needed before the match. */
  #prepare() {
    const { room, you } = this.#room.state;
    if (!room || !you || (room.status !== 'open' && room.status !== 'seated')) return;
    const { commitment, seats } = room;
    const ownSeat = seats[viewerSeat(this.#room.state)];
    if (!ownSeat) {
      const freeSeat = seats.findIndex((seat) => !seat.player && !seat.bot);
      if (freeSeat >= 0)
        this.#once(`claim ${JSON.stringify(seats.map((seat) => seat.player))}`, 'claim', {
          seat: freeSeat,
        });
      return;
    }
    if (!ownSeat.shared)
      this.#once(`share ${commitment}`, 'share', { commitment, share: randomHex() });
    if (!ownSeat.ready) this.#once(`ready ${commitment}`, 'ready', { ready: true });
    const isAllReady = seats.every((seat) => seat.ready && (seat.shared || seat.bot));
    if (room.status === 'seated' && room.host === you.id && isAllReady)
      this.#once(`start ${commitment}`, 'start');
    // Start again when a player has become unready and then ready again.
    if (!isAllReady) this.#sentKeys.delete(`start ${commitment}`);
  }

  /**
   * Reports whether the player may answer: not while the match is paused, nor while a bot plays for the
   * player. Then it takes over again, unless it has lost.
   */
  #isOwnTurnPossible() {
    const { room, seq } = this.#room.state;
    const ownSeat = room?.seats[viewerSeat(this.#room.state)];
    if (room?.status !== 'playing' || !ownSeat?.bot) return !room?.paused;
    if (!ownSeat.lost && !room.paused) this.#once(`return ${seq}`, 'return');
    return false;
  }

  /** Answers the open decision. */
  #answer() {
    const decision = this.#room.state.decisions.find(({ answered }) => !answered);
    if (!decision || this.#sentKeys.has(decision.id)) return;
    this.#sentKeys.add(decision.id);
    void Promise.resolve(this.#choose(decision, this.#room.state)).then((choice) =>
      this.#send(decision.id, 'answer', { decision: decision.id, choice }),
    );
  }

  /**
   * @param {string} key
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  #once(key, type, fields) {
    if (this.#sentKeys.has(key)) return;
    this.#sentKeys.add(key);
    void this.#send(key, type, fields);
  }

  /**
   * Sends a command, and repeats it while the server is too busy or cannot store it.
   *
   * @param {number | string} key
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<void>}
   */
  async #send(key, type, fields) {
    try {
      await this.#room.send(type, fields);
    } catch (error) {
      const refusal = /** @type {Coded} */ (error);
      if (refusal.code === 'busy' || refusal.code === 'not_stored') {
        await this.#send(key, type, fields);
        return;
      }
      // These answers can be given again when a later frame of the room says so.
      if (refusal.code === 'paused' || refusal.code === 'bot_plays') this.#sentKeys.delete(key);
      if (refusal.code !== 'closed') this.#refused(refusal);
    }
  }
}

/**
 * Returns a random legal answer. It only looks at the bounds of the decision.
 *
 * @param {Decision} decision
 * @param {() => number} [random] such as Math.random
 * @returns {PickText[]}
 */
export function randomAnswer(decision, random = Math.random) {
  const pick = new Picker(decision);
  const { standaloneOptions: standalone, combinableOptions: combinable } = pick;
  if (random() * decision.options.length < standalone.length)
    return [randomOf(standalone, random).id];
  pick.chosen = [];
  const wantedTotal = decision.min + Math.floor(random() * (decision.max - decision.min + 1));
  for (;;) {
    const extensions = combinable.flatMap(({ id, groups = [''] }) =>
      groups
        .map((group) => withOneMore(decision, pick.chosen, id, group))
        .filter((list) => list !== null),
    );
    if (!extensions.length || (pick.isReady && pick.total >= wantedTotal)) return pick.answer();
    pick.chosen = randomOf(extensions, random);
  }
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T}
 */
const randomOf = (list, random) => /** @type {T} */ (list[Math.floor(random() * list.length)]);

/** 16 random bytes. */
const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * Returns a WebSocket class that sends headers where that is possible, as in Node. Browsers ignore
 * them and use their cookie.
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
