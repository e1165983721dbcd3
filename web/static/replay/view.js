// What the parts of the page of a match are drawn from.

/**
 * @typedef {object} View
 * @property {import('../app/types.js').App} app
 * @property {import('./session.js').Replay} replay
 * @property {import('./player.js').Player} player
 * @property {import('./explained.js').Explanation} explanation
 * @property {import('../app/types.js').Translate} t
 * @property {import('../app/types.js').Ctx} ctx
 */

export {};
