// The filters of a gallery: a search, rows of buttons, what was found.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { onValue } from './forms.js';

/** @import { Translate } from '../core/types.js' */

/**
 * A row of buttons of which one is pressed: each with its value, its face, and its label if the
 * face has no words.
 *
 * @typedef {{
 *   label: string;
 *   now: string;
 *   values: [string, unknown, string?][];
 *   set: (value: string) => void;
 * }} Sift
 */

/** Filters are folded on phones. */
const narrow =
  typeof matchMedia === 'function' ? matchMedia('(max-width: 699px)') : { matches: false };

/**
 * @typedef {object} FilterForm
 * @property {string} text what is searched for
 * @property {(text: string) => void} type
 * @property {Sift[]} filters
 * @property {number} found
 * @property {() => void} [clear] absent if nothing is left out
 */

/**
 * The game's words say gallery.search, filters, count, none and clear.
 *
 * @param {Translate} t
 * @param {FilterForm} parts
 */
export function filterForm(t, { text, type, filters, found, clear }) {
  return html`<form class="sieve" role="search"
      @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <label class="field find"><span class="label">${t('gallery.search')}</span><input
        type="search"
        .value=${live(text)} @input=${onValue(type)}></label>
    <details class="sifts" .open=${!narrow.matches}><summary>${t('gallery.filters')}</summary>
      <div>${filters.map(
        ({ label, now, values, set }) =>
          html`<fieldset class="sift"><legend>${label}</legend><div class="seg">${values.map(
            ([id, face, name]) =>
              html`<button type="button" aria-pressed=${now === id} aria-label=${name ?? nothing}
                  title=${name ?? nothing} @click=${() => set(id)}>${face}</button>`,
          )}</div></fieldset>`,
      )}</div></details>
  </form>
    <p class="found" role="status">${found ? t('gallery.count', { n: found }) : t('gallery.none')}${
      clear
        ? html` <button type="button" class="btn quiet sm"
            @click=${clear}>${t('gallery.clear')}</button>`
        : nothing
    }</p>`;
}

/**
 * Letters without accents, small.
 *
 * @param {string} text
 */
export const plain = (text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, "'").toLowerCase();
