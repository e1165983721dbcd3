// The bar: the question that is asked, what may be chosen, what is still missing, the way on. It is
// complete for every question of every game, even if the board draws nothing.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { classMap } from '../vendor/lit-html/directives/class-map.js';
import { keyed } from '../vendor/lit-html/directives/keyed.js';
import { playerOf, seatKey } from '../core/seats.js';
import { missingText } from './missing.js';
import {
  hasBunches,
  groupedAnswer,
  confirmLabel,
  orderedAnswer,
  isInBar,
  hasOnlyOneButton,
  plainOptions,
  secondPress,
  sendWords,
} from './options.js';
import { awayFor, justReturned } from '../core/store.js';
import { clock, icon } from '../ui/pieces.js';

/** @import { App, Ctx, Drawn, OptionText, Question, Session } from '../core/types.js' */
/** @import { BarContext } from './missing.js' */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @returns {Drawn}
 */
export function bar(app, session, ctx) {
  const { decision } = ctx;
  return decision ? questionBar({ app, session, ctx, decision }) : waitingBar(app, session, ctx);
}

/**
 * @param {BarContext} x
 * @returns {Drawn}
 */
function questionBar(x) {
  const { app, session, ctx, decision } = x;
  const { board } = session;
  const { pick } = ctx;
  const question = board?.prompt(ctx, decision) ?? { title: decision.kind };
  const done = decision.answered && pick.isUnchanged;
  const away = decision.answered ? whoIsAway(app, session, ctx) : [];
  const last = lastUpdateLine(session, true);
  const refused = refusalLine(app, session);
  return html`${keyed(
    `${decision.id} ${decision.kind}`,
    html`<div
        class=${classMap({
          ask: true,
          answered: !!done,
          off: session.connection !== 'open',
          grouped: !!decision.groups?.length || !!decision.ordered,
          ends: !!pick.endOption,
          bunched: hasBunches(x),
          lone: hasOnlyOneButton(x),
          more: refused !== nothing || away.length > 0,
        })}
        id="ask" tabindex="-1" role="group" aria-labelledby="q" aria-busy=${pick.busy}>
      <div class="back">${backButton(x)}</div>
      <div class=${last === nothing ? 'q' : 'q tells'}><h2 id="q">${question.title}</h2>${last}${
        question.why && !done ? html`<p>${question.why}</p>` : nothing
      }
        ${away}
        ${
          decision.answered
            ? html`<p class="kept">
              ${icon('check')}<span>${done ? answeredLine(x) : app.t('bar.changing')}</span></p>`
            : nothing
        }</div>
      ${answerChoices(x)}
      <div class="go">
        ${pick.isSingleChoice ? nothing : progress(x)}${standaloneButtons(x)}${mainButton(x)}${endButton(x)}
      </div>
      ${refused}${rejectedPressLine(app, session)}
    </div>`,
  )}`;
}

/**
 * What can be chosen: in groups, in an order, or one after the other.
 *
 * @param {BarContext} x
 */
function answerChoices(x) {
  const { decision } = x;
  if (decision.groups?.length) return groupedAnswer(x);
  return decision.ordered ? orderedAnswer(x) : plainOptions(x);
}

/**
 * The bar when nothing is asked: who is thinking, on plain paper.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function waitingBar(app, session, ctx) {
  const over = session.frame?.status === 'finished';
  const said = roomStatus(app, session) ?? session.board?.waiting(ctx) ?? { title: '' };
  const end = () => {
    session.ui.showBoard = false;
    app.redraw();
  };
  const away = over ? [] : whoIsAway(app, session, ctx);
  const refused = refusalLine(app, session);
  const last = lastUpdateLine(session);
  return html`<div class="ask plain ${refused !== nothing || away.length ? 'more' : ''}" id="ask"
      tabindex="-1" role="group" aria-labelledby="q">
    <div class="back">${undoButton(app, session)}</div>
    <div class=${last === nothing ? 'q' : 'q tells'}><h2 id="q">${said.title}</h2>${last}${
      said.why ? html`<p class=${session.seat < 0 ? 'side' : nothing}>${said.why}</p>` : nothing
    }${away}</div>
    <div class="go">${returnButton(app, session)}
      ${
        over
          ? html`<button type="button" class="btn main" @click=${end}>${app.t('end.show')}</button>`
          : nothing
      }</div>
    ${refused}${rejectedPressLine(app, session)}
  </div>`;
}

/**
 * What the last update brought, until the next event; beside a question only if it is important.
 *
 * @param {Session} session
 * @param {boolean} [asks]
 */
function lastUpdateLine({ ui: { lastUpdate: last }, state }, asks = false) {
  return last && (last.important || !asks) && last.match === state.match && last.next === state.next
    ? html`<p class="told">${last.summary}</p>`
    : nothing;
}

