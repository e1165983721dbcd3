// The pictures of the rules of SpellBook, drawn as the table draws them.
import { html } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';
import { icon } from '../../ui/pieces.js';
import { bagPicture } from './altar.js';
import { spellFace } from './cards.js';
import { emblem } from './emblem.js';
import { drawn } from './tokens.js';
import { spellName } from './words.js';

/** @import { Drawn } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/**
 * The spell that is learned in the examples: the first red one.
 *
 * @param {Ctx} ctx
 */
const example = (ctx) => must(ctx.catalogue.spells.find(({ colour }) => colour === 'red'));

/**
 * @param {Ctx} ctx
 * @param {...string} ids
 */
const materia = (ctx, ...ids) =>
  html`<span class="row">${ids.map((id) => drawn(ctx, id, 'mid'))}</span>`;

/**
 * @param {Ctx} ctx
 * @param {number} level
 */
const learned = (ctx, level) =>
  html`<span class="spell" role="img"
      aria-label=${ctx.t('spell.level', {
        spell: spellName(ctx, example(ctx)),
        n: level,
      })}>${emblem(example(ctx), { level, picture: true })}</span>`;

/**
 * What each figure of the rules shows, by its name there.
 *
 * @type {Record<string, (ctx: Ctx) => Drawn[]>}
 */
export const figures = {
  day: (ctx) => [
    html`${icon('dawn', { cls: 'i sun' })}${materia(ctx, 'red.circle')}<span class="or"
        aria-hidden="true">/</span><span class="bag">${bagPicture}</span>`,
    html`${icon('noon', { cls: 'i sun' })}${materia(ctx, 'green.square')}${icon('familiar', { cls: 'i fam' })}`,
    html`${icon('dusk', { cls: 'i sun' })}${learned(ctx, 3)}`,
  ],
  jokers: (ctx) => [
    materia(ctx, 'red.circle', 'red.square'),
    materia(ctx, 'blue.triangle', 'green.triangle', 'yellow.triangle'),
    learned(ctx, 3),
  ],
  spell: (ctx) => [spellFace(ctx, example(ctx))],
};

export const css = '/games/spellbook/rules-figures.css';
