// Types of the board's context, and access to the parts of the documents.

import { must } from '../../core/must.js';

/** @import { Catalogue, Private, Public } from './wire.js' */
/** @import { Filters } from './gallery.js' */

/**
 * The state that the board keeps between redraws.
 *
 * @typedef {object} Ui
 * @property {boolean} [handFits] the last question left room for the hand
 * @property {boolean} [handOpen]
 * @property {Partial<Filters>} [filters] the filters of the gallery
 * @property {string} [year] the year that the next card of the split goes to
 * @property {{id: string, year: string}} [dragged] the card of the split that is being dragged
 */

/** @typedef {import('../../core/types.js').Ctx<Public, Private, Catalogue, Ui>} Ctx */

/**
 * A player's side of the table.
 *
 * @param {Ctx} ctx
 * @param {string} key of the seat
 */
export const seatOf = (ctx, key) => must(ctx.public.seats[key]);

/**
 * The private part of a seat, if the viewer may see it: the viewer's own during the match, all of
 * them once it is over or if all hands are open.
 *
 * @param {Ctx} ctx
 * @param {string} key of the seat
 * @returns {Private | undefined}
 */
export function secretOf(ctx, key) {
  if (!ctx.public || ctx.public.phase === 'over') return ctx.public?.seats[key]?.secret;
  if (ctx.secrets) return ctx.secrets[key];
  return key && key === ctx.seat ? ctx.private : undefined;
}

/**
 * Whether the viewer sees no hand, as a spectator until the end of the match.
 *
 * @param {Ctx} ctx
 */
export const hidesHand = (ctx) => !secretOf(ctx, ctx.shownSeat);
