// The switch for hints that people see when they open a table by its link. It is on at first for those who
// have never played the game.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { hasDeclinedHints } from '../core/hints.js';
import { stepsOf } from '../ui/covers.js';

/** @import { App, MatchPage, Session } from '../core/types.js' */

/**
 * Whether hints appear at the table. If the viewer has not chosen, they appear if the viewer has
 * never played the game and has not declined hints before.
 *
 * @param {Session} session
 */
export const wantsHints = ({ ui }) => ui.hints ?? (!!ui.novice && !hasDeclinedHints());

/**
 * The switch for hints. While it is on, the steps of a turn are shown below.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} game
 */
export function hintsSwitch(app, session, game) {
  const { t } = app;
  if (!gameOf(game)?.lesson) return nothing;
  const { ui } = session;
  const isOn = wantsHints(session);
  const steps = isOn ? stepsOf(app, game) : [];
  return html`<label class="switch firsttime"><input type="checkbox" name="hints" .checked=${isOn}
          @change=${(/** @type {Event} */ event) => {
            ui.hints = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
            app.redraw();
          }}><span>${t('room.first')}</span></label>${
            steps.length
              ? html`<ol class="firststeps">${steps.map(
                  ({ sign, words }) => html`<li>${sign}<span>${words}</span></li>`,
                )}</ol>`
              : nothing
          }`;
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
