// Numbers from the public document: crystals and prestige, the points if the match ended now, and
// the price of the bonuses.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { signed } from '../../ui/pieces.js';
import { crystals } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Ctx } from './types.js' */
/** @import { SeatView } from './wire.js' */

/**
 * Whether the shown points include the penalties at the end. They do in the last year. Before that,
 * players have time to avoid them.
 *
 * @param {Ctx} ctx
 */
const nearsEnd = (ctx) => ctx.public.year > 2;

/**
 * A player's crystals and the prestige in play. In the last year, the points if the match ended now
 * instead of the prestige.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
export function standing(ctx, { crystals: n, score }) {
  const [key, points] = nearsEnd(ctx) ? ['score.if', score.total] : ['prestige', score.prestige];
  return html`<span class="pts">${crystals(ctx, n)}<span class="total">${richParts(ctx.t, key, {
    n: html`<b>${signed(points)}</b>`,
  })}</span></span>`;
}

/**
 * The sources of the points in words.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {boolean} [withPenalties] whether to include the penalties
 */
export function sumWords(ctx, { crystals: n, score, hand }, withPenalties = nearsEnd(ctx)) {
  const list = [ctx.t('crystals', { n }), ctx.t('prestige', { n: score.prestige })];
  if (score.cards) list.push(ctx.t('score.cards', { n: score.cards }));
  if (!withPenalties) return signed(list.join(', '));
  if (score.hand) list.push(ctx.t('score.hand', { n: hand, points: -score.hand }));
  if (score.bonuses) list.push(ctx.t('score.bonuses', { points: -score.bonuses }));
  return signed(list.join(', '));
}

/**
 * The line with the sources of the points, if crystals and prestige are not the whole sum.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
export function sumLine(ctx, seat) {
  return nearsEnd(ctx) || seat.score.cards
    ? html`<p class="parts">${sumWords(ctx, seat)}</p>`
    : nothing;
}

/**
 * The points that the used bonuses cost, and the price of one more.
 *
 * @param {Ctx} ctx
 * @param {number} used
 */
export function bonusWords(ctx, used) {
  const { penalties } = ctx.catalogue;
  if (used === 0) return ctx.t('bonuses.none', { next: penalties[1] });
  if (used >= penalties.length - 1) return ctx.t('bonuses.all', { points: penalties[used] });
  return ctx.t('bonuses.cost', { points: penalties[used], more: bonusPrice(ctx, used) });
}

/**
 * The points that one more bonus costs at the end, 0 if there is no bonus left.
 *
 * @param {Ctx} ctx
 * @param {number} used
 */
export function bonusPrice({ catalogue: { penalties } }, used) {
  return (penalties[used + 1] ?? penalties.at(-1) ?? 0) - (penalties[used] ?? 0);
}
