// The gallery of all 21 spells, with a search and filters.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { capitalized } from '../../core/i18n.js';
import { icon } from '../../ui/pieces.js';
import { withoutAccents, filterForm } from '../../ui/filter-form.js';
import { spellFace } from './cards.js';
import { materiaFace, substance } from './tokens.js';
import {
  colourName,
  colours,
  kindIcon,
  kindOf,
  levels,
  levelText,
  runes,
  spellName,
  substanceName,
} from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Spell } from './wire.js' */

/**
 * The search text and the values of the filters, '' for any value.
 *
 * @typedef {{q: string, colour: string, set: string, kind: string}} Filter
 */

/** The kinds of effect in the filter. */
const kinds = ['morning', 'midday', 'evening', 'once', 'permanent', 'end'];

/** @param {Ctx} ctx */
export function gallery(ctx) {
  /** @type {Filter} */
  const filter = (ctx.ui.gallery ??= { q: '', colour: '', set: '', kind: '' });
  /** @type {Spell[]} */
  const found = (ctx.catalogue?.spells ?? []).filter((/** @type {Spell} */ spell) =>
    matches(ctx, spell, filter),
  );
  const choose = (/** @type {Partial<Filter>} */ change) => {
    Object.assign(filter, change);
    ctx.redraw();
  };
  const isFiltered = filter.q || filter.colour || filter.set || filter.kind;
  const filterOf = (
    /** @type {'colour' | 'set' | 'kind'} */ key,
    /** @type {string} */ label,
    /** @type {[string, unknown, string?][]} */ values,
  ) => ({
    label,
    value: filter[key],
    values: /** @type {[string, unknown, string?][]} */ ([['', ctx.t('gallery.all')], ...values]),
    set: (/** @type {string} */ value) => choose({ [key]: value }),
  });
  return html`<section class="gallery sb-gallery">${filterForm(ctx.t, {
    text: filter.q,
    type: (q) => choose({ q }),
    filters: [
      filterOf(
        'colour',
        ctx.t('gallery.colour'),
        colours.map((colour) => [
          colour,
          substance(colour, 'i sub'),
          `${substanceName(ctx, colour)} (${colourName(ctx, colour)})`,
        ]),
      ),
      filterOf(
        'set',
        ctx.t('gallery.set'),
        ['1', '2', '3'].map((set) => [set, ctx.t('spell.set', { n: Number(set) })]),
      ),
      filterOf(
        'kind',
        ctx.t('gallery.phase'),
        kinds.map((kind) => [kind, html`${icon(kindIcon(kind))} ${ctx.t(`kind.${kind}`)}`]),
      ),
    ],
    found: found.length,
    clear: isFiltered ? () => choose({ q: '', colour: '', set: '', kind: '' }) : undefined,
  })}
    <p class="help">${ctx.t('gallery.levels')}</p><ul class="sb-all">${repeat(
      found,
      (spell) => spell.number,
      (spell) => html`<li>${spellFace(ctx, spell)}</li>`,
    )}</ul>
    ${isFiltered ? nothing : materiaTable(ctx)}
  </section>`;
}

/**
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Filter} filter
 */
function matches(ctx, spell, { q, colour, set, kind }) {
  if (colour && spell.colour !== colour) return false;
  if (set && String(spell.set) !== set) return false;
  if (kind && !levels.some((level) => kindOf(spell, level) === kind)) return false;
  const wanted = withoutAccents(q.trim());
  if (!wanted) return true;
  const words = [
    spellName(ctx, spell),
    substanceName(ctx, spell.colour),
    colourName(ctx, spell.colour),
    ...levels.map((level) => levelText(ctx, spell, level)),
  ];
  return withoutAccents(words.join(' ')).includes(wanted);
}

/**
 * The 21 kinds of Materia.
 *
 * @param {Ctx} ctx
 */
function materiaTable(ctx) {
  return html`<section class="sb-kinds"><h2>${ctx.t('gallery.materia')}</h2>
    <p class="help">${ctx.t('gallery.materia.note')}</p>
    <ul>${colours.map(
      (colour) =>
        html`<li class="carved">
          <b>${capitalized(substanceName(ctx, colour))}</b><small>${colourName(ctx, colour)}</small><span>${runes.map(
            (rune) => materiaFace(ctx, `${colour}.${rune}`, 'mid'),
          )}</span></li>`,
    )}</ul></section>`;
}
