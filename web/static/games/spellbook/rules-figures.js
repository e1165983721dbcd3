// The figures of the rules of SpellBook, made with functions of the board.
import { html } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';
import { icon } from '../../ui/pieces.js';
import { bagPicture } from './altar.js';
import { spellFace } from './cards.js';
import { emblem } from './emblem.js';
import { materiaFace } from './tokens.js';
import { spellName } from './words.js';

/** @import { Renderable } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/**
 * The spell of the examples: the first red spell.
 *
 * @param {Ctx} ctx
 */
const example = (ctx) => must(ctx.catalogue.spells.find(({ colour }) => colour === 'red'));

/**
 * @param {Ctx} ctx
 * @param {...string} ids
 */
const materiaRow = (ctx, ...ids) =>
  html`<span class="row">${ids.map((id) => materiaFace(ctx, id, 'mid'))}</span>`;

/**
 * @param {Ctx} ctx
 * @param {number} level
 */
const learnedSpell = (ctx, level) =>
  html`<span class="spell" role="img"
      aria-label=${ctx.t('spell.level', {
        spell: spellName(ctx, example(ctx)),
        n: level,
      })}>${emblem(example(ctx), { level, picture: true })}</span>`;

/**
 * The parts of each figure, by its name in the rules.
 *
 * @type {Record<string, (ctx: Ctx) => Renderable[]>}
 */
export const figures = {
  day: (ctx) => [
    html`${icon('dawn', { cls: 'i sun' })}${materiaRow(ctx, 'red.circle')}<span class="or"
        aria-hidden="true">/</span><span class="bag">${bagPicture}</span>`,
    html`${icon('noon', { cls: 'i sun' })}${materiaRow(ctx, 'green.square')}${icon('familiar', { cls: 'i fam' })}`,
    html`${icon('dusk', { cls: 'i sun' })}${learnedSpell(ctx, 3)}`,
  ],
  jokers: (ctx) => [
    materiaRow(ctx, 'red.circle', 'red.square'),
    materiaRow(ctx, 'blue.triangle', 'green.triangle', 'yellow.triangle'),
    learnedSpell(ctx, 3),
  ],
  spell: (ctx) => [spellFace(ctx, example(ctx))],
};

export const css = '/games/spellbook/rules-figures.css';
