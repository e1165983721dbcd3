// What people see who open the link to a table: who invites them, a free chair, and the game in a few
// pictures.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { isFree } from '../table/plan.js';
import { seatFace } from '../table/table-view.js';
import { stepsOf, tagline } from '../ui/covers.js';
import { faceOf } from '../ui/faces.js';
import { onValue } from '../ui/forms.js';
import { titleOf } from '../ui/frame.js';
import { avatar, icon } from '../ui/pieces.js';
import { sitter } from './chairs.js';
import { hintsSwitch, lessonOffer } from './first-time.js';
import { needsAccount, sit } from './seats.js';

/** @import { App, GameInfo, RoomFrame, Session } from '../core/types.js' */

const maxName = 32;

/**
 * The invitation for visitors who open the link, with their name and a button that takes a seat.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
export function arrival(app, session, game) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const host =
    frame.seats.find(({ player }) => player && player === frame.host)?.name || t('home.somebody');
  const mustSignIn = needsAccount(app, session);
  const title = html`<h1>${t('room.invited', { host, game: titleOf(app, game.id) })}</h1>
    <p class="lede">${tagline(app, game)} ${t('room.invited.seats', { n: frame.seats.length })} ${
      mustSignIn ? nothing : t('room.invited.free')
    }</p>`;
  const watch = frame.settings.spectators
    ? html`<button type="button" class="btn quiet" @click=${() => {
        session.ui.watches = true;
        app.redraw();
      }}>${icon('eye')}${t('room.watch')}</button>`
    : nothing;
  return html`<section class="step arrival">
    ${arrivalChairs(app, session, game)}
    ${
      mustSignIn
        ? html`<div class="only">${title}<p>${t('error.accounts_only')}</p>
          <a class="btn main" href="/account">${icon('key')}${t('room.keepname')}</a>${watch}</div>`
        : html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            void sit(app, session);
          }}>${title}
    <label for="you">${t('room.invited.you')}</label>
    <span class="namebox">${avatar(faceOf(session.ui.name ?? app.me.name))}<input id="you"
        name="name" required maxlength=${maxName} autocomplete="nickname" spellcheck="false"
        ?readonly=${app.me.kind === 'account'}
        enterkeyhint="go" .defaultValue=${app.me.name} @focus=${selectAll}
        @input=${onValue((value) => {
          session.ui.name = value;
          app.redraw();
        })}></span>
    ${hintsSwitch(app, session, game.id)}
    <p class="acts"><button class="btn main"
        aria-busy=${!!session.ui.asking}>${t('room.sit')}</button>${watch}</p>
    ${lessonOffer(app, session, game.id)}</form>`
    }</section>${gameInPictures(app, game)}`;
}

/** @param {Event} event */
function selectAll(event) {
  /** @type {HTMLInputElement} */ (event.currentTarget).select();
}

/**
 * The chairs of those who wait, and the free one for the viewer.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
function arrivalChairs(app, session, game) {
  const { t } = app;
  const seats = session.frame?.seats ?? [];
  const name = session.ui.name ?? app.me.name;
  return html`<div class="hall small"><ul class="chairs" aria-label=${t('room.seats')}>${seats
    .filter((seat) => !isFree(seat))
    .map(
      (
        seat,
      ) => html`<li class="chair taken"><span class="stool">${sitter(seatFace(app, game.id, seat))}</span>
        <div class="plate"><b>${isolated(seat.name)}</b><small>${t('room.invited.waits')}</small></div></li>`,
    )}<li class="chair own"><span class="stool">${sitter(faceOf(name), 'away')}</span>
      <div class="plate"><b>${t('room.invited.seat')}</b><small>${t('room.free')}</small></div></li></ul></div>`;
}

/**
 * The game in a few pictures, or nothing if it has none.
 *
 * @param {App} app
 * @param {GameInfo} game
 */
function gameInPictures(app, game) {
  const steps = stepsOf(app, game.id);
  if (!steps.length) return nothing;
  return html`<section class="pictures" aria-labelledby="pictures"><h2 id="pictures">${app.t('room.pictures')}</h2>
    <ol>${steps.map(
      ({
        picture,
        words,
      }) => html`<li class="sheet"><img src=${picture} alt="" width="240" height="130"
          loading="lazy" decoding="async"><p>${words}</p></li>`,
    )}</ol></section>`;
}
