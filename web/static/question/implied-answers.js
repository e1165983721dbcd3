// Questions whose answer follows from the answer to the previous one.

/** @import { Board, Ctx, DecisionText } from '../core/types.js' */

/**
 * Whether a question has only one answer, which the answer to the last question implies, so that it
 * can be sent without a press. The answer must be one that can be taken back, and must not pass the
 * turn to another player.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {DecisionText} last
 */
export function isImplied(board, ctx, decision, last) {
  return (
    ctx.room.settings.undo &&
    ctx.picker.hasOnlyOneAnswer &&
    ctx.picker.isReady &&
    !decision.options.some((o) => o.final || o.passes) &&
    !!board.isImplied?.(ctx, decision, last)
  );
}
