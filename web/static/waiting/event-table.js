// The room of a table of an event: who is awaited before the match, and the way back to the event.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { storeRefusal } from '../question/bar.js';
import { sendRoomCommand } from '../table/plan.js';

/** @import { App, RoomFrame, Session } from '../core/types.js' */

/** @typedef {NonNullable<RoomFrame['event']>} EventTable */

/**
 * The link to the page of the event.
 *
 * @param {App} app
 * @param {EventTable} event
 * @param {string} [cls]
 */
export const eventLink = ({ t }, { id, title, hiddenUntil }, cls = 'btn') =>
  hiddenUntil
    ? html`<a class=${cls} href="/daily">${icon('turned')}${t('room.daily.back')}</a>`
    : html`<a class=${cls} href=${`/e/${encodeURIComponent(id)}`}>${icon('turned')}${t(
        'room.event.back',
        { title: isolated(title) },
      )}</a>`;

/**
 * What is played at the table: a round of an event, or a deal of the day.
 *
 * @param {App} app
 * @param {EventTable} event
 */
export const eventRound = ({ t }, { round, title, hiddenUntil }) =>
  hiddenUntil ? t('room.daily') : t('room.event.round', { n: round, title: isolated(title) });

/**
 * The heading of the page before the match.
 *
 * @param {App} app
 * @param {Session} session
 */
export function eventHeader(app, session) {
  const { t } = app;
  const { event, seats = [] } = session.frame ?? {};
  if (!event) return nothing;
  const names = seats.flatMap(({ expected }) => (expected ? [expected.name] : []));
  let [title, lede] = [t('room.event.full'), ''];
  if (event.closed) [title, lede] = [t('room.event.closed'), t('room.event.closed.why')];
  else if (names.length)
    [title, lede] = [
      t('room.event.awaits', { names: listOf(app, names) }),
      session.seat >= 0 ? t('room.event.itself') : '',
    ];
  return html`<section class="hero"><p class="eyebrow">${eventRound(app, event)}</p><h1>${title}</h1>${lede ? html`<p>${lede}</p>` : nothing}<p class="acts">${eventLink(app, event)}</p></section>`;
}

/**
 * The line with the main button for a person who is awaited, and for players what the match waits for.
 *
 * @param {App} app
 * @param {Session} session
 */
export function eventStart(app, session) {
  const { t } = app;
  const { event, seats = [] } = session.frame ?? {};
  if (!event || event.closed) return nothing;
  const seat = seats.findIndex(({ expected }) => expected && expected.player === session.you?.id);
  if (seat >= 0)
    return html`<div class="askline"><p role="status">${t('room.event.yours')}</p><button
        type="button" class="btn main" aria-busy=${!!session.ui.asking}
        @click=${() => void sendRoomCommand(app, session, 'claim', { seat })}>${icon('check')}${t('room.sit')}</button></div>`;
  return session.seat >= 0 && !seats.some(({ expected }) => expected)
    ? html`<div class="waitline"><p role="status">${t('room.start.itself')}</p></div>`
    : awaitedLine(app, session, event);
}

/**
 * For players who wait for others: until when, and the button that gives them more time, once.
 *
 * @param {App} app
 * @param {Session} session
 * @param {EventTable} event
 */
function awaitedLine(app, session, { id, round, table, until, longer }) {
  if (!until || session.seat < 0) return nothing;
  const { t } = app;
  const time = new Intl.DateTimeFormat(app.lang, { timeStyle: 'short' }).format(until);
  // The same id for everybody: the command is carried out once.
  const command = { id: `wait ${round}/${table}`, command: 'wait', round, table };
  const wait = () =>
    storeRefusal(app, session.ui, 'refused', () =>
      app.api.post(`/api/events/${encodeURIComponent(id)}/commands`, command),
    );
  return html`<div class="askline"><p role="status">${t(
    longer ? 'room.event.longer' : 'room.event.until',
    { time },
  )}</p>${
    longer
      ? nothing
      : html`<button type="button" class="btn" @click=${() => void wait()}>${icon('wait')}${t(
          'room.event.wait',
        )}</button>`
  }</div>`;
}
