// Writes the current step to the address of the page.

/**
 * The minimum time between two changes of the address, in milliseconds. Browsers refuse more
 * frequent changes.
 */
const minIntervalMs = 300;

export class Address {
  #write;
  #timers;
  /** The fragment still to be written, or ''. */
  #next = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(hash: string) => void} [write]
   * @param {{set: (act: () => void, ms: number) => any, clear: (timer: any) => void}} [timers]
   */
  constructor(
    write = (hash) => history.replaceState(history.state, '', `${location.pathname}${hash}`),
    timers = { set: (act, ms) => setTimeout(act, ms), clear: (timer) => clearTimeout(timer) },
  ) {
    this.#write = write;
    this.#timers = timers;
  }

  /**
   * Writes a fragment to the address, immediately or after the pause that follows the last change.
   *
   * @param {string} hash
   */
  show(hash) {
    this.#next = hash;
    if (this.#timer === undefined) this.flush();
  }

  /** Writes the pending fragment. */
  flush() {
    const hash = this.#next;
    if (!hash) return;
    this.close();
    this.#write(hash);
    this.#timer = this.#timers.set(() => {
      this.#timer = undefined;
      if (this.#next) this.flush();
    }, minIntervalMs);
  }

  /** Drops the pending fragment. */
  close() {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
    this.#next = '';
  }
}
