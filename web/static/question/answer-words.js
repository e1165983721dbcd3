// What an answer does, in a few words: for the undo button, hints and analyses.

import { html } from '../vendor/lit-html/lit-html.js';
import { listFormat } from '../core/i18n.js';
import { richParts, withSymbols } from '../ui/rich.js';

/** @import { Board, Ctx, DecisionText, Drawn, Line, PickText } from '../core/types.js' */

/**
 * What an answer does, in words that begin with a verb; '' if none of it is an option of the
 * decision.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {readonly PickText[]} answer
 * @returns {Drawn | string}
 */
export function answerWords(board, ctx, decision, answer) {
  const picks = answer.flatMap((pick) => {
    const { option: id, n = 1, group = '' } = typeof pick === 'string' ? { option: pick } : pick;
    const option = decision.options.find((candidate) => candidate.id === id);
    return option ? [{ option, n, group }] : [];
  });
  return picks.length ? board.answerText(ctx, decision, picks) : '';
}

/** From or up to these percentages an outcome is called likely or unlikely. */
const likelyFrom = 75;
const unlikelyUpTo = 25;

/**
 * The variant of a reason's text, which depends on whether a number is positive, or how a
 * percentage compares with another one.
 *
 * @param {Record<string, unknown>} args
 */
function textVariant(args) {
  if (args.n === undefined) return '';
  const [n, total] = [Number(args.n), Number(args.of)];
  if (args.of === undefined) return n > 0 ? '.more' : '.less';
  if (n > total) return n >= likelyFrom ? '.sure' : '.more';
  return n <= unlikelyUpTo ? '.never' : '.less';
}

/**
 * The reasons for or against an answer: phrases whose subject is the answer.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {Line} line
 * @returns {Drawn[]}
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
 * Joins phrases by commas and "and".
 *
 * @param {string} lang
 * @param {readonly Drawn[]} list
 * @returns {Drawn}
 */
export function joinPhrases(lang, list) {
  return html`${listFormat(lang)
    .formatToParts(list.map((_, index) => String(index)))
    .map(({ type, value }) => (type === 'element' ? list[Number(value)] : value))}`;
}