/**
 * Who is away, and for how long; who has just returned.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function whoIsAway({ t, lang }, { state, frame }, ctx) {
  const now = performance.now();
  const back = justReturned(state, now);
  // After some minutes the line above the bar says it, with what can be done.
  return (frame?.seats ?? []).flatMap(({ player, bot, away }, seat) => {
    const { plain, you, lost } = playerOf(ctx, seatKey(seat));
    if (!player || bot || you || lost) return [];
    const gone = away ? 0 : awayFor(state, player, now);
    if (gone)
      return html`<p class="gone" data-player=${player}>
        ${icon('wait')}<span>${t('bar.gone', { name: plain, time: clock(gone, lang) })}</span></p>`;
    return back === player
      ? html`<p class="gone here" data-player=${player}>
        ${icon('check')}<span>${t('bar.isBack', { name: plain })}</span></p>`
      : [];
  });
}

/**
 * What the bar says when nobody has to think: the match is over or paused, or a bot plays.
 *
 * @param {App} app
 * @param {Session} session
 * @returns {Question | null}
 */
function roomStatus({ t }, { frame, seat }) {
  if (frame?.status === 'finished') return { title: t('bar.over') };
  if (frame?.paused) return { title: t('bar.paused'), why: t('bar.pausedWhy') };
  const own = frame?.seats[seat];
  return own?.bot
    ? { title: t('bar.botPlays'), why: t(own.lost ? 'bar.botPlaysOn' : 'bar.botPlaysWhy') }
    : null;
}

/**
 * Takes the seat back from the bot that plays it.
 *
 * @param {App} app
 * @param {Session} session
 */
function returnButton(app, session) {
  const seat = session.frame?.seats[session.seat];
  if (!seat?.bot || seat.lost || session.frame?.status !== 'playing') return nothing;
  return html`<button type="button" class="btn main"
      @click=${() => sendCommand(app, session, 'return')}>${app.t('bar.return')}</button>`;
}

/**
 * Whom an answer that may still be changed waits for.
 *
 * @param {BarContext} x
 */
function answeredLine({ app, session, ctx }) {
  const { title } = session.board?.waiting(ctx) ?? {};
  return html`${title ? html`${title}. ` : nothing}${app.t('bar.answered')}`;
}

/**
 * The left end of the bar: the question's own way back, else undo.
 *
 * @param {BarContext} x
 */
function backButton(x) {
  const back = x.ctx.pick.option('back');
  return back ? standaloneButton(x, back) : undoButton(x.app, x.session);
}

/**
 * @param {App} app
 * @param {Session} session
 */
export function undoButton(app, session) {
  if (!session.state.undo) {
    // Where nothing can be taken back ever, it is said where one would look for it.
    return session.asked && session.frame?.settings.undo === false
      ? html`<p class="noundo">${icon('lock')}<span>${app.t('bar.noUndo')}</span></p>`
      : nothing;
  }
  const { lastAnswer } = session.ui;
  const press = () => {
    if (session.pick.busy) return;
    session.ui.lastAnswer = '';
    void sendCommand(app, session, 'undo');
  };
  return html`<button type="button" class="btn quiet undo" data-does="undo" data-key="u"
      title=${app.t('bar.key', { key: 'U' })}
      aria-disabled=${session.pick.busy} @click=${press}>${icon('undo')}<span>${
        lastAnswer ? html`${app.t('bar.undo.of')} <small>${lastAnswer}</small>` : app.t('bar.undo')
      }</span></button>`;
}

/**
 * How much is chosen, as full and empty places or in words; groups say it themselves.
 *
 * @param {BarContext} x
 */
function progress({ app, ctx, decision }) {
  const { pick } = ctx;
  const { min, max } = decision;
  const label =
    min === max
      ? app.t('bar.count', { n: pick.total, of: max })
      : app.t('bar.range', { n: pick.total, min, max });
  if (decision.groups?.length) return nothing;
  if (max > 5) return html`<span class="count">${label}</span>`;
  return html`<span class="sockets" role="img" aria-label=${label}>${Array.from(
    { length: max },
    (_, i) => {
      const empty = i < min ? '' : 'free';
      return html`<i class="sk ${i < pick.total ? 'full' : empty}"></i>`;
    },
  )}</span>`;
}

/**
 * Options that are a whole answer: skip, done.
 *
 * @param {BarContext} x
 */
const standaloneButtons = (x) =>
  x.ctx.pick.standaloneOptions
    .filter(({ id }) => id !== 'back')
    .map((option) => standaloneButton(x, option));

/**
 * @param {BarContext} x
 * @param {OptionText} option
 */
