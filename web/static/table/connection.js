// The connection to a room. It detects a dead connection, reconnects, and sends each command until
// the server answers it.

import { onceEach } from '../core/once.js';
import { Coded } from '../core/api.js';

/** @import { ByeFrame, ServerFrame } from '../core/wire-types.js' */

/**
 * The state of a connection. While it is `lost`, the link tries to reconnect. `over` is final.
 *
 * @typedef {'connecting' | 'open' | 'lost' | 'over'} LinkState
 */

/**
 * @typedef {object} LinkHost
 * @property {string} url address of the room's WebSocket, /ws/ROOM
 * @property {() => {sequence: string, seq: number, overlay?: boolean}} hello returns the fields of
 *   the hello: the last received frame, and whether the page is the overlay of a broadcast
 * @property {(frame: ServerFrame) => void} onFrame called with every frame that the link does not
 *   handle itself
 * @property {(explanation: import('../core/wire-types.js').Why) => void} onExplanation called
 *   before the connection ends for good, if the bye frame has an explanation
 * @property {(state: LinkState, code: string) => void} onState called with the new state, and the
 *   code of the bye frame that ended the connection, or ''
 * @property {(attempt: number) => Promise<void>} [before] called before every attempt except the
 *   first
 * @property {new (url: string) => WebSocket} [WebSocket]
 * @property {Timers} [timers]
 * @property {() => number} [random]
 * @property {() => boolean} [eager] reports whether the viewer plays, so that other players wait
 *   while the connection is dead
 * @property {() => boolean} [hidden] reports whether the page is in the background
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

/** Durations in milliseconds. */
const times = {
  hello: 10_000, // from the start of an attempt to the welcome
  quiet: 10_000, // from the last frame to a ping
  eager: 3_000, // from the last frame to a ping, while a command is unanswered or the viewer plays
  pong: 4_000, // from a ping to the next frame
  retry: 400, // pause before the second attempt, doubled for each further attempt
  most: 4_000, // the longest pause between attempts while the page is visible
  hidden: 15_000, // the longest pause between attempts while the page is in the background
  again: 250, // half the pause before a command is sent again to a busy room, doubled each time
};
const maxTries = 5;
/** Codes of errors after which another attempt would fail too. */
const finalErrors = ['no_cookies'];

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
  #timeout;
  /** Whether a ping has been sent and no frame has arrived since. */
  #isPingSent = false;
  /** @type {Timer | undefined} */
  #retryTimer;
  #commandCount = 0;
  #idPrefix;
  #sendOnce = onceEach((/** @type {Command} */ command) => this.#enqueue(command));

  /** @param {LinkHost} host */
  constructor(host) {
    this.#host = host;
    this.#timers = host.timers ?? {
      set: (f, ms) => setTimeout(f, ms),
      clear: (timer) => clearTimeout(timer),
    };
    this.#random = host.random ?? Math.random;
    this.#idPrefix = Array.from({ length: 10 }, () =>
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
   * Checks an open connection with a ping. If an attempt to reconnect is scheduled, makes it
   * immediately. Call this when the network is back, or when the page is visible again.
   */
  probe() {
    if (this.state === 'open') this.#ping();
    else if (this.#retryTimer !== undefined) {
      this.#timers.clear(this.#retryTimer);
      this.#retryTimer = undefined;
      void this.#connect();
    }
  }

  /** Connects immediately if the connection is lost, even while an attempt is under way. */
  retryNow() {
    if (this.state !== 'lost') return;
    this.#timers.clear(this.#retryTimer);
    this.#retryTimer = undefined;
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
    if (this.#retryTimer !== undefined) this.#timers.clear(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#setState('connecting');
  }

  /**
   * Sends a command, and waits for the answer. After a lost connection the command is sent again
   * with the same id, so that the server carries it out only once. A command that equals an
   * unanswered one, as after a double press, is not sent and returns the same promise. Fails with
   * Coded if the server refuses the command or the connection ends.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<void>}
   */
  send(type, fields = {}) {
    if (this.state === 'over')
      return Promise.reject(new Coded('closed', 'The connection is closed.'));
    return this.#sendOnce(JSON.stringify([type, fields]), {
      type,
      id: `${this.#idPrefix}.${++this.#commandCount}`,
      ...fields,
    });
  }

  /**
   * @param {Command} command
   * @returns {Promise<void>}
   */
  #enqueue(command) {
    return new Promise((resolve, reject) => {
      const waiting = { command, tries: 0, resolve, reject };
      this.#waiting.set(command.id, waiting);
      if (this.state === 'open') this.#transmit(waiting);
      if (this.#waiting.size === 1) this.#watchSilence();
    });
  }

  async #connect() {
    const attempt = this.#attempt++;
    if (attempt > 0 && this.#host.before) {
      try {
        await this.#host.before(attempt);
      } catch (error) {
        if (error instanceof Coded && finalErrors.includes(error.code)) {
          this.#end(error.code);
          return;
        }
        this.#setState('lost');
        this.#scheduleRetry();
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
    on('message', (event) => this.#receive(event.data));
    on('close', () => this.#handleLoss());
    // If a connection cannot be made, Node fires an error without a close.
    on('error', () => this.#handleLoss());
    this.#startTimeout(times.hello, () => this.#handleLoss());
  }

  /** @param {string} data */
  #receive(data) {
    /** @type {ServerFrame} */
    const frame = JSON.parse(data);
    this.#isPingSent = false;
    switch (frame.type) {
      case 'welcome':
        this.#attempt = 1;
        this.#host.onFrame(frame);
        this.#setState('open');
        for (const waiting of this.#waiting.values()) this.#transmit(waiting);
        break;
      case 'ok':
        this.#waiting.get(frame.id)?.resolve();
        this.#waiting.delete(frame.id);
        break;
      case 'reject':
        this.#handleRefusal(frame.id, new Coded(frame.code, frame.message));
        break;
      case 'pong':
        break;
      case 'bye':
        this.#handleBye(frame);
        break;
      default:
        this.#host.onFrame(frame);
    }
    this.#watchSilence();
  }

  /** Schedules a ping after a silence, a shorter one while a person waits for an answer. */
  #watchSilence() {
    const eager = this.#waiting.size || (this.#host.eager?.() && !this.#host.hidden?.());
    if (this.state === 'open' && !this.#isPingSent)
      this.#startTimeout(eager ? times.eager : times.quiet, () => this.#ping());
  }

  /** @param {ByeFrame} bye */
  #handleBye({ code, retryAfter, explanation }) {
    if (retryAfter === undefined) {
      if (explanation) this.#host.onExplanation(explanation);
      this.#end(code);
      return;
    }
    this.#drop();
    this.#setState('lost', code);
    this.#scheduleRetry(retryAfter * (1 + this.#random() / 2));
  }

  /**
   * @param {string} id
   * @param {Coded} error
   */
  #handleRefusal(id, error) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if ((error.code === 'busy' || error.code === 'not_stored') && ++waiting.tries < maxTries) {
      this.#timers.set(
        () => {
          if (this.state === 'open' && this.#waiting.has(id)) this.#transmit(waiting);
        },
        times.again * 2 ** waiting.tries,
      );
      return;
    }
    this.#waiting.delete(id);
    waiting.reject(error);
  }

  /** @param {Waiting} waiting */
  #transmit(waiting) {
    this.#socket?.send(JSON.stringify(waiting.command));
  }

  #ping() {
    if (this.#isPingSent) return;
    this.#isPingSent = true;
    this.#socket?.send('{"type":"ping"}');
    this.#startTimeout(times.pong, () => this.#handleLoss());
  }

  #handleLoss() {
    this.#drop();
    this.#setState('lost');
    this.#scheduleRetry();
  }

  /** @param {string} code */
  #end(code) {
    this.#drop();
    if (this.#retryTimer !== undefined) this.#timers.clear(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#setState('over', code);
    for (const waiting of this.#waiting.values())
      waiting.reject(new Coded(code, 'The connection is closed.'));
    this.#waiting.clear();
  }

  /** Closes the socket and ignores its further events. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#isPingSent = false;
    this.#timers.clear(this.#timeout);
    this.#timeout = undefined;
    socket?.close();
  }

  /**
   * Connects after a pause. The pause grows with each attempt and is partly random, so that clients
   * do not all connect at the same time.
   *
   * @param {number} [least] the shortest pause, in milliseconds
   */
  #scheduleRetry(least = 0) {
    if (this.state === 'over' || this.#retryTimer !== undefined) return;
    const longest = this.#host.hidden?.() ? times.hidden : times.most;
    const pause = Math.min(longest, times.retry * 2 ** Math.max(0, this.#attempt - 1));
    this.#retryTimer = this.#timers.set(
      () => {
        this.#retryTimer = undefined;
        void this.#connect();
      },
      Math.max(least, pause * (0.5 + this.#random() / 2)),
    );
  }

  /**
   * @param {number} ms
   * @param {() => void} act
   */
  #startTimeout(ms, act) {
    this.#timers.clear(this.#timeout);
    this.#timeout = this.#timers.set(act, ms);
  }

  /**
   * @param {LinkState} state
   * @param {string} [code]
   */
  #setState(state, code = '') {
    if (this.state === 'over' || (this.state === state && !code)) return;
    this.state = state;
    this.#host.onState(state, code);
  }
}
