// The address of the step that is shown.

/** How long after one change the next one is written, in milliseconds: browsers refuse too many. */
const pause = 300;

export class Address {
  #write;
  #timers;
  /** What is still to be written. */
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
   * Shows a place in the address: at once, or soon after the one before.
   *
   * @param {string} hash
   */
  show(hash) {
    this.#next = hash;
    if (this.#timer === undefined) this.flush();
  }

  /** Writes what is still to be written. */
  flush() {
    const hash = this.#next;
    if (!hash) return;
    this.close();
    this.#write(hash);
    this.#timer = this.#timers.set(() => {
      this.#timer = undefined;
      if (this.#next) this.flush();
    }, pause);
  }

  /** Writes nothing more: the address is that of another page, or of another place. */
  close() {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
    this.#next = '';
  }
}
