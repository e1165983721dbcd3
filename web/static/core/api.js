// Requests to the server's REST interface.

import { once, onceEach } from './once.js';

/** @import { ApiRoutes } from './api-routes.js' */
/** @import { GameInfo, Person } from './wire-types.js' */

// Types that find a request among ApiRoutes by how its path is written: `/api/rooms/${id}/board`
// belongs to '/api/rooms/{room}/board'. A path that no route has does not compile.

/**
 * A route without the names of its parameters: '/api/rooms/{}/board'.
 *
 * @template {string} Route
 * @typedef {Route extends `${infer Start}{${string}}${infer End}`
 *   ? `${Start}{}${Unnamed<End>}`
 *   : Route} Unnamed
 */
/** @typedef {{[Route in keyof ApiRoutes as Unnamed<Route>]: ApiRoutes[Route]}} Routes */
/**
 * A path with {} for each part of it that is not constant.
 *
 * @template {string} Path
 * @typedef {Path extends `${infer First}/${infer Rest}`
 *   ? `${Pattern<First>}/${Pattern<Rest>}`
 *   : string extends Path
 *     ? '{}'
 *     : Path} Pattern
 */
/**
 * The route of a path, with or without a query.
 *
 * @template {string} Method
 * @template {string} Path
 * @typedef {`${Method} ${Path extends `${infer Bare}?${string}` ? Pattern<Bare> : Pattern<Path>}`} RouteOf
 */
/**
 * @template {string} Method
 * @template {string} Path
 * @typedef {RouteOf<Method, Path> extends keyof Routes ? Path : 'no such route'} Known
 */
/**
 * @template {string} Method
 * @template {string} Path
 * @typedef {RouteOf<Method, Path> extends keyof Routes
 *   ? Routes[RouteOf<Method, Path>]['answer']
 *   : never} Answer
 */
/**
 * What a request sends; {} for one without a body.
 *
 * @template {string} Method
 * @template {string} Path
 * @typedef {RouteOf<Method, Path> extends keyof Routes
 *   ? Routes[RouteOf<Method, Path>] extends { body: infer Body }
 *     ? Body
 *     : Record<string, never>
 *   : never} Body
 */

/** The status of an answer by which something was made. */
const created = 201;

/** A refusal with the server's code; `offline` if no answer came at all. */
export class Coded extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} [status] of HTTP
   * @param {number} [item] number of the item where a record breaks, -1 for none
   * @param {import('./wire-types.js').Why} [ban] why the person may not do that
   */
  constructor(code, message, status = 0, item = -1, ban) {
    super(message);
    this.code = code;
    this.status = status;
    this.item = item;
    this.ban = ban;
  }
}

