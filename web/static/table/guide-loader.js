// Loads the guide at a table where the player has chosen hints.

import { html } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { loadModule } from '../core/lazy.js';
import { seenHints } from '../core/hints.js';

/** @import { App, Lesson, Session } from '../core/types.js' */
/** @import { Guide } from './guide.js' */

/** The element into which the guide puts its hints. */
export const guidePlace = html`<div class="guideplace"></div>`;

/**
 * Returns the guide of a table. Call its `afterRender` after every render. At a table without hints
 * the guide does nothing.
 *
 * @param {App} app
 * @param {Session} session
 */
export function guideFor(app, session) {
  /** @type {Guide | null} */
  let guide = null;
  let isRequested = false;
  let isClosed = false;
  const load = async (/** @type {string} */ game, /** @type {readonly string[]} */ seen) => {
    const lesson = gameOf(game)?.lesson;
    if (!lesson) return;
    const [{ openGuide }, { default: hints }] = await Promise.all([
      loadModule(() => import('./guide.js')),
      loadModule(lesson),
    ]);
    guide = await openGuide(session, game, /** @type {Lesson} */ (hints), seen);
    if (isClosed) guide.close();
    app.redraw();
  };
  return {
    afterRender() {
      const game = session.frame?.settings.game;
      // A player can choose to have hints until the match begins.
      if (!isRequested && game && session.playing) {
        isRequested = true;
        const seen = seenHints(game, session.id);
        // If loading fails, the table works without hints.
        if (seen) load(game, seen).catch(() => {});
      }
      if (!isClosed) guide?.afterRender();
    },
    close() {
      isClosed = true;
      guide?.close();
    },
  };
}
