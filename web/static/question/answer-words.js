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

/**
 * Returns the suffix of the key of a reason's text. It depends on the sign of `n`, unless there
 * is also an `of`: then both are percentages.
 *
 * @param {Record<string, unknown>} args
 */
function textVariant(args) {
  if (args.n === undefined) return '';
  if (args.of !== undefined) return '.chance';
  return Number(args.n) > 0 ? '.more' : '.less';
}

/**
 * Returns the reason that an answer leads to the best of all ends, if that is certain.
 *
 * @param {Ctx} ctx
 * @param {Line} line
 * @returns {Renderable[]}
 */
export const certainReasons = (ctx, { reasons: list = [] }) =>
  list.flatMap(({ code }) => (code === 'certain' ? [html`${ctx.t('because.certain')}`] : []));

/**
 * Returns what the search expects to differ between an answer and another one, as phrases whose
 * subject is the answer.
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
