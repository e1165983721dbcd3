// All 21 spells, to search and to filter.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { live } from '../../vendor/lit-html/directives/live.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { icon } from '../../ui/pieces.js';
import { spellLarge } from './cards.js';
import { drawn, substance } from './tokens.js';
import { capital, colourName, colours, kindIcons, kindOf, levels, levelText, runes, spellName, substanceName } from './words.js';

/** @import { Ctx } from './view.js' */
/** @import { Spell } from './wire.js' */

/** @typedef {{q: string, colour: string, set: string, kind: string}} Filter empty: all */

/** The kinds of effect to filter by. */
const kinds = ['morning', 'midday', 'evening', 'once', 'permanent', 'end'];

/** @param {Ctx} ctx */
export function gallery(ctx) {
  /** @type {Filter} */
  const filter = (ctx.ui.gallery ??= { q: '', colour: '', set: '', kind: '' });
  /** @type {Spell[]} */
  const found = (ctx.catalogue?.spells ?? []).filter((/** @type {Spell} */ spell) => fits(ctx, spell, filter));
  const choose = (/** @type {Partial<Filter>} */ change) => {
    Object.assign(filter, change);
    ctx.redraw();
  };
  const any = filter.q || filter.colour || filter.set || filter.kind;
  return html`<section class="sb-gallery">
    <form class="sb-filter" role="search" @submit=${(/** @type {Event} */ e) => e.preventDefault()}>
      <input type="search" aria-label=${ctx.t('gallery.search')} placeholder=${ctx.t('gallery.search')} .value=${live(filter.q)}
        @input=${(/** @type {InputEvent} */ e) => choose({ q: /** @type {HTMLInputElement} */ (e.target).value })}>
      ${toggles(ctx.t('gallery.colour'), colours, filter.colour, (colour) => choose({ colour }),
        (colour) => html`${substance(colour, 'i sub')}<span class="vh">${substanceName(ctx, colour)} (${colourName(ctx, colour)})</span>`)}
      ${toggles(ctx.t('gallery.set'), ['1', '2', '3'], filter.set, (set) => choose({ set }), (set) => ctx.t('spell.set', { n: Number(set) }))}
      ${toggles(ctx.t('gallery.phase'), kinds, filter.kind, (kind) => choose({ kind }), (kind) => html`${icon(kindIcons[kind])}<span>${ctx.t(`kind.${kind}`)}</span>`)}
    </form>
    <p class="sb-found" role="status">${found.length ? ctx.t('gallery.count', { n: found.length }) : ctx.t('gallery.none')}${
      any ? html` <button type="button" class="btn quiet" @click=${() => choose({ q: '', colour: '', set: '', kind: '' })}>${ctx.t('gallery.reset')}</button>` : nothing}</p>
    <ul class="sb-all">${repeat(found, (spell) => spell.number, (spell) => html`<li>${spellLarge(ctx, spell)}</li>`)}</ul>
    ${any ? nothing : materiaTable(ctx)}
  </section>`;
}

/**
 * A row of buttons of which one or none is pressed.
 * @param {string} label
 * @param {string[]} ids
 * @param {string} now
 * @param {(id: string) => void} choose
 * @param {(id: string) => unknown} face
 */
function toggles(label, ids, now, choose, face) {
  return html`<div class="sb-toggles" role="group" aria-label=${label}>${ids.map((id) => html`<button type="button" aria-pressed=${String(now === id)}
    @click=${() => choose(now === id ? '' : id)}>${face(id)}</button>`)}</div>`;
}

/** @param {Ctx} ctx @param {Spell} spell @param {Filter} filter */
function fits(ctx, spell, { q, colour, set, kind }) {
  if (colour && spell.colour !== colour) return false;
  if (set && String(spell.set) !== set) return false;
  if (kind && !levels.some((level) => kindOf(spell, level) === kind)) return false;
  const wanted = plain(q.trim());
  if (!wanted) return true;
  const words = [spellName(ctx, spell), substanceName(ctx, spell.colour), colourName(ctx, spell.colour), ...levels.map((level) => levelText(ctx, spell, level))];
  return plain(words.join(' ')).includes(wanted);
}

/** Without case and accents. @param {string} text */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The 21 kinds of Materia. @param {Ctx} ctx */
function materiaTable(ctx) {
  return html`<section class="sb-kinds"><h2>${ctx.t('gallery.materia')}</h2><p class="help">${ctx.t('gallery.materia.note')}</p>
    <ul>${colours.map((colour) => html`<li><b>${capital(substanceName(ctx, colour))}</b><small>${colourName(ctx, colour)}</small><span>${
      runes.map((rune) => drawn(ctx, `${colour}.${rune}`, 'mid'))}</span></li>`)}</ul></section>`;
}
