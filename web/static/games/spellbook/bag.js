// How many there are of every Materia, and what is left to be drawn: everything
// but the bag's order lies open, so what is nowhere to be seen is in the bag.
import { html } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../ui/pieces.js';
import { substance } from './tokens.js';
import { colours, materiaName, runeName, runes, substanceName } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Public } from './wire.js' */

/**
 * What is in the bag, by kind.
 *
 * @param {Ctx} ctx
 * @returns {Record<string, number>}
 */
export function inBag({ public: view, catalogue }) {
  const seen = laid(view);
  for (const bunch of [view.altar, view.box, view.spent, view.opponent?.lower ?? {}])
    add(seen, bunch);
  for (const seat of Object.values(view.seats)) add(seen, seat.pool);
  return Object.fromEntries(
    colours.flatMap((colour) =>
      runes.map((rune) => {
        const id = `${colour}.${rune}`;
        return [id, Math.max(0, catalogue.each - (seen[id] ?? 0))];
      }),
    ),
  );
}

/**
 * What lies on Familiars, spells and the opponent's row.
 *
 * @param {Public} view
 */
function laid(view) {
  /** @type {Record<string, number>} */
  const seen = {};
  const one = (/** @type {string} */ id) => {
    seen[id] = (seen[id] ?? 0) + 1;
  };
  for (const seat of Object.values(view.seats)) {
    Object.values(seat.familiar).forEach(one);
    for (const { materia } of Object.values(seat.spells)) one(materia);
  }
  view.opponent?.given.forEach(one);
  return seen;
}

/**
 * @param {Record<string, number>} into
 * @param {Record<string, number>} bunch
 */
function add(into, bunch) {
  for (const [id, n] of Object.entries(bunch)) into[id] = (into[id] ?? 0) + n;
}

/**
 * Numbers by colour and rune.
 *
 * @param {Ctx} ctx
 * @param {Record<string, number>} counts
 * @param {string} caption
 */
export function countTable(ctx, counts, caption) {
  return html`<table class="sb-counts"><caption>${caption}</caption>
    <thead><tr><td></td>${runes.map(
      (rune) =>
        html`<th scope="col">
          ${icon(`r-${rune}`, { cls: 'i rn', label: runeName(ctx, rune) })}</th>`,
    )}</tr></thead>
    <tbody>${colours.map(
      (colour) =>
        html`<tr><th scope="row">${substance(colour, 'i sub')} ${substanceName(ctx, colour)}</th>
          ${runes.map((rune) => {
            const n = counts[`${colour}.${rune}`] ?? 0;
            return html`<td class=${n ? '' : 'zero'}>${n}</td>`;
          })}</tr>`,
    )}</tbody></table>`;
}

/**
 * Where the five of one kind are.
 *
 * @param {Ctx} ctx
 * @param {string} id
 */
export function whereabouts(ctx, id) {
  const { public: view } = ctx;
  const pools = Object.values(view.seats).reduce((sum, seat) => sum + (seat.pool[id] ?? 0), 0);
  const places = {
    altar: view.altar[id] ?? 0,
    pools,
    laid: (laid(view)[id] ?? 0) + (view.opponent?.lower[id] ?? 0) + (view.spent[id] ?? 0),
    box: view.box[id] ?? 0,
    bag: inBag(ctx)[id],
  };
  return html`<h3>${ctx.t('card.materia.where')}</h3><dl class="sb-where">${Object.entries(
    places,
  ).map(
    ([place, n]) =>
      html`<div><dt>${ctx.t(`card.materia.${place}`)}</dt>
        <dd class=${n ? '' : 'zero'}>${n}</dd></div>`,
  )}</dl>
    <p class="help">
      ${materiaName(ctx, id)}. ${ctx.t('card.materia.each', { n: ctx.catalogue.each })}</p>`;
}
