// The result of a match of any game. It has a bar for each place, divided by sources of points, and
// a table of the sources.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { cssVar, signed } from './pieces.js';
import { hasEndedEarly, lostOf, winners } from '../core/results.js';

/** @import { Ctx, Renderable, Place, Result } from '../core/types.js' */

/**
 * A source of points, which can be negative.
 *
 * @typedef {object} Source
 * @property {string} id
 * @property {Renderable} head heading of the source's row in the table
 * @property {(place: Place) => number} points
 * @property {string} [substance] the data-substance of the source's part of a bar, which chooses
 *   its colour. The class of the part is src- followed by the id
 * @property {(place: Place) => Renderable} [how] shown before the points in the table
 */

/**
 * The functions that render a player.
 *
 * @typedef {object} Look
 * @property {(place: Place) => string} name
 * @property {(place: Place, cls?: string) => Renderable} face
 * @property {(place: Place) => Renderable} remark a line below the name
 */

/**
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {readonly Source[]} sources
 * @param {Look} look
 */
export function ranking(ctx, result, sources, look) {
  const places = result.outcome?.places ?? [];
  const maxGained = Math.max(
    1,
    ...places.map((place) => sum(place, sources, (n) => Math.max(0, n))),
  );
  const winningPlaces = winners(result);
  const isLong = places.length > 4;
  return html`<ol class="ranks" aria-label=${ctx.t('end.ranks')}>${places.map((place) => {
    const lost = lostOf(result, place.seat);
    return html`<li
        class="rank ${winningPlaces.includes(place) ? 'won' : ''} ${ownClass(ctx, place)} ${lost ? 'lost' : ''}">
      <span class="pos">${place.rank}</span>${look.face(place, 'big')}
      <span class="nm"><b>${look.name(place)}</b><small>${
        lost ? html`<em class="lostmark">${ctx.t(`end.lost.${lost}`)}</em> · ` : nothing
      }${look.remark(place)}</small></span>
      ${bars(place, sources, maxGained)}<strong class="tot">${signed(place.total)}</strong></li>`;
  })}</ol>
    ${
      hasEndedEarly(result)
        ? html`<p class="help">${ctx.t('end.early')}</p>`
        : html`<section class="points" tabindex=${isLong ? 0 : nothing}
            aria-labelledby=${isLong ? 'points-title' : nothing}><h2 id="points-title">${ctx.t('end.table')}</h2>
          <table class=${isLong ? 'sums many' : 'sums'} aria-labelledby="points-title">
            <thead><tr><th scope="col"><span class="vh">${ctx.t('end.source')}</span></th>
              ${places.map(
                (place) =>
                  html`<th scope="col" class=${ownClass(ctx, place)}>
                    ${look.face(place)}<span>${look.name(place)}</span></th>`,
              )}</tr></thead>
            <tbody>${sources.map(
              (source) =>
                html`<tr><th scope="row">${source.head}</th>
                  ${places.map((place) => cell(ctx, place, source))}</tr>`,
            )}
              <tr class="sum"><th scope="row">${ctx.t('end.total')}</th>${places.map(
                (place) => html`<td class=${ownClass(ctx, place)}>${signed(place.total)}</td>`,
              )}</tr></tbody></table></section>`
    }`;
}

/**
 * @param {Ctx} ctx
 * @param {Place} place
 */
const ownClass = (ctx, place) => (`s${place.seat}` === ctx.seat ? 'you' : '');

/**
 * @param {Place} place
 * @param {readonly Source[]} sources
 * @param {(points: number) => number} counted
 */
const sum = (place, sources, counted) =>
  sources.reduce((n, source) => n + counted(source.points(place)), 0);

/**
 * Renders the gains as a bar, and the losses as a second bar below its end.
 *
 * @param {Place} place
 * @param {readonly Source[]} sources
 * @param {number} maxGained
 */
function bars(place, sources, maxGained) {
  const gained = sum(place, sources, (n) => Math.max(0, n));
  const gap = (/** @type {number} */ n) =>
    html`<s ${cssVar({ flex: `${Math.max(0, n)} 0 0` })}></s>`;
  const bar = (/** @type {string} */ cls, /** @type {1 | -1} */ sign) => {
    const parts = sources
      .map((source) => ({ source, n: sign * source.points(place) }))
      .filter(({ n }) => n > 0);
    if (!parts.length) return nothing;
    const barTotal = parts.reduce((n, part) => n + part.n, 0);
    const before = sign < 0 ? Math.max(0, gained - barTotal) : 0;
    return html`<span class=${cls}>${before ? gap(before) : nothing}${parts.map(
      ({ source, n }) =>
        html`<i class=${`src-${source.id}`} data-substance=${source.substance ?? nothing} ${cssVar({
          flex: `${n} 0 0`,
        })}>${n * 26 > maxGained ? html`<b>${signed(sign * n)}</b>` : nothing}</i>`,
    )}${gap(maxGained - before - barTotal)}</span>`;
  };
  return html`<span class="branch" aria-hidden="true">${bar('plus', 1)}${bar('minus', -1)}</span>`;
}

/**
 * @param {Ctx} ctx
 * @param {Place} place
 * @param {Source} source
 */
function cell(ctx, place, source) {
  const n = source.points(place);
  const sign = n === 0 ? 'zero' : '';
  return html`<td class="${ownClass(ctx, place)} ${n < 0 ? 'neg' : sign}">
    ${source.how?.(place) ?? nothing}${signed(n)}</td>`;
}
