// Loads the guide of a first game at a table that has one.

import { html } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { loadModule } from '../core/lazy.js';
import { seenHints } from '../core/hints.js';

/** @import { App, Lesson, Session } from '../core/types.js' */
/** @import { Guide } from './guide.js' */

/** A place for the hints of the guide. */
export const guidePlace = html`<div class="guideplace"></div>`;

/**
 * The guide of a table. Call `afterRender` after every render. It does nothing at a table without a
 * guide.
 *
 * @param {App} app
 * @param {Session} session
 */
export function guideFor(app, session) {
  /** @type {Guide | null} */
  let guide = null;
  let asked = false;
  let closed = false;
  const load = async (/** @type {string} */ game, /** @type {readonly string[]} */ seen) => {
    const lesson = gameOf(game)?.lesson;
    if (!lesson) return;
    const [{ openGuide }, { default: hints }] = await Promise.all([
      loadModule(() => import('./guide.js')),
      loadModule(lesson),
    ]);
    guide = await openGuide(session, game, /** @type {Lesson} */ (hints), seen);
    if (closed) guide.close();
    app.redraw();
  };
  return {
    afterRender() {
      const game = session.frame?.settings.game;
      // Until the match begins, a player can still choose to have hints.
      if (!asked && game && session.playing) {
        asked = true;
        const seen = seenHints(game, session.id);
        // The table is complete without hints.
        if (seen) load(game, seen).catch(() => {});
      }
      if (!closed) guide?.afterRender();
    },
    close() {
      closed = true;
      guide?.close();
    },
  };
}
