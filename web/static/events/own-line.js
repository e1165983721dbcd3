// The line of a running event about the viewer: the next table, a bye, the own result, or entering.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { confirmDialog } from '../ui/dialogs.js';
import { listOf } from '../ui/frame.js';
import { clock, icon } from '../ui/pieces.js';
import { bot, canEnter, forfeitTime, personOf, situationOf } from './facts.js';
import { seatFace, seatName, wordsOf } from './parts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { View } from './page.js' */
/** @import { Situation } from './facts.js' */
/** @import { EventDocument } from './types.js' */

/** @typedef {Extract<Situation, {is: 'table'}>} OwnTable */

/**
 * The names of the others at the viewer's table.
 *
 * @param {App} app
 * @param {EventDocument} event
 * @param {readonly number[]} seats
 * @param {number} ownSeat
 */
const otherNames = (app, event, seats, ownSeat) =>
  listOf(
    app,
    seats.filter((_, seat) => seat !== ownSeat).map((number) => seatName(app, event, number)),
  );

/**
 * The sentence with which the viewer is called to a table.
 *
 * @param {App} app
 * @param {EventDocument} event
 * @param {OwnTable} own
 */
export const ownTableText = (app, event, { table, seat }) =>
  wordsOf(app)(table.status === 'playing' ? 'eve.own.playing' : 'eve.own.ready', {
    names: otherNames(app, event, table.seats, seat),
  });

/**
 * The line about the viewer. Its place is kept when its text changes.
 *
 * @param {View} view
 */
export function ownLine(view) {
  const { app, event, attempt } = view;
  const now = situationOf(event, app.me.id);
  const isCalled = now.is === 'table' && event.status === 'running';
  const isIdle = now.is === 'none' && !canEnter(event, app.me.id);
  const state = isIdle ? 'evown idle' : 'evown';
  return html`<section class=${isCalled ? 'evown lit' : state}>${content(view, now)}
    ${attempt.refusal('own')}</section>`;
}

/**
 * @param {View} view
 * @param {Situation} now
 * @returns {Renderable}
 */
function content(view, now) {
  const { app, event } = view;
  const t = wordsOf(app);
  if (event.status === 'paused')
    return line({
      sign: icon('wait'),
      title: t('eve.paused'),
      words: t('eve.paused.why'),
      act: now.is === 'table' ? toTable(view, now) : nothing,
    });
  if (now.is === 'table') return tableLine(view, now);
  if (now.is === 'done') return doneLine(view, now);
  if (canEnter(event, app.me.id)) return enterLine(view);
  const isEvening = event.settings.kind === 'evening';
  const texts = {
    bye: [t(isEvening ? 'eve.wait' : 'eve.bye'), t(isEvening ? 'eve.wait.why' : 'eve.bye.why')],
    next: [t(isEvening ? 'eve.wait' : 'eve.next'), t(isEvening ? 'eve.wait.why' : 'eve.next.why')],
    out: [t('eve.out'), t('eve.out.why')],
    none: [t('eve.watching'), t('eve.watching.why')],
  }[now.is];
  const [title = '', words = ''] = texts;
  const plays = now.is === 'bye' || now.is === 'next';
  return line({
    sign: icon(now.is === 'none' ? 'eye' : 'candle'),
    title,
    words,
    act: plays ? leaveButton(view) : nothing,
  });
}

/**
 * @param {{sign: Renderable, title: string, words: Renderable | string, act?: Renderable}} parts
 */
const line = ({ sign, title, words, act = nothing }) =>
  html`${sign}<div><h2>${title}</h2><p>${words}</p></div><p class="acts">${act}</p>`;

/**
 * @param {View} view
 * @param {OwnTable} own
 */
const toTable = ({ app, event }, { table }) =>
  table.room
    ? html`<a class=${event.status === 'running' ? 'btn main' : 'btn'} href=${`/r/${table.room}`}>${wordsOf(app)('eve.toTable')}</a>`
    : nothing;

/**
 * The viewer's table, with the time until those who are absent forfeit.
 *
 * @param {View} view
 * @param {OwnTable} own
 */
