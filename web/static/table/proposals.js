// Proposals of the players of a match, and news of the table.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { sendCommand } from '../question/bar.js';
import { icon } from '../ui/pieces.js';
import { hasLostSeat } from '../core/store.js';

/** @import { App, Ctx, RoomFrame, Session } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */
/** @import { RoomUi } from './table-view.js' */

/** @typedef {'end' | 'pause' | 'resume' | 'replace'} What The kind of a proposal. */

/**
 * Whether the viewer plays in the current match and no bot plays for the viewer.
 *
 * @param {Session} session
 */
export function isPlaying({ frame, seat }) {
  const own = frame?.seats[seat];
  return frame?.status === 'playing' && !!own && !own.bot;
}

/**
 * Whether the table has a line to show above the bar, for which table-lines.js must be loaded.
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
 * The news in an update: a new host, or a proposal that another player has declined. Undefined if
 * there are none.
 *
 * @param {App['t']} t
 * @param {Session} session
 * @param {RoomState} previous
 * @returns {RoomUi['news']}
 */
export function newsOf(t, { state, frame, seat: own, isHost }, previous) {
  const previousHost = previous.room?.host;
  if (frame && previousHost && previousHost !== frame.host) {
    const name = frame.seats.find(({ player }) => player === frame.host)?.name ?? '';
    return { sign: 'host', words: isHost ? t('news.host.you') : t('news.host', { name }) };
  }
  const declined =
    previous.match === state.match &&
    state.events.findLast(
      ({ number, kind, seat }) => number >= previous.next && kind === 'declined' && seat !== own,
    );
  return declined
    ? {
        sign: 'close',
        words: t(`declined.${declined.public?.what}`, {
          who: frame?.seats[declined.seat]?.name ?? '',
        }),
      }
    : undefined;
}

/**
 * The name of the person who has made a proposal.
 *
 * @param {Ctx} ctx
 * @param {NonNullable<RoomFrame['proposal']>} proposal
 */
export const proposer = (ctx, proposal) =>
  ctx.players[seatKey(proposal.by)]?.name ?? proposal.name ?? '';

/**
 * The buttons with which the viewer answers or withdraws a proposal.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} [cls] class of the buttons
 */
export function replyButtons(app, session, cls = 'btn quiet') {
  const { t } = app;
  const proposal = session.frame?.proposal;
  if (!proposal || !isPlaying(session)) return nothing;
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
 * @param {number} [other] the seat that a bot would take
 */
export const propose = (app, session, what, other = -1) =>
  sendCommand(app, session, 'propose', { what, other });
