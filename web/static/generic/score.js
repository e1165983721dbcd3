// The end of a match: the places, and where each player's points came from.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { avatar } from '../ui/pieces.js';
import { ranking } from '../ui/ranking.js';
import { marker } from './markers.js';
import { nameOf, small, wordsOf } from './words.js';

/** @import { Place } from '../core/types.js' */
/** @import { AnyCtx } from './words.js' */

/** The colours of the parts of a bar. */
const partColours = 8;

/** @param {AnyCtx} ctx */
export function score(ctx) {
  const { result } = ctx;
  if (!result?.outcome) return nothing;
  const { places } = result.outcome;
  return html`<div class="result">${ranking(
    ctx,
    result,
    sourceIds(places).map((id, i) => ({
      id: `gen-${i % partColours}`,
      head: html`<span class="gen-source src-gen-${i % partColours}"></span><span>${nameOf(ctx, id)}</span>`,
      points: (/** @type {Place} */ place) => pointsFrom(place, id),
    })),
    {
      name: (place) => nameAt(ctx, place),
      face: (place, cls = '') => avatar(ctx.players[seatKey(place.seat)]?.icon, { cls }),
      remark: (place) => remark(ctx, place),
    },
  )}</div>`;
}

/**
 * The sources of points, in the order of the outcome.
 *
 * @param {readonly Place[]} places
 */
const sourceIds = (places) => [
  ...new Set(places.flatMap(({ parts }) => parts.map(({ source }) => source))),
];

/**
 * @param {Place} place
 * @param {string} id
 */
const pointsFrom = (place, id) =>
  place.parts.reduce((sum, { source, points }) => (source === id ? sum + points : sum), 0);

/**
 * @param {AnyCtx} ctx
 * @param {Place} place
 */
const nameAt = (ctx, { seat }) =>
  seat < 0 ? wordsOf(ctx)('opponent') : (ctx.players[seatKey(seat)]?.name ?? '');

/**
 * The line below a name: the player's piece, team, and whether it is the viewer.
 *
 * @param {AnyCtx} ctx
 * @param {Place} place
 */
function remark(ctx, place) {
  const { team = 0 } = /** @type {{team?: number}} */ (place);
  const key = seatKey(place.seat);
  const words = [
    key && key === ctx.seat ? ctx.t('you') : '',
    team && key ? wordsOf(ctx)('team', { n: team }) : '',
  ].filter(Boolean);
  return html`${key ? marker(key, 'tiny') : nothing} ${words.join(' · ')}`;
}

/**
 * The source with the largest difference between two places.
 *
 * @param {AnyCtx} ctx
 * @param {Place} first
 * @param {Place} other
 */
export function decidingFactor(ctx, first, other) {
  const lead = (/** @type {string} */ id) => pointsFrom(first, id) - pointsFrom(other, id);
  const [best = ''] = sourceIds([first, other]).toSorted((a, b) => lead(b) - lead(a));
  return best && lead(best) > 0
    ? wordsOf(ctx)('pair', { name: small(nameOf(ctx, best)), value: pointsFrom(first, best) })
    : '';
}