function tableLine(view, own) {
  const { app, event, now } = view;
  const t = wordsOf(app);
  const { round, table, seat, missing } = own;
  const opponent = table.seats.find((number, at) => at !== seat && number !== bot) ?? bot;
  const left = forfeitTime(table) - now;
  const where = t('eve.place', { round, table: table.number + 1 });
  return html`${seatFace(event, opponent, 'big')}<div>
      <h2>${ownTableText(app, event, own)}</h2>
      <p>${where} ${missing.length ? missingText(view, own) : nothing}</p></div>
    ${
      missing.length
        ? html`<p class="evleft"><small>${t('eve.still')}</small> <b>${clock(left, app.lang)}</b></p>`
        : nothing
    }
    <p class="acts">${waitButton(view, own)}${toTable(view, own)}</p>`;
}

/**
 * The button with which somebody who has come gives those who are missing more time, once.
 *
 * @param {View} view
 * @param {OwnTable} own
 */
function waitButton({ app, event, send, attempt }, { round, table, seat, missing }) {
  if (!missing.length || missing.includes(seat) || table.longer || event.status !== 'running')
    return nothing;
  const fields = { round, table: table.number };
  return html`<button type="button" class="btn" aria-busy=${attempt.busyAt('own')}
      @click=${() => void send('wait', fields, 'own')}>${wordsOf(app)('eve.wait')}</button>`;
}

/**
 * Who has not come, and what follows from it.
 *
 * @param {View} view
 * @param {OwnTable} own
 */
function missingText({ app, event }, { table, seat, missing }) {
  const t = wordsOf(app);
  const { longer } = table;
  if (missing.includes(seat)) {
    const there = table.seats.filter((_, at) => table.present?.[at] && at !== seat);
    const present = there.map((number) => seatName(app, event, number));
    const who = t('eve.present', { n: present.length, names: listOf(app, present) });
    return present.length ? `${who} ${t('eve.missing.you')}` : t('eve.missing.you');
  }
  const names = listOf(
    app,
    missing.map((at) => seatName(app, event, table.seats[at] ?? bot)),
  );
  const isLast = table.seats.length - missing.length === 1;
  const words = t(isLast ? 'eve.missing.win' : 'eve.missing.other', { n: missing.length, names });
  return longer ? `${words} ${t('eve.waited')}` : words;
}

/**
 * The viewer's result, and what the next round waits for.
 *
 * @param {View} view
 * @param {Extract<Situation, {is: 'done'}>} done
 */
function doneLine(view, { table, seat, open }) {
  const { app, event } = view;
  const t = wordsOf(app);
  const place = table.places?.[seat] ?? 0;
  const isShared = table.places?.filter((other) => other === place).length !== 1;
  const firstKey = isShared ? 'draw' : 'won';
  const key = place === 1 ? firstKey : 'lost';
  const sides = table.seats.length;
  return line({
    sign: seatFace(event, table.seats[seat] ?? bot, 'big'),
    title: t(sides > 2 || !place ? 'eve.done.place' : `eve.done.${key}`, {
      place: place || '–',
      names: otherNames(app, event, table.seats, seat),
    }),
    words: open ? t('eve.done.open', { n: open }) : t('eve.done.next'),
    act: html`${
      table.match
        ? html`<a class="btn" href=${`/m/${table.match}`}>${t('eve.seeMatch')}</a>`
        : nothing
    }${leaveButton(view)}`,
  });
}

/** @param {View} view */
function enterLine({ app, event, send, attempt }) {
  const t = wordsOf(app);
  const isBack = !!personOf(event, app.me.id)?.left;
  const fields = { person: app.me.id, name: app.me.name };
  return line({
    sign: icon('door'),
    title: t(isBack ? 'eve.enter.again' : 'eve.enter.ask'),
    words: t(event.settings.kind === 'evening' ? 'eve.enter.evening' : 'eve.enter.swiss', {
      round: event.round + 1,
    }),
    act: html`<button type="button" class="btn main" aria-busy=${attempt.busyAt('own')}
        @click=${() => void send('enter', fields, 'own')}>${t(isBack ? 'eve.enter.back' : 'eve.enter')}</button>`,
  });
}

/**
 * The button with which the viewer leaves.
 *
 * @param {View} view
 */
function leaveButton({ app, send, attempt }) {
  const t = wordsOf(app);
  const leave = async () => {
    const isSure = await confirmDialog({
      title: t('eve.leave.ask'),
      text: t('eve.leave.text'),
      yes: t('eve.leave'),
      no: t('eve.leave.no'),
      danger: true,
    });
    if (isSure) await send('leave', { person: app.me.id }, 'own');
  };
  return html`<button type="button" class="btn quiet" aria-busy=${attempt.busyAt('own')}
      @click=${() => void leave()}>${isolated(t('eve.leave'))}</button>`;
}
