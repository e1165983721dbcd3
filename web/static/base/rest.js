// Requests to the server's REST interface.

/** @import { GameInfo, Person } from './said.js' */

/** A refusal with the server's code; `offline` if no answer came at all. */
export class Coded extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} [status] of HTTP
   * @param {number} [item] number of the item where a record breaks, -1 for none
   * @param {import('./said.js').Why} [ban] why the person may not do that
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

  /**
   * @param {typeof fetch} [fetcher]
   * @param {(code: string) => Promise<unknown>} [refused] called before a refusal is thrown
   */
  constructor(fetcher = (...args) => fetch(...args), refused = async () => {}) {
    this.#fetch = fetcher;
    this.#refused = refused;
  }

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<unknown>}
   */
  get(path, signal) {
    return this.#send('GET', path, undefined, signal);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<unknown>}
   */
  post(path, body) {
    return this.#send('POST', path, body);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<unknown>}
   */
  patch(path, body) {
    return this.#send('PATCH', path, body);
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<unknown>}
   */
  remove(path, body) {
    return this.#send('DELETE', path, body);
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
   * @param {string} path
   * @param {Blob} file
   * @returns {Promise<unknown>}
   */
  upload(path, file) {
    return this.#send('POST', path, file);
  }

  /**
   * A drawing that the server makes.
   *
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<string>} the text of an SVG file
   */
  async drawing(path, body) {
    const response = await this.#ask('POST', path, body);
    return response.text();
  }

  /**
   * The person that this browser is; a guest with the given name is made if there is none.
   *
   * @param {() => string} name
   * @returns {Promise<Person>}
   */
  async identity(name) {
    return /** @type {Person} */ (await this.post('/api/me', { name: name() }));
  }

  /**
   * The person that this browser is, or null if it is nobody yet.
   *
   * @returns {Promise<Person | null>}
   */
  async me() {
    try {
      return /** @type {Person} */ (await this.get('/api/me'));
    } catch (error) {
      if (error instanceof Coded && error.code === 'no_identity') return null;
      throw error;
    }
  }

  /** @returns {Promise<GameInfo[]>} */
  async games() {
    return /** @type {GameInfo[]} */ (await this.get('/api/games'));
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
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   */
  async #send(method, path, body, signal) {
    const response = await this.#ask(method, path, body, signal);
    return response.json().catch(() => null);
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
