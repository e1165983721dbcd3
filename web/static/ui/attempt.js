// What a person wants done and the server may refuse.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { App } from '../base/types.js' */

/** Whether something is under way, and words for what has gone wrong with it. */
export class Attempt {
  busy = false;
  error = '';
  /** The place on the page that it belongs to, '' where there is only one. */
  at = '';
  #app;
  #draw;

  /** @param {App} app @param {() => void} draw shows the attempt */
  constructor(app, draw = () => app.redraw()) {
    this.#app = app;
    this.#draw = draw;
  }

  /** Does it, unless something is under way, and reports whether it was done. @param {() => Promise<unknown>} act @param {string} [at] */
  async make(act, at = '') {
    if (this.busy) return false;
    this.busy = true;
    this.error = '';
    this.at = at;
    this.#draw();
    try {
      await act();
    } catch (error) {
      this.error = this.#app.errorText(error);
    }
    this.busy = false;
    this.#draw();
    return !this.error;
  }

  /** Says what has gone wrong otherwise. @param {unknown} error @param {string} [at] */
  refuse(error, at = '') {
    this.error = this.#app.errorText(error);
    this.at = at;
    this.#draw();
  }

  /** Whether something is under way at a place. @param {string} at */
  busyAt(at) {
    return this.busy && this.at === at;
  }

  /** What has gone wrong at a place. @param {string} [at] */
  refusal(at = '') {
    return this.error && this.at === at ? html`<p class="error" role="alert">${this.error}</p>` : nothing;
  }
}
