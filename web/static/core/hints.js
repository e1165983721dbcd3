// The hints of a game's guided first match, and the list of those already seen.

import { readStored, writeStored } from './storage.js';

/** @import { Ctx, LogEvent } from './types.js' */

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
 * @property {boolean} [first] whether bots wait until the hint is read
 */

/**
 * A sentence about what a bot has just done, and why. It is shown beside the element that it is
 * about, and the bot waits until the player goes on.
 *
 * @typedef {object} Report
 * @property {string} id the key of its text
 * @property {string | readonly string[]} at as in a hint
 * @property {Record<string, unknown>} args
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
 * @property {string} last id of the hint at the end of a match
 * @property {(ctx: X, seat: string, events: readonly LogEvent[]) => Report | null} [report] a report
 *   about the events of an answer of the bot in the seat, null if there is nothing to explain
 */

const seenKey = (/** @type {string} */ game) => `archmage.learn.${game}`;

/** The room of a game without a table with hints. It is not the id of a room. */
const noRoom = '-';

/** @param {string} game */
const readSeen = (game) => (readStored(seenKey(game)) ?? noRoom).split(' ');

/**
 * Stores the hints of a game that this browser has shown, and the table at which hints are shown.
 *
 * @param {string} game
 * @param {string} room
 * @param {readonly string[]} seen ids of hints
 */
export function saveSeenHints(game, room, seen) {
  writeStored(seenKey(game), [room, ...seen].join(' '));
}

/**
 * Shows hints at a table, and no longer at another table of the game. Hints that this browser has
 * already shown are left out, unless `again` is true.
 *
 * @param {string} game
 * @param {string} room
 * @param {{again?: boolean}} [options]
 */
export function startHints(game, room, { again = false } = {}) {
  saveSeenHints(game, room, again ? [] : readSeen(game).slice(1));
}

/**
 * Whether this browser has shown a hint of a game.
 *
 * @param {string} game
 * @param {string} hint id of the hint
 */
export const wasHintSeen = (game, hint) => readSeen(game).slice(1).includes(hint);

/**
 * Stops showing hints for a game.
 *
 * @param {string} game
 */
export function dismissHints(game) {
  saveSeenHints(game, noRoom, readSeen(game).slice(1));
}

/**
 * Returns the ids of the hints that were shown at a table, or null if the table has no hints.
 *
 * @param {string} game
 * @param {string} room
 * @returns {readonly string[] | null}
 */
export function seenHints(game, room) {
  const [guidedRoom, ...seen] = readSeen(game);
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

/**
 * Whether a table is a guided first match against a bot.
 *
 * @param {string} game
 * @param {string} room
 */
export const isLessonRoom = (game, room) => lessonRoom(game) === room;

/**
 * Whether a player wants hints at a table. Without a choice they appear if the player has never
 * finished a match of the game and has not declined hints before.
 *
 * @param {{hints?: boolean, novice?: boolean}} ui
 */
export const wantsHints = ({ hints, novice }) => hints ?? (!!novice && !hasDeclinedHints());

/**
 * Starts or stops the hints of a table as its player wants them.
 *
 * @param {string} game
 * @param {string} room
 * @param {{hints?: boolean, novice?: boolean}} ui
 */
export function applyHintsWish(game, room, ui) {
  if (wantsHints(ui)) {
    if (!seenHints(game, room)) startHints(game, room, { again: ui.hints === true });
  } else if (ui.hints === false) {
    dismissHints(game);
    declineHints();
  }
}

const hintsKey = 'archmage.hints';

/** Turns hints off for all games. */
export function declineHints() {
  writeStored(hintsKey, 'off');
}

export const hasDeclinedHints = () => readStored(hintsKey) === 'off';
