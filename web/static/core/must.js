// Values that are known to be there, though their types cannot say so.

/**
 * An entry of a list or a table that must be there.
 *
 * @template T
 * @param {T | undefined} found
 * @returns {T}
 */
export function must(found) {
  if (found === undefined) throw new Error('something that must be there is missing');
  return found;
}

/**
 * The parts of an option's id, such as "learn:red:3": a word and what it is about; '' where there
 * is none.
 *
 * @param {string} id
 * @returns {[verb: string, what: string, detail: string]}
 */
export function idParts(id) {
  const [verb = '', what = '', detail = ''] = id.split(':');
  return [verb, what, detail];
}
