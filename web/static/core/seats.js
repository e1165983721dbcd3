// Converts between the numbers of seats, which frames use, and their keys, which documents use.
// Seat 0 has the key "s0".

import { must } from './must.js';

/**
 * The key of a seat, '' for a negative number.
 *
 * @param {number} seat
 */
export const seatKey = (seat) => (seat < 0 ? '' : `s${seat}`);

/**
 * The number of a seat, -1 for ''.
 *
 * @param {string} key
 */
export const seatNumber = (key) => (key ? Number(key.slice(1)) : -1);

/**
 * Looks up the player of a seat, which must exist.
 *
 * @template T
 * @param {{players: Record<string, T>}} ctx
 * @param {string} key
 * @returns {T}
 */
export const playerOf = ({ players }, key) => must(players[key]);
