// Questions that the answer to the last one has answered already.

/** @import { Board, Ctx, DecisionText } from '../core/types.js' */

/**
 * Whether the one answer to a question was meant with the answer to the last one, and may be given
 * without another press: the table can take it back, and nobody else goes on after it.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {DecisionText} last
 */
export function isMeant(board, ctx, decision, last) {
  return (
    ctx.room.settings.undo &&
    ctx.pick.hasOnlyOneAnswer &&
    ctx.pick.isReady &&
    !decision.options.some((o) => o.final || o.passes) &&
    !!board.follows?.(ctx, decision, last)
  );
}
