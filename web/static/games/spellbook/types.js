// The types of the board's context, and functions that read the documents.

import { must } from '../../core/must.js';

/** @import { Catalogue, Private, Public } from './wire.js' */
/** @import { Filter } from './gallery.js' */

/** @typedef {{id: string, nth: number}} Materia `nth` is the index among equal Materia */
/**
 * The state that the board keeps between renders.
 *
 * @typedef {{gallery?: Filter, altar?: (Materia | null)[], opened?: Set<string>}} Ui
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
 * The actions of the phase by id, each with "ok" or the code of the reason why it is not possible.
 * Empty if the viewer has no action to choose.
 *
 * @param {Ctx} ctx
 * @returns {Record<string, string>}
 */
export const actionsOf = (ctx) => ctx.private.actions ?? {};

/**
 * The id of the action that the viewer has chosen and can still take back, or ''.
 *
 * @param {Ctx} ctx
 */
export const declaredOf = (ctx) => ctx.private.declared ?? '';
