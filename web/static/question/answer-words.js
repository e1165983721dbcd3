// Short descriptions of answers, for the undo button, hints and analyses.

import { html } from '../vendor/lit-html/lit-html.js';
import { listFormat } from '../core/i18n.js';
import { richParts, withSymbols } from '../ui/rich.js';

/** @import { Board, Ctx, DecisionText, Renderable, Line, PickText } from '../core/types.js' */

/**
 * Describes the effect of an answer in a phrase that begins with a verb. Returns '' if the decision
 * has none of the options of the answer.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {readonly PickText[]} answer
 * @returns {Renderable | string}
 */
export function answerWords(board, ctx, decision, answer) {
  const picks = answer.flatMap((pick) => {
    const { option: id, n = 1, group = '' } = typeof pick === 'string' ? { option: pick } : pick;
    const option = decision.options.find((candidate) => candidate.id === id);
    return option ? [{ option, n, group }] : [];
  });
  return picks.length ? board.answerText(ctx, decision, picks) : '';
}

/** The lowest percentage of a likely outcome, and the highest percentage of an unlikely one. */
const likelyFrom = 75;
const unlikelyUpTo = 25;

/**
 * Returns the suffix of the key of a reason's text. It depends on the sign of `n`. If there is also
 * an `of`, both are percentages, and the suffix depends on which is larger.
 *
 * @param {Record<string, unknown>} args
 */
function textVariant(args) {
  if (args.n === undefined) return '';
  const [n, otherChance] = [Number(args.n), Number(args.of)];
  if (args.of === undefined) return n > 0 ? '.more' : '.less';
  if (n > otherChance) return n >= likelyFrom ? '.sure' : '.more';
  return n <= unlikelyUpTo ? '.never' : '.less';
}

/**
 * Returns the reasons for or against an answer, as phrases whose subject is the answer.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {Line} line
 * @returns {Renderable[]}
 */
export function reasons(board, ctx, { reasons: list = [] }) {
  return list.map(({ code, args = {} }) => {
    const variant = textVariant(args);
    const piece = args.piece === undefined ? '' : board.pieceName?.(ctx, Number(args.piece));
    const parts = richParts(ctx.t, `because.${code}${variant}`, {
      ...args,
      n: Math.abs(Number(args.n)),
      piece: html`${piece}`,
    });
    return html`${parts.map((part) => (typeof part === 'string' ? withSymbols(part) : part))}`;
  });
}

/**
 * Joins phrases with commas and "and".
 *
 * @param {string} lang
 * @param {readonly Renderable[]} list
 * @returns {Renderable}
 */
export function joinPhrases(lang, list) {
  return html`${listFormat(lang)
    .formatToParts(list.map((_, index) => String(index)))
    .map(({ type, value }) => (type === 'element' ? list[Number(value)] : value))}`;
}
