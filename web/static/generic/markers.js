// The pieces of the seats. Each has a colour and a shape of its own, so that the colour alone tells nothing.

import { html, nothing, svg } from '../vendor/lit-html/lit-html.js';
import { seatNumber } from '../core/seats.js';

/** The shapes of seats 0 to 7, in a square of 24. */
const shapes = [
  svg`<circle cx="12" cy="12" r="9"/>`,
  svg`<rect x="4" y="4" width="16" height="16" rx="2"/>`,
  svg`<path d="M12 3l10 17H2z"/>`,
  svg`<path d="M12 1.500L22.500 12 12 22.500 1.500 12z"/>`,
  svg`<path d="M12 2l10 7.300-3.800 11.700H5.800L2 9.300z"/>`,
  svg`<path d="M12 1.500l3.200 6.900 7.400.9-5.500 5.100 1.500 7.400L12 18.100l-6.600 3.700 1.500-7.400L1.400 9.300l7.400-.9z"/>`,
  svg`<path d="M8.500 2.500h7v6h6v7h-6v6h-7v-6h-6v-7h6z"/>`,
  svg`<path d="M6.500 2.500h11L23 12l-5.500 9.500h-11L1 12z"/>`,
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
    ? html`<svg class="gen-piece gen-s${seat % shapes.length} ${cls}" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`
    : nothing;
}
