// Helpers for values that always exist although their types allow undefined.

/**
 * Returns a value of type T | undefined as T. Fails if it is undefined.
 *
 * @template T
 * @param {T | undefined} value
 * @returns {T}
 */
export function must(value) {
  if (value === undefined) throw new Error('something that must be there is missing');
  return value;
}

/**
 * Splits an option's id, such as "learn:red:3", into its three parts. A missing part is ''.
 *
 * @param {string} id
 * @returns {[word: string, subject: string, detail: string]}
 */
export function idParts(id) {
  const [word = '', subject = '', detail = ''] = id.split(':');
  return [word, subject, detail];
}
