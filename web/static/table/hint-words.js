// The text of a hint: the best answer and the reason for it.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { numberFormat } from '../core/i18n.js';
import { answerWords, certainReasons, joinPhrases } from '../question/answer-words.js';
import { seenReason } from '../question/seen-reasons.js';
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
 * A sentence with the best answer and the reason for it. Without a reason that is seen on the table,
 * it says how far the next best answer is behind. There is no reason beside an answer that is about
 * as good.
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
  const lead = next ? leadOf(best, next) : null;
  const isEven = next && !lead;
  const seen = next && lead ? seenReason(board, ctx, decision, best, next) : null;
  const certain = isEven ? [] : certainReasons(ctx, best);
  const why = seen === null ? certain : /** @type {Renderable[]} */ ([seen]);
  const other = next ? answerWords(board, ctx, decision, next.answer) : '';
  return rich(app.t, sentenceKey(best, why.length > 0, lead, !!next), {
    act,
    why: joinPhrases(app.lang, why),
    other,
    n: lead?.n,
    percent: percentText(app.lang, lead?.chance ?? 0),
  });
}

/**
 * The smallest lead in the chance to win that is told, and the smallest lead in points that is told
 * although the chance says more.
 */
const [minChance, minPoints] = [0.05, 2];

/**
 * What the best answer is ahead by: points, or the chance to win if the points say little. Null if
 * the next answer is about as good.
 *
 * @param {Line} best
 * @param {Line} next
 * @returns {{unit: 'points' | 'chance', n: number, chance: number} | null}
 */
export function leadOf(best, next) {
  const n = Math.round(best.points - next.points);
  const chance = best.chance - next.chance;
  const saysMore = chance >= minChance;
  if (n >= minPoints || (n > 0 && !saysMore)) return { unit: 'points', n, chance };
  return saysMore ? { unit: 'chance', n, chance } : null;
}

/**
 * @param {string} lang
 * @param {number} chance
 */
const percentText = (lang, chance) => numberFormat(lang, { style: 'percent' }).format(chance);

/**
 * The key of the sentence. It gives a reason if there is one, else the lead over the next answer.
 *
 * @param {Line} best
 * @param {boolean} hasReason whether there is a reason
 * @param {ReturnType<typeof leadOf>} lead
 * @param {boolean} hasNext whether there is a next answer
 */
function sentenceKey({ visits }, hasReason, lead, hasNext) {
  if (!visits) return 'advice.only';
  if (hasReason) return 'advice.best';
  if (!hasNext) return 'advice.plain';
  if (!lead) return 'advice.even';
  return lead.unit === 'points' ? 'advice.ahead' : 'advice.ahead.chance';
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
  const chance = percentText(app.lang, best.chance);
  const first = app.t('advice.expected', { points: number(best.points), chance });
  if (!next || !board || !decision) return html`${first}`;
  const lead = leadOf(best, next);
  const keys = { points: 'advice.behind', chance: 'advice.behind.chance' };
  const second = rich(app.t, lead ? keys[lead.unit] : 'advice.close.second', {
    answer: answerWords(board, ctx, decision, next.answer),
    n: lead?.n,
    percent: percentText(app.lang, lead?.chance ?? 0),
  });
  return html`${first} ${second}`;
}
