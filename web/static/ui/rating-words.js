// Ratings in words.

/** @import { App } from '../core/types.js' */

/** The number of rated matches after which a rating is no longer an estimate. */
export const settledAfter = 10;

/**
 * A rating in words: "about 1300", or "perhaps 1150; 4 of 10 matches seen" while it is an estimate.
 *
 * @param {Pick<App, 't'>} app
 * @param {{points: number, matches: number, provisional: boolean}} rating
 */
export const ratingText = ({ t }, { points, matches, provisional }) =>
  provisional
    ? t('rating.perhaps.seen', { points: String(points), seen: seenText({ t }, matches) })
    : t('rating.about', { points: String(points) });

/**
 * The number of a rating in words: "about 1300" or "perhaps 1150".
 *
 * @param {Pick<App, 't'>} app
 * @param {{points: number, provisional: boolean}} rating
 */
export const strengthText = ({ t }, { points, provisional }) =>
  t(provisional ? 'rating.perhaps' : 'rating.about', { points: String(points) });

/**
 * How many of the matches that an estimate needs have been played.
 *
 * @param {Pick<App, 't'>} app
 * @param {number} matches
 */
export const seenText = ({ t }, matches) => t('rating.seen', { n: matches, of: settledAfter });
