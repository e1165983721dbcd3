// What the viewer knows beyond the public document: the private one, whose form
// is written down here only.

/** @import { Ctx } from '../../app/types.js' */

/**
 * What the player of the day knows.
 * @typedef {object} Secret
 * @property {Record<string, string>} [actions] "ok" or why not, by action: "take", "draw", "store", "learn:red:3", "use:red:3"
 * @property {string} [declared] the action that was chosen and may still be dropped: "learn" or "red:3"
 */

/** Every action of the phase with "ok" or why it cannot be done; none if no action is to be chosen. @param {Ctx} ctx @returns {Record<string, string>} */
export function actionsOf(ctx) {
  return /** @type {Secret} */ (ctx.private).actions ?? {};
}

/** The action that the viewer has chosen and may still drop, or ''. @param {Ctx} ctx */
export function declaredOf(ctx) {
  return /** @type {Secret} */ (ctx.private).declared ?? '';
}
