// The question bar. It shows the question, its options, the choices that are still missing, and the
// buttons that send the answer. It works for every question of every game, even without a board.

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
import { awayDuration, justReturned } from '../core/store.js';
import { clock, icon } from '../ui/pieces.js';

/** @import { App, Ctx, Renderable, OptionText, Question, Session } from '../core/types.js' */
/** @import { BarContext } from './missing.js' */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
export function bar(app, session, ctx) {
  const { decision } = ctx;
  return decision ? questionBar({ app, session, ctx, decision }) : waitingBar(app, session, ctx);
}

/**
 * @param {BarContext} x
 * @returns {Renderable}
 */
function questionBar(x) {
  const { app, session, ctx, decision } = x;
  const { board } = session;
  const { picker } = ctx;
  const question = board?.prompt(ctx, decision) ?? { title: decision.kind };
  const done = decision.answered && picker.isUnchanged;
  const absences = decision.answered ? absenceLines(app, session, ctx) : [];
  const update = lastUpdateLine(session, true);
  const refusal = refusalLine(app, session);
  return html`${keyed(
    `${decision.id} ${decision.kind}`,
    html`<div
        class=${classMap({
          ask: true,
          answered: !!done,
          off: session.connection !== 'open',
          grouped: !!decision.groups?.length || !!decision.ordered,
          ends: !!picker.endOption,
          bunched: hasBunches(x),
          lone: hasOnlyOneButton(x),
          more: refusal !== nothing || absences.length > 0,
        })}
        id="ask" tabindex="-1" role="group" aria-labelledby="q" aria-busy=${picker.busy}>
      <div class="back">${backButton(x)}</div>
      <div class=${update === nothing ? 'q' : 'q tells'}><h2 id="q">${question.title}</h2>${update}${
        question.why && !done ? html`<p>${question.why}</p>` : nothing
      }
        ${absences}
        ${
          decision.answered
            ? html`<p class="kept">
              ${icon('check')}<span>${done ? answeredLine(x) : app.t('bar.changing')}</span></p>`
            : nothing
        }</div>
      ${answerChoices(x)}
      <div class="go">
        ${picker.isSingleChoice || picker.numberOption ? nothing : progress(x)}${standaloneButtons(x)}${mainButton(x)}${endButton(x)}
      </div>
      ${refusal}${rejectedPressLine(app, session)}
    </div>`,
  )}`;
}

/**
 * The options of the decision, in groups, in an order, or as plain buttons.
 *
 * @param {BarContext} x
 */
function answerChoices(x) {
  const { decision } = x;
  if (decision.groups?.length) return groupedAnswer(x);
  return decision.ordered ? orderedAnswer(x) : plainOptions(x);
}

/**
 * The bar without a question, which shows for which players the table waits.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function waitingBar(app, session, ctx) {
  const over = session.frame?.status === 'finished';
  const question = roomStatus(app, session) ?? session.board?.waiting(ctx) ?? { title: '' };
  const end = () => {
    session.ui.showBoard = false;
    app.redraw();
  };
  const absences = over ? [] : absenceLines(app, session, ctx);
  const refused = refusalLine(app, session);
  const last = lastUpdateLine(session);
  return html`<div class="ask plain ${refused !== nothing || absences.length ? 'more' : ''}" id="ask"
      tabindex="-1" role="group" aria-labelledby="q">
    <div class="back">${undoButton(app, session)}</div>
    <div class=${last === nothing ? 'q' : 'q tells'}><h2 id="q">${question.title}</h2>${last}${
      question.why
        ? html`<p class=${session.seat < 0 ? 'side' : nothing}>${question.why}</p>`
        : nothing
    }${absences}</div>
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
 * The summary of the last update, until the next event. Beside a question it is shown only if it is
 * important.
 *
 * @param {Session} session
 * @param {boolean} [isAsking]
 */
function lastUpdateLine({ ui: { lastUpdate: last }, state }, isAsking = false) {
  return last &&
    (isAsking ? last.important : !last.isHeld) &&
    last.match === state.match &&
    last.next === state.next
    ? html`<p class="told">${last.summary}</p>`
    : nothing;
}

