// Requests to the server's REST interface.

import { once, onceEach } from './once.js';

/** @import { ApiRoutes } from './api-routes.js' */
/** @import { GameInfo, Person } from './wire-types.js' */

// These types look up a path in ApiRoutes: `/api/rooms/${id}/board` matches the route
// '/api/rooms/{room}/board'. A path that matches no route is a type error.

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
 * A path with {} in place of each part that is not constant.
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
 * @typedef {RouteOf<Method, Path> extends keyof Routes ? Path : 'no such route'} KnownPath
 */
/**
 * @template {string} Method
 * @template {string} Path
 * @typedef {RouteOf<Method, Path> extends keyof Routes
 *   ? Routes[RouteOf<Method, Path>]['answer']
 *   : never} Answer
 */
/**
 * The type of a request's body; an empty object if the request has none.
 *
 * @template {string} Method
 * @template {string} Path
 * @typedef {RouteOf<Method, Path> extends keyof Routes
 *   ? Routes[RouteOf<Method, Path>] extends { body: infer Body }
 *     ? Body
 *     : Record<string, never>
 *   : never} Body
 */

const statusCreated = 201;

/** An error with a code: the server's, or one of the client such as `offline`. */
export class Coded extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} [status] HTTP status, 0 if there is none
   * @param {number} [item] index of the item at which an imported record is wrong, -1 for none
   * @param {import('./wire-types.js').Why} [ban] the ban that forbids the request
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
  #onRefusal;
  /** Whether the browser has failed to send back the cookie of a new identity. */
  #losesCookies = false;
  #makeIdentity = once((/** @type {string} */ name) => this.#identify(name));
  /** Returns the running request if the same one is sent again, as by a double press. */
  #sendKeyed = onceEach((/** @type {string} */ method, /** @type {string} */ path, body) =>
    this.#send(method, path, body),
  );

  /**
   * @param {typeof fetch} [fetcher]
   * @param {(code: string) => Promise<unknown>} [onRefusal] called with the code of a refusal, and
   *   awaited before the refusal is thrown
   */
  constructor(fetcher = (...args) => fetch(...args), onRefusal = async () => {}) {
    this.#fetch = fetcher;
    this.#onRefusal = onRefusal;
  }

  /**
   * @template {string} Path
   * @param {KnownPath<'GET', Path>} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer<'GET', Path>>}
   */
  get(path, signal) {
    return this.#send('GET', path, undefined, signal);
  }

  /**
   * @template {string} Path
   * @param {KnownPath<'POST', Path>} path
   * @param {Body<'POST', Path>} body
   * @returns {Promise<Answer<'POST', Path>>}
   */
  post(path, body) {
    return this.#sendOnce('POST', path, body);
  }

  /**
   * @template {string} Path
   * @param {KnownPath<'PATCH', Path>} path
   * @param {Body<'PATCH', Path>} body
   * @returns {Promise<Answer<'PATCH', Path>>}
   */
  patch(path, body) {
    return this.#sendOnce('PATCH', path, body);
  }

  /**
   * @template {string} Path
   * @param {KnownPath<'DELETE', Path>} path
   * @param {Body<'DELETE', Path>} [body]
   * @returns {Promise<Answer<'DELETE', Path>>}
   */
  remove(path, body) {
    return this.#sendOnce('DELETE', path, body);
  }

  /**
   * Loads a JSON file of the client.
   *
   * @param {string} path
   * @returns {Promise<unknown>}
   */
  file(path) {
    return this.#send('GET', path);
  }

  /**
   * Posts fields with the content type of an HTML form.
   *
   * @param {string} path
   * @param {Record<string, string>} fields
   * @returns {Promise<unknown>}
   */
  form(path, fields) {
    return this.#send('POST', path, new URLSearchParams(fields));
  }

  /**
   * Posts the bytes of a file.
   *
   * @template {string} Path
   * @param {KnownPath<'POST', Path>} path
   * @param {Blob} file
   * @returns {Promise<Answer<'POST', Path>>}
   */
  upload(path, file) {
    return this.#send('POST', path, file);
  }

  /**
   * Requests an SVG picture that the server makes.
   *
   * @template {string} Path
   * @param {KnownPath<'POST', Path>} path
   * @param {Body<'POST', Path>} body
   * @returns {Promise<string>} the text of an SVG file
   */
  async drawing(path, body) {
    const response = await this.#request('POST', path, body);
    return response.text();
  }

  /**
   * Returns the person of this browser, or creates a guest with the given name. Fails with
   * `no_cookies` if the browser keeps no cookies; later calls then create no further guest.
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
    if (!this.#losesCookies) {
      const response = await this.#request('POST', '/api/me', { name });
      const person = /** @type {Person} */ (await parseBody(response));
      if (response.status !== statusCreated || (await this.me())?.id === person.id) return person;
      this.#losesCookies = true;
    }
    throw new Coded('no_cookies', 'This browser keeps no cookies of the server.');
  }

  /**
   * Returns the person of this browser, or null if it has no identity yet.
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
   * Returns the data of a game's pieces, such as the costs of cards, or null if the game has no
   * catalogue.
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
   * Sends a request that changes data. While the same request is running, returns its answer.
   *
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} as api-routes.d.ts says
   */
  #sendOnce(method, path, body) {
    return this.#sendKeyed(JSON.stringify([method, path, body]), method, path, body);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} as api-routes.d.ts says
   */
  async #send(method, path, body, signal) {
    return parseBody(await this.#request(method, path, body, signal));
  }

  /**
   * Sends a request. Fails with Coded if the server refuses it or cannot be reached, and with the
   * error of fetch if the signal aborts it.
   *
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async #request(method, path, body, signal) {
    /** @type {RequestInit} */
    const init = {
      method,
      credentials: 'same-origin',
      headers: { Accept: 'application/json' },
      signal,
    };
    if (body !== undefined) {
      const isForm = body instanceof URLSearchParams;
      if (!isForm)
        init.headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
      init.body = isForm || body instanceof Blob ? body : JSON.stringify(body);
    }
    let response;
    try {
      response = await this.#fetch(path, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Coded('offline', 'No connection to the server.');
    }
    if (!response.ok) {
      const refusal = await response.json().catch(() => null);
      await this.#onRefusal(refusal?.code ?? 'internal').catch(() => {});
      throw new Coded(
        refusal?.code ?? 'internal',
        refusal?.message ?? `The server answered ${response.status}.`,
        response.status,
        refusal?.item,
        refusal?.ban,
      );
    }
    return response;
  }
}

/**
 * Parses the body of an answer. Returns null if it is empty. Fails with `not_server` if it is not
 * JSON, as in the pages of captive portals and misconfigured proxies.
 *
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
async function parseBody(response) {
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
