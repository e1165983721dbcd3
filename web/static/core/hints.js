// What is explained at the table of a first game, and what has been.

import { readStored, removeStored, writeStored } from './storage.js';

/** @import { Ctx } from './types.js' */

/**
 * Something that is explained once, beside the thing that it is about.
 *
 * @template [X=Ctx]
 * @typedef {object} Hint
 * @property {string} id also the key of its text
 * @property {(ctx: X) => boolean} when it fits
 * @property {(ctx: X) => string | readonly string[]} at CSS selectors, the best first; of several
 *   things that one finds, the first in sight is meant
 * @property {(ctx: X) => Record<string, unknown>} [args] what stands in the placeholders of its
 *   text; asked when it fits
 */

/**
 * What games/ID/learn.js exports as default: the first match and its hints.
 *
 * @template [X=Ctx]
 * @typedef {object} Lesson
 * @property {Record<string, string>} options of the match
 * @property {string} texts file of the hints' words (i18n.js)
 * @property {Hint<X>[]} hints of several that fit the first is shown: what is needed at once stands
 *   before the rest, which is in the order in which it comes up
 */

const place = (/** @type {string} */ game) => `archmage.learn.${game}`;

/**
 * Remembers what has been explained at a table; of each game one table has a guide.
 *
 * @param {string} game
 * @param {string} room
 * @param {readonly string[]} seen ids of hints
 */
export function keepSeen(game, room, seen) {
  writeStored(place(game), [room, ...seen].join(' '));
}

/**
 * No more hints for this game.
 *
 * @param {string} game
 */
export function dismiss(game) {
  removeStored(place(game));
}

/**
 * What has been explained at a table, or null if it has no guide.
 *
 * @param {string} game
 * @param {string} room
 * @returns {readonly string[] | null}
 */
export function seenAt(game, room) {
  const [at, ...seen] = (readStored(place(game)) ?? '').split(' ');
  return at === room ? seen : null;
}

const lesson = (/** @type {string} */ game) => `archmage.lesson.${game}`;

/**
 * Remembers the table at which a game is learned.
 *
 * @param {string} game
 * @param {string} room
 */
export function keepLesson(game, room) {
  writeStored(lesson(game), room);
}

/**
 * The id of the table at which a game is learned, or ''.
 *
 * @param {string} game
 */
export const lessonOf = (game) => readStored(lesson(game)) ?? '';

const declined = 'archmage.hints';

/** The person wants no hints at tables, whatever is played there. */
export function declineHints() {
  writeStored(declined, 'off');
}

/** Whether the person has wanted no hints before. */
export const hasDeclinedHints = () => readStored(declined) === 'off';
