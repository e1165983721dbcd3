// What everybody can work out: the points if the match ended now, and what the
// bonuses cost.
import { html } from '../../vendor/lit-html/lit-html.js';
import { signed } from '../../ui/pieces.js';
import { bonusLoss } from './facts.js';
import { crystals, pieces } from './words.js';

/** @import { Ctx } from './view.js' */
/** @import { SeatView } from './wire.js' */

/** A player's crystals, and the points if the match ended now. @param {Ctx} ctx @param {SeatView} seat */
export function standing(ctx, { crystals: n, score }) {
  return html`<span class="pts">${crystals(ctx, n)}<span class="total">${pieces(ctx, 'score.if', { n: html`<b>${signed(score.total)}</b>` })}</span></span>`;
}

/** Where the points come from, in words. @param {Ctx} ctx @param {SeatView} seat */
export function sumWords(ctx, { crystals: n, score, hand }) {
  const list = [ctx.t('crystals', { n }), ctx.t('prestige', { n: score.prestige })];
  if (score.cards) list.push(ctx.t('score.cards', { n: score.cards }));
  if (score.hand) list.push(ctx.t('score.hand', { n: hand, points: -score.hand }));
  if (score.bonuses) list.push(ctx.t('score.bonuses', { points: -score.bonuses }));
  return signed(list.join(', '));
}

/** What the bonuses used cost, and what one more makes it. @param {Ctx} ctx @param {number} used */
export function bonusWords(ctx, used) {
  if (used === 0) return ctx.t('bonuses.none', { next: bonusLoss[1] });
  if (used >= bonusLoss.length - 1) return ctx.t('bonuses.all', { points: bonusLoss[used] });
  return ctx.t('bonuses.cost', { n: used, points: bonusLoss[used], next: bonusLoss[used + 1] });
}

/** The points that one more bonus takes away at the end, 0 if there is none. @param {number} used */
export function bonusPrice(used) {
  return used < bonusLoss.length - 1 ? bonusLoss[used + 1] - bonusLoss[used] : 0;
}
