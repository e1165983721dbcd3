// Names and symbols for sentences.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { crystal, energy, icon } from '../../ui/pieces.js';
import { cardLink as nameLink } from '../../ui/names.js';
import { cardOf, energies, noEnergy, total } from './facts.js';

/** @import { Ctx } from './types.js' */
/** @import { Facts } from '../../core/types.js' */
/** @import { Energies, Energy } from './facts.js' */
/** @import { Face } from './wire.js' */

/**
 * @param {Ctx} ctx
 * @param {number} number
 */
export const cardName = (ctx, number) => cardOf(ctx, number).name;

/**
 * The name of a card. A press on it opens the card in the sheet.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
export const cardLink = (ctx, number) => nameLink(`card:${number}`, cardName(ctx, number));

/**
 * A player's name in bold, "You" for the viewer's seat.
 *
 * @param {Ctx} ctx
 * @param {string} seat
 */
export const boldName = (ctx, seat) => html`<b>${nameOf(ctx, seat)}</b>`;

/**
 * @param {Ctx} ctx
 * @param {string} seat
 */
export const nameOf = (ctx, seat) => (ctx.players[seat] ? ctx.displayName(seat) : ctx.t('table'));

/**
 * Numbers of energies in words, such as "2 air, 1 fire".
 *
 * @param {Ctx} ctx
 * @param {Energies} amounts
 */
export function energyWords(ctx, amounts) {
  return (
    energies
      .filter((e) => amounts[e] > 0)
      .map((e) => ctx.t(`tokens.${e}`, { n: amounts[e] }))
      .join(', ') || ctx.t('tokens.none')
  );
}

/**
 * Energies as a row of symbols with a label for screen readers.
 *
 * @param {Ctx} ctx
 * @param {Energies} amounts
 */
export function energyRow(ctx, amounts) {
  if (total(amounts) > 6) {
    return html`<span class="res" role="img" aria-label=${energyWords(ctx, amounts)}>${energies.map(
      (e) => (amounts[e] > 0 ? html`<b>${amounts[e]}</b>${energy(e)}` : nothing),
    )}</span>`;
  }
  return html`<span class="res" role="img" aria-label=${energyWords(ctx, amounts)}>${energies.map(
    (e) => Array.from({ length: amounts[e] }, () => energy(e)),
  )}</span>`;
}

/**
 * A number of crystals as a symbol with a label for screen readers.
 *
 * @param {Ctx} ctx
 * @param {number} n
 */
export const crystals = (ctx, n) => crystal(n, { label: ctx.t('crystals', { n }) });

/**
 * The energies in the facts of an event.
 *
 * @param {Facts} facts
 * @returns {Energies}
 */
export function energyIn(facts) {
  const { air, water, fire, earth } = { ...noEnergy, ...facts };
  return { air, water, fire, earth };
}

/**
 * A die face in words, without its pips.
 *
 * @param {Ctx} ctx
 * @param {Face} face
 */
export function faceWords(ctx, face) {
  const list = energies
    .filter((e) => face.energy[e] > 0)
    .map((e) => ctx.t(`tokens.${e}`, { n: face.energy[e] }));
  if (face.crystals > 0) list.push(ctx.t('crystals', { n: face.crystals }));
  for (const symbol of /** @type {const} */ (['star', 'draw', 'transmute']))
    if (face[symbol]) list.push(ctx.t(`face.${symbol}`));
  return list.join(', ');
}

/**
 * The gains from a die face, as a row of symbols with a label for screen readers.
 *
 * @param {Ctx} ctx
 * @param {Face} face
 */
export function faceRow(ctx, face) {
  return html`<span class="faceline" role="img"
      aria-label=${faceWords(ctx, face)}>${faceSymbols(face)}</span>`;
}

/** @param {Face} face */
export function faceSymbols(face) {
  return html`${energies.map((e) => Array.from({ length: face.energy[e] }, () => energy(e)))}${
    face.crystals
      ? html`<span class="dc">${icon('crystal')}<b>${face.crystals}</b></span>`
      : nothing
  }${
    face.star ? icon('star', { cls: 'i sy' }) : nothing
  }${face.transmute ? icon('transmute', { cls: 'i sy' }) : nothing}${
    face.draw ? icon('draw', { cls: 'i sy' }) : nothing
  }`;
}

/**
 * A list of names, as in "Inès, Okku and Tomasz".
 *
 * @param {Ctx} ctx
 * @param {string[]} names
 */
export function join(ctx, names) {
  if (names.length < 2) return names[0] ?? '';
  return ctx.t('list.and', { a: names.slice(0, -1).join(', '), b: names[names.length - 1] });
}

/**
 * @param {string} text
 * @returns {text is Energy}
 */
export const isEnergy = (text) => /** @type {readonly string[]} */ (energies).includes(text);
