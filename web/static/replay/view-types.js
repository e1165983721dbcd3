// The context from which the parts of the replay page are rendered.

/**
 * @typedef {object} ReplayPageContext
 * @property {import('../core/types.js').App} app
 * @property {import('./replay-session.js').ReplaySession} replay
 * @property {import('./player.js').Player} player
 * @property {import('./explanation.js').Explanation} explanation
 * @property {import('../core/types.js').Translate} t
 * @property {import('../core/types.js').Ctx} ctx
 */

export {};
