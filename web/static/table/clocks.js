// The players' thinking time.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { avatar, clock } from '../ui/pieces.js';
import { isWaiting } from './plan.js';

/** @import { App, Ctx, Session } from '../core/types.js' */

/** The remaining time below which a clock warns, in milliseconds. */
export const lowTimeMs = 30_000;

/**
 * The remaining time of a seat, in milliseconds.
 *
 * @param {NonNullable<import('../core/store.js').RoomState['clock']>} times
 * @param {number} seat
 * @param {number} now the value of performance.now()
 */
export function remainingMs(times, seat, now) {
  const ms = times.left[seat] ?? 0;
  return Math.max(0, times.running.includes(seat) ? ms - (now - times.at) : ms);
}

/**
 * Whether the page shows a running time and must be rendered every second.
 *
 * @param {Session} session
 */
export function isTicking(session) {
  const { frame, state } = session;
  return (
    isWaiting(session) ||
    (frame?.status === 'playing' &&
      ((state.clock?.running.length ?? 0) > 0 || state.away.length > 0 || !!state.returned))
  );
}

/**
 * The clocks of all players, for the top bar.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {boolean} [named] whether to show the names of the players
 */
export function clocks(app, session, ctx, named) {
  const clockTimes = session.state.clock;
  const mode = session.frame?.settings.clock.mode;
  if (!clockTimes || mode === 'none' || session.frame?.status !== 'playing') return nothing;
  const now = performance.now();
  return html`<ul class="clocks" aria-label=${app.t('clock.title')}>${Object.values(
    ctx.players,
  ).map((p) => {
    if (p.bot || p.lost) return nothing;
    const ms = remainingMs(clockTimes, p.seat, now);
    const runs = clockTimes.running.includes(p.seat);
    const name = ctx.displayName(p.key);
    const running = runs ? 'runs' : '';
    const urgent = runs && ms < lowTimeMs ? 'short' : '';
    return html`<li class="turnclock ${running} ${urgent} ${p.you ? 'you' : ''}">
      ${avatar(p.icon, { label: named ? '' : name })}${
        named ? html`<span>${name}</span>` : nothing
      }<b>${clock(ms, app.lang)}</b></li>`;
  })}</ul>`;
}
