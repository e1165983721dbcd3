// The winners and losers of a finished match.

import { isBot } from './store.js';

/** @import { Lost, Outcome, SeatInfo, SeatResult } from './types.js' */

/** @typedef {{outcome?: Outcome, seats: SeatResult[]}} FinishedMatch */

/**
 * The reason why a seat lost regardless of its points, such as a resignation, or ''.
 *
 * @param {FinishedMatch} match
 * @param {number} seat -1 for a virtual opponent
 * @returns {Lost}
 */
export const lostOf = ({ seats }, seat) => seats[seat]?.lost ?? '';

/**
 * The places that can win. A seat that has lost regardless of its points cannot.
 *
 * @param {FinishedMatch} match
 */
export const eligiblePlaces = (match) =>
  (match.outcome?.places ?? []).filter((place) => !lostOf(match, place.seat));

/**
 * The places that won. Those with the best rank share the win.
 *
 * @param {FinishedMatch} match
 */
export function winners(match) {
  const eligible = eligiblePlaces(match);
  const best = Math.min(...eligible.map((place) => place.rank));
  return eligible.filter((place) => place.rank === best);
}

/**
 * Whether places belong to one team, whose players win or lose together.
 *
 * @param {readonly {rank: number, team?: number}[]} places
 */
export const isOneTeam = ([first, ...others]) =>
  !!first?.team && others.every(({ team }) => team === first.team);

/**
 * Whether players won or lost as teams.
 *
 * @param {readonly {rank: number, team?: number}[]} places
 */
export const hasTeams = (places) => places.some(({ team }) => team);

/**
 * Whether the match was ended before the end of the game. Its places then have points, but no
 * parts.
 *
 * @param {FinishedMatch} ended
 */
export const hasEndedEarly = ({ outcome }) =>
  !!outcome && outcome.places.every(({ parts }) => !parts.length);

/**
 * Whether the match ends if this seat loses, because at most one player or only bots remain.
 *
 * @param {readonly SeatInfo[]} seats
 * @param {number} seat
 */
export function lossEndsMatch(seats, seat) {
  const remaining = seats.filter(({ lost }, n) => n !== seat && !lost);
  return remaining.length < 2 || remaining.every(isBot);
}
