// The pictures of the rules of Seasons, drawn as the table draws them.
import { html } from '../../vendor/lit-html/lit-html.js';
import { crystal, energy, icon } from '../../ui/pieces.js';
import { cardFace, cardLabel } from './cards.js';
import { cardOf, faceOf } from './facts.js';
import { dieBody } from './shared.js';
import { faceWords } from './words.js';

/** @import { Ctx } from './types.js' */

/** The die of the turn that is shown: one fire, a star and the transmutation. */
const die = { season: 'winter', number: 1, face: 1 };
/** The Amulet of Fire costs two fire. */
const summoned = 2;
/** Kairn has a price, prestige and an effect that is used again and again. */
const explained = 16;

/**
 * @param {Ctx} ctx
 * @param {...'air' | 'water' | 'fire' | 'earth'} list
 */
const energies = (ctx, ...list) =>
  html`<span
      class="energies">${list.map((e) => energy(e, { label: ctx.t(`energy.${e}`) }))}</span>`;

/**
 * A card that cannot be pressed.
 *
 * @param {Ctx} ctx
 * @param {number} number
 * @param {string} cls
 */
function plainCard(ctx, number, cls) {
  const card = cardOf(ctx, number);
  return html`<div class=${`card ${cls}`} role="img" data-type=${card.kind}
      aria-label=${cardLabel(ctx, card)}>${cardFace(ctx, card)}</div>`;
}

/** @param {Ctx} ctx */
function taken(ctx) {
  const face = faceOf(ctx, die.season, die.number, die.face);
  return html`<span class=${`die ${die.season}`} role="img"
      aria-label=${faceWords(ctx, face)}>${dieBody(face)}</span>`;
}

/**
 * What each figure of the rules shows, by its name there.
 *
 * @type {Record<string, (ctx: Ctx) => import('../../core/types.js').Drawn[]>}
 */
export const figures = {
  turn: (ctx) => [
    taken(ctx),
    html`${energies(ctx, 'fire', 'fire', 'earth')}<span
        class="upto">${icon('gauge', {
          label: ctx.t('gauge.label', { gauge: 1, n: 0 }),
        })}<b>1</b></span>`,
    plainCard(ctx, summoned, 'little'),
    html`${energies(ctx, 'earth')}${icon('transmute', { cls: 'i to' })}${crystal(3, {
      label: ctx.t('crystals', { n: 3 }),
    })}`,
  ],
  card: (ctx) => [plainCard(ctx, explained, 'big')],
};

export const css = '/games/seasons/rules-figures.css';
