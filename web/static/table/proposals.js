// What the players of a match propose to each other, and whether there is news of the table.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { sendCommand } from '../question/bar.js';
import { icon } from '../ui/pieces.js';
import { hasLostSeat } from '../core/store.js';

/** @import { App, Ctx, RoomFrame, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */
/** @import { RoomUi } from './table-view.js' */

/** @typedef {'end' | 'pause' | 'resume' | 'replace'} What what a player can propose */

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
 * Whether there may be lines above the bar (table-lines.js).
 *
 * @param {Session} session
 */
export function hasTableLines({ frame, state, ui }) {
  return (
    !!ui.news ||
    hasLostSeat(state) ||
    !!frame?.proposal ||
    !!frame?.paused ||
    !!frame?.seats.some(({ away, free }) => away || free)
  );
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
 * The name of who proposes something.
 *
 * @param {Ctx} ctx
 * @param {NonNullable<RoomFrame['proposal']>} proposal
 */
export const proposer = (ctx, proposal) =>
  ctx.players[seatKey(proposal.by)]?.name ?? proposal.name ?? '';

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
    sendCommand(app, session, 'reply', { proposal: proposal.number, agree });
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
 * @param {What} what
 * @param {number} [other] the seat of who is away
 */
export const propose = (app, session, what, other = -1) =>
  sendCommand(app, session, 'propose', { what, other });
