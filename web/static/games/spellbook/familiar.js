// The track of a Familiar, with the stored Materia in order, and numbers on the free spaces.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { materiaFace, token } from './tokens.js';

/** @import { Ctx } from './types.js' */

/**
 * The track of a Familiar or of the virtual opponent. The number on the first free space is the
 * current worth of the track. The last number is after the last space.
 *
 * @param {Ctx} ctx
 * @param {object} row
 * @param {string[]} row.stored
 * @param {number[]} row.track
 * @param {string} row.label
 * @param {boolean} [row.own] whether questions can refer to the Materia
 * @param {number[]} [row.symbols] the spaces with the altar symbol, counted from 1
 */
export function track(ctx, { stored, track: values, label, own, symbols }) {
  const countBefore = counter();
  return html`<ol class="sb-track" aria-label=${label}>${values.map((value, i) => {
    const symbol = symbols?.includes(i + 1);
    const materia = stored[i];
    if (materia !== undefined)
      return html`<li class="has">
        ${own ? token(ctx, 'familiar', materia, countBefore(materia)) : materiaFace(ctx, materia)}</li>`;
    const next = i === stored.length;
    const last = i === values.length - 1;
    let title = ctx.t(last ? 'familiar.end' : 'familiar.space', { n: value });
    if (symbol) title = ctx.t('solo.symbol');
    else if (next) title = ctx.t('familiar.next', { n: value });
    const free = last ? 'full' : 'free';
    return html`<li class=${next ? 'score' : free} title=${title}>
      <b>${value}</b>${
        symbol ? html`<i class="sym" role="img" aria-label=${ctx.t('solo.symbol')}></i>` : nothing
      }</li>`;
  })}</ol>`;
}

/**
 * Returns a function that returns how often it was called with the same id before.
 *
 * @returns {(id: string) => number}
 */
function counter() {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return (id) => {
    const n = seen.get(id) ?? 0;
    seen.set(id, n + 1);
    return n;
  };
}
