// Keeps the screen on while the viewer plays.

/** @typedef {{released: boolean, release(): Promise<void>}} Lock */
/** @typedef {{request(type: 'screen'): Promise<Lock>}} Locks */

export class WakeLockKeeper {
  #locks;
  /** @type {Lock | null} */
  #lock = null;
  #wanted = false;
  #isRequesting = false;

  /** @param {Locks} [locks] undefined if the browser has no wake locks */
  constructor(
    locks = /** @type {{wakeLock?: Locks}} */ (/** @type {unknown} */ (globalThis.navigator))
      ?.wakeLock,
  ) {
    this.#locks = locks;
  }

  /**
   * Keeps the screen on, or lets it turn off. The browser releases the lock when the page is
   * hidden. Call this again when the page becomes visible.
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
    if (!this.#locks || this.#isRequesting || (this.#lock && !this.#lock.released)) return;
    this.#isRequesting = true;
    try {
      this.#lock = await this.#locks.request('screen');
    } catch {
      // The battery is low, or the page is hidden. The screen turns off as usual.
    }
    this.#isRequesting = false;
    if (!this.#wanted) await this.keep(false);
  }
}
