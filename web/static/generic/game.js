// The parts of a game that has no folder in the client, or whose folder has only some parts.

import { loadFiles } from '../core/i18n.js';

/** @import { Game } from '../core/types.js' */

/** The texts and the style sheet of the generic board. */
const texts = '/generic/texts.*.json';
const sheet = '/generic/board.css';

/**
 * A game that is drawn by the generic board.
 *
 * @param {string} id
 * @param {Partial<Game>} [own] the parts that the game has itself. Its board can be made of the generic one;
 *   its texts and style sheets are added to those of the generic board
 * @returns {Game}
 */
export function genericGame(id, own = {}) {
  const { board = async () => ({ default: (await import('./board.js')).genericBoard(id) }) } = own;
  return {
    texts,
    // The generic board needs none.
    hasCatalogue: !!own.board,
    isGeneric: true,
    ...own,
    css: [sheet, ...[own.css ?? []].flat()],
    board: async () => (await Promise.all([board(), loadFiles(texts)]))[0],
  };
}
