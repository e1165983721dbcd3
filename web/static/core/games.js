// The games that this client can show. The client registers those of games/list.js at its start.

/** @import { Game } from './types.js' */

/** @type {Record<string, Game>} */
let games = {};

/** @param {Record<string, Game>} listed by id */
export function registerGames(listed) {
  games = { ...listed };
}

/**
 * Looks up a game; undefined if this client does not have it.
 *
 * @param {string} id
 * @returns {Game | undefined}
 */
export const gameOf = (id) => (Object.hasOwn(games, id) ? games[id] : undefined);

/** @returns {Game[]} */
export const allGames = () => Object.values(games);
