// The chairs behind the long table before a match: who sits where, who is invited, who is at the door.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { isBot, isConnected, isProgram } from '../core/store.js';
import { sendRoomCommand, isFree } from '../table/plan.js';
import { ratingFact } from '../table/ratings.js';
import { seatFace } from '../table/table-view.js';
import { faceOf } from '../ui/faces.js';
import { listOf } from '../ui/frame.js';
import { avatar, icon } from '../ui/pieces.js';
import { copyLink } from './invite.js';
import { invitationsAt, withdraw } from './invited.js';
import { addBot, botText, needsAccount, seatMenu, sit } from './seats.js';

/** @import { App, GameInfo, InvitedList, Renderable, SeatInfo, Session } from '../core/types.js' */
/** @import { Face } from '../ui/faces.js' */

/** The back of a chair. */
const chairBack = html`<svg class="back" viewBox="0 0 96 116"
    aria-hidden="true"><path class="wood" d="M8 116V24c0-9 12-9 12 0v92zM76 116V24c0-9 12-9 12 0v92z"/><path
        class="wood" d="M16 116V40C16 18 30 8 48 8s32 10 32 32v76z"/><path
        class="pad" d="M24 116V46c0-18 10-29 24-29s24 11 24 29v70z"/><circle class="knob" cx="14" cy="15"
            r="6.500"/><circle class="knob" cx="82" cy="15" r="6.500"/><path class="knob"
                d="M48 1l5 7-5 7-5-7z"/></svg>`;

/** The outline of a chair that can be added. */
const chairOutline = html`<svg class="back" viewBox="0 0 96 116" aria-hidden="true"><path
    class="outline" d="M16 116V40C16 18 30 8 48 8s32 10 32 32v76"/></svg>`;

/** The shoulders of somebody who sits on a chair. */
const shoulders = html`<svg class="body" viewBox="0 0 96 48" aria-hidden="true"><path
    d="M8 48C8 22 26 10 48 10s40 12 40 38z"/><path class="collar" d="M34 13l14 16 14-16"/></svg>`;

/**
 * The table with its chairs.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
export function chairs(app, session, game) {
  const { t } = app;
  const seats = session.frame?.seats ?? [];
  return html`<section class="hall" aria-label=${t('room.seats')} data-seats=${seats.length}>
    ${door(app, session)}
    <ul class="chairs">${repeat(
      seats,
      (_, seatNumber) => seatNumber,
      (seat, seatNumber) => chair(app, session, game, seat, seatNumber),
    )}${canAddSeat(session, game) ? addedChair(app, session) : nothing}</ul>
  </section>`;
}

/**
 * Whether the viewer can add a seat.
 *
 * @param {Session} session
 * @param {GameInfo} game
 */
const canAddSeat = ({ frame, isHost }, game) =>
  isHost && !!frame && !frame.from && frame.seats.length < game.maxSeats && !frame.settings.rated;

/**
 * Whether the viewer can take a free seat away.
 *
 * @param {Session} session
 * @param {GameInfo} game
 */
const canDropSeat = ({ frame, isHost }, game) =>
  isHost && !!frame && !frame.from && frame.seats.length > Math.max(2, game.minSeats);

/**
 * The people who have opened the link and have no seat, without the overlays of broadcasts.
 *
 * @param {Session} session
 */
export function visitors({ frame, state, you }) {
  const seated = (frame?.seats ?? []).map(({ player }) => player);
  return (state.presence?.spectators ?? []).filter(
    ({ player, stream }) => !stream && player !== you?.id && !seated.includes(player),
  );
}

/**
 * The line about the visitors at the door, '' if there are none.
 *
 * @param {App} app
 * @param {Session} session
 */
export function doorWords(app, session) {
  const names = visitors(session).map(({ name }) => name);
  return names.length ? app.t('room.door', { n: names.length, names: listOf(app, names) }) : '';
}

/**
 * @param {App} app
 * @param {Session} session
 * @returns {Renderable}
 */
function door(app, session) {
  const [first] = visitors(session);
  return html`<div class=${first ? 'doorline open' : 'doorline'}>${
    first
      ? html`<span class="doorway" aria-hidden="true">${avatar(faceOf(first.name))}</span>`
      : nothing
  }<p role="status">${doorWords(app, session)}</p></div>`;
}

/**
 * A chair with its picture, the plate with the name, and what can be done with it.
 *
 * @param {object} parts
 * @param {string} parts.cls
 * @param {Renderable} parts.picture
 * @param {Renderable | string} parts.label
 * @param {Renderable | string} parts.facts
 * @param {Renderable} parts.acts
 */
const chairOf = ({ cls, picture, label, facts, acts }) => html`<li class=${`chair ${cls}`}>
  <span class="stool">${picture}</span>
  <div class="plate"><b>${label}</b>${facts ? html`<small>${facts}</small>` : nothing}</div>
  <div class="acts">${acts}</div></li>`;

/**
 * Somebody on a chair.
 *
 * @param {Face} face
 * @param {string} [cls]
 */
export const sitter = (face, cls = '') =>
  html`${chairBack}<span class=${`sitter tint-${face.tint} ${cls}`}>${shoulders}${avatar(face)}</span>`;

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {SeatInfo} seat
 * @param {number} seatNumber
 */
