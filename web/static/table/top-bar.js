// The top bar of a table: the game, clocks, tools and the menu.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { setSound } from '../ui/attention.js';
import { langButton, serverName, themeButton } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { clocks } from './clocks.js';
import { guidePlace } from './guide-loader.js';
import { adviceButton } from './hint.js';
import { tableMenu } from './menu.js';

/** @import { App, Ctx, Session } from '../core/types.js' */

/**
 * The arguments of `topBar`.
 *
 * @typedef {object} TopBar
 * @property {string} title title of the game, or ''
 * @property {string} status the round or phase of the match in words, or ''
 * @property {boolean} isBare whether the table is the overlay of a broadcast
 * @property {boolean} canReplay whether the match so far can be replayed
 * @property {() => void} openReplay
 */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {TopBar} bar
 */
export function topBar(app, session, ctx, { title, status, isBare, canReplay, openReplay }) {
  const { t } = app;
  return html`<header class="top">
      <a class="brand" href="/"
          aria-label=${serverName(app)}>${icon('mark')}<span>${serverName(app)}</span></a>
      <p class="where"><b>${title}</b><span>${status}</span></p>
      ${openHands(app, session)}
      ${guidePlace}${ctx.seat ? nothing : seatChoice(app, session, ctx)}${clocks(app, session, ctx, isBare)}
      <nav class="tools" aria-label=${t('menu.title')}>
        ${canReplay ? replayButton(app, openReplay) : nothing}
        ${adviceButton(app, session)}<span class="wide">${langButton(app)}${themeButton(app)}
          ${soundButton(app)}</span>
        ${tableMenu(app, session, ctx)}</nav></header>`;
}

/**
 * @param {App} app
 * @param {() => void} open
 */
function replayButton({ t }, open) {
  return html`<button type="button" class="tool wayin" aria-label=${t('back.open')}
      title=${t('back.open')} @click=${open}><span aria-hidden="true">‹‹</span></button>`;
}

/** @param {App} app */
function soundButton(app) {
  const isOn = app.prefs.get('sound');
  return html`<button type="button" class="tool" aria-label=${app.t('set.sound')}
      aria-pressed=${isOn}
      @click=${() => setSound(app, !isOn)}>${icon(isOn ? 'sound' : 'mute')}</button>`;
}

/**
 * The note, during a match with open hands, that spectators see all hands.
 *
 * @param {App} app
 * @param {Session} session
 */
function openHands(app, { frame }) {
  if (frame?.status !== 'playing' || !frame.match?.openHands) return nothing;
  const why = app.t('table.openHandsWhy', { n: frame.settings.delay });
  return html`<span class="openhands"
      title=${why}>${icon('eye')}<span>${app.t('table.openHands')}</span><span
          class="vh">${why}</span></span>`;
}

/**
 * The field with which a spectator chooses the seat whose viewpoint the table shows.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function seatChoice(app, session, ctx) {
  const choose = (/** @type {Event} */ event) => {
    session.viewpointSeat = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
    app.redraw();
  };
  return html`<label class="follow"><span class="vh">${app.t('follow')}</span>${icon('eye')}
      <select @change=${choose}>${Object.values(ctx.players).map(
        ({ seat, key, name }) =>
          html`<option value=${seat} .selected=${key === ctx.shownSeat}>${name}</option>`,
      )}</select></label>`;
}
