// What a member of a document is, by its value alone: the conventions of docs/adding-a-game.md.

/**
 * A value of a document as the generic board reads it.
 *
 * @typedef {string | number | boolean} Scalar
 * @typedef {Scalar | Value[] | {[key: string]: Value}} Value
 * @typedef {Record<string, Value>} Collection
 * @typedef {Record<string, Value>} Document
 */

const square = /^[a-z][1-9]\d?$/;
const maxRows = 26;

/**
 * @param {Value | undefined} value
 * @returns {value is Collection}
 */
export const isCollection = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a value is a list or a collection.
 *
 * @param {Value} value
 */
export const isPart = (value) => typeof value === 'object';

/**
 * Whether a value is a collection of squares.
 *
 * @param {Value} value
 * @returns {value is Collection}
 */
export const isBoard = (value) => isCollection(value) && !!sizeOf(value);

/**
 * The columns and rows of a board, or null for a collection that is none: one with keys that are not squares,
 * such as "c2", with a single row or column, or with more gaps than squares.
 *
 * @param {Collection} collection
 */
export function sizeOf(collection) {
  const keys = Object.keys(collection);
  if (!keys.every((key) => square.test(key))) return null;
  const columns = new Set(keys.map((key) => key.charCodeAt(0) - 96));
  const rows = new Set(keys.map((key) => Number(key.slice(1))));
  if (columns.size < 2 || rows.size < 2) return null;
  const size = { columns: Math.max(...columns), rows: Math.max(...rows) };
  return size.rows <= maxRows && 2 * keys.length >= size.columns * size.rows ? size : null;
}

/**
 * The key of a square.
 *
 * @param {number} column from 1
 * @param {number} row from 1, at the bottom
 */
export const squareKey = (column, row) => `${columnName(column)}${row}`;

/** @param {number} column from 1 */
export const columnName = (column) => String.fromCharCode(96 + column);

/**
 * The members of a document or of an entry that are wanted, in their order.
 *
 * @param {Value | undefined} of
 * @param {(value: Value) => boolean} wanted
 * @returns {[string, Value][]}
 */
export const membersOf = (of, wanted) =>
  isCollection(of) ? Object.entries(of).filter(([, value]) => wanted(value)) : [];

/**
 * The key in the ref of an item of a list.
 *
 * @param {Value} item
 */
export const itemKey = (item) => (typeof item === 'object' ? '' : String(item));

/**
 * Whether a document has the thing that a ref names: an entry of a list, or a key of a collection.
 *
 * @param {Document | null | undefined} document
 * @param {string} ref such as "hand:7" or "board:c2"
 */
export function hasThing(document, ref) {
  const [member, key] = splitRef(ref);
  const value = document && Object.hasOwn(document, member) ? document[member] : undefined;
  if (Array.isArray(value)) return value.some((item) => itemKey(item) === key);
  return isCollection(value) && Object.hasOwn(value, key);
}

/**
 * The member and the key of a ref.
 *
 * @param {string} ref
 * @returns {[member: string, key: string]}
 */
export function splitRef(ref) {
  const colon = ref.indexOf(':');
  return colon < 0 ? [ref, ''] : [ref.slice(0, colon), ref.slice(colon + 1)];
}