function standaloneButton(x, option) {
  const { session, ctx, decision } = x;
  const { pick } = ctx;
  const isPending = pick.pendingOption === option.id;
  return html`<button type="button" class="btn quiet ${isPending ? 'sel sure' : ''}"
      data-option=${option.id} data-key=${option.id === 'back' ? nothing : 'e'}
      title=${option.id === 'back' ? nothing : x.app.t('bar.key', { key: 'E' })}
      aria-disabled=${pick.busy} aria-pressed=${pick.needsConfirmation(option) ? isPending : nothing}
      @click=${() => void pick.choose(option.id)}>${
        session.board?.option(ctx, decision, option) ?? option.id
      }${isPending ? confirmLabel(x, option) : nothing}</button>`;
}

/**
 * Sends what is chosen, unless a second press on the bar's button of an option does.
 *
 * @param {BarContext} x
 */
function mainButton(x) {
  const { app, session, ctx, decision } = x;
  const { pick } = ctx;
  const chosen = pick.option(pick.pendingOption);
  if (chosen && (chosen === pick.endOption || isInBar(x, chosen))) return nothing;
  // A single choice that is sent at once is mostly answered before it could be read that it is
  // under way.
  const atOnce =
    pick.sendsAtOnce && !pick.pendingOption && !decision.answered && !pick.confirmsEveryOption;
  if (atOnce)
    return pick.busy
      ? html`<span class="underway">${icon('candle')}${app.t('bar.sending')}</span>`
      : nothing;
  if (pick.busy)
    return html`<button type="button" class="btn main" aria-disabled="true"
        aria-busy="true">${icon('candle')}${app.t('bar.sending')}</button>`;
  if (pick.endOption && !pick.pendingOption) return nothing;
  const missing = pick.missing();
  const off = missing !== null || pick.isUnchanged;
  const words = () => {
    if (missing) return missingText(x, missing);
    if (pick.isUnchanged) return app.t('bar.chosen');
    if (chosen) return sendWords(x, chosen);
    return session.board?.sendLabel?.(ctx, decision) || app.t('bar.send');
  };
  const press = () => (missing ? app.say(missingText(x, missing)) : void pick.send());
  return html`<button type="button" class="btn main" data-does=${`send ${decision.id}`}
      aria-disabled=${off} @click=${press}><span>${words()}${
        chosen ? html`<small>${secondPress(x, chosen)}</small>` : nothing
      }</span></button>`;
}

/**
 * The end of the turn, always at the right end: one press, or two where something is left.
 *
 * @param {BarContext} x
 */
function endButton(x) {
  const { app, session, ctx, decision } = x;
  const { pick } = ctx;
  const option = pick.endOption;
  if (!option) return nothing;
  const isPending = pick.pendingOption === option.id;
  const words = session.board?.option(ctx, decision, option) ?? option.id;
  return html`<button type="button" class="btn main end ${isPending ? 'sure' : ''}" ?data-choice=${!isPending}
      data-option=${option.id} data-key="e" title=${app.t('bar.key', { key: 'E' })}
      aria-disabled=${pick.busy ? 'true' : nothing} aria-busy=${isPending && pick.busy}
      @click=${() => void pick.choose(option.id)}><span>${words}<small>${
        isPending
          ? endPress(x, option)
          : session.board?.buttonLabel?.(ctx, decision, option) || '\u00a0'
      }</small></span></button>`;
}

/**
 * What stands below the end of the turn when it waits for another press.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
function endPress({ app, ctx }, { early }) {
  if (ctx.pick.showsHint) return app.t('bar.advised');
  return app.t(early ? 'bar.early' : 'bar.again');
}

/**
 * Says that a press was rejected, and why.
 *
 * @param {App} app
 * @param {Session} session
 */
function rejectedPressLine(app, { ui }) {
  return ui.rejectedPress
    ? html`<p class="rejected" role="status">${icon('wait')}${app.t(`rejected.${ui.rejectedPress}`)}</p>`
    : nothing;
}

/**
 * Why the server refused the last command.
 *
 * @param {App} app
 * @param {Session} session
 */
function refusalLine(app, session) {
  const error = session.pick.error ?? session.ui.refusal;
  return error
    ? html`<p class="refused" role="alert">${icon('lock')}${app.errorText(error)}</p>`
    : nothing;
}

/**
 * Does something that may be refused, keeps the refusal in a member of what the page shows, and
 * reports whether it was done.
 *
 * @param {App} app
 * @param {Record<string, any>} ui
 * @param {string} place
 * @param {() => Promise<unknown>} work
 */
export async function keepRefusal(app, ui, place, work) {
  ui[place] = null;
  try {
    await work();
  } catch (error) {
    ui[place] = error;
  }
  app.redraw();
  return !ui[place];
}

/**
 * Sends a command of the person; a refusal is shown in the bar.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export const sendCommand = (app, session, type, fields) =>
  keepRefusal(app, session.ui, 'refusal', () => session.send(type, fields));
