// What this client has of each game. The start names them (games/list.js).

/** @import { Game } from './types.js' */

/** @type {Record<string, Game>} */
let games = {};

/** @param {Record<string, Game>} listed by id */
export function knowGames(listed) {
  games = { ...listed };
}

/**
 * What this client has of a game, undefined for one that it does not know.
 *
 * @param {string} id
 * @returns {Game | undefined}
 */
export const gameOf = (id) => (Object.hasOwn(games, id) ? games[id] : undefined);

/**
 * The games that this client knows.
 *
 * @returns {Game[]}
 */
export const allGames = () => Object.values(games);
