// What everybody can work out: crystals and prestige, the points if the match ended now, and what
// the bonuses cost.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { signed } from '../../ui/pieces.js';
import { crystals } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Ctx } from './types.js' */
/** @import { SeatView } from './wire.js' */

/**
 * In the last year the points include what is taken away at the end; before, there is time to put
 * it right.
 *
 * @param {Ctx} ctx
 */
const nearsEnd = (ctx) => ctx.public.year > 2;

/**
 * A player's crystals, and the prestige in play, in the last year the points if the match ended
 * now.
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
 * Where the points come from, in words.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {boolean} [whole] with what is taken away, also before the last year
 */
export function sumWords(ctx, { crystals: n, score, hand }, whole = nearsEnd(ctx)) {
  const list = [ctx.t('crystals', { n }), ctx.t('prestige', { n: score.prestige })];
  if (score.cards) list.push(ctx.t('score.cards', { n: score.cards }));
  if (!whole) return signed(list.join(', '));
  if (score.hand) list.push(ctx.t('score.hand', { n: hand, points: -score.hand }));
  if (score.bonuses) list.push(ctx.t('score.bonuses', { points: -score.bonuses }));
  return signed(list.join(', '));
}

/**
 * Where the points come from, below a player's numbers where those leave something out.
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
 * What the bonuses used cost, and what one more makes it.
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
 * The points that one more bonus takes away at the end, 0 if there is none.
 *
 * @param {Ctx} ctx
 * @param {number} used
 */
export function bonusPrice({ catalogue: { penalties } }, used) {
  return (penalties[used + 1] ?? penalties.at(-1) ?? 0) - (penalties[used] ?? 0);
}