export class Rest {
  #fetch;
  #refused;
  /** Whether the browser has sent back no identity that it was given. */
  #forgets = false;
  #makeIdentity = once((/** @type {string} */ name) => this.#identify(name));
  /** A button that is pressed twice sends one request: the second press gets the answer of the first. */
  #write = onceEach((/** @type {string} */ method, /** @type {string} */ path, body) =>
    this.#send(method, path, body),
  );

  /**
   * @param {typeof fetch} [fetcher]
   * @param {(code: string) => Promise<unknown>} [refused] called before a refusal is thrown
   */
  constructor(fetcher = (...args) => fetch(...args), refused = async () => {}) {
    this.#fetch = fetcher;
    this.#refused = refused;
  }

  /**
   * @template {string} Path
   * @param {Known<'GET', Path>} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<'GET', Path>>}
   */
  get(path, signal) {
    return this.#send('GET', path, undefined, signal);
  }

  /**
   * @template {string} Path
   * @param {Known<'POST', Path>} path
   * @param {Body<'POST', Path>} body
   * @returns {Promise<Answer<'POST', Path>>}
   */
  post(path, body) {
    return this.#once('POST', path, body);
  }

  /**
   * @template {string} Path
   * @param {Known<'PATCH', Path>} path
   * @param {Body<'PATCH', Path>} body
   * @returns {Promise<Answer<'PATCH', Path>>}
   */
  patch(path, body) {
    return this.#once('PATCH', path, body);
  }

  /**
   * @template {string} Path
   * @param {Known<'DELETE', Path>} path
   * @param {Body<'DELETE', Path>} [body]
   * @returns {Promise<Answer<'DELETE', Path>>}
   */
  remove(path, body) {
    return this.#once('DELETE', path, body);
  }

  /**
   * A file of JSON that belongs to the client.
   *
   * @param {string} path
   * @returns {Promise<unknown>}
   */
  file(path) {
    return this.#send('GET', path);
  }

  /**
   * Sends what a form holds.
   *
   * @param {string} path
   * @param {Record<string, string>} fields
   * @returns {Promise<unknown>}
   */
  form(path, fields) {
    return this.#send('POST', path, new URLSearchParams(fields));
  }

  /**
   * Sends a file as it is.
   *
   * @template {string} Path
   * @param {Known<'POST', Path>} path
   * @param {Blob} file
   * @returns {Promise<Answer<'POST', Path>>}
   */
  upload(path, file) {
    return this.#send('POST', path, file);
  }

  /**
   * A drawing that the server makes.
   *
   * @template {string} Path
   * @param {Known<'POST', Path>} path
   * @param {Body<'POST', Path>} body
   * @returns {Promise<string>} the text of an SVG file
   */
  async drawing(path, body) {
    const response = await this.#ask('POST', path, body);
    return response.text();
  }

  /**
   * The person that this browser is; a guest with the given name is made if there is none. A
   * browser that keeps no cookies is nobody, and is refused with no_cookies without another guest.
   *
   * @param {() => string} name
   * @returns {Promise<Person>}
   */
  identity(name) {
    return this.#makeIdentity(name());
  }

  /**
   * @param {string} name
   * @returns {Promise<Person>}
   */
  async #identify(name) {
    if (!this.#forgets) {
      const response = await this.#ask('POST', '/api/me', { name });
      const person = /** @type {Person} */ (await read(response));
      if (response.status !== created || (await this.me())?.id === person.id) return person;
      this.#forgets = true;
    }
    throw new Coded('no_cookies', 'This browser keeps no cookies of the server.');
  }

  /**
   * The person that this browser is, or null if it is nobody yet.
   *
   * @returns {Promise<Person | null>}
   */
  async me() {
    try {
      return await this.get('/api/me');
    } catch (error) {
      if (error instanceof Coded && error.code === 'no_identity') return null;
      throw error;
    }
  }

  /** @returns {Promise<GameInfo[]>} */
  games() {
    return this.get('/api/games');
  }

  /**
   * What is printed on a game's pieces; null for a game that has no catalogue.
   *
   * @param {string} game
   * @returns {Promise<unknown>}
   */
  async catalogue(game) {
    try {
      return await this.get(`/api/games/${encodeURIComponent(game)}/catalogue`);
    } catch (error) {
      if (error instanceof Coded && error.code === 'not_found') return null;
      throw error;
    }
  }

  /**
   * Sends what changes something, unless the same is under way.
   *
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} as api-routes.d.ts says
   */
  #once(method, path, body) {
    return this.#write(JSON.stringify([method, path, body]), method, path, body);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} as api-routes.d.ts says
   */
  async #send(method, path, body, signal) {
    return read(await this.#ask(method, path, body, signal));
  }

  /**
   * The answer to a request; a refusal is thrown.
   *
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async #ask(method, path, body, signal) {
    /** @type {RequestInit} */
    const init = {
      method,
      credentials: 'same-origin',
      headers: { Accept: 'application/json' },
      signal,
    };
    if (body !== undefined) {
      const form = body instanceof URLSearchParams;
      if (!form) init.headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
      init.body = form || body instanceof Blob ? body : JSON.stringify(body);
    }
    let response;
    try {
      response = await this.#fetch(path, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Coded('offline', 'No connection to the server.');
    }
    if (!response.ok) {
      const answer = await response.json().catch(() => null);
      await this.#refused(answer?.code ?? 'internal').catch(() => {});
      throw new Coded(
        answer?.code ?? 'internal',
        answer?.message ?? `The server answered ${response.status}.`,
        response.status,
        answer?.item,
        answer?.ban,
      );
    }
    return response;
  }
}

/**
 * What an answer holds, null for nothing. The page of a hotel's network, or of a proxy that is set
 * up wrongly, comes as an answer too.
 *
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
async function read(response) {
  const text = await response.text().catch(() => {
    throw new Coded('offline', 'No connection to the server.');
  });
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Coded('not_server', 'Something else than the server has answered.', response.status);
  }
}
