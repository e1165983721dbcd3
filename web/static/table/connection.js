// The connection to a room. It detects that the line is dead, reconnects, and sends each command until
// it is answered.

import { onceEach } from '../core/once.js';
import { Coded } from '../core/api.js';

/** @import { ByeFrame, ServerFrame } from '../core/wire-types.js' */

/**
 * While the state is `lost`, the connection is tried again. `over` is final.
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'over'} LinkState
 */

/**
 * @typedef {object} LinkHost
 * @property {string} url of the room's /ws/ROOM
 * @property {() => {sequence: string, seq: number, overlay?: boolean}} hello the last frame that was
 *   received, and whether the page is the overlay of a broadcast
 * @property {(frame: ServerFrame) => void} onFrame called with every frame that is not only for the link
 * @property {(why: import('../core/wire-types.js').Why) => void} onWhy called before the connection
 *   ends for good, if the server gives a reason besides the code
 * @property {(state: LinkState, code: string) => void} onState code: of the bye frame that
 *   ended the connection, or ''
 * @property {(attempt: number) => Promise<void>} [before] called before every attempt but the first
 * @property {new (url: string) => WebSocket} [WebSocket]
 * @property {Timers} [timers]
 * @property {() => number} [random]
 * @property {() => boolean} [eager] whether the viewer plays, so that other players wait while
 *   the line is dead
 * @property {() => boolean} [hidden] whether the page is in the background
 */

/** @typedef {ReturnType<typeof setTimeout>} Timer */

/**
 * @typedef {object} Timers
 * @property {(f: () => void, ms: number) => Timer} set
 * @property {(timer: Timer | undefined) => void} clear
 */

/** @typedef {{type: string, id: string} & Record<string, unknown>} Command */
/**
 * @typedef {{
 *   command: Command;
 *   tries: number;
 *   resolve: () => void;
 *   reject: (error: Coded) => void;
 * }} Waiting
 */

/** In milliseconds. */
const times = {
  hello: 10_000, // from the start of an attempt to the welcome
  quiet: 10_000, // without a frame before a ping is sent
  eager: 3_000, // the same while a command is unanswered, or other players wait for this one
  pong: 4_000, // from a ping to the next frame
  retry: 400, // before the second attempt, doubled for each further one
  most: 4_000, // the longest pause between attempts while the page is visible
  hidden: 15_000, // the longest pause while it is in the background
  again: 250, // before a command is sent again to a busy room, doubled each time
};
const mostTries = 5;
/** Errors that another attempt cannot change. */
const hopeless = ['no_cookies'];

export class Link {
  /** @type {LinkState} */
  state = 'connecting';
  #host;
  #timers;
  #random;
  /** @type {WebSocket | null} */
  #socket = null;
  #attempt = 0;
  /**
   * The unanswered commands, in the order in which they were sent.
   *
   * @type {Map<string, Waiting>}
   */
  #waiting = new Map();
  /** @type {Timer | undefined} */
  #watch;
  /** A ping has been sent, and no frame has come since. */
  #asked = false;
  /** @type {Timer | undefined} */
  #retry;
  #count = 0;
  #prefix;
  #each = onceEach((/** @type {Command} */ command) => this.#begin(command));

