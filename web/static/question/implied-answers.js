// Detects questions whose answer is implied by the answer to the previous question.

/** @import { Board, Ctx, DecisionText } from '../core/types.js' */

/**
 * Whether the answer to a question can be sent without a press. The question must have only one
 * answer, which the answer to the last question implies. The answer must be one that can be undone
 * and does not pass the turn to another player.
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
