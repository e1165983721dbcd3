// What each part of the replay page gets to draw itself.

/**
 * @typedef {object} ReplayPageContext
 * @property {import('../core/types.js').App} app
 * @property {import('./replay-session.js').Replay} replay
 * @property {import('./player.js').Player} player
 * @property {import('./explanation.js').Explanation} explanation
 * @property {import('../core/types.js').Translate} t
 * @property {import('../core/types.js').Ctx} ctx
 */

export {};
