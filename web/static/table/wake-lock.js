// Keeps the screen of somebody who plays from going dark while they think.

/** @typedef {{released: boolean, release(): Promise<void>}} Lock */
/** @typedef {{request(type: 'screen'): Promise<Lock>}} Locks */

export class Awake {
  #locks;
  /** @type {Lock | null} */
  #lock = null;
  #wanted = false;
  #asking = false;

  /** @param {Locks} [locks] none where the browser has no such thing */
  constructor(
    locks = /** @type {{wakeLock?: Locks}} */ (/** @type {unknown} */ (globalThis.navigator))
      ?.wakeLock,
  ) {
    this.#locks = locks;
  }

  /**
   * Keeps the screen on from here on, or no longer. The browser lets go by itself when the page is
   * hidden, so it is asked again with each change.
   *
   * @param {boolean} wanted
   */
  async keep(wanted) {
    this.#wanted = wanted;
    if (!wanted) {
      const lock = this.#lock;
      this.#lock = null;
      await lock?.release().catch(() => {});
      return;
    }
    if (!this.#locks || this.#asking || (this.#lock && !this.#lock.released)) return;
    this.#asking = true;
    try {
      this.#lock = await this.#locks.request('screen');
    } catch {
      // A battery that is nearly empty, or a hidden page: the screen goes dark as usual.
    }
    this.#asking = false;
    if (!this.#wanted) await this.keep(false);
  }
}
