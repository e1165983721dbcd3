// A match on this device as the source of a table. It gives the page what a server gives: a socket
// with the frames of the room, and the answers to requests about the room. Each entry is stored
// before its frames are shown.

import { Coded, Rest } from '../core/api.js';

/** @import { Request, Response as RulesResponse, Rules } from './rules.js' */
/** @import { Store, StoredEntry, StoredMatch } from './store.js' */

/** The time between a move and the answer of a bot, so that people can follow, in milliseconds. */
const botPauseMs = 500;
/** The time for the search of a bot, in milliseconds. */
export const thinkMs = 700;
/** How long to wait for a page that is just being closed, in milliseconds. */
const lockMs = 1500;

/** Random bytes for the rules, in hexadecimal. */
export const randomBytes = (count = 32) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * Keeps other pages from the match until the returned function is called. Fails with `other_tab`
 * if another page has the match. Without locks the store notices two pages.
 *
 * @param {string} id
 * @param {LockManager | undefined} locks
 * @returns {Promise<() => void>}
 */
async function lock(id, locks = globalThis.navigator?.locks) {
  if (!locks) return () => {};
  return new Promise((resolve, reject) => {
    locks
      .request(
        `archmage offline ${id}`,
        { signal: AbortSignal.timeout(lockMs) },
        () => new Promise((release) => resolve(() => release(undefined))),
      )
      .catch(() => reject(new Coded('other_tab', 'The match is open in another tab.')));
  });
}

/**
 * @typedef {object} Parts
 * @property {() => Promise<Store>} openStore
 * @property {() => Rules} startRules
 * @property {LockManager} [locks]
 * @property {number} [pauseMs] the time before the answer of a bot
 */

export class Source {
  #id;
  #parts;
  /** @type {Rules | null} */
  #rules = null;
  /** @type {Store | null} */
  #store = null;
  /** @type {StoredMatch | null} */
  #match = null;
  #release = () => {};
  #isClosed = false;
  /** Ends when everything that was received is handled. @type {Promise<unknown>} */
  #work;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(frame: string) => void} */
  #onFrame = () => {};
  /** Resolves when the match is loaded. Fails with Coded. */
  loaded;

  /**
   * @param {string} id
   * @param {Parts} parts
   */
  constructor(id, parts) {
    this.#id = id;
    this.#parts = parts;
    this.loaded = this.#load();
    this.#work = this.loaded.catch(() => {});
  }

  /** The player, null until the match is loaded. */
  get person() {
    return this.#match?.person ?? null;
  }

  async #load() {
    try {
      this.#release = await lock(this.#id, this.#parts.locks);
      this.#store = await this.#parts.openStore();
      const { match, entries } = await this.#store.read(this.#id);
      this.#match = match;
      this.#rules = this.#parts.startRules();
      await this.#ask({
        do: 'load',
        room: this.#id,
        person: match.person,
        random: randomBytes(),
        think: thinkMs,
        entries,
      });
    } catch (error) {
      this.close();
      throw error;
    }
    if (this.#isClosed) this.close();
  }

  /**
   * Sends all further frames to a client, and no longer to an earlier one.
   *
   * @param {(frame: string) => void} onFrame
   */
  connect(onFrame) {
    clearTimeout(this.#timer);
    this.#onFrame = onFrame;
  }

  /**
   * Takes a frame of the client.
   *
   * @param {string} frame
   */
  receive(frame) {
    this.#enqueue({ do: 'receive', frame });
  }

  /**
   * The answer to a request about the match, as the server's. Fails with Coded.
   *
   * @param {Request} request
   */
  async answer(request) {
    await this.loaded;
    return (await this.#ask(request)).data;
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#onFrame = () => {};
    this.#rules?.close();
    this.#store?.close();
    this.#release();
  }

  /**
   * @param {Request} request
   * @returns {Promise<RulesResponse>}
   */
  #ask(request) {
    if (!this.#rules || this.#isClosed)
      return Promise.reject(new Coded('closed', 'The match is closed.'));
    return this.#rules.ask({ ...request, now: Date.now() });
  }

  /**
   * Carries out a request when the earlier ones are done.
   *
   * @param {Request} request
   */
  #enqueue(request) {
    this.#work = this.#work.then(() => this.#carryOut(request)).catch((error) => this.#end(error));
  }

  /** @param {Request} request */
  async #carryOut(request) {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    let response = await this.#ask(request);
    while (response.entry) {
      this.#show(response);
      try {
        await this.#save(response.entry);
      } catch (error) {
        const { code } = /** @type {Coded} */ (error);
        response = await this.#ask({ do: 'discard', code });
        this.#show(response);
        // The player's command was refused. A bot has nobody to tell, and another page goes on.
        if (request.do === 'receive' && code !== 'other_tab') return;
        throw error;
      }
      response = await this.#ask({ do: 'commit' });
    }
    this.#show(response);
    if (response.next === 'start') this.#enqueue({ do: 'next' });
    else if (response.next)
      this.#timer = setTimeout(
        () => this.#enqueue({ do: 'next' }),
        this.#parts.pauseMs ?? botPauseMs,
      );
  }

  /** @param {StoredEntry} entry */
  async #save(entry) {
    const match = /** @type {StoredMatch} */ (this.#match);
    const info = entry.info ? JSON.parse(entry.info) : match.info;
    const next = { ...match, info, updated: Date.now() };
    await this.#store?.add(next, [entry]);
    this.#match = next;
  }

  /** @param {RulesResponse} response */
  #show({ frames = [] }) {
    for (const frame of frames) this.#onFrame(frame);
  }

  /** @param {unknown} error */
  #end(error) {
    if (this.#isClosed) return;
    if (!(error instanceof Coded)) console.error(error);
    this.#onFrame(byeFor(error));
    this.close();
  }
}

