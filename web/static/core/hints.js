// The hints of a game's guided first match, and the list of those already seen.

import { readStored, removeStored, writeStored } from './storage.js';

/** @import { Ctx } from './types.js' */

/**
 * An explanation that is shown once, beside the element that it explains.
 *
 * @template [X=Ctx]
 * @typedef {object} Hint
 * @property {string} id also the key of its text
 * @property {(ctx: X) => boolean} when reports whether the hint applies now
 * @property {(ctx: X) => string | readonly string[]} at CSS selectors of the element, the best
 *   first; if a selector matches several elements, the first visible one is used
 * @property {(ctx: X) => Record<string, unknown>} [args] values for the placeholders of its text;
 *   called only if the hint applies
 */

/**
 * The guided first match of a game: the default export of games/ID/learn.js.
 *
 * @template [X=Ctx]
 * @typedef {object} Lesson
 * @property {Record<string, string>} options of the match
 * @property {string} texts file of the hints' texts (i18n.js)
 * @property {Hint<X>[]} hints by priority: the first one that applies is shown. Urgent hints come
 *   first, the rest follow in the order in which a match needs them
 */

const seenKey = (/** @type {string} */ game) => `archmage.learn.${game}`;

/**
 * Stores the hints that were shown at a table. Only one table of each game has hints.
 *
 * @param {string} game
 * @param {string} room
 * @param {readonly string[]} seen ids of hints
 */
export function saveSeenHints(game, room, seen) {
  writeStored(seenKey(game), [room, ...seen].join(' '));
}

/**
 * Stops showing hints for a game.
 *
 * @param {string} game
 */
export function dismissHints(game) {
  removeStored(seenKey(game));
}

/**
 * Returns the ids of the hints that were shown at a table, or null if the table has no hints.
 *
 * @param {string} game
 * @param {string} room
 * @returns {readonly string[] | null}
 */
export function seenHints(game, room) {
  const [guidedRoom, ...seen] = (readStored(seenKey(game)) ?? '').split(' ');
  return guidedRoom === room ? seen : null;
}

const lessonKey = (/** @type {string} */ game) => `archmage.lesson.${game}`;

/**
 * Stores the room of a game's guided first match.
 *
 * @param {string} game
 * @param {string} room
 */
export function saveLessonRoom(game, room) {
  writeStored(lessonKey(game), room);
}

/**
 * The id of the room of a game's guided first match, or ''.
 *
 * @param {string} game
 */
export const lessonRoom = (game) => readStored(lessonKey(game)) ?? '';

const hintsKey = 'archmage.hints';

/** Turns hints off for all games. */
export function declineHints() {
  writeStored(hintsKey, 'off');
}

export const hasDeclinedHints = () => readStored(hintsKey) === 'off';