  /** @param {LinkHost} host */
  constructor(host) {
    this.#host = host;
    this.#timers = host.timers ?? {
      set: (f, ms) => setTimeout(f, ms),
      clear: (timer) => clearTimeout(timer),
    };
    this.#random = host.random ?? Math.random;
    this.#prefix = Array.from({ length: 10 }, () =>
      Math.floor(this.#random() * 36).toString(36),
    ).join('');
  }

  /** Begins to connect. */
  open() {
    void this.#connect();
  }

  /** Ends the connection for good. Unanswered commands fail with `closed`. */
  close() {
    this.#end('closed');
  }

  /**
   * Checks an open connection with a ping, and makes a pending attempt immediately. Call it when the
   * network is back, or when the page is visible again.
   */
  probe() {
    if (this.state === 'open') this.#ping();
    else if (this.#retry !== undefined) {
      this.#timers.clear(this.#retry);
      this.#retry = undefined;
      void this.#connect();
    }
  }

  /** Connects immediately if the connection is lost, even while an attempt is under way. */
  retryNow() {
    if (this.state !== 'lost') return;
    this.#timers.clear(this.#retry);
    this.#retry = undefined;
    this.#drop();
    void this.#connect();
  }

  /** Drops the connection and connects again. Commands wait until it is open. */
  reconnect() {
    if (this.state === 'over') return;
    this.suspend();
    void this.#connect();
  }

  /** Drops the connection until reconnect is called, for a page in the back/forward cache. */
  suspend() {
    if (this.state === 'over') return;
    this.#drop();
    if (this.#retry !== undefined) this.#timers.clear(this.#retry);
    this.#retry = undefined;
    this.#become('connecting');
  }

  /**
   * Sends a command. If the connection is lost, the command is sent again with the same id, so the
   * server carries it out once. A command that equals an unanswered one, as after a double press, is
   * not sent. It fails with a Coded refusal.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<void>}
   */
  send(type, fields = {}) {
    if (this.state === 'over')
      return Promise.reject(new Coded('closed', 'The connection is closed.'));
    return this.#each(JSON.stringify([type, fields]), {
      type,
      id: `${this.#prefix}.${++this.#count}`,
      ...fields,
    });
  }

  /**
   * @param {Command} command
   * @returns {Promise<void>}
   */
  #begin(command) {
    return new Promise((resolve, reject) => {
      const waiting = { command, tries: 0, resolve, reject };
      this.#waiting.set(command.id, waiting);
      if (this.state === 'open') this.#pass(waiting);
      if (this.#waiting.size === 1) this.#listen();
    });
  }

  async #connect() {
    const attempt = this.#attempt++;
    if (attempt > 0 && this.#host.before) {
      try {
        await this.#host.before(attempt);
      } catch (error) {
        if (error instanceof Coded && hopeless.includes(error.code)) {
          this.#end(error.code);
          return;
        }
        this.#become('lost');
        this.#later();
        return;
      }
      if (this.state === 'over' || this.#socket) return;
    }
    const WebSocket = this.#host.WebSocket ?? globalThis.WebSocket;
    const socket = new WebSocket(this.#host.url);
    this.#socket = socket;
    /**
     * @template {keyof WebSocketEventMap} K
     * @param {K} type
     * @param {(event: WebSocketEventMap[K]) => void} act
     */
    const on = (type, act) =>
      socket.addEventListener(type, (event) => {
        if (this.#socket === socket) act(event);
      });
    on('open', () => socket.send(JSON.stringify({ type: 'hello', v: 1, ...this.#host.hello() })));
    on('message', (event) => this.#hear(event.data));
    on('close', () => this.#lost());
    // When a connection cannot be made, Node fires an error without a close.
    on('error', () => this.#lost());
    this.#expect(times.hello, () => this.#lost());
  }

  /** @param {string} data */
  #hear(data) {
    /** @type {ServerFrame} */
    const frame = JSON.parse(data);
    this.#asked = false;
    switch (frame.type) {
      case 'welcome':
        this.#attempt = 1;
        this.#host.onFrame(frame);
        this.#become('open');
        for (const waiting of this.#waiting.values()) this.#pass(waiting);
        break;
      case 'ok':
        this.#waiting.get(frame.id)?.resolve();
        this.#waiting.delete(frame.id);
        break;
      case 'reject':
        this.#refused(frame.id, new Coded(frame.code, frame.message));
        break;
      case 'pong':
        break;
      case 'bye':
        this.#bye(frame);
        break;
      default:
        this.#host.onFrame(frame);
    }
    this.#listen();
  }

  /** Sends a ping after a silence, sooner while a person waits for an answer. */
  #listen() {
    const eager = this.#waiting.size || (this.#host.eager?.() && !this.#host.hidden?.());
    if (this.state === 'open' && !this.#asked)
      this.#expect(eager ? times.eager : times.quiet, () => this.#ping());
  }

  /** @param {ByeFrame} bye */
  #bye({ code, retryAfter, why }) {
    if (retryAfter === undefined) {
      if (why) this.#host.onWhy(why);
      this.#end(code);
      return;
    }
    this.#drop();
    this.#become('lost', code);
    this.#later(retryAfter * (1 + this.#random() / 2));
  }

  /**
   * @param {string} id
   * @param {Coded} error
   */
  #refused(id, error) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if ((error.code === 'busy' || error.code === 'not_stored') && ++waiting.tries < mostTries) {
      this.#timers.set(
        () => {
          if (this.state === 'open' && this.#waiting.has(id)) this.#pass(waiting);
        },
        times.again * 2 ** waiting.tries,
      );
      return;
    }
    this.#waiting.delete(id);
    waiting.reject(error);
  }

  /** @param {Waiting} waiting */
  #pass(waiting) {
    this.#socket?.send(JSON.stringify(waiting.command));
  }

  #ping() {
    if (this.#asked) return;
    this.#asked = true;
    this.#socket?.send('{"type":"ping"}');
    this.#expect(times.pong, () => this.#lost());
  }

  #lost() {
    this.#drop();
    this.#become('lost');
    this.#later();
  }

  /** @param {string} code */
  #end(code) {
    this.#drop();
    if (this.#retry !== undefined) this.#timers.clear(this.#retry);
    this.#retry = undefined;
    this.#become('over', code);
    for (const waiting of this.#waiting.values())
      waiting.reject(new Coded(code, 'The connection is closed.'));
    this.#waiting.clear();
  }

  /** Closes the socket, and ignores what still comes from it. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = false;
    this.#timers.clear(this.#watch);
    this.#watch = undefined;
    socket?.close();
  }

  /**
   * Connects after a pause, which grows with each attempt and is partly random, so that clients do
   * not all connect at the same time.
   *
   * @param {number} [least] in milliseconds
   */
  #later(least = 0) {
    if (this.state === 'over' || this.#retry !== undefined) return;
    const most = this.#host.hidden?.() ? times.hidden : times.most;
    const doubled = Math.min(most, times.retry * 2 ** Math.max(0, this.#attempt - 1));
    this.#retry = this.#timers.set(
      () => {
        this.#retry = undefined;
        void this.#connect();
      },
      Math.max(least, doubled * (0.5 + this.#random() / 2)),
    );
  }

  /**
   * @param {number} ms
   * @param {() => void} act
   */
  #expect(ms, act) {
    this.#timers.clear(this.#watch);
    this.#watch = this.#timers.set(act, ms);
  }

  /**
   * @param {LinkState} state
   * @param {string} [code]
   */
  #become(state, code = '') {
    if (this.state === 'over' || (this.state === state && !code)) return;
    this.state = state;
    this.#host.onState(state, code);
  }
}
