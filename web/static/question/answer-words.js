// What an answer does, in a few words: for the button that takes it back, for
// advice, and for what is explained of a match.

import { html } from '../vendor/lit-html/lit-html.js';
import { listFormat } from '../core/i18n.js';
import { richParts, withSymbols } from '../ui/rich.js';

/** @import { Board, Ctx, DecisionText, Drawn, Line, PickText } from '../core/types.js' */

/**
 * What an answer does, in words that begin with a verb; '' if it answers another question.
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
    const option = decision.options.find((one) => one.id === id);
    return option ? [{ option, n, group }] : [];
  });
  return picks.length ? board.answerText(ctx, decision, picks) : '';
}

/** Something that happens in so many of a hundred cases is likely, or unlikely. */
const likelyFrom = 75;
const unlikelyUpTo = 25;

/**
 * Which text a reason has: by how likely something is, or by whether it is more or less.
 *
 * @param {Record<string, unknown>} args
 */
function textVariant(args) {
  if (args.n === undefined) return '';
  const [n, of] = [Number(args.n), Number(args.of)];
  if (args.of === undefined) return n > 0 ? '.more' : '.less';
  if (n > of) return n >= likelyFrom ? '.sure' : '.more';
  return n <= unlikelyUpTo ? '.never' : '.less';
}

/**
 * What speaks for an answer, or against it: phrases of which the answer is the subject.
 *
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {Line} line
 * @returns {Drawn[]}
 */
export function reasons(board, ctx, { reasons: list = [] }) {
  return list.map(({ code, args = {} }) => {
    const way = textVariant(args);
    const piece = args.piece === undefined ? '' : board.pieceName?.(ctx, Number(args.piece));
    const parts = richParts(ctx.t, `because.${code}${way}`, {
      ...args,
      n: Math.abs(Number(args.n)),
      piece: html`${piece}`,
    });
    return html`${parts.map((part) => (typeof part === 'string' ? withSymbols(part) : part))}`;
  });
}

/**
 * Phrases joined to one: "this, that and that".
 *
 * @param {string} lang
 * @param {readonly Drawn[]} list
 * @returns {Drawn}
 */
export function joinPhrases(lang, list) {
  return html`${listFormat(lang)
    .formatToParts(list.map((_, at) => String(at)))
    .map(({ type, value }) => (type === 'element' ? list[Number(value)] : value))}`;
}
