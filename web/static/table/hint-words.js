// The text of a hint: the best answer and the reason for it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { answerWords, joinPhrases, reasons } from '../question/answer-words.js';
import { icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { App, Ctx, Renderable, Hint, Line, Session } from '../core/types.js' */

/**
 * The line with a hint, while its question is open.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
export function adviceLine(app, session, ctx) {
  const { advice } = session.ui;
  if (!advice || !session.asked || advice.decision !== session.decision?.id) return nothing;
  const close = () => {
    session.ui.advice = undefined;
    session.picker.dropHint();
    app.redraw(() => document.getElementById('ask')?.focus({ preventScroll: true }));
  };
  const toggleNumbers = () => {
    advice.numbers = !advice.numbers;
    app.redraw();
  };
  const words = () => {
    if (advice.busy) return app.t('advice.thinks');
    return advice.lines ? sentence(app, session, ctx, advice.lines) : app.errorText(advice.error);
  };
  return html`<p class="vote advice" role="status" aria-busy=${advice.busy}>
    ${icon('candle')}<span>${words()}${
      advice.numbers && advice.lines
        ? html` <small>${numbers(app, session, ctx, advice.lines)}</small>`
        : nothing
    }</span>${
      advice.lines?.[0]?.visits
        ? html`<button type="button" class="btn quiet" data-does="numbers"
            aria-expanded=${!!advice.numbers} @click=${toggleNumbers}>${app.t('advice.numbers')}</button>`
        : nothing
    }${
      advice.busy
        ? nothing
        : html`<button type="button" class="btn quiet"
            @click=${close}>${app.t('advice.close')}</button>`
    }</p>`;
}

/**
 * A sentence with the best answer and, if there is one, the reason for it.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Hint['lines']} lines
 * @returns {Renderable}
 */
export function sentence(app, session, ctx, [best, next]) {
  const { board } = session;
  const { decision } = ctx;
  if (!board || !decision || !best) return nothing;
  const act = html`<b>${answerWords(board, ctx, decision, best.answer)}</b>`;
  const obviousReason = (next && board.reasonText?.(ctx, decision, best, next)) ?? null;
  const why =
    obviousReason === null
      ? reasons(board, ctx, best)
      : /** @type {Renderable[]} */ ([obviousReason]);
  const other = next ? answerWords(board, ctx, decision, next.answer) : '';
  const behind = next ? Math.round(best.points - next.points) : 0;
  return rich(app.t, sentenceKey(best, why.length > 0, behind, !!next), {
    act,
    why: joinPhrases(app.lang, why),
    other,
    n: behind,
  });
}

/**
 * The key of the sentence. It gives a reason if there is one, else the lead over the next answer.
 *
 * @param {Line} best
 * @param {boolean} hasReason whether there is a reason
 * @param {number} behind the number of points by which the next answer is worse
 * @param {boolean} hasNext whether there is a next answer
 */
function sentenceKey({ visits }, hasReason, behind, hasNext) {
  if (!visits) return 'advice.only';
  if (hasReason) return 'advice.best';
  if (!hasNext) return 'advice.plain';
  return behind > 0 ? 'advice.ahead' : 'advice.even';
}

/**
 * The expected points of the best answer, its chance to win, and its lead over the next answer.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Hint['lines']} lines
 * @returns {Renderable}
 */
function numbers(app, { board }, ctx, [best, next]) {
  const { decision } = ctx;
  if (!best) return nothing;
  const number = (/** @type {number} */ n) =>
    numberFormat(app.lang, { maximumFractionDigits: 0 }).format(n);
  const chance = numberFormat(app.lang, { style: 'percent' }).format(best.chance);
  const first = app.t('advice.expected', { points: number(best.points), chance });
  if (!next || !board || !decision) return html`${first}`;
  const behind = Math.round(best.points - next.points);
  const second = rich(app.t, behind > 0 ? 'advice.behind' : 'advice.close.second', {
    answer: answerWords(board, ctx, decision, next.answer),
    n: behind,
  });
  return html`${first} ${second}`;
}