/**
 * Lines about players who are away, with the time, and about a player who has just returned.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function absenceLines({ t, lang }, { state, frame }, ctx) {
  const now = performance.now();
  const returnedPlayer = justReturned(state, now);
  // Once the server counts a player as absent, a line above the bar replaces the line here
  // (table-lines.js).
  return (frame?.seats ?? []).flatMap(({ player, bot, away }, seat) => {
    const { plainName, you, lost } = playerOf(ctx, seatKey(seat));
    if (!player || bot || you || lost) return [];
    const awayMs = away ? 0 : awayDuration(state, player, now);
    if (awayMs)
      return html`<p class="gone" data-player=${player}>
        ${icon('wait')}<span>${t('bar.gone', { name: plainName, time: clock(awayMs, lang) })}</span></p>`;
    return returnedPlayer === player
      ? html`<p class="gone here" data-player=${player}>
        ${icon('check')}<span>${t('bar.isBack', { name: plainName })}</span></p>`
      : [];
  });
}

/**
 * The text of the bar if the match is over or paused, or if a bot plays the viewer's seat. Null
 * otherwise.
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
 * The button that takes the viewer's seat back from the bot that plays it.
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
 * The line after an answer that can still be changed. It shows for which players the table waits.
 *
 * @param {BarContext} x
 */
function answeredLine({ app, session, ctx }) {
  const { title } = session.board?.waiting(ctx) ?? {};
  return html`${title ? html`${title}. ` : nothing}${app.t('bar.answered')}`;
}

/**
 * The button at the left end of the bar: the question's own option to go back, else undo.
 *
 * @param {BarContext} x
 */
function backButton(x) {
  const back = x.ctx.picker.option('back');
  return back ? standaloneButton(x, back) : undoButton(x.app, x.session);
}

/**
 * @param {App} app
 * @param {Session} session
 */
export function undoButton(app, session) {
  if (!session.state.undo) {
    // At a table without undo, a note replaces the button.
    return session.asked && session.frame?.settings.undo === false
      ? html`<p class="noundo">${icon('lock')}<span>${app.t('bar.noUndo')}</span></p>`
      : nothing;
  }
  const { lastAnswer } = session.ui;
  const press = () => {
    if (session.picker.busy) return;
    session.ui.lastAnswer = '';
    void sendCommand(app, session, 'undo');
  };
  return html`<button type="button" class="btn quiet undo" data-does="undo" data-key="u"
      title=${app.t('bar.key', { key: 'U' })}
      aria-disabled=${session.picker.busy} @click=${press}>${icon('undo')}<span>${
        lastAnswer ? html`${app.t('bar.undo.of')} <small>${lastAnswer}</small>` : app.t('bar.undo')
      }</span></button>`;
}

/**
 * The number of choices, as full and empty sockets or in words. Groups have their own counts.
 *
 * @param {BarContext} x
 */
function progress({ app, ctx, decision }) {
  const { picker } = ctx;
  const { min, max } = decision;
  const label =
    min === max
      ? app.t('bar.count', { n: picker.total, of: max })
      : app.t('bar.range', { n: picker.total, min, max });
  if (decision.groups?.length) return nothing;
  if (max > 5) return html`<span class="count">${label}</span>`;
  return html`<span class="sockets" role="img" aria-label=${label}>${Array.from(
    { length: max },
    (_, i) => {
      const empty = i < min ? '' : 'free';
      return html`<i class="sk ${i < picker.total ? 'full' : empty}"></i>`;
    },
  )}</span>`;
}

/**
 * The buttons of options that are a whole answer, such as skip or done.
 *
 * @param {BarContext} x
 */
const standaloneButtons = (x) =>
  x.ctx.picker.standaloneOptions
    .filter(({ id }) => id !== 'back')
    .map((option) => standaloneButton(x, option));

/**
 * @param {BarContext} x
 * @param {OptionText} option
 */
function standaloneButton(x, option) {
  const { session, ctx, decision } = x;
  const { picker } = ctx;
  const isPending = picker.pendingOption === option.id;
  return html`<button type="button" class="btn quiet ${isPending ? 'sel sure' : ''}"
      data-option=${option.id} data-key=${option.id === 'back' ? nothing : 'e'}
      title=${option.id === 'back' ? nothing : x.app.t('bar.key', { key: 'E' })}
      aria-disabled=${picker.busy} aria-pressed=${picker.needsConfirmation(option) ? isPending : nothing}
      @click=${() => void picker.choose(option.id)}>${
        session.board?.option(ctx, decision, option) ?? option.id
      }${isPending ? confirmLabel(x, option) : nothing}</button>`;
}

