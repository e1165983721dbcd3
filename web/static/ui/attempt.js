// Runs requests of a page, and shows the progress and the result beside the control.

import { html, nothing } from '../vendor/lit-html/lit-html.js';

/** @import { App } from '../core/types.js' */

/** The latest request of a page. It has whether the request is running, and the result in words. */
export class Attempt {
  busy = false;
  error = '';
  done = '';
  /** The part of the page that made the request, '' on a page with only one. */
  place = '';
  #app;
  #redraw;

  /**
   * @param {App} app
   * @param {() => void} redraw renders the page again after a change
   */
  constructor(app, redraw = () => app.redraw()) {
    this.#app = app;
    this.#redraw = redraw;
  }

  /**
   * Runs a request, unless another is running. Returns whether the request has succeeded.
   *
   * @param {() => Promise<unknown>} task
   * @param {string} [place]
   * @param {string} [done] text to show after a success
   */
  async run(task, place = '', done = '') {
    if (this.busy) return false;
    Object.assign(this, { busy: true, error: '', done: '', place });
    this.#redraw();
    try {
      await task();
      this.done = done;
    } catch (error) {
      this.error = this.#app.errorText(error);
    }
    this.busy = false;
    this.#redraw();
    return !this.error;
  }

  /**
   * Shows an error from outside of `run`.
   *
   * @param {unknown} error
   * @param {string} [place]
   */
  fail(error, place = '') {
    this.error = this.#app.errorText(error);
    this.place = place;
    this.#redraw();
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
   * Renders the error of a place.
   *
   * @param {string} [place]
   */
  refusal(place = '') {
    return this.error && this.place === place
      ? html`<p class="error" role="alert">${this.error}</p>`
      : nothing;
  }

  /**
   * Renders the error or the success of a place.
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
