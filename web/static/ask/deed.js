// What an answer was, in a few words for the button that takes it back.

import { html, render } from '../vendor/lit-html/lit-html.js';

/** @import { Board, Ctx, DecisionText, Line, PickText } from '../app/types.js' */

/**
 * What was chosen, if it is one thing; else what was asked.
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {readonly PickText[]} choice
 * @returns {string}
 */
export function deedWords(board, ctx, decision, choice) {
  const [first] = choice;
  const id = typeof first === 'string' ? first : first?.option;
  const option = choice.length === 1 && decision.options.find((o) => o.id === id);
  if (!option || decision.max > 1) return text(board.prompt(ctx, decision).title);
  return board.deed?.(ctx, decision, option) || text(board.option(ctx, decision, option));
}

/**
 * The options of an answer by their names.
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {readonly PickText[]} answer
 * @returns {string}
 */
export function answerWords(board, ctx, decision, answer) {
  const names = answer.map((pick) => {
    const { option: id, n = 1 } = typeof pick === 'string' ? { option: pick } : pick;
    const option = decision.options.find((o) => o.id === id);
    const name = option ? text(board.option(ctx, decision, option)) : id;
    return n > 1 ? `${n}\u00a0× ${name}` : name;
  });
  return names.length > most ? `${names.slice(0, most - 1).join(', ')} …` : names.join(', ');
}

/**
 * What speaks for an answer, or against it, in a few words; '' if nothing is known.
 * @param {Board} board
 * @param {Ctx} ctx
 * @param {Line} line
 * @returns {string}
 */
export function reasonWords(board, ctx, { reasons = [] }) {
  return reasons.map(({ code, args = {} }) => {
    const n = Number(args.n);
    const sign = args.n === undefined || args.of !== undefined ? '' : n > 0 ? '.more' : '.less';
    const piece = args.piece === undefined ? '' : text(board.pieceName?.(ctx, Number(args.piece)));
    return ctx.t(`because.${code}${sign}`, { ...args, n: Math.abs(n), piece });
  }).join(', ');
}

/** So many options of an answer are named. */
const most = 5;

/** The words of a drawing without what is small in it. @param {unknown} drawn */
function text(drawn) {
  const box = document.createElement('div');
  render(html`${drawn}`, box);
  return ((box.querySelector('b') ?? box).textContent ?? '').replace(/\s+/g, ' ').trim();
}
