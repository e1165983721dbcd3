// What the board is drawn from, and what the viewer knows beyond the public document.

import { must } from '../../core/must.js';

/** @import { Catalogue, Private, Public } from './wire.js' */
/** @import { Wish } from './gallery.js' */

/**
 * What the board keeps between drawings.
 *
 * @typedef {object} Ui
 * @property {boolean} [handFits] there was room for the hand when it was opened or closed last
 * @property {boolean} [handOpen]
 * @property {Partial<Wish>} [wish] of the gallery
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
 * What only a seat's player knew, if the viewer may know it: one's own during the match,
 * everybody's once it is over or where all hands are open.
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
 * Whether only the tables are seen, and no hand: as by those who watch, until the end.
 *
 * @param {Ctx} ctx
 */
export const watched = (ctx) => !secretOf(ctx, ctx.follow);
