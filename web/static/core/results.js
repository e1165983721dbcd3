// Who won and who lost, of a match that is over.

import { isBot } from './store.js';

/** @import { Lost, Outcome, SeatInfo, SeatResult } from './types.js' */

/** @typedef {{outcome?: Outcome, seats: SeatResult[]}} Ended */

/**
 * Why a seat lost regardless of the score, or ''.
 *
 * @param {Ended} ended
 * @param {number} seat -1 for a virtual opponent
 * @returns {Lost}
 */
export const lostOf = ({ seats }, seat) => seats[seat]?.lost ?? '';

/**
 * The places that count for the victory: those that have not lost otherwise.
 *
 * @param {Ended} ended
 */
export const standing = (ended) =>
  (ended.outcome?.places ?? []).filter((place) => !lostOf(ended, place.seat));

/**
 * The places that won: the first of those who have not lost otherwise.
 *
 * @param {Ended} ended
 */
export function winners(ended) {
  const left = standing(ended);
  const best = Math.min(...left.map((place) => place.rank));
  return left.filter((place) => place.rank === best);
}

/**
 * Whether the match ended before the game did, with the points of that moment.
 *
 * @param {Ended} ended
 */
export const early = ({ outcome }) =>
  !!outcome && outcome.places.every(({ parts }) => !parts.length);

/**
 * Whether a match is over when this seat loses: at most one other is left, or only bots.
 *
 * @param {readonly SeatInfo[]} seats
 * @param {number} seat
 */
export function lastLoss(seats, seat) {
  const rest = seats.filter(({ lost }, n) => n !== seat && !lost);
  return rest.length < 2 || rest.every(isBot);
}
