// What the board is drawn from, and what the viewer knows beyond the public document.

import { must } from '../../core/must.js';

/** @import { Catalogue, Private, Public } from './wire.js' */
/** @import { Filter } from './gallery.js' */

/** @typedef {{id: string, nth: number}} Materia one of several equal ones, counted from 0 */
/**
 * What the board keeps between drawings.
 *
 * @typedef {{gallery?: Filter, altar?: (Materia | null)[], opened?: Set<string>}} Ui
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
 * Every action of the phase with "ok" or why it cannot be done; none if no action is to be chosen.
 *
 * @param {Ctx} ctx
 * @returns {Record<string, string>}
 */
export const actionsOf = (ctx) => ctx.private.actions ?? {};

/**
 * The action that the viewer has chosen and may still drop, or ''.
 *
 * @param {Ctx} ctx
 */
export const declaredOf = (ctx) => ctx.private.declared ?? '';
