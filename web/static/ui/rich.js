// Texts with symbols and strong words in them.

import { html } from '../vendor/lit-html/lit-html.js';
import { icon } from './pieces.js';

/**
 * A text with its symbols and strong words.
 *
 * @param {string} text
 */
export function rich(text) {
  return text.split(/(\[[a-z][\w-]*\]|\*[^*]+\*)/).map((piece) => {
    if (piece.startsWith('['))
      return icon(piece.slice(1, -1), { cls: piece.startsWith('[e-') ? 'e' : 'i' });
    if (piece.startsWith('*')) return html`<strong>${piece.slice(1, -1)}</strong>`;
    return piece;
  });
}
