// The pieces of the seats. Each has a colour and a shape of its own, so that the colour alone tells nothing.

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { seatNumber } from '../core/seats.js';

/** The shapes of seats 0 to 7, in a square of 24. */
const shapes = [
  svg`<circle cx="12" cy="12" r="9"/>`,
  svg`<rect x="4" y="4" width="16" height="16" rx="2"/>`,
  svg`<path d="M12 3l10 17H2z"/>`,
  svg`<path d="M12 1.5L22.5 12 12 22.5 1.5 12z"/>`,
  svg`<path d="M12 2l10 7.3-3.8 11.7H5.8L2 9.3z"/>`,
  svg`<path d="M12 1.5l3.2 6.9 7.4.9-5.5 5.1 1.5 7.4L12 18.1l-6.6 3.7 1.5-7.4L1.4 9.3l7.4-.9z"/>`,
  svg`<path d="M8.5 2.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z"/>`,
  svg`<path d="M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z"/>`,
];

/**
 * The piece of a seat. Screen readers skip it.
 *
 * @param {string} key such as "s0"
 * @param {string} [cls]
 */
export function marker(key, cls = '') {
  const seat = seatNumber(key);
  const shape = shapes[seat % shapes.length];
  return shape
    ? html`<svg class="gen-piece tint-${seat % shapes.length} ${cls}" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`
    : nothing;
}
