// The connection to a room: says hello, keeps itself alive, reconnects by itself,
// and makes sure that every command is answered once.

import { onceEach } from '../core/once.js';
import { Coded } from '../core/api.js';

/** @import { ByeFrame, ServerFrame } from '../core/wire-types.js' */

/**
 * Lost: it will come back; over: it will not.
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'over'} LinkState
 */

/**
 * @typedef {object} LinkHost
 * @property {string} url of the room's /ws/ROOM
 * @property {() => {sequence: string, seq: number, overlay?: boolean}} hello what has been seen
 *   last, and whether the page is the overlay of a broadcast
 * @property {(frame: ServerFrame) => void} onFrame every frame but those that the link needs itself
 * @property {(explanation: import('../core/wire-types.js').Why) => void} onExplanation why the connection is about to end
 *   for good, if the server says more than a code
 * @property {(state: LinkState, code: string) => void} onState code: of the bye that ended it, or
 *   ''
 * @property {(attempt: number) => Promise<void>} [before] called before every attempt but the first
 * @property {new (url: string) => WebSocket} [WebSocket]
 * @property {Timers} [timers]
 * @property {() => number} [random]
 * @property {() => boolean} [eager] whether the viewer plays, so that others wait while the line is
 *   dead
 * @property {() => boolean} [hidden] whether nobody looks at the page
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

/** Milliseconds. */
const times = {
  hello: 10_000, // from the start of an attempt to the welcome
  quiet: 10_000, // without any frame, then we ask whether the line is alive
  eager: 3_000, // the same while a command waits for its answer, or others for the player
  pong: 4_000, // for any frame after we have asked
  retry: 400, // before the second attempt; doubled each time
  most: 4_000, // between attempts while somebody looks at the page
  hidden: 15_000, // between attempts otherwise
  again: 250, // before a command is sent again to a busy room; doubled each time
};
const mostTries = 5;
/** Refusals before a connection that no further attempt changes. */
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
   * Commands that are not answered, in the order in which they were given.
   *
   * @type {Map<string, Waiting>}
   */
  #waiting = new Map();
  /** @type {Timer | undefined} */
  #watch;
  /** We have asked whether the line is alive, and heard nothing since. */
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

  /** Starts to connect. */
  open() {
    void this.#connect();
  }

  /** Ends the connection for good. What is unanswered fails with `closed`. */
  close() {
    this.#end('closed');
  }

  /**
   * Checks the connection, or connects at once if the next attempt is still waited for: the network is
   * back, or the page is looked at.
   */
  probe() {
    if (this.state === 'open') this.#ping();
    else if (this.#retry !== undefined) {
      this.#timers.clear(this.#retry);
      this.#retry = undefined;
      void this.#connect();
    }
  }

  /** Connects at once after the connection was lost, also while an attempt is under way. */
  retryNow() {
    if (this.state !== 'lost') return;
    this.#timers.clear(this.#retry);
    this.#retry = undefined;
    this.#drop();
    void this.#connect();
  }

  /** Drops the connection and connects at once. What is sent meanwhile waits. */
  reconnect() {
    if (this.state === 'over') return;
    this.suspend();
    void this.#connect();
  }

  /** Drops the connection until reconnect is called: the browser keeps a page that was left. */
  suspend() {
    if (this.state === 'over') return;
    this.#drop();
    if (this.#retry !== undefined) this.#timers.clear(this.#retry);
    this.#retry = undefined;
    this.#become('connecting');
  }

  /**
   * Sends a command; if the connection is lost, it is sent again with the same id, so it is carried
   * out once. What is sent again while it is unanswered, as by a double press, is the same command.
   * Fails with a Coded refusal.
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
    // Node may say by an error alone that a connection cannot be made.
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

  /** Asks after a silence, unless that is done: sooner while somebody waits. */
  #listen() {
    const eager = this.#waiting.size || (this.#host.eager?.() && !this.#host.hidden?.());
    if (this.state === 'open' && !this.#asked)
      this.#expect(eager ? times.eager : times.quiet, () => this.#ping());
  }

  /** @param {ByeFrame} bye */
  #bye({ code, retryAfter, explanation }) {
    if (retryAfter === undefined) {
      if (explanation) this.#host.onExplanation(explanation);
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

  /** Asks whether the line is alive. */
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

  /** Lets go of the socket. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = false;
    this.#timers.clear(this.#watch);
    this.#watch = undefined;
    socket?.close();
  }

  /**
   * Connects after a pause: longer each time, and not all clients at once.
   *
   * @param {number} [least]
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
