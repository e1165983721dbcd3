// What is said of a result at a deal of the day.
import { numberFormat, translator } from '../core/i18n.js';
import { dealName, standingWords } from './start.js';

/** @import { App } from '../core/types.js' */
/** @import { DailyStanding, DealInfo, DealLine } from '../core/wire-types.js' */

export const texts = '/daily/texts.*.json';
export const css = ['/appointments/appointments.css', '/daily/daily.css'];

/** @param {App} app */
export const wordsOf = (app) => translator(app.lang, texts);

const dayMs = 24 * 60 * 60 * 1000;
const daysOfWeek = 7;

/**
 * The title of a deal: the game, and whether one plays alone.
 *
 * @param {App} app
 * @param {Pick<DealInfo, 'game' | 'seats'>} deal
 */
export const dealTitle = (app, deal) => dealName(app, wordsOf(app), deal);

/**
 * A number of points.
 *
 * @param {App} app
 * @param {number | undefined} points absent for somebody who has given up
 */
export const pointsText = (app, points) =>
  points === undefined ? wordsOf(app)('daily.gaveUp') : numberFormat(app.lang).format(points);

/**
 * How a result compares with those of others, in words: a percentile, or the place among few.
 *
 * @param {App} app
 * @param {DailyStanding} standing
 */
export const standingText = (app, standing) => standingWords(wordsOf(app), standing);

/**
 * The share of others than whom a result is better, 0 to 1.
 *
 * @param {DailyStanding} standing
 */
export const shareOf = ({ better, place, of }) =>
  better === undefined ? (of - place + 1) / Math.max(of, 1) : better / 100;

/**
 * The days of the week of a day, from Monday on, as in "2026-11-30".
 *
 * @param {string} day
 */
export function weekOf(day) {
  const at = Date.parse(day);
  const monday = at - ((new Date(at).getUTCDay() + daysOfWeek - 1) % daysOfWeek) * dayMs;
  return Array.from({ length: daysOfWeek }, (_, i) =>
    new Date(monday + i * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length),
  );
}

/**
 * The deal that the page shows first: one that has begun, or else the first that the viewer has not
 * played, or else the first.
 *
 * @param {readonly DealLine[]} deals
 */
export const firstDeal = (deals) =>
  deals.find(({ mine }) => mine && !mine.over) ?? deals.find(({ mine }) => !mine) ?? deals[0];
