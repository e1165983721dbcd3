// What is there, though its type cannot say so.

/**
 * What must be there: an entry of a list or a table that is known to have it.
 *
 * @template T
 * @param {T | undefined} found
 * @returns {T}
 */
export function sure(found) {
  if (found === undefined) throw new Error('something that must be there is missing');
  return found;
}

/**
 * A player at the table.
 *
 * @template T
 * @param {{players: Record<string, T>}} ctx
 * @param {string} key of the seat
 * @returns {T}
 */
export const playerOf = ({ players }, key) => sure(players[key]);

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
