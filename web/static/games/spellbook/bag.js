// Counts the Materia of each kind in the bag and elsewhere. All Materia outside of the bag are
// public, so the bag contains the remaining ones.
import { html } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../ui/pieces.js';
import { substance } from './tokens.js';
import { colours, materiaName, runeName, runes, substanceName } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Public } from './wire.js' */

/**
 * The number of Materia of each kind in the bag.
 *
 * @param {Ctx} ctx
 * @returns {Record<string, number>}
 */
export function inBag({ public: view, catalogue }) {
  const seen = laidCounts(view);
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
 * The number of Materia of each kind on Familiars, spells and the virtual opponent's track.
 *
 * @param {Public} view
 */
function laidCounts(view) {
  /** @type {Record<string, number>} */
  const seen = {};
  const addOne = (/** @type {string} */ id) => {
    seen[id] = (seen[id] ?? 0) + 1;
  };
  for (const seat of Object.values(view.seats)) {
    Object.values(seat.familiar).forEach(addOne);
    for (const { materia } of Object.values(seat.spells)) addOne(materia);
  }
  view.opponent?.given.forEach(addOne);
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
 * A table of counts by colour and rune.
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
 * The section with the places of all Materia of one kind.
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
    laid: (laidCounts(view)[id] ?? 0) + (view.opponent?.lower[id] ?? 0) + (view.spent[id] ?? 0),
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
