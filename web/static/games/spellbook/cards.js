// Renders spells and Materia in full, for the sheet and the gallery.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { capitalized } from '../../core/i18n.js';
import { idParts } from '../../core/must.js';
import { icon, substances } from '../../ui/pieces.js';
import { countTable, inBag, whereabouts } from './bag.js';
import { FIRST, emblem } from './emblem.js';
import { materiaFace, substance } from './tokens.js';
import {
  colourName,
  isAction,
  kindIcon,
  kindOf,
  levelDrawn,
  levelOf,
  levelText,
  levels,
  materiaName,
  sameLevels,
  size,
  split,
  spellName,
  spellNumber,
  spellOf,
  substanceName,
} from './words.js';

/** @import { Renderable } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Spell } from './wire.js' */

/**
 * The content of the sheet for a ref, or `nothing`. Refs are "spell:7" by number, "spell:red" by
 * colour, "materia:red.circle", "bag" and "box". Other refs have no sheet.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @returns {Renderable}
 */
export function card(ctx, ref) {
  const [kind, id] = idParts(ref);
  if (kind === 'spell') {
    const spell = /^\d+$/.test(id) ? spellNumber(ctx, id) : ctx.public && spellOf(ctx, id);
    return spell ? spellLarge(ctx, spell) : nothing;
  }
  if (kind === 'materia') return materiaLarge(ctx, id);
  if (ref === 'bag' && ctx.public)
    return countTable(
      ctx,
      inBag(ctx),
      `${ctx.t('bag')}: ${ctx.t('bag.left', { n: ctx.public.bag })}`,
    );
  if (ref === 'box' && ctx.public)
    return countTable(
      ctx,
      ctx.public.box,
      `${ctx.t('box.label', { n: size(ctx.public.box) })}. ${ctx.t('box.rule')}`,
    );
  return nothing;
}

/**
 * @param {Ctx} ctx
 * @param {string} id
 */
function materiaLarge(ctx, id) {
  const { colour } = split(id);
  return html`<article class="sb-materia">
    <header>${materiaFace(ctx, id, 'big')}
      <div><h2>${materiaName(ctx, id)}</h2><small>${colourName(ctx, colour)}</small></div></header>
    ${ctx.public ? whereabouts(ctx, id) : nothing}</article>`;
}

/**
 * A spell with its full text, the players who have learned it, and the price of its levels.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 */
function spellLarge(ctx, spell) {
  const rules = levels.some((level) => isAction(kindOf(spell, level)));
  return spellFace(
    ctx,
    spell,
    html`${holders(ctx, spell)}
      <p class="help">
        ${ctx.t('card.cost', {
          substance: substanceName(ctx, spell.colour),
        })} ${ctx.t(rules ? 'card.lower' : 'card.exact')}</p>`,
  );
}

/**
 * A spell with its full text.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Renderable} [below]
 */
export function spellFace(ctx, spell, below = nothing) {
  const substanceLabel = capitalized(substanceName(ctx, spell.colour));
  const facts = `${substanceLabel} (${colourName(ctx, spell.colour)}) · ${ctx.t('spell.set', { n: spell.set })}`;
  return html`<article class="sb-large paper" data-substance=${substances[spell.colour]}>
    <header>${emblem(spell, { got: FIRST, picture: true })}<h2>${spellName(ctx, spell)}</h2>
      <small>${substance(spell.colour, 'i sub')} ${facts}</small></header>
    <ol>${sameLevels(spell, (level) => levelText(ctx, spell, level)).map((group) =>
      levelRow(ctx, spell, group),
    )}</ol>
    ${below}
  </article>`;
}

/**
 * A row for the levels of a spell that have the same effect.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {ReturnType<typeof sameLevels>[number]} group
 */
function levelRow(ctx, spell, group) {
  const kind = kindOf(spell, group[0]);
  const pointsOf = (/** @type {number} */ level) => {
    const { variable, points } = levelOf(spell, level);
    return variable ? ctx.t('spell.variable') : ctx.t('spell.points', { n: points });
  };
  return html`<li class=${classMap({ none: kind === 'none' })}>
    <span class="ln">${group.map(
      (level) => html`<b title=${ctx.t('level', { n: level })}>${level}</b>`,
    )}</span>
    <p><span class="kd">${icon(kindIcon(kind))}${ctx.t(`kind.${kind}`)}</span>${
      kind === 'none' ? nothing : levelDrawn(ctx, spell, group[0])
    }</p>
    <span class="pp">${group.map((level) => html`<span>${pointsOf(level)}</span>`)}</span></li>`;
}

/**
 * The players who have learned a spell of the match.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 */
function holders(ctx, spell) {
  if (ctx.public?.spells[spell.colour]?.number !== spell.number) return nothing;
  const learned = Object.entries(ctx.public.seats).flatMap(([key, seat]) => {
    const spellState = seat.spells[spell.colour];
    return spellState ? [{ key, on: spellState }] : [];
  });
  if (learned.length === 0) return nothing;
  return html`<ul class="sb-holders">${learned.map(({ key, on: spellState }) => {
    const summary = `${ctx.t('level', { n: spellState.level })}, ${ctx.t('spell.points', { n: spellState.points })}`;
    return html`<li>
      ${materiaFace(ctx, spellState.materia, 'tiny')}<b>${ctx.displayName(key)}</b><span>${summary}${
        spellState.fresh ? html`, <em>${ctx.t('spell.fresh')}</em>` : nothing
      }</span></li>`;
  })}</ul>`;
}
