// The tables at which somebody learns a game: which ones, and what has been
// explained there. Who explains is loaded only where it is wanted (guide.js).

import { part } from './parts.js';
import { storage } from './prefs.js';

/** @import { App, Ctx, Session } from './types.js' */
/** @import { Guide } from './guide.js' */

/**
 * Something that is explained once, beside the thing that it is about.
 * @typedef {object} Hint
 * @property {string} id also the key of its text
 * @property {(ctx: Ctx) => boolean} when it fits
 * @property {(ctx: Ctx) => string} at a CSS selector; of several things that it finds, the first in sight is meant
 */

/**
 * What games/ID/learn.js exports as default: the first match, and its hints in
 * the order in which things come up.
 * @typedef {object} Lesson
 * @property {Record<string, string>} options of the match
 * @property {string} texts file of the hints' words (i18n.js)
 * @property {Hint[]} hints
 */

/** What explains, with the lessons. */
export const guidance = () => part(() => import('./guide.js'));

const place = (/** @type {string} */ game) => `archmage.learn.${game}`;

/**
 * Remembers what has been explained at a table; of each game one table has a guide.
 * @param {string} game
 * @param {string} room
 * @param {readonly string[]} seen ids of hints
 */
export function keepSeen(game, room, seen) {
  try {
    storage()?.setItem(place(game), [room, ...seen].join(' '));
  } catch {
    // Without storage there is no guide.
  }
}

/** No more hints for this game. @param {string} game */
export function dismiss(game) {
  storage()?.removeItem(place(game));
}

/**
 * What has been explained at a table, or null if it has no guide.
 * @param {string} game
 * @param {string} room
 * @returns {readonly string[] | null}
 */
export function seenAt(game, room) {
  const [at, ...seen] = (storage()?.getItem(place(game)) ?? '').split(' ');
  return at === room ? seen : null;
}

/**
 * The guide of a table, if it has one: it is told of every drawing.
 * @param {App} app
 * @param {Session} session
 */
export function guideFor(app, session) {
  /** @type {Guide | null} */
  let guide = null;
  let asked = false;
  let closed = false;
  const load = async (/** @type {string} */ game, /** @type {readonly string[]} */ seen) => {
    guide = await (await guidance()).openGuide(session, game, seen);
    if (closed) guide.close();
    app.redraw();
  };
  return {
    drawn() {
      const game = session.frame?.settings.game;
      if (!asked && game) {
        asked = true;
        const seen = seenAt(game, session.id);
        // A table can be played without hints that do not come.
        if (seen) load(game, seen).catch(() => {});
      }
      if (!closed) guide?.drawn();
    },
    close() {
      closed = true;
      guide?.close();
    },
  };
}
