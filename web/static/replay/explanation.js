// Requests the analysis of a match from the server.

/** @import { Analysis, AnalysisInfo, App } from '../core/types.js' */

/** The interval between requests for the progress, in milliseconds. */
const pollIntervalMs = 700;

/**
 * Whether the server can analyse matches of a game.
 *
 * @param {App} app
 * @param {string} game id
 */
export const hasAnalyst = (app, game) => !!app.games.find(({ id }) => id === game)?.hasAnalyst;

/**
 * The analysis of a match, or its progress. Polls the server while the analysis is waiting or
 * running.
 */
export class Explanation {
  /** @type {AnalysisInfo | null} */
  info = null;
  /** @type {unknown} the error of the last request, or null */
  error = null;
  /** Whether the server has lost the analysis after it was started. */
  broken = false;
  #app;
  /** @type {`/api/matches/${string}/analysis`} */
  #path;
  onDone;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {App} app
   * @param {string} match
   * @param {() => void} onDone called when a requested analysis is complete
   */
  constructor(app, match, onDone) {
    this.#app = app;
    this.onDone = onDone;
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

  /** Loads the state of the analysis. */
  refresh() {
    return this.receive(this.#app.api.get(this.#path));
  }

  /** Starts the analysis on the server. */
  start() {
    return this.receive(this.#app.api.post(this.#path, {}));
  }

  /** @param {Promise<AnalysisInfo>} request */
  async receive(request) {
    const before = this.info?.state;
    try {
      this.info = await request;
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
      this.#timer = setTimeout(() => void this.refresh(), pollIntervalMs);
    if (before && before !== 'done' && state === 'done') this.onDone();
    this.#app.redraw();
  }
}
