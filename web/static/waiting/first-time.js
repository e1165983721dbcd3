// The switch for hints that people see when they open a table by its link. It is on at first for those who
// have never played the game.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { wantsHints } from '../core/hints.js';

/** @import { App, MatchPage, Session } from '../core/types.js' */

/**
 * The switch for hints.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} game
 */
export function hintsSwitch(app, session, game) {
  const { t } = app;
  if (!gameOf(game)?.lesson) return nothing;
  const { ui } = session;
  const isOn = wantsHints(ui);
  return html`<label class="switch firsttime"><input type="checkbox" name="hints" .checked=${isOn}
          @change=${(/** @type {Event} */ event) => {
            ui.hints = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
            app.redraw();
          }}><span>${t('room.first')}</span></label>`;
}

/**
 * The offer of a guided match against a bot, for those who have never played the game. Its place is
 * kept while that is not known, so that the offer moves nothing that can be pressed.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} game
 */
export function lessonOffer({ t }, { ui }, game) {
  if (!gameOf(game)?.lesson) return nothing;
  return html`<p class=${ui.novice ? 'acts' : 'acts unseen'}>
    <a class="btn quiet" href=${`/learn/${game}`}>${t('learn.alone')}</a>
  </p>`;
}

/**
 * Checks once whether the viewer has played the game before.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} game
 */
export async function loadNovice(app, { ui }, game) {
  if (ui.novice !== undefined) return;
  ui.novice = false;
  try {
    const { matches } = await app.api.get(`/api/matches?mine=1&game=${game}&limit=1`);
    ui.novice = matches.length === 0;
    app.redraw();
  } catch {
    // The viewer can still turn hints on.
  }
}
