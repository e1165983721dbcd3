// The types of the board's context, and functions that read the documents.

import { must } from '../../core/must.js';

/** @import { Catalogue, Private, Public } from './wire.js' */
/** @import { Filters } from './gallery.js' */

/**
 * The state that the board keeps between renders.
 *
 * @typedef {object} Ui
 * @property {boolean} [handFits] whether the last question left room for the hand
 * @property {boolean} [handOpen]
 * @property {Partial<Filters>} [filters] the filters of the gallery
 * @property {string} [year] the year to which the next card of the split goes
 * @property {{id: string, year: string}} [dragged] the card of the split that is being dragged
 * @property {Record<string, number>} [yearTotals] the points of each seat at the last end of a year
 */

/** @typedef {import('../../core/types.js').Ctx<Public, Private, Catalogue, Ui>} Ctx */

/**
 * A player's side of the table.
 *
 * @param {Ctx} ctx
 * @param {string} key key of the seat
 */
export const seatOf = (ctx, key) => must(ctx.public.seats[key]);

/**
 * The private document of a seat, undefined if the viewer cannot see it. During the match viewers
 * see only their own, unless all hands are open. At the end they see all.
 *
 * @param {Ctx} ctx
 * @param {string} key key of the seat
 * @returns {Private | undefined}
 */
export function secretOf(ctx, key) {
  if (!ctx.public || ctx.public.phase === 'over') return ctx.public?.seats[key]?.secret;
  if (ctx.secrets) return ctx.secrets[key];
  return key && key === ctx.seat ? ctx.private : undefined;
}

/**
 * Whether the hand of the shown seat is hidden, as it is for spectators until the end of the match.
 *
 * @param {Ctx} ctx
 */
export const hidesHand = (ctx) => !secretOf(ctx, ctx.shownSeat);
