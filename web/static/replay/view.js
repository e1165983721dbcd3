// What the parts of the page of a match are drawn from.

/**
 * @typedef {object} View
 * @property {import('../base/types.js').App} app
 * @property {import('./session.js').Replay} replay
 * @property {import('./player.js').Player} player
 * @property {import('./explanation.js').Explanation} explanation
 * @property {import('../base/types.js').Translate} t
 * @property {import('../base/types.js').Ctx} ctx
 */

export {};
