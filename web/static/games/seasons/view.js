// What the viewer knows beyond the public document: the private one, whose form
// is written down here only.

/** @import { Ctx } from '../../app/types.js' */
/** @import { Now } from './cards.js' */

/**
 * What a seat's player knows; a member without anything may be absent. Cards are
 * keys: the card with the number 9 is "h9".
 * @typedef {object} Secret
 * @property {Record<string, Now>} [hand]
 * @property {Record<string, number>} [library2] copies of each card, as in those below
 * @property {Record<string, number>} [library3]
 * @property {Record<string, number>} [packet] to draft from
 * @property {Record<string, number>} [picked] drafted
 * @property {Record<string, number>} [held] drawn and not yet placed
 * @property {Record<string, string>} [unusable] why cards in play cannot be activated, by id: "c3"
 * @property {Record<string, string>} [unavailable] why the other actions of a turn cannot be done
 */

/**
 * What only a seat's player knew, if the viewer may know it: one's own during
 * the match, everybody's once it is over.
 * @param {Ctx} ctx
 * @param {string} key of the seat
 * @returns {Secret | undefined}
 */
export function secretOf(ctx, key) {
  if (!ctx.public || ctx.public.phase === 'over') return ctx.public?.seats[key]?.secret;
  return key && key === ctx.seat ? /** @type {Secret} */ (ctx.private) : undefined;
}

/** Whether only the tables are seen, and no hand: as by those who watch, until the end. @param {Ctx} ctx */
export function watched(ctx) {
  return !secretOf(ctx, ctx.follow);
}
