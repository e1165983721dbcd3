// The reasons of a board that are seen on the table, which are loaded when they are first needed.

import { loadFiles } from '../core/i18n.js';

/** @import { Board, Ctx, DecisionText, Line, ReasonText, Renderable } from '../core/types.js' */

/** @type {WeakMap<Board, ReasonText<Ctx>>} */
const loaded = new WeakMap();

/**
 * Loads the reasons of a board. Without them, or if they cannot be loaded, no reason is seen.
 *
 * @param {Board | null | undefined} board
 */
export async function loadReasons(board) {
  if (!board?.reasons || loaded.has(board)) return;
  try {
    const { texts, reasonText } = await board.reasons();
    await loadFiles(texts);
    loaded.set(board, reasonText);
  } catch {
    // The answers are still shown with their numbers.
  }
}

/**
 * The reason for an answer beside another one, as a phrase whose subject is the answer. Null if the
 * table shows none.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {Line} better
 * @param {Line} other
 * @returns {Renderable | null}
 */
export const seenReason = (board, ctx, decision, better, other) =>
  loaded.get(board)?.(ctx, decision, better, other) ?? null;
