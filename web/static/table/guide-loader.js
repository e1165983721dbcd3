// Loads the guide at a table where the player has chosen hints.

import { html } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { loadModule } from '../core/lazy.js';
import { applyHintsWish, isLessonRoom, seenHints } from '../core/hints.js';

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
 * @param {(button: Element) => void} refuse shows that a press on a button does not count
 */
export function guideFor(app, session, refuse) {
  /** @type {Guide | null} */
  let guide = null;
  let isRequested = false;
  let isClosed = false;
  // The bot of a lesson waits until the guide is loaded.
  session.holdsAfter = () => {
    const game = session.frame?.settings.game ?? '';
    return (
      !!gameOf(game)?.lesson &&
      isLessonRoom(game, session.id) &&
      !!seenHints(game, session.id) &&
      session.isAgainstBots
    );
  };
  const load = async (/** @type {string} */ game, /** @type {readonly string[]} */ seen) => {
    const lesson = gameOf(game)?.lesson;
    if (!lesson) return;
    const [{ openGuide }, { default: hints }] = await Promise.all([
      loadModule(() => import('./guide.js')),
      loadModule(lesson),
    ]);
    guide = await openGuide(session, game, /** @type {Lesson} */ (hints), seen, refuse);
    if (isClosed) guide.close();
    app.redraw();
  };
  // The place for hints is kept between two hints, so that the board does not move.
  const keepPlace = (/** @type {string} */ game) => {
    const isKept =
      session.playing &&
      session.frame?.status === 'playing' &&
      !!gameOf(game)?.lesson &&
      !!seenHints(game, session.id) &&
      (guide?.hasHints ?? true);
    for (const place of document.querySelectorAll('.dock .guideplace'))
      place.classList.toggle('kept', isKept);
  };
  return {
    afterRender() {
      const game = session.frame?.settings.game;
      // A player can choose to have hints until the match begins.
      if (!isRequested && game && session.playing) {
        isRequested = true;
        // A player chooses in the waiting room.
        applyHintsWish(game, session.id, session.ui);
        const seen = seenHints(game, session.id);
        // If loading fails, the table works without hints.
        if (seen)
          load(game, seen).catch(() => {
            session.holdsAfter = null;
            session.proceed();
          });
      }
      if (isClosed) return;
      keepPlace(game ?? '');
      guide?.afterRender();
    },
    close() {
      isClosed = true;
      guide?.close();
    },
  };
}
