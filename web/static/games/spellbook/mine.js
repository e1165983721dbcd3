// The side of the shown seat: the Familiar and the spells. The pool is in the dock, below the
// question.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { memo } from '../../ui/memo.js';
import { avatar, icon, phone } from '../../ui/pieces.js';
import { track } from './familiar.js';
import { firstPlayerMark, points } from './opponents.js';
import { spells } from './spells.js';
import { tokenGroup } from './tokens.js';
import { size } from './words.js';

/** @import { Ctx } from './types.js' */

/** @param {Ctx} ctx */
export function playerSide(ctx) {
  const key = ctx.shownSeat;
  const seat = ctx.public.seats[key];
  if (!seat) return nothing;
  const isOwn = key === ctx.seat;
  const player = ctx.players[key];
  const stored = Object.values(seat.familiar);
  const label = isOwn
    ? ctx.t('familiar.label.you', { stored: stored.length, value: seat.value })
    : ctx.t('familiar.label', {
        name: ctx.displayName(key),
        stored: stored.length,
        value: seat.value,
      });
  return html`<section class="sb-mine"
      aria-label=${isOwn ? ctx.t('mine.label') : ctx.t('mine.of', { name: ctx.displayName(key) })}
      data-ref=${`seat:${key}`}>
    <header class="sb-me">${avatar(player?.icon, { cls: 'big' })}
      <div class="who"><h2>${player?.name ?? ''}${firstPlayerMark(ctx, key)}</h2>
        <small>${isOwn && !ctx.secrets ? ctx.t('mine.you') : nothing}</small></div>
      ${points(ctx, seat.score)}</header>
    <div class="sb-fam">
      <h3>${icon('familiar')}${ctx.t('familiar')} <small>${ctx.t('familiar.worth', { n: seat.value })}</small></h3>
      ${track(ctx, { stored, track: ctx.public.track, label, own: isOwn })}</div>
    ${memo(ctx, spells, key, !phone.matches)}
  </section>`;
}

/**
 * The pool of the shown seat, for the dock.
 *
 * @param {Ctx} ctx
 */
export function pool(ctx) {
  const key = ctx.shownSeat;
  const seat = ctx.public?.seats[key];
  if (!seat) return nothing;
  const own = key === ctx.seat;
  const label = own
    ? ctx.t('pool.yours', { n: size(seat.pool) })
    : ctx.t('pool.of', { name: ctx.displayName(key), n: size(seat.pool) });
  return html`<section class="sb-pool" aria-label=${label}>
    <h3>${ctx.t('pool')} <small><b>${size(seat.pool)}</b>/${ctx.catalogue.pool}</small></h3>
    <ul class="sb-tokens">${tokenGroup(ctx, 'pool', seat.pool)}${repeat(
      Array.from({ length: ctx.catalogue.pool }, (_, index) => index).slice(size(seat.pool)),
      (index) => index,
      () => html`<li class="gap" aria-hidden="true"></li>`,
    )}</ul>
  </section>`;
}
