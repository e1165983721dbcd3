// The bar: the question that is asked, what may be chosen, what is still
// missing, the way on. It is complete for every question of every game, even
// if the board draws nothing.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { keyed } from '../vendor/lit-html/directives/keyed.js';
import { missingText } from './missing.js';
import { groups, inOrder, options } from './options.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Ctx, Drawn, Question, Session } from '../app/types.js' */
/** @import { Asking } from './missing.js' */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @returns {Drawn}
 */
export function bar(app, session, ctx) {
  const { decision } = ctx;
  return decision ? asking({ app, session, ctx, decision }) : waiting(app, session, ctx);
}

/** @param {Asking} x @returns {Drawn} */
function asking(x) {
  const { app, session, ctx, decision } = x;
  const { board } = session;
  const { pick } = ctx;
  const question = board?.prompt(ctx, decision) ?? { title: decision.kind };
  const done = decision.answered && pick.unchanged;
  return html`${keyed(`${decision.id} ${decision.kind}`, html`<div class="ask ${done ? 'answered' : ''} ${session.connection === 'open' ? '' : 'off'}"
      id="ask" tabindex="-1" role="group" aria-labelledby="q" aria-busy=${pick.busy}>
    <div class="q"><h2 id="q">${question.title}</h2>${question.why ? html`<p>${question.why}</p>` : nothing}
      ${decision.answered ? html`<p class="kept">${icon('check')}${app.t(done ? 'bar.answered' : 'bar.changing')}</p>` : nothing}</div>
    ${decision.groups?.length ? groups(x) : decision.ordered ? inOrder(x) : options(x)}
    <div class="go">${pick.single ? nothing : progress(x)}${undoButton(app, session)}${aloneButtons(x)}${mainButton(x)}</div>
    ${refusal(app, session)}
  </div>`)}`;
}

/**
 * When nothing is asked: who is thinking, on plain paper.
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function waiting(app, session, ctx) {
  const over = session.frame?.status === 'finished';
  const said = instead(app, session) ?? session.board?.waiting(ctx) ?? { title: '' };
  const end = () => {
    session.ui.showBoard = false;
    app.redraw();
  };
  return html`<div class="ask plain" id="ask" tabindex="-1" role="group" aria-labelledby="q">
    <div class="q"><h2 id="q">${said.title}</h2>${said.why ? html`<p>${said.why}</p>` : nothing}</div>
    <div class="go">${undoButton(app, session)}${botPlays(app, session)}
      ${over ? html`<button type="button" class="btn main" @click=${end}>${app.t('end.show')}</button>` : nothing}</div>
    ${refusal(app, session)}
  </div>`;
}

/** What the bar says where nobody's thinking matters. @param {App} app @param {Session} session @returns {Question | null} */
function instead({ t }, { frame, seat }) {
  if (frame?.status === 'finished') return { title: t('bar.over') };
  if (frame?.paused) return { title: t('bar.paused'), why: t('bar.pausedWhy') };
  const own = frame?.seats[seat];
  return own?.bot ? { title: t('bar.botPlays'), why: t(own.lost ? 'bar.botPlaysOn' : 'bar.botPlaysWhy') } : null;
}

/** A bot plays the viewer's seat: the way back. @param {App} app @param {Session} session */
function botPlays(app, session) {
  const seat = session.frame?.seats[session.seat];
  if (!seat?.bot || seat.lost || session.frame?.status !== 'playing') return nothing;
  return html`<button type="button" class="btn main" @click=${() => act(app, session, 'return')}>${app.t('bar.return')}</button>`;
}

/** Where the question itself has a way back, undo would be the same. @param {App} app @param {Session} session */
function undoButton(app, session) {
  if (!session.state.undo || session.pick.busy || session.pick.option('back')) return nothing;
  return html`<button type="button" class="btn quiet undo" @click=${() => act(app, session, 'undo')}>${icon('undo')}${app.t('bar.undo')}</button>`;
}

/** How much is chosen, as full and empty places or in words. @param {Asking} x */
function progress({ app, ctx, decision }) {
  const { pick } = ctx;
  const { min, max } = decision;
  const label = min === max ? app.t('bar.count', { n: pick.total, of: max }) : app.t('bar.range', { n: pick.total, min, max });
  if (max > 9 || decision.groups?.length) return html`<span class="count">${label}</span>`;
  return html`<span class="sockets" role="img" aria-label=${label}>${Array.from({ length: max }, (_, i) =>
    html`<i class="sk ${i < pick.total ? 'full' : i < min ? '' : 'free'}"></i>`)}</span>`;
}

/** Options that are a whole answer: back, skip, done. @param {Asking} x */
function aloneButtons(x) {
  const { session, ctx, decision } = x;
  const { pick } = ctx;
  return pick.alone.map((option) => html`<button type="button" class="btn quiet" data-option=${option.id} aria-disabled=${pick.busy}
    @click=${() => void pick.choose(option.id)}>${session.board?.option(ctx, decision, option) ?? option.id}</button>`);
}

/** @param {Asking} x */
function mainButton(x) {
  const { app, ctx } = x;
  const { pick } = ctx;
  // A single choice is mostly answered before it could be read that it is under way.
  if (pick.immediate) return pick.busy ? html`<span class="underway">${icon('candle')}${app.t('bar.sending')}</span>` : nothing;
  if (pick.busy) return html`<button type="button" class="btn main" aria-disabled="true" aria-busy="true">${icon('candle')}${app.t('bar.sending')}</button>`;
  const missing = pick.missing();
  const off = missing !== null || pick.unchanged;
  const words = missing ? missingText(x, missing) : app.t(pick.unchanged ? 'bar.chosen' : 'bar.send');
  const press = () => (missing ? app.say(words) : void pick.send());
  return html`<button type="button" class="btn main" aria-disabled=${off} @click=${press}>${words}</button>`;
}

/** What the server refused last, in place. @param {App} app @param {Session} session */
function refusal(app, session) {
  const error = session.pick.error ?? session.ui.refusal;
  return error ? html`<p class="refused" role="alert">${icon('lock')}${app.errorText(error)}</p>` : nothing;
}

/**
 * Sends a command of the person; a refusal is shown in the bar.
 * @param {App} app
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export async function act(app, session, type, fields) {
  session.ui.refusal = null;
  try {
    await session.send(type, fields);
  } catch (error) {
    session.ui.refusal = error;
  }
  app.redraw();
}
