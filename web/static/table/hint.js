// The button that requests a hint, at a table where all opponents are bots. The recommended answer
// is preselected on the board.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { must } from '../core/must.js';
import { icon } from '../ui/pieces.js';
import { isBot } from '../core/store.js';
import { loadReasons } from '../question/seen-reasons.js';

/** @import { App, Hint, Session } from '../core/types.js' */

/**
 * Whether all other seats are played by bots.
 *
 * @param {Session} session
 */
function playsAgainstBots(session) {
  const seats = session.frame?.seats ?? [];
  return session.seat >= 0 && seats.every((seat, n) => n === session.seat || isBot(seat));
}

/**
 * The button, or `nothing` at a table with other people.
 *
 * @param {App} app
 * @param {Session} session
 */
export function adviceButton(app, session) {
  if (!playsAgainstBots(session)) return nothing;
  const label = app.t('advice.button');
  return html`<button type="button" class="tool" data-does="advice" ?disabled=${!session.asked}
      aria-label=${label} title=${label} aria-busy=${!!session.ui.advice?.busy}
      @click=${() => void requestHint(app, session)}>${icon('candle')}</button>`;
}

/**
 * @param {App} app
 * @param {Session} session
 */
async function requestHint(app, session) {
  const { ui, decision } = session;
  if (!decision || ui.advice?.busy) return;
  const advice = { decision: decision.id, busy: true };
  ui.advice = advice;
  app.redraw();
  try {
    const [hint] = await Promise.all([
      app.api.post(`/api/rooms/${encodeURIComponent(session.id)}/hint`, {}),
      loadReasons(session.board),
    ]);
    ui.advice = { decision: hint.decision, busy: false, lines: hint.lines };
    if (session.decision?.id === hint.decision)
      session.picker.preselectHint(must(hint.lines[0]).answer);
  } catch (error) {
    ui.advice = { decision: decision.id, busy: false, error };
  }
  app.redraw();
}
