// How well bots play, in three levels: measured by the one that plays where nobody has chosen.

/** @import { GameInfo } from './types.js' */

/** @typedef {GameInfo['bots'][number]} Bot */
/** @typedef {'easy' | 'medium' | 'hard'} Level */

/**
 * The level of a bot, '' for one that has not been measured.
 *
 * @param {GameInfo} game
 * @param {Bot} bot
 * @returns {Level | ''}
 */
export function levelOf(game, bot) {
  const usual = game.bots[0]?.rating;
  if (!usual || !bot.rating) return '';
  if (bot.rating < usual) return 'easy';
  return bot.rating > usual ? 'hard' : 'medium';
}

/**
 * Those that have been measured, the mildest first.
 *
 * @param {GameInfo} game
 */
const measured = (game) =>
  game.bots.filter(({ rating }) => rating).toSorted((a, b) => Number(a.rating) - Number(b.rating));

/**
 * A bot for each level: the strongest of it, or of the easy ones the mildest.
 *
 * @param {GameInfo} game
 * @returns {[Level, Bot][]}
 */
export function levels(game) {
  const list = measured(game);
  return /** @type {const} */ (['easy', 'medium', 'hard']).flatMap((level) => {
    const of = list.filter((bot) => levelOf(game, bot) === level);
    const bot = level === 'easy' ? of[0] : of.at(-1);
    return bot ? [/** @type {[Level, Bot]} */ ([level, bot])] : [];
  });
}

/**
 * The bot for a first game.
 *
 * @param {GameInfo} game
 * @returns {string}
 */
export const mildest = (game) => (measured(game)[0] ?? game.bots[0])?.id ?? '';

/**
 * The bot for a player who has lost heavily to bots, behind by more than a third of the best
 * points: the strongest that is rated below all of them; undefined if there is none, or the defeat
 * was not that heavy.
 *
 * @param {GameInfo} game
 * @param {readonly string[]} bots that played
 * @param {number} own points
 * @param {number} best points
 */
export function easier(game, bots, own, best) {
  if ((best - own) * 3 <= Math.abs(best)) return undefined;
  const least = Math.min(...bots.map((id) => game.bots.find((bot) => bot.id === id)?.rating ?? 0));
  return measured(game).findLast(({ rating = 0 }) => rating < least);
}
