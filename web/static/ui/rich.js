// Renders texts that contain symbols, strong words or templates.

import { html } from '../vendor/lit-html/lit-html.js';
import { icon } from './pieces.js';

/** @import { Renderable, Translate } from '../core/types.js' */

/**
 * Translates a text and puts templates into its placeholders.
 *
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} values texts, numbers and templates by name
 * @returns {Renderable}
 */
export const rich = (t, key, values) => html`${richParts(t, key, values)}`;

/** Private-use characters that enclose the index of a template while the text is translated. */
const [openMark, closeMark] = ['\uE000', '\uE001'];

/**
 * Like rich, but returns a list that alternates between texts and templates.
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
    args[name] = isTemplate ? `${openMark}${templates.push(value) - 1}${closeMark}` : (value ?? '');
  }
  return t(key, args)
    .split(/[\uE000\uE001]/)
    .map((part, i) => (i % 2 ? templates[Number(part)] : part));
}

/**
 * Renders a text. [id] becomes a symbol, and *words* become strong.
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