function chair(app, session, game, seat, seatNumber) {
  const { t } = app;
  if (isFree(seat)) return freeChair(app, session, game, seatNumber);
  if (seat.expected) return awaitedChair(app, seat.expected.name);
  const isOwn = seatNumber === session.seat;
  const face = seatFace(app, game.id, seat);
  const isAway = !!seat.player && !isConnected(session.state, seat.player);
  const isHost = !!seat.player && seat.player === session.frame?.host;
  const facts = [
    isOwn && t('room.you'),
    isHost && t('room.host'),
    isBot(seat) && t('room.bot', { level: botText(app, game, seat) }),
    isProgram(seat) && t('room.program'),
    seat.kind === 'guest' && !isOwn && t('room.guest'),
    ratingFact(app, session, seat.player),
    isAway && t('room.away'),
    seat.consent && seat.player && t('room.consent.seat'),
  ].filter(Boolean);
  const readiness = isBot(seat)
    ? nothing
    : html`<span class=${seat.ready ? 'state done' : 'state'}>${icon(seat.ready ? 'check' : 'wait')}${t(
        seat.ready ? 'room.ready' : 'room.unready',
      )}</span>`;
  return chairOf({
    cls: `taken${isOwn ? ' own' : ''}${session.ui.swapping === seatNumber ? ' swaps' : ''}`,
    picture: sitter(face, isAway ? 'away' : ''),
    label: html`${isHost ? icon('host') : nothing}${isolated(seat.name)}`,
    facts: html`<span>${facts.join(' · ')}</span>${readiness}`,
    acts:
      swapButton(app, session, seatNumber) ??
      seatMenu(app, session, game, seat, seatNumber, seat.name),
  });
}

/**
 * The chair of a person who is awaited.
 *
 * @param {App} app
 * @param {string} name
 */
const awaitedChair = (app, name) =>
  chairOf({
    cls: 'invited',
    picture: sitter(faceOf(name)),
    label: isolated(name),
    facts: html`<span>${app.t('room.event.awaited')}</span>`,
    acts: nothing,
  });

/**
 * The button that ends an exchange of two seats, or null if none has begun.
 *
 * @param {App} app
 * @param {Session} session
 * @param {number} seatNumber
 */
function swapButton(app, session, seatNumber) {
  const { t } = app;
  const { swapping } = session.ui;
  if (swapping === undefined || !session.isHost) return null;
  const end = () => {
    session.ui.swapping = undefined;
    if (swapping === seatNumber) app.redraw();
    else void sendRoomCommand(app, session, 'swap', { seat: swapping, other: seatNumber });
  };
  return swapping === seatNumber
    ? html`<button type="button" class="btn quiet" @click=${end}>${t('page.cancel')}</button>`
    : html`<button type="button" class="btn" @click=${end}>${icon('swap')}${t('room.swap.here')}</button>`;
}

/**
 * A chair on which nobody sits. It can be kept for somebody who is invited.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {number} seatNumber
 */
function freeChair(app, session, game, seatNumber) {
  const { t } = app;
  const [invitation, ...others] = invitationsAt(session, seatNumber);
  const isOpen = !!invitation && !invitation.answer;
  const swap = swapButton(app, session, seatNumber);
  if (invitation && isOpen)
    return chairOf({
      cls: 'invited',
      picture: sitter(faceOf(invitation.to.name)),
      label: isolated(invitation.to.name),
      facts: html`<span role="status">${t('room.asked.here')} ${invitedWords(app, others)}</span>`,
      acts:
        swap ??
        html`<button type="button" class="btn quiet"
            @click=${() => void withdraw(app, session, invitation.to.id)}>${t('room.withdraw')}</button>`,
    });
  return chairOf({
    cls: 'free',
    picture: html`${chairBack}${
      session.seat >= 0
        ? html`<button type="button" class="plus" aria-label=${t('room.plus', { n: seatNumber + 1 })}
            @click=${(/** @type {Event} */ event) => void copyLink(app, session, event)}>${icon(
              session.ui.copied ? 'check' : 'plus',
            )}</button>`
        : nothing
    }`,
    label: t('room.free'),
    facts: html`<span role="status">${
      invitation
        ? invitedWords(app, [invitation, ...others])
        : t('room.seat', { n: seatNumber + 1 })
    }</span>`,
    acts: swap ?? freeActs(app, session, game, seatNumber),
  });
}

/**
 * The invitations of a chair in words.
 *
 * @param {App} app
 * @param {InvitedList['invited']} list
 */
const invitedWords = ({ t }, list) =>
  list
    .map(({ to, answer }) => t(answer ? 'room.declined' : 'room.asked', { name: to.name }))
    .join(' ');

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {number} seatNumber
 */
function freeActs(app, session, game, seatNumber) {
  const { t } = app;
  const n = seatNumber + 1;
  return html`${
    session.seat < 0 && !needsAccount(app, session)
      ? html`<button type="button" class="btn"
          @click=${() => void sit(app, session, seatNumber)}>${t('room.sit.here')}</button>`
      : nothing
  }${
    session.isHost && !session.frame?.settings.rated
      ? addBot(app, session, game, seatNumber)
      : nothing
  }${
    canDropSeat(session, game)
      ? html`<button type="button" class="tool drop" aria-label=${t('room.drop', { n })}
          title=${t('room.drop', { n })}
          @click=${() => void sendRoomCommand(app, session, 'dropseat', { seat: seatNumber })}>${icon('close')}</button>`
      : nothing
  }`;
}

/**
 * @param {App} app
 * @param {Session} session
 */
const addedChair = (app, session) => html`<li class="chair add"><button type="button"
    @click=${() => void sendRoomCommand(app, session, 'addseat')}><span
        class="stool">${chairOutline}${icon('plus')}</span><span
            class="plate"><b>${app.t('room.add')}</b></span></button></li>`;