/**
 * The frame that ends a connection for good because of an error.
 *
 * @param {unknown} error
 */
const byeFor = (error) =>
  JSON.stringify({ type: 'bye', code: error instanceof Coded ? error.code : 'internal' });

/**
 * The class of sockets to a source, for a Link.
 *
 * @param {Source} source
 * @returns {new (url: string) => WebSocket}
 */
export function socketsOf(source) {
  class SourceSocket extends EventTarget {
    #isClosed = false;

    constructor() {
      super();
      source.loaded.then(
        () => {
          if (this.#isClosed) return;
          source.connect((frame) => this.#receive(frame));
          this.dispatchEvent(new Event('open'));
        },
        (error) => this.#receive(byeFor(error)),
      );
    }

    /** @param {string} frame */
    #receive(frame) {
      if (!this.#isClosed) this.dispatchEvent(new MessageEvent('message', { data: frame }));
    }

    /** @param {string} frame */
    send(frame) {
      source.receive(frame);
    }

    close() {
      this.#isClosed = true;
    }
  }
  return /** @type {new (url: string) => WebSocket} */ (/** @type {unknown} */ (SourceSocket));
}

/**
 * The requests of a table, of which a source answers those about its match. There is no other room
 * and no stored match. All further requests go to the server.
 *
 * @param {Source} source
 * @param {string} id
 * @param {(code: string) => Promise<unknown>} onRefusal
 * @param {typeof fetch} fetcher
 */
export function restOf(source, id, onRefusal, fetcher = (...args) => fetch(...args)) {
  return new Rest(async (path, init) => {
    const { pathname, searchParams } = new URL(/** @type {string} */ (path), 'http://device');
    const numberOf = (/** @type {string} */ name) =>
      searchParams.has(name) ? Number(searchParams.get(name)) : undefined;
    const of = `/api/rooms/${id}/`;
    if (pathname === '/api/me') return Response.json(source.person);
    if (!/^\/api\/(rooms|matches|ratings)/.test(pathname)) return fetcher(path, init);
    /** @type {Record<string, Request>} */
    const requests = {
      hint: { do: 'hint' },
      events: { do: 'events', before: numberOf('before'), limit: numberOf('limit') },
      steps: { do: 'steps', from: numberOf('from') },
    };
    const request = pathname.startsWith(of) ? requests[pathname.slice(of.length)] : undefined;
    try {
      if (!request) throw new Coded('not_found', 'A match without a server has no such answer.');
      return Response.json(await source.answer(request));
    } catch (error) {
      const { code, message } = /** @type {Coded} */ (error);
      return Response.json({ code, message }, { status: 404 });
    }
  }, onRefusal);
}
