// The rules of the games in a worker of this browser.

import { Coded } from '../core/api.js';

/** @import { NewMatch, Person, StoredEntry } from './store.js' */

/**
 * A request to the rules; the Go package offline describes it.
 *
 * @typedef {object} Request
 * @property {'new' | 'load' | 'receive' | 'next' | 'commit' | 'discard' | 'events' | 'steps' | 'hint'} do
 * @property {number} [now]
 * @property {string} [room]
 * @property {Person} [person]
 * @property {string} [random]
 * @property {number} [think]
 * @property {NewMatch} [match]
 * @property {StoredEntry[]} [entries]
 * @property {string} [frame]
 * @property {string} [code]
 * @property {number} [before]
 * @property {number} [limit]
 * @property {number} [from]
 */
/**
 * @typedef {object} Response
 * @property {string[]} [frames]
 * @property {StoredEntry} [entry] the entry to store before `commit`
 * @property {StoredEntry[]} [entries]
 * @property {'' | 'start' | 'bot'} [next]
 * @property {unknown} [data]
 * @property {{code: string, message: string}} [error]
 */

const noRules = () => new Coded('no_rules', 'The rules could not be loaded.');

/** Sends requests to a worker, which answers them in order. */
export class Rules {
  #worker;
  /** @type {{resolve: (response: Response) => void, reject: (error: Coded) => void}[]} */
  #waiting = [];
  #hasFailed = false;

  /** @param {Worker} [worker] */
  constructor(worker = new Worker('/wasm/offline.js')) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    worker.onerror = (event) => {
      event.preventDefault();
      this.close();
    };
  }

  /**
   * Fails with Coded.
   *
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  ask(request) {
    if (this.#hasFailed) return Promise.reject(noRules());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(JSON.stringify(request));
    });
  }

  /** Stops the worker. Requests without a response fail with `no_rules`. */
  close() {
    this.#hasFailed = true;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(noRules());
  }

  /** @param {Response} response */
  #receive(response) {
    const waiting = this.#waiting.shift();
    if (response.error) waiting?.reject(new Coded(response.error.code, response.error.message));
    else waiting?.resolve(response);
  }
}
