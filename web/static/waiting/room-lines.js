// Single lines of the waiting room: its code, open hands, sounds, where the match comes from. The
// table and the end of a match show some of them too.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { setSound } from '../ui/attention.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { ask } from '../table/plan.js';

/** @import { App, Origin, Session } from '../core/types.js' */

/**
 * The short code of the table, to be dictated. Players ask for it once.
 *
 * @param {App} app
 * @param {Session} session
 */
export function codeLine(app, session) {
  const { ui } = session;
  const status = session.frame?.status;
  // Spectators invite nobody, and a full table that starts by itself is about to lose its code.
  if (
    ui.code === undefined &&
    session.seat >= 0 &&
    (status === 'open' || (status === 'seated' && !session.frame?.settings.autoStart))
  ) {
    ui.code = '';
    app.api.post(`/api/rooms/${session.id}/code`, {}).then(
      (answer) => {
        ui.code = answer.code;
        app.redraw();
      },
      () => {
        // Without a code there is the link.
      },
    );
  }
  const code = ui.code ?? '';
  // Spectators get no code. For players its place is kept until it has come.
  if (!code && session.seat < 0) return nothing;
  // Listeners hear the signs one by one.
  return html`<p class="codeline">${app.t('room.code')} ${
    code
      ? html`<b aria-hidden="true">${code.slice(0, 3)}\u202f${code.slice(3)}</b><span
          class="vh">${code.split('').join(' ')}</span>`
      : nothing
  }</p>`;
}

/**
 * Open hands before a match: spectators see the hands of all seats, if every player agrees to what
 * the host offers.
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
 * Open hands during a match: that spectators see them.
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

/**
 * The sounds, which are off at first, are offered once: at the first table, until the offer is
 * answered or the first move is made.
 *
 * @param {App} app
 * @param {Pick<Session, 'ui'>} session
 */
export function soundLine(app, session) {
  if (app.prefs.get('offered')) return nothing;
  // A player who has made a move has seen it, and can find the sounds in the settings.
  if (session.ui.lastAnswer) {
    queueMicrotask(() => app.prefs.set('offered', true));
    return nothing;
  }
  const { t } = app;
  return html`<p class="vote offer" role="status">${icon('sound')}<span>${t('offer.sound')}</span>
    <button type="button" class="btn quiet" data-does="sound"
        @click=${() => setSound(app, true)}>${t('offer.sound.yes')}</button>
    <button type="button" class="btn quiet" data-does="silence"
        @click=${() => setSound(app, false)}>${t('offer.sound.no')}</button></p>`;
}

/**
 * Where a match comes from that began with a moment of another one.
 *
 * @param {App} app
 * @param {Origin} from
 * @param {boolean} [here] that match is on this server
 */
export function fromLine({ t }, { match, step, luck }, here = true) {
  return html`<p class="from">
    ${icon('turned')}<span>${
      step ? t('from.line', { n: step }) : t('from.start')
    } ${t(luck === 'same' ? 'from.same' : 'from.new')} ${t('from.unrated')}
      ${here ? html`<a href=${`/m/${match}#s=${step}`}>${t('from.see')}</a>` : nothing}</span></p>`;
}
