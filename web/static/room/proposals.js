// What the people at a table have to know of each other during a match, as lines
// above the bar: what is proposed, a pause, who is away, who was removed.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { playerOf } from '../base/sure.js';
import { act } from '../ask/bar.js';
import { icon } from '../ui/pieces.js';
import { confirmDialog } from '../ui/dialogs.js';
import { sinceText, spanText } from '../base/times.js';
import { seatGone } from '../base/store.js';

/** @import { App, Ctx, RoomFrame, Session } from '../base/types.js' */
/** @import { RoomState } from '../base/store.js' */
/** @import { RoomUi } from './tableview.js' */

/** @typedef {'end' | 'pause' | 'resume' | 'replace'} What what a player can propose */

/**
 * The lines, and nothing for each that is not there.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @returns {unknown[]}
 */
export function tableLines(app, session, ctx) {
  const { frame } = session;
  if (!frame) return [];
  return [
    removedLine(app, session),
    newsLine(app, session),
    ...(frame.status === 'playing'
      ? [
          proposalLine(app, session, ctx),
          pauseLine(app, session),
          ...awayLines(app, session, ctx),
          ...leftLines(app, session),
        ]
      : []),
  ];
}

/**
 * Whether the viewer is at the table and plays.
 *
 * @param {Session} session
 */
export function plays({ frame, seat }) {
  const own = frame?.seats[seat];
  return frame?.status === 'playing' && !!own && !own.bot;
}

/**
 * The viewer's seat is gone.
 *
 * @param {App} app
 * @param {Session} session
 */
export function removedLine(app, session) {
  if (!seatGone(session.state) || session.frame?.status === 'playing') return nothing;
  return html`<p class="vote" role="status">
    ${icon('door')}<span>${app.t('removed')} ${app.t('removed.free')}</span></p>`;
}

/**
 * What an update says of the table: that a proposal was declined, that the viewer is the host now,
 * or somebody else.
 *
 * @param {App['t']} t
 * @param {Session} session
 * @param {RoomState} before
 * @returns {RoomUi['news']}
 */
export function newsOf(t, { state, frame, seat: own, isHost }, before) {
  const was = before.room?.host;
  if (frame && was && was !== frame.host) {
    const name = frame.seats.find(({ player }) => player === frame.host)?.name ?? '';
    return { sign: 'host', words: isHost ? t('news.host.you') : t('news.host', { name }) };
  }
  const refused =
    before.match === state.match &&
    state.events.findLast(
      ({ number, kind, seat }) => number >= before.next && kind === 'declined' && seat !== own,
    );
  return refused
    ? {
        sign: 'close',
        words: t(`declined.${refused.public?.what}`, {
          who: frame?.seats[refused.seat]?.name ?? '',
        }),
      }
    : undefined;
}

/**
 * What happened to the table just now.
 *
 * @param {App} app
 * @param {Session} session
 */
