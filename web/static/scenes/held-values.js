// The values of a public document that the table shows as they were before an update, until the
// scene that changes them.

/**
 * A change of one value by one scene. `path` has the names of members with dots between them, such
 * as "seats.s0.crystals". A value that is undefined is absent from the document.
 *
 * @typedef {object} ValueChange
 * @property {string} path
 * @property {unknown} before
 * @property {unknown} after
 * @property {'start' | 'end'} at whether the table shows the new value from the start of the scene,
 *   or from its end
 * @property {boolean} [movesControls] whether the new value moves other controls of the table. It
 *   is then not shown between the two halves of a press
 */

/** @typedef {Record<string, unknown>} Members */

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null;

/**
 * The value at a path, undefined if there is none.
 *
 * @param {unknown} document
 * @param {string} path
 * @returns {unknown}
 */
export const valueAt = (document, path) =>
  path
    .split('.')
    .reduce(
      (value, name) => (isObject(value) ? /** @type {Members} */ (value)[name] : undefined),
      document,
    );

/**
 * A copy of a document with another value at a path. Parts beside the path are the same objects as
 * in the document. Returns the document itself if it has no object that could have the value.
 *
 * @param {unknown} document
 * @param {readonly string[]} names the path
 * @param {unknown} value
 * @returns {unknown}
 */
function withValue(document, [name = '', ...rest], value) {
  if (!isObject(document)) return document;
  const members = /** @type {Members} */ (document);
  if (!rest.length && value === undefined) {
    const { [name]: _removed, ...others } = members;
    return others;
  }
  const changed = rest.length ? withValue(members[name], rest, value) : value;
  return changed === members[name] ? document : { ...members, [name]: changed };
}

export class HeldValues {
  /**
   * The held values by path.
   *
   * @type {Map<string, {value: unknown, movesControls: boolean}>}
   */
  #values = new Map();
  /**
   * The number of changes that are still to be shown, by path.
   *
   * @type {Map<string, number>}
   */
  #pending = new Map();
  /** Grows with every change, so that the last result of `applyTo` can be used again. */
  #version = 0;
  /** @type {{document: unknown, key: string, result: unknown} | null} */
  #last = null;

  get isEmpty() {
    return !this.#values.size;
  }

  /**
   * Holds the values that changes will replace. Values that are already held stay as they are.
   *
   * @param {readonly ValueChange[]} changes in their order
   */
  hold(changes) {
    for (const { path, before, movesControls = false } of changes) {
      this.#pending.set(path, (this.#pending.get(path) ?? 0) + 1);
      if (!this.#values.has(path)) this.#values.set(path, { value: before, movesControls });
    }
    this.#version++;
  }

  /**
   * Shows changes. A value that no other change replaces is then no longer held.
   *
   * @param {readonly ValueChange[]} changes
   */
  show(changes) {
    for (const { path, after, movesControls = false } of changes) {
      const pending = (this.#pending.get(path) ?? 0) - 1;
      if (pending < 0) continue;
      if (pending > 0) {
        this.#pending.set(path, pending);
        this.#values.set(path, { value: after, movesControls });
      } else this.#release(path);
    }
    this.#version++;
  }

  /**
   * Holds no values any more.
   *
   * @param {{keepControls?: boolean}} [options] `keepControls` still holds the values that move
   *   controls
   */
  release({ keepControls = false } = {}) {
    for (const [path, { movesControls }] of this.#values)
      if (!keepControls || !movesControls) this.#release(path);
    this.#version++;
  }

  /** @param {string} path */
  #release(path) {
    this.#values.delete(path);
    this.#pending.delete(path);
  }

  /**
   * The document with the held values. Returns the same object for the same document until a value
   * changes.
   *
   * @template T
   * @param {T} document
   * @param {(path: string) => boolean} isNeeded whether an answer needs the present value
   * @returns {T}
   */
  applyTo(document, isNeeded) {
    const paths = [...this.#values.keys()].filter((path) => !isNeeded(path));
    const key = `${this.#version} ${paths.join(' ')}`;
    if (this.#last?.document !== document || this.#last.key !== key) {
      /** @type {unknown} */
      let result = document;
      for (const path of paths)
        result = withValue(result, path.split('.'), this.#values.get(path)?.value);
      this.#last = { document, key, result };
    }
    return /** @type {T} */ (this.#last.result);
  }
}
