// Texts with symbols, strong words and drawn things in them.

import { html } from '../vendor/lit-html/lit-html.js';
import { icon } from './pieces.js';

/** @import { Drawn, Translate } from '../core/types.js' */

/**
 * A translated sentence with templates in some of its places.
 *
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} values texts, numbers and templates by name
 * @returns {Drawn}
 */
export const rich = (t, key, values) => html`${richParts(t, key, values)}`;

/** Private characters around the number of a template while its sentence is put together. */
const [open, close] = ['\uE000', '\uE001'];

/**
 * The same as a list of texts and templates, in turn.
 *
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} values
 * @returns {unknown[]}
 */
export function richParts(t, key, values) {
  /** @type {unknown[]} */
  const templates = [];
  /** @type {Record<string, unknown>} */
  const args = {};
  for (const [name, value] of Object.entries(values)) {
    const isTemplate = (typeof value === 'object' && value !== null) || typeof value === 'symbol';
    args[name] = isTemplate ? `${open}${templates.push(value) - 1}${close}` : (value ?? '');
  }
  return t(key, args)
    .split(/[\uE000\uE001]/)
    .map((part, i) => (i % 2 ? templates[Number(part)] : part));
}

/**
 * A text with its symbols and strong words.
 *
 * @param {string} text
 */
export function withSymbols(text) {
  return text.split(/(\[[a-z][\w-]*\]|\*[^*]+\*)/).map((piece) => {
    if (piece.startsWith('['))
      return icon(piece.slice(1, -1), { cls: piece.startsWith('[e-') ? 'e' : 'i' });
    if (piece.startsWith('*')) return html`<strong>${piece.slice(1, -1)}</strong>`;
    return piece;
  });
}
