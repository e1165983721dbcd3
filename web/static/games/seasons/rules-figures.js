// The figures of the rules of Seasons, made with functions of the board.
import { html } from '../../vendor/lit-html/lit-html.js';
import { crystal, energy, icon } from '../../ui/pieces.js';
import { cardFace, cardLabel } from './cards.js';
import { dieBody } from './dice.js';
import { cardOf, faceOf } from './facts.js';
import { faceWords } from './words.js';

/** @import { Ctx } from './types.js' */

/** The die in the figure of a turn: one fire, a star and transmutation. */
const die = { season: 'winter', number: 1, face: 1 };
/** The card summoned in the figure of a turn: Amulet of Fire, which costs two fire. */
const summoned = 2;
/** The card in the figure of a card: Kairn, which has a price, prestige and a repeatable effect. */
const explained = 16;

/**
 * @param {Ctx} ctx
 * @param {...'air' | 'water' | 'fire' | 'earth'} list
 */
const energyTokens = (ctx, ...list) =>
  html`<span
      class="energies">${list.map((e) => energy(e, { label: ctx.t(`energy.${e}`) }))}</span>`;

/**
 * A card without a button.
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
function dieFigure(ctx) {
  const face = faceOf(ctx, die.season, die.number, die.face);
  return html`<span class=${`die ${die.season}`} role="img"
      aria-label=${faceWords(ctx, face)}>${dieBody(ctx, die.season, die.number, die.face)}</span>`;
}

/**
 * The parts of each figure, by its name in the rules.
 *
 * @type {Record<string, (ctx: Ctx) => import('../../core/types.js').Renderable[]>}
 */
export const figures = {
  turn: (ctx) => [
    dieFigure(ctx),
    html`${energyTokens(ctx, 'fire', 'fire', 'earth')}<span
        class="upto">${icon('gauge', {
          label: ctx.t('gauge.label', { gauge: 1, n: 0 }),
        })}<b>1</b></span>`,
    plainCard(ctx, summoned, 'little'),
    html`${energyTokens(ctx, 'earth')}${icon('transmute', { cls: 'i to' })}${crystal(3, {
      label: ctx.t('crystals', { n: 3 }),
    })}`,
  ],
  card: (ctx) => [plainCard(ctx, explained, 'big')],
};

export const css = '/games/seasons/rules-figures.css';
