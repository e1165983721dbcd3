// The lines above the bar about proposals, pauses, and players who are away or have left.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { listFormat } from '../core/i18n.js';
import { playerOf, seatKey } from '../core/seats.js';
import { sendCommand } from '../question/bar.js';
import { icon } from '../ui/pieces.js';
import { confirmDialog } from '../ui/dialogs.js';
import { settingDurationText, timeOrDateText } from '../core/times.js';
import { hasLostSeat } from '../core/store.js';
import { isPlaying, propose, proposer, replyButtons } from './proposals.js';

/** @import { App, Ctx, Session } from '../core/types.js' */

/**
 * The lines of a table. A line without content is `nothing`.
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
 * The line for a viewer whose seat the host has removed.
 *
 * @param {App} app
 * @param {Session} session
 */
export function removedLine(app, session) {
  if (!hasLostSeat(session.state) || session.frame?.status === 'playing') return nothing;
  return html`<p class="vote" role="status">
    ${icon('door')}<span>${app.t('removed')} ${app.t('removed.free')}</span></p>`;
}

/**
 * The line with the latest news of the table, until the viewer closes it.
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
  const other = ctx.players[seatKey(proposal.other)]?.name ?? '';
  const names = namesOf(
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
    }</span>${replyButtons(app, session)}</p>`;
}

/**
 * @param {App} app
 * @param {Session} session
 */
function pauseLine(app, session) {
  const { frame } = session;
  if (!frame?.paused || frame.proposal) return nothing;
  return html`<p class="vote" role="status">${icon('wait')}<span>${app.t('paused.line')}</span>${
    isPlaying(session)
      ? html`<button type="button" class="btn quiet"
          @click=${() => propose(app, session, 'resume')}>${app.t('menu.resume')}</button>`
      : nothing
  }</p>`;
}

/**
 * A line for each other player who has been away for some time. Once the settings allow it, players
 * can propose that a bot takes the seat.
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
    const { name } = playerOf(ctx, seatKey(n));
    return html`<p class="vote" role="status">
      ${icon('wait')}<span>${t('away.since', { name, time: timeOrDateText(app, seat.away) })}${
        canReplace(session, n)
          ? ''
          : ` ${t('away.later', { time: settingDurationText(app, frame?.settings.replaceAfter ?? 0) })}`
      }</span>${
        canReplace(session, n) && isPlaying(session) && !frame?.proposal
          ? html`<button type="button" class="btn quiet"
              @click=${() => confirmReplacement(app, session, n, name)}>${t('away.replace')}</button>`
          : nothing
      }</p>`;
  });
}

/**
 * A line for each free seat, for which a spectator can ask.
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
            @click=${() => sendCommand(app, session, 'ask', { seat: n })}>${app.t('left.ask')}</button></p>`
      : nothing,
  );
}

/**
 * Whether the player of a seat has been away long enough to be replaced by a bot.
 *
 * @param {Session} session
 * @param {number} seat
 */
function canReplace({ frame }, seat) {
  const away = frame?.seats[seat]?.away ?? 0;
  return !!frame && away > 0 && Date.now() - away >= frame.settings.replaceAfter * 1000;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {number} seat
 * @param {string} name
 */
async function confirmReplacement(app, session, seat, name) {
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
function namesOf(app, ctx, seats) {
  return listFormat(app.lang).format(seats.map((n) => ctx.players[`s${n}`]?.name ?? ''));
}