export function newsLine(app, session) {
  const { news } = session.ui;
  if (!news) return nothing;
  const close = () => {
    session.ui.news = undefined;
    app.redraw();
  };
  return html`<p class="vote" role="status">${icon(news.sign)}<span>${news.words}</span>
    <button type="button" class="btn quiet" @click=${close}>${app.t('close')}</button></p>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function proposalLine(app, session, ctx) {
  const { t } = app;
  const { frame, seat } = session;
  const proposal = frame?.proposal;
  if (!proposal) return nothing;
  const own = seat >= 0 && proposal.by === seat;
  const other = ctx.players[`s${proposal.other}`]?.name ?? '';
  const names = list(
    app,
    ctx,
    proposal.missing.filter((n) => n !== seat),
  );
  const words = t(`proposal.${proposal.what}${own ? '.you' : ''}`, {
    who: proposer(ctx, proposal),
    other,
  });
  const asked = proposal.missing.includes(seat);
  return html`<p class="vote" role="status">
    ${icon('flag')}<span>${words}${
      !asked && names ? ` ${t('proposal.waits', { names })}` : ''
    }</span>${replies(app, session)}</p>`;
}

/**
 * The name of who proposes something.
 *
 * @param {Ctx} ctx
 * @param {NonNullable<RoomFrame['proposal']>} proposal
 */
export const proposer = (ctx, proposal) =>
  ctx.players[`s${proposal.by}`]?.name ?? proposal.name ?? '';

/**
 * The buttons with which the viewer answers what is proposed.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} [cls]
 */
export function replies(app, session, cls = 'btn quiet') {
  const { t } = app;
  const proposal = session.frame?.proposal;
  if (!proposal || !plays(session)) return nothing;
  const reply = (/** @type {boolean} */ agree) => () =>
    act(app, session, 'reply', { proposal: proposal.number, agree });
  if (proposal.by === session.seat)
    return html`<button type="button" class=${cls}
        @click=${reply(false)}>${icon('undo')}${t('proposal.back')}</button>`;
  if (!proposal.missing.includes(session.seat)) return nothing;
  return html`<button type="button" class=${cls}
      @click=${reply(true)}>${icon('check')}${t('proposal.agree')}</button>
    <button type="button" class=${cls}
        @click=${reply(false)}>${icon('close')}${t('proposal.decline')}</button>`;
}

/**
 * @param {App} app
 * @param {Session} session
 */
function pauseLine(app, session) {
  const { frame } = session;
  if (!frame?.paused || frame.proposal) return nothing;
  return html`<p class="vote" role="status">${icon('wait')}<span>${app.t('paused.line')}</span>${
    plays(session)
      ? html`<button type="button" class="btn quiet"
          @click=${() => propose(app, session, 'resume')}>${app.t('menu.resume')}</button>`
      : nothing
  }</p>`;
}

/**
 * Players who have been away for some minutes, and what can be done.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function awayLines(app, session, ctx) {
  const { t } = app;
  const { frame, seat: own } = session;
  return (frame?.seats ?? []).map((seat, n) => {
    if (!seat.away || seat.bot || n === own) return nothing;
    const { name } = playerOf(ctx, `s${n}`);
    return html`<p class="vote" role="status">
      ${icon('wait')}<span>${t('away.since', { name, time: sinceText(app, seat.away) })}${
        mayReplace(session, n)
          ? ''
          : ` ${t('away.later', { time: spanText(app, frame?.settings.replaceAfter ?? 0) })}`
      }</span>${
        mayReplace(session, n) && plays(session) && !frame?.proposal
          ? html`<button type="button" class="btn quiet"
              @click=${() => sureReplace(app, session, n, name)}>${t('away.replace')}</button>`
          : nothing
      }</p>`;
  });
}

/**
 * Seats that somebody who watches may ask for.
 *
 * @param {App} app
 * @param {Session} session
 */
function leftLines(app, session) {
  const { frame, seat: own } = session;
  if (own >= 0 || frame?.proposal) return [];
  return (frame?.seats ?? []).map((seat, n) =>
    seat.free
      ? html`<p class="vote" role="status">
        ${icon('door')}<span>${app.t('left.free', { name: seat.name })}</span>
        <button type="button" class="btn quiet" aria-label=${`${app.t('left.ask')}: ${seat.name}`}
            @click=${() => act(app, session, 'ask', { seat: n })}>${app.t('left.ask')}</button></p>`
      : nothing,
  );
}

/**
 * Whether the player of a seat has been away long enough for a bot.
 *
 * @param {Session} session
 * @param {number} seat
 */
function mayReplace({ frame }, seat) {
  const away = frame?.seats[seat]?.away ?? 0;
  return !!frame && away > 0 && Date.now() - away >= frame.settings.replaceAfter * 1000;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {What} what
 * @param {number} [other] the seat of who is away
 */
export const propose = (app, session, what, other = -1) =>
  act(app, session, 'propose', { what, other });

/**
 * @param {App} app
 * @param {Session} session
 * @param {number} seat
 * @param {string} name
 */
async function sureReplace(app, session, seat, name) {
  const { t } = app;
  const yes = await confirmDialog({
    title: t('away.sure', { name }),
    text: t('away.sureWhy', { name }),
    yes: t('away.replace'),
    no: t('page.cancel'),
  });
  if (yes) await propose(app, session, 'replace', seat);
}

/**
 * @param {App} app
 * @param {Ctx} ctx
 * @param {readonly number[]} seats
 */
function list(app, ctx, seats) {
  return new Intl.ListFormat(app.lang).format(seats.map((n) => ctx.players[`s${n}`]?.name ?? ''));
}