/**
 * The button that sends the choices. `nothing` if a second press on an option's button sends them.
 *
 * @param {BarContext} x
 */
function mainButton(x) {
  const { app, session, ctx, decision } = x;
  const { picker } = ctx;
  const chosen = picker.option(picker.pendingOption);
  if (chosen && (chosen === picker.endOption || isInBar(x, chosen))) return nothing;
  // A single choice that is sent immediately needs only a note while it is being sent.
  const atOnce =
    picker.sendsAtOnce &&
    !picker.pendingOption &&
    !decision.answered &&
    !picker.confirmsEveryOption;
  if (atOnce)
    return picker.busy
      ? html`<span class="underway">${icon('candle')}${app.t('bar.sending')}</span>`
      : nothing;
  if (picker.busy)
    return html`<button type="button" class="btn main" aria-disabled="true"
        aria-busy="true">${icon('candle')}${app.t('bar.sending')}</button>`;
  if (picker.endOption && !picker.pendingOption) return nothing;
  const missing = picker.missing();
  const isDisabled = missing !== null || picker.isUnchanged;
  const words = () => {
    if (missing) return missingText(x, missing);
    if (picker.isUnchanged) return app.t('bar.chosen');
    if (chosen) return sendWords(x, chosen);
    return session.board?.sendLabel?.(ctx, decision) || numberWords(x) || app.t('bar.send');
  };
  const press = () => (missing ? app.say(missingText(x, missing)) : void picker.send());
  return html`<button type="button" class="btn main" data-does=${`send ${decision.id}`}
      aria-disabled=${isDisabled} @click=${press}><span>${words()}${
        chosen ? html`<small>${secondPress(x, chosen)}</small>` : nothing
      }</span></button>`;
}

/**
 * What the answer does if it is a number: "Bid 7".
 *
 * @param {BarContext} x
 */
function numberWords({ session: { board }, ctx: { picker }, ctx, decision }) {
  const option = picker.numberOption;
  return option && picker.total
    ? board?.answerText(ctx, decision, [{ option, n: picker.total, group: '' }])
    : '';
}

/**
 * The button that ends the turn, at the right end of the bar. It requires a second press if the
 * picker asks for confirmation.
 *
 * @param {BarContext} x
 */
function endButton(x) {
  const { app, session, ctx, decision } = x;
  const { picker } = ctx;
  const option = picker.endOption;
  if (!option) return nothing;
  const isPending = picker.pendingOption === option.id;
  const words = session.board?.option(ctx, decision, option) ?? option.id;
  return html`<button type="button" class="btn main end ${isPending ? 'sure' : ''}" ?data-choice=${!isPending}
      data-option=${option.id} data-key="e" title=${app.t('bar.key', { key: 'E' })}
      aria-disabled=${picker.busy ? 'true' : nothing} aria-busy=${isPending && picker.busy}
      @click=${() => void picker.choose(option.id)}><span>${words}<small>${
        isPending
          ? endPress(x, option)
          : session.board?.buttonLabel?.(ctx, decision, option) || '\u00a0'
      }</small></span></button>`;
}

/**
 * The line on the button that ends the turn while it waits for the second press.
 *
 * @param {BarContext} x
 * @param {OptionText} option
 */
function endPress({ app, ctx }, { early }) {
  if (ctx.picker.showsHint) return app.t('bar.advised');
  return app.t(early ? 'bar.early' : 'bar.again');
}

/**
 * The reason why the last press was rejected.
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
 * The reason why the server refused the last command.
 *
 * @param {App} app
 * @param {Session} session
 */
function refusalLine(app, session) {
  const error = session.picker.error ?? session.ui.refusal;
  return error
    ? html`<p class="refused" role="alert">${icon('lock')}${app.errorText(error)}</p>`
    : nothing;
}

/**
 * Runs a request. Stores its error in a property of `ui`, which the page shows. Returns whether the
 * request has succeeded.
 *
 * @param {App} app
 * @param {Record<string, any>} ui
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
export async function storeRefusal(app, ui, name, work) {
  ui[name] = null;
  try {
    await work();
  } catch (error) {
    ui[name] = error;
  }
  app.redraw();
  return !ui[name];
}

/**
 * Sends a command. The bar shows a refusal.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export const sendCommand = (app, session, type, fields) =>
  storeRefusal(app, session.ui, 'refusal', () => session.send(type, fields));
