// Lookups whose result always exists, although their types cannot say so.

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
 * Splits an option's id, such as "learn:red:3", into its word and what follows; '' for what is
 * missing.
 *
 * @param {string} id
 * @returns {[word: string, subject: string, detail: string]}
 */
export function idParts(id) {
  const [word = '', subject = '', detail = ''] = id.split(':');
  return [word, subject, detail];
}
