// Requests of a page whose progress and refusal are shown beside the control that made them.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { App } from '../core/types.js' */

/**
 * The latest request that a page has made: whether it is running, and what came of it, in words.
 */
export class Attempt {
  busy = false;
  error = '';
  done = '';
  /** The part of the page that made the request, '' on a page with only one. */
  place = '';
  #app;
  #draw;

  /**
   * @param {App} app
   * @param {() => void} draw redraws the page after a change
   */
  constructor(app, draw = () => app.redraw()) {
    this.#app = app;
    this.#draw = draw;
  }

  /**
   * Runs a request, unless one is running, and reports whether it succeeded.
   *
   * @param {() => Promise<unknown>} task
   * @param {string} [place]
   * @param {string} [done] text for a success
   */
  async run(task, place = '', done = '') {
    if (this.busy) return false;
    Object.assign(this, { busy: true, error: '', done: '', place });
    this.#draw();
    try {
      await task();
      this.done = done;
    } catch (error) {
      this.error = this.#app.errorText(error);
    }
    this.busy = false;
    this.#draw();
    return !this.error;
  }

  /**
   * Shows an error that did not come from `run`.
   *
   * @param {unknown} error
   * @param {string} [place]
   */
  fail(error, place = '') {
    this.error = this.#app.errorText(error);
    this.place = place;
    this.#draw();
  }

  /**
   * Whether a request of a place is running.
   *
   * @param {string} place
   */
  busyAt(place) {
    return this.busy && this.place === place;
  }

  /**
   * Draws the error at a place.
   *
   * @param {string} [place]
   */
  refusal(place = '') {
    return this.error && this.place === place
      ? html`<p class="error" role="alert">${this.error}</p>`
      : nothing;
  }

  /**
   * Draws the error or the success at a place.
   *
   * @param {string} [place]
   */
  outcome(place = '') {
    if (this.place !== place || !(this.error || this.done)) return nothing;
    return this.error
      ? html`<p class="error notice" role="alert">${this.error}</p>`
      : html`<p class="notice" role="status">${this.done}</p>`;
  }
}
