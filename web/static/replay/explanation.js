// Asking the server to explain a match.

/** @import { Analysis, AnalysisInfo, App } from '../core/types.js' */

/** How often the page asks how far the analysis is, in milliseconds. */
const pause = 700;

/** The analysis of one match, or how far it is. */
export class Explanation {
  /** @type {AnalysisInfo | null} */
  info = null;
  /** @type {unknown} why it could not be had */
  error = null;
  /** It was begun, and the server knows nothing of it any more. */
  broken = false;
  #app;
  /** @type {`/api/matches/${string}/analysis`} */
  #path;
  #done;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {App} app
   * @param {string} match
   * @param {() => void} done called when it is there that was asked for
   */
  constructor(app, match, done) {
    this.#app = app;
    this.#done = done;
    this.#path = `/api/matches/${encodeURIComponent(match)}/analysis`;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** @returns {Analysis | null} */
  get analysis() {
    return this.info?.state === 'done' ? /** @type {Analysis} */ (this.info.analysis) : null;
  }

  /** Asks whether there is an analysis. */
  look() {
    return this.#take(this.#app.api.get(this.#path));
  }

  /** Has the server make it. */
  start() {
    return this.#take(this.#app.api.post(this.#path, {}));
  }

  /** @param {Promise<AnalysisInfo>} answer */
  async #take(answer) {
    const before = this.info?.state;
    try {
      this.info = await answer;
      this.error = null;
      this.broken =
        this.info.state === 'none' && (this.broken || before === 'waiting' || before === 'running');
    } catch (error) {
      this.error = error;
    }
    if (this.#closed) return;
    const { state } = this.info ?? {};
    clearTimeout(this.#timer);
    if (!this.error && (state === 'waiting' || state === 'running'))
      this.#timer = setTimeout(() => void this.look(), pause);
    if (before && before !== 'done' && state === 'done') this.#done();
    this.#app.redraw();
  }
}
