// Open hands: spectators see the hands of all seats, if every player agrees.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { ask } from '../table/plan.js';

/** @import { App, Session } from '../core/types.js' */

/**
 * Before a match: who agrees, where the host offers it.
 *
 * @param {App} app
 * @param {Session} session
 */
export function consentLine(app, session) {
  const { t } = app;
  const { frame, seat } = session;
  if (!frame?.settings.openHands) return nothing;
  const missing = frame.seats.filter((one) => one.player && !one.consent).map(({ name }) => name);
  const agrees = frame.seats[seat]?.consent;
  return html`<div class="consent">${icon('eye')}
    <p><b>${t('room.consent')}</b> <span>${t('room.consent.why', {
      n: frame.settings.delay,
    })}</span>
      <span role="status">${
        missing.length
          ? t('room.consent.waits', { names: listOf(app, missing) })
          : t('room.consent.all')
      }</span></p>
    ${
      seat < 0
        ? nothing
        : html`<button type="button" class="btn" data-does="consent"
            @click=${() => void ask(app, session, 'consent', { agree: !agrees })}>${icon(
              agrees ? 'close' : 'check',
            )}${t(agrees ? 'room.consent.no' : 'room.consent.yes')}</button>`
    }</div>`;
}

/**
 * During a match: that spectators see the hands.
 *
 * @param {App} app
 * @param {Session} session
 */
export function openHands(app, { frame }) {
  if (frame?.status !== 'playing' || !frame.match?.openHands) return nothing;
  const why = app.t('table.openHandsWhy', { n: frame.settings.delay });
  return html`<span class="openhands"
      title=${why}>${icon('eye')}<span>${app.t('table.openHands')}</span><span
          class="vh">${why}</span></span>`;
}
