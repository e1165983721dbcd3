// The filters of a gallery: a search field, rows of buttons, the number of results.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { onValue } from './forms.js';

/** @import { Translate } from '../core/types.js' */

/**
 * A row of buttons, one of which is pressed. Each entry of `values` has the value of a button, its
 * content, and a label if the content has no text.
 *
 * @typedef {{
 *   label: string;
 *   value: string;
 *   values: [string, unknown, string?][];
 *   set: (value: string) => void;
 * }} FilterRow
 */

/** Matches phones, where the filters are initially collapsed. */
const phoneWidth =
  typeof matchMedia === 'function' ? matchMedia('(max-width: 43.6875em)') : { matches: false };

/**
 * @typedef {object} FilterForm
 * @property {string} text the search text
 * @property {(text: string) => void} type sets the search text
 * @property {FilterRow[]} filters
 * @property {number} found the number of results
 * @property {() => void} [clear] resets the filters; absent if no filter is set
 */

/**
 * The form. Its texts are the keys gallery.search, .filters, .count, .none and .clear of the game.
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
    <details class="sifts" .open=${!phoneWidth.matches}><summary>${t('gallery.filters')}</summary>
      <div>${filters.map(
        ({ label, value, values, set }) =>
          html`<fieldset class="sift"><legend>${label}</legend><div class="seg">${values.map(
            ([id, face, name]) =>
              html`<button type="button" aria-pressed=${value === id} aria-label=${name ?? nothing}
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
 * A text in lower case, without accents, and with straight apostrophes.
 *
 * @param {string} text
 */
export const withoutAccents = (text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, "'").toLowerCase();
