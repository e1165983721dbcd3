// Single lines of the waiting room: the code, the consent to open hands, and the origin of the
// match. Other pages show some of these lines too.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { sendRoomCommand } from '../table/plan.js';

/** @import { App, Origin, Session } from '../core/types.js' */

/**
 * The short code of the table, for dictation.
 *
 * @param {App} app
 * @param {Session} session
 */
export function codeLine(app, session) {
  const code = session.ui.code ?? '';
  // Spectators get no code. For players the line reserves space until the code is loaded.
  if (!code && session.seat < 0) return nothing;
  // Screen readers read the characters one by one.
  return html`<p class="codeline">${app.t('room.code')} ${
    code
      ? html`<b aria-hidden="true">${code.slice(0, 3)}\u202f${code.slice(3)}</b><span
          class="vh">${code.split('').join(' ')}</span>`
      : nothing
  }</p>`;
}

/**
 * The line about open hands before a match. Spectators will see all hands if every player agrees.
 *
 * @param {App} app
 * @param {Session} session
 */
export function consentLine(app, session) {
  const { t } = app;
  const { frame, seat } = session;
  if (!frame?.settings.openHands) return nothing;
  const missing = frame.seats
    .filter((seatInfo) => seatInfo.player && !seatInfo.consent)
    .map(({ name }) => name);
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
            @click=${() => void sendRoomCommand(app, session, 'consent', { agree: !agrees })}>${icon(
              agrees ? 'close' : 'check',
            )}${t(agrees ? 'room.consent.no' : 'room.consent.yes')}</button>`
    }</div>`;
}

/**
 * The line about the origin of a match that started from a step of another match.
 *
 * @param {App} app
 * @param {Origin} from
 * @param {boolean} [isHere] whether the other match is on this server
 */
export function fromLine({ t }, { match, step, luck }, isHere = true) {
  return html`<p class="from">
    ${icon('turned')}<span>${
      step ? t('from.line', { n: step }) : t('from.start')
    } ${t(luck === 'same' ? 'from.same' : 'from.new')} ${t('from.unrated')}
      ${isHere ? html`<a href=${`/m/${match}#s=${step}`}>${t('from.see')}</a>` : nothing}</span></p>`;
}
