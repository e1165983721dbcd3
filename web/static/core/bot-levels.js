// Sorts bots into three levels, relative to the game's default bot (the first in its list).

/** @import { GameInfo } from './types.js' */

/** @typedef {GameInfo['bots'][number]} Bot */
/** @typedef {'easy' | 'medium' | 'hard'} Level */

/**
 * The level of a bot; '' if the bot or the default bot has no rating.
 *
 * @param {GameInfo} game
 * @param {Bot} bot
 * @returns {Level | ''}
 */
export function levelOf(game, bot) {
  const defaultRating = game.bots[0]?.rating;
  if (!defaultRating || !bot.rating) return '';
  if (bot.rating < defaultRating) return 'easy';
  return bot.rating > defaultRating ? 'hard' : 'medium';
}

/**
 * The bots that have a rating, weakest first.
 *
 * @param {GameInfo} game
 */
const ratedBots = (game) =>
  game.bots.filter(({ rating }) => rating).toSorted((a, b) => Number(a.rating) - Number(b.rating));

/**
 * One bot for each level that has bots: the weakest easy bot, and the strongest bot of each other
 * level.
 *
 * @param {GameInfo} game
 * @returns {[Level, Bot][]}
 */
export function botLevels(game) {
  const bots = ratedBots(game);
  return /** @type {const} */ (['easy', 'medium', 'hard']).flatMap((level) => {
    const ofLevel = bots.filter((bot) => levelOf(game, bot) === level);
    const bot = level === 'easy' ? ofLevel[0] : ofLevel.at(-1);
    return bot ? [/** @type {[Level, Bot]} */ ([level, bot])] : [];
  });
}

/**
 * The id of the game's weakest bot, '' if the game has none.
 *
 * @param {GameInfo} game
 * @returns {string}
 */
export const weakestBot = (game) => (ratedBots(game)[0] ?? game.bots[0])?.id ?? '';

/**
 * The bot to suggest after a defeat by more than a third of the winner's points: the strongest bot
 * rated below all opponents. Undefined if there is none, or if the defeat was closer.
 *
 * @param {GameInfo} game
 * @param {readonly string[]} bots ids of the opponents
 * @param {number} own points of the player
 * @param {number} best points of the winner
 */
export function easierBot(game, bots, own, best) {
  if ((best - own) * 3 <= Math.abs(best)) return undefined;
  const lowestRating = Math.min(
    ...bots.map((id) => game.bots.find((bot) => bot.id === id)?.rating ?? 0),
  );
  return ratedBots(game).findLast(({ rating = 0 }) => rating < lowestRating);
}
