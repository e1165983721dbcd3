// The games that this client can show. The client registers those with a folder of their own at its start
// (games/list.js). Other games that the server offers get the generic board (generic/game.js).

/** @import { Game } from './types.js' */

/** @type {Record<string, Game>} */
let games = {};

/** @param {Record<string, Game>} listed by id */
export function registerGames(listed) {
  games = { ...listed };
}

/**
 * Adds the games that the server offers and the client has no folder for.
 *
 * @param {readonly string[]} ids of the games that the server offers
 * @param {(id: string) => Game} make
 */
export function addOffered(ids, make) {
  for (const id of ids) if (!gameOf(id)) games[id] = make(id);
}

/**
 * Looks up a game; undefined if neither this client nor the server has it.
 *
 * @param {string} id
 * @returns {Game | undefined}
 */
export const gameOf = (id) => (Object.hasOwn(games, id) ? games[id] : undefined);

/** @returns {Game[]} */
export const allGames = () => Object.values(games);
