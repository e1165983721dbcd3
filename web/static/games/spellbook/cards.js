// Spells large: in the sheet beside the table and in the gallery.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { idParts } from '../../core/must.js';
import { icon, substances } from '../../ui/pieces.js';
import { countTable, inBag, whereabouts } from './bag.js';
import { FIRST, emblem } from './emblem.js';
import { drawn, substance } from './tokens.js';
import {
  capital,
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

/** @import { Drawn } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Spell } from './wire.js' */

/**
 * A thing large. The references are those of data-card and data-ref: "spell:7" by number,
 * "spell:red" by colour, "materia:red.circle", "bag" and "box". What is asked for has none, as a
 * sheet would hide its neighbours.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @returns {Drawn}
 */
export function card(ctx, ref) {
  const [what, id] = idParts(ref);
  if (what === 'spell') {
    const spell = /^\d+$/.test(id) ? spellNumber(ctx, id) : ctx.public && spellOf(ctx, id);
    return spell ? spellLarge(ctx, spell) : nothing;
  }
  if (what === 'materia') return materiaLarge(ctx, id);
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
    <header>${drawn(ctx, id, 'big')}
      <div><h2>${materiaName(ctx, id)}</h2><small>${colourName(ctx, colour)}</small></div></header>
    ${ctx.public ? whereabouts(ctx, id) : nothing}</article>`;
}

/**
 * A spell with all that is printed on it, who has learned it and what its levels cost.
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
 * A spell with all that is printed on it.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Drawn} [below]
 */
export function spellFace(ctx, spell, below = nothing) {
  const named = capital(substanceName(ctx, spell.colour));
  const facts = `${named} (${colourName(ctx, spell.colour)}) · ${ctx.t('spell.set', { n: spell.set })}`;
  return html`<article class="sb-large paper" data-substance=${substances[spell.colour]}>
    <header>${emblem(spell, { got: FIRST, picture: true })}<h2>${spellName(ctx, spell)}</h2>
      <small>${substance(spell.colour, 'i sub')} ${facts}</small></header>
    <ol>${sameLevels(spell, (level) => levelText(ctx, spell, level)).map((same) =>
      levelRow(ctx, spell, same),
    )}</ol>
    ${below}
  </article>`;
}

/**
 * The levels of a spell that say the same, in one row.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {ReturnType<typeof sameLevels>[number]} same
 */
function levelRow(ctx, spell, same) {
  const kind = kindOf(spell, same[0]);
  const worth = (/** @type {number} */ level) => {
    const { variable, points } = levelOf(spell, level);
    return variable ? ctx.t('spell.variable') : ctx.t('spell.points', { n: points });
  };
  return html`<li class=${classMap({ none: kind === 'none' })}>
    <span class="ln">${same.map(
      (level) => html`<b title=${ctx.t('level', { n: level })}>${level}</b>`,
    )}</span>
    <p><span class="kd">${icon(kindIcon(kind))}${ctx.t(`kind.${kind}`)}</span>${
      kind === 'none' ? nothing : levelDrawn(ctx, spell, same[0])
    }</p>
    <span class="pp">${same.map((level) => html`<span>${worth(level)}</span>`)}</span></li>`;
}

/**
 * Who has learned a spell of the match.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 */
function holders(ctx, spell) {
  if (ctx.public?.spells[spell.colour]?.number !== spell.number) return nothing;
  const known = Object.entries(ctx.public.seats).flatMap(([key, seat]) => {
    const on = seat.spells[spell.colour];
    return on ? [{ key, on }] : [];
  });
  if (known.length === 0) return nothing;
  return html`<ul class="sb-holders">${known.map(({ key, on }) => {
    const worth = `${ctx.t('level', { n: on.level })}, ${ctx.t('spell.points', { n: on.points })}`;
    return html`<li>
      ${drawn(ctx, on.materia, 'tiny')}<b>${ctx.chosenName(key)}</b><span>${worth}${
        on.fresh ? html`, <em>${ctx.t('spell.fresh')}</em>` : nothing
      }</span></li>`;
  })}</ul>`;
}
