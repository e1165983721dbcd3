// "What would you do?": at a table without other people, what the search would
// answer, chosen on the board, and why in a sentence.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { answerWords, reasonWords } from '../ask/deed.js';
import { icon } from '../ui/pieces.js';
import { isBot } from './store.js';

/** @import { App, Ctx, Drawn, Hint, Session } from '../app/types.js' */

/** Whether the viewer plays against nobody but bots. @param {Session} session */
function alone(session) {
  const seats = session.frame?.seats ?? [];
  return session.seat >= 0 && seats.every((seat, n) => n === session.seat || isBot(seat));
}

/** Asks for a hint. @param {App} app @param {Session} session */
export function adviceButton(app, session) {
  if (!alone(session)) return nothing;
  const label = app.t('advice.button');
  return html`<button type="button" class="tool" data-does="advice" ?disabled=${!session.asked} aria-label=${label} title=${label} aria-busy=${!!session.ui.advice?.busy} @click=${() => void ask(app, session)}>${icon('candle')}</button>`;
}

/** @param {App} app @param {Session} session */
async function ask(app, session) {
  const { ui, decision } = session;
  if (!decision || ui.advice?.busy) return;
  const advice = { decision: decision.id, busy: true };
  ui.advice = advice;
  app.redraw();
  try {
    const hint = /** @type {Hint} */ (await app.api.post(`/api/rooms/${encodeURIComponent(session.id)}/hint`, {}));
    ui.advice = { decision: hint.decision, busy: false, lines: hint.lines };
    if (session.decision?.id === hint.decision) session.pick.advise(hint.lines[0].answer);
  } catch (error) {
    ui.advice = { decision: decision.id, busy: false, error };
  }
  app.redraw();
}

/** What the hint says, as long as its question is open. @param {App} app @param {Session} session @param {Ctx} ctx @returns {Drawn} */
export function adviceLine(app, session, ctx) {
  const { advice } = session.ui;
  if (!advice || !session.asked || advice.decision !== session.decision?.id) return nothing;
  const close = () => {
    session.ui.advice = undefined;
    app.redraw();
  };
  const words = advice.busy ? app.t('advice.thinks') : advice.lines ? sentence(app, session, ctx, advice.lines) : app.errorText(advice.error);
  return html`<p class="vote advice" role="status" aria-busy=${advice.busy}>${icon('candle')}<span>${words}</span>${
    advice.busy ? nothing : html`<button type="button" class="btn quiet" @click=${close}>${app.t('advice.close')}</button>`}</p>`;
}

/** Why the best answer is the best. @param {App} app @param {Session} session @param {Ctx} ctx @param {Hint['lines']} lines */
function sentence(app, session, ctx, [best, next]) {
  const { board } = session;
  const { decision } = ctx;
  if (!board || !decision) return '';
  const answer = answerWords(board, ctx, decision, best.answer);
  if (!best.visits) return app.t('advice.only', { answer });
  const number = (/** @type {number} */ n) => new Intl.NumberFormat(app.lang, { maximumFractionDigits: 0 }).format(n);
  const chance = new Intl.NumberFormat(app.lang, { style: 'percent' }).format(best.chance);
  const why = reasonWords(board, ctx, best);
  const first = app.t('advice.best', { answer, points: number(best.points), chance }) + (why && ` ${app.t('advice.why', { why })}`);
  if (!next) return first;
  const behind = Math.round(best.points - next.points);
  const other = answerWords(board, ctx, decision, next.answer);
  return `${first} ${behind > 0 ? app.t('advice.behind', { answer: other, n: behind }) : app.t('advice.close.second', { answer: other })}`;
}
