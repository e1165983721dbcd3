// What a person wants done and the server may refuse.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { App } from '../core/types.js' */

/** Whether something is under way, and words for what has gone wrong with it, or was done. */
export class Attempt {
  busy = false;
  error = '';
  done = '';
  /** The place on the page that it belongs to, '' where there is only one. */
  at = '';
  #app;
  #draw;

  /**
   * @param {App} app
   * @param {() => void} draw shows the attempt
   */
  constructor(app, draw = () => app.redraw()) {
    this.#app = app;
    this.#draw = draw;
  }

  /**
   * Does it, unless something is under way, and reports whether it was done.
   *
   * @param {() => Promise<unknown>} act
   * @param {string} [at]
   * @param {string} [done] words for that
   */
  async make(act, at = '', done = '') {
    if (this.busy) return false;
    Object.assign(this, { busy: true, error: '', done: '', at });
    this.#draw();
    try {
      await act();
      this.done = done;
    } catch (error) {
      this.error = this.#app.errorText(error);
    }
    this.busy = false;
    this.#draw();
    return !this.error;
  }

  /**
   * Says what has gone wrong otherwise.
   *
   * @param {unknown} error
   * @param {string} [at]
   */
  refuse(error, at = '') {
    this.error = this.#app.errorText(error);
    this.at = at;
    this.#draw();
  }

  /**
   * Whether something is under way at a place.
   *
   * @param {string} at
   */
  busyAt(at) {
    return this.busy && this.at === at;
  }

  /**
   * What has gone wrong at a place.
   *
   * @param {string} [at]
   */
  refusal(at = '') {
    return this.error && this.at === at
      ? html`<p class="error" role="alert">${this.error}</p>`
      : nothing;
  }

  /**
   * What has come of it at a place.
   *
   * @param {string} [at]
   */
  outcome(at = '') {
    if (this.at !== at || !(this.error || this.done)) return nothing;
    return this.error
      ? html`<p class="error notice" role="alert">${this.error}</p>`
      : html`<p class="notice" role="status">${this.done}</p>`;
  }
}
