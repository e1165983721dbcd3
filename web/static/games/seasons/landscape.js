// The land behind the table: one valley in four seasons, with small things that move in it.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { whenIdle } from '../../core/lazy.js';

/** @import { Ctx } from './types.js' */

/** The seasons in the order in which they follow each other. */
const seasons = ['winter', 'spring', 'summer', 'fall'];

/**
 * The path of the picture of a season.
 *
 * @param {string} season
 */
export const pictureOf = (season) => `/games/seasons/landscape/${season}.svg`;

/**
 * Loads the picture of the next season when the browser is idle.
 *
 * @param {string} season
 */
const loadNext = (season) =>
  whenIdle(() => {
    const next = seasons[(seasons.indexOf(season) + 1) % seasons.length] ?? '';
    new Image().src = pictureOf(next);
  });

/** Flakes, petals, motes or leaves. landscape.css places and moves each of them. */
const drifting = Array.from({ length: 18 }, () => html`<i></i>`);
/** The puffs of smoke from the chimney. */
const smoke = Array.from({ length: 3 }, () => html`<i></i>`);
const bird = html`<svg viewBox="0 0 40 16"><path d="M0 3q12-4 20 10Q28-1 40 3 29 4 20 16 12 5 0 3z"/></svg>`;

/**
 * The land behind the whole table, in the season of the match. If the person prefers a plain table,
 * there is only a gradient.
 *
 * @param {Ctx} ctx
 */
export function landscape(ctx) {
  const season = ctx.public.season ?? 'winter';
  return html`<div class="land" data-season=${season} aria-hidden="true">${
    ctx.isPlain
      ? nothing
      : html`<div class="scenery"><img src=${pictureOf(season)} alt="" decoding="async"
            @load=${() => loadNext(season)}>
          <div class="smoke">${smoke}</div></div>
        <div class="birds">${bird}${bird}${bird}</div><div class="drift">${drifting}</div>`
  }</div>`;
}
