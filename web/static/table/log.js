// What has happened in the match, in words.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { guard } from '../vendor/lit-html/directives/guard.js';
import { ref } from '../vendor/lit-html/directives/ref.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { playerOf, seatKey } from '../core/seats.js';
import { storeRefusal } from '../question/bar.js';
import { facesVersion } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { App, Board, Ctx, Drawn, LogEvent, TableView } from '../core/types.js' */

/** How many events are told while the newest are in sight, */
const shown = 40;
/**
 * and in how many lines at most: one for so many pixels of the log's height, which is less than any
 * line has, so that the log can be scrolled. Each line costs each change of the page.
 */
const low = 16;
/** This many are there always, as the newest are read aloud. */
const least = 8;
/**
 * How many events while earlier lines or those of one seat are read, and how many more for each
 * wish.
 */
const read = 120;

/** Tells each log how high it is. */
const sizes =
  typeof ResizeObserver === 'function'
    ? new ResizeObserver((entries) => {
        for (const {
          target,
          contentRect: { height },
        } of entries)
          if (target.isConnected)
            target.dispatchEvent(new CustomEvent('resized', { detail: height }));
      })
    : null;

/** @param {Element} [pane] */
function observe(pane) {
  if (pane) sizes?.observe(pane);
}

/**
 * @param {App} app
 * @param {TableView} session
 * @param {Ctx} ctx
 */
export function logPanel(app, session, ctx) {
  const { state, ui } = session;
  const { t } = app;
  // The line that marks the viewer's last turn does not move while earlier lines are read.
  const mark = ui.logRead?.pane.isConnected ? ui.logRead.mark : state.ownTurnEnd;
  const scrolled = (/** @type {{currentTarget: HTMLElement}} */ { currentTarget: pane }) => {
    const reads = pane.scrollTop <= -1;
    if (reads === (ui.logRead?.pane === pane)) return;
    ui.logRead = reads ? { pane, mark, first: state.events.at(-read)?.number ?? 0 } : undefined;
    app.redraw();
  };
  // Passing through with the Tab key does not mean reading.
  const left = (
    /** @type {FocusEvent & {currentTarget: HTMLElement}} */ { currentTarget: pane, relatedTarget },
  ) => {
    if (relatedTarget instanceof Node && !pane.contains(relatedTarget)) pane.scrollTo({ top: 0 });
  };
  const resized = (/** @type {CustomEvent<number>} */ { detail: height }) => {
    const { logRoom = Infinity } = ui;
    ui.logRoom = Math.max(least, Math.ceil(height / low));
    if (ui.logRoom > logRoom) app.redraw();
  };
  const only = ui.logSeat ?? -1;
  const { count, room } = drawnLines(ui, state.events);
  const names = Object.values(ctx.players)
    .map((p) => p.name)
    .join();
  const more = count < state.events.length || (state.events[0]?.number ?? 0) > 0;
  return html`<div class="logbox">
    ${filter(app, session, ctx, only, more)}
    ${
      ui.logError
        ? html`<p class="refused" role="alert">${app.errorText(ui.logError)}</p>`
        : nothing
    }
    ${
      ui.logRead?.pane.isConnected
        ? html`<button type="button" class="btn quiet newest" data-does="newest"
            @click=${() => ui.logRead?.pane.scrollTo({ top: 0 })}>${icon('down')}<span>${t(
              'log.newest',
            )}</span></button>`
        : nothing
    }
    <div class="loglines" tabindex="0" role="region" aria-label=${t('log.title')}
        @scroll=${scrolled} @resized=${resized} @focusout=${left} ${ref(observe)}><ol class="log">${guard(
          [
            state.events,
            mark,
            state.firstNewEvent,
            app.lang,
            only,
            count,
            room,
            names,
            facesVersion,
            session.catalogue,
          ],
          () => {
            const list = lines(session, ctx, only, count, mark).slice(-room);
            return list.length
              ? repeat(
                  list,
                  ({ event }) => event.number,
                  (line) => drawn(app, session, ctx, line),
                )
              : html`<li class="mark">${t('log.empty')}</li>`;
          },
        )}</ol></div></div>`;
}

/**
 * How many events are told, in how many lines at most: while somebody reads, none of those that
 * were there goes.
 *
 * @param {TableView['ui']} ui
 * @param {readonly LogEvent[]} events
 */
function drawnLines({ logCount, logRead, logRoom = Infinity, logSeat = -1 }, events) {
  const reads = logRead?.pane.isConnected;
  const since = reads
    ? events.length - events.findIndex(({ number }) => number >= logRead.first)
    : 0;
  const more = logCount ?? (logSeat >= 0 || reads ? read : 0);
  return { count: Math.max(since, more || shown), room: more ? Infinity : logRoom };
}

/** The kinds of events of every match, whatever the game; a line's text is log.KIND. */
const common = [
  'started',
  'undo',
  'left',
  'removed',
  'taken',
  'conceded',
  'timeout',
  'standin',
  'replaced',
  'returned',
  'host',
  'closed',
  'declined',
  'paused',
  'resumed',
  'ended',
  'long',
  'won',
  'decided',
];

/**
 * The numbers of the events that an undo has taken back. What is told of people stays true.
 *
 * @param {readonly LogEvent[]} events
 * @returns {Set<number>}
 */
export function undone(events) {
  const numbers = new Set();
  for (const { kind, number, public: facts } of events) {
    if (kind === 'undo')
      for (let at = number - Number(facts?.events ?? 0); at < number; at++) numbers.add(at);
  }
  for (const { kind, number } of events) if (common.includes(kind)) numbers.delete(number);
  return numbers;
}

/** These lose a match, which then goes on with a bot or is over. */
const losses = ['left', 'removed', 'conceded', 'timeout'];

/**
 * Whether the match is over with the event at that place.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} at
 */
const ends = (events, at) =>
  events.slice(at + 1, at + 4).some(({ kind }) => kind === 'won' || kind === 'decided');

/** After these a bot plays for the seat's player. */
const toBot = ['left', 'removed', 'conceded', 'timeout', 'standin', 'replaced'];

/**
 * The events, each with a context in which every seat has the name that it had at that moment.
 *
 * @param {Ctx} ctx
 * @param {readonly LogEvent[]} events
 * @returns {{event: LogEvent, ctx: Ctx}[]}
 */
export function named(ctx, events) {
  let now = ctx;
  const rename = (
    /** @type {string} */ key,
    /** @type {string} */ plain,
    /** @type {boolean} */ bot,
  ) => {
    const { players } = now;
    const next = {
      ...players,
      [key]: {
        ...playerOf(now, key),
        plain,
        name: bot ? ctx.t('table.byBot', { name: plain }) : plain,
      },
    };
    now = {
      ...now,
      players: next,
      chosenName: (k) => (k === ctx.seat ? ctx.t('you') : (next[k]?.name ?? '')),
    };
  };
  const list = [];
  for (const event of events.toReversed()) {
    const player = now.players[seatKey(event.seat)];
    if (player && toBot.includes(event.kind)) rename(player.key, player.plain, false);
    list.push({ event, ctx: now });
    if (player && event.kind === 'returned') rename(player.key, player.plain, true);
    if (player && event.kind === 'taken')
      rename(player.key, String(event.public?.before ?? player.plain), true);
  }
  return list.toReversed();
}

/**
 * The line of an event, or nothing.
 *
 * @param {Board | null} board
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {number} at where it stands among the events
 * @param {readonly LogEvent[]} events
 * @returns {Drawn}
 */
export function lineOf(board, ctx, event, at, events) {
  if (!common.includes(event.kind)) return board?.event(ctx, event, at, events) ?? nothing;
  const seat = `s${event.seat}`;
  const key =
    event.kind === 'removed' && !event.public?.by ? 'log.removed.host' : `log.${event.kind}`;
  const words = rich(ctx.t, seat === ctx.seat ? `${key}.you` : key, {
    ...event.public,
    who: html`<b>${ctx.chosenName(seat)}</b>`,
  });
  const bot = losses.includes(event.kind) && !ends(events, at) ? ` ${ctx.t('log.bot')}` : '';
  return html`${words}${bot}`;
}

/**
 * A line of the log. since: the viewer's last turn ended before it; more: it belongs to the turn of
 * the line before, whose face is shown there; fresh: it is the latest; undone: it has been taken
 * back. named: whom it names.
 *
 * @typedef {{
 *   event: LogEvent;
 *   words: Drawn;
 *   seat: number;
 *   since: boolean;
 *   more: boolean;
 *   fresh: boolean;
 *   undone: boolean;
 *   named: string;
 * }} Line
 */

/**
 * The words of lines to which nothing can be added any more, with whom they name, and the first
 * event that was known then.
 *
 * @type {WeakMap<LogEvent, {words: Drawn, named: string, first: number}>}
 */
const settled = new WeakMap();

/**
 * Whom a line of that moment names, and in which language.
 *
 * @param {Ctx} ctx
 */
const namesIn = (ctx) =>
  `${ctx.lang} ${ctx.seat} ${Object.values(ctx.players)
    .map((p) => p.name)
    .join()}`;

/**
 * @param {TableView} session
 * @param {Ctx} ctx
 * @param {number} only seat, or -1 for all
 * @param {number} count
 * @param {number} mark number of the first event after the viewer's last turn
 * @returns {Line[]}
 */
function lines({ board, state, seat }, ctx, only, count, mark) {
  const { events, firstNewEvent } = state;
  /** @type {Line[]} */
  const list = [];
  const told = named(ctx, events);
  const first = events[0]?.number ?? 0;
  const back = undone(events);
  let moment = ctx;
  let names = namesIn(ctx);
  const wordsOf = (/** @type {(typeof told)[number]} */ teller, /** @type {number} */ at) => {
    if (teller.ctx !== moment) names = namesIn((moment = teller.ctx));
    const found = settled.get(teller.event);
    if (found?.named === names && found.first <= first) return found.words;
    return lineOf(board, moment, teller.event, at, events);
  };
  let marked = mark <= 0;
  // Whose turn the line before belongs to.
  let turn = -1;
  const from = Math.max(0, events.length - count);
  for (const [i, teller] of told.slice(from).entries()) {
    const at = from + i;
    const { event } = teller;
    const about = board?.marks?.includes(event.kind)
      ? -1
      : (board?.actor?.(events, at) ?? event.seat);
    if (only >= 0 && about !== only && event.seat !== only) {
      if (wordsOf(teller, at) !== nothing) turn = -1;
      continue;
    }
    const words = wordsOf(teller, at);
    if (words === nothing) continue;
    // A line can grow until another one follows, and what came last may not be all that belongs
    // together.
    const before = list.at(-1);
    if (event.number < firstNewEvent && before)
      settled.set(before.event, { words: before.words, named: before.named, first });
    const begins = board?.turns?.includes(event.kind) ?? false;
    let since = !marked && event.number >= mark && list.length > 0;
    marked ||= event.number >= mark;
    if (
      since &&
      !begins &&
      before &&
      before.seat === about &&
      before.seat !== seat &&
      board?.turns?.includes(before.event.kind)
    ) {
      // The turn that follows on the viewer's begins in the same moment.
      before.since = list.length > 1;
      since = false;
    }
    list.push({
      event,
      words,
      seat: about,
      since,
      more: about >= 0 && about === turn && !since && !begins,
      fresh: false,
      undone: back.has(event.number),
      named: names,
    });
    turn = about;
  }
  // One fresh line at a time: the latest event of another player.
  const last = list.at(-1);
  if (last && last.event.number >= firstNewEvent && last.event.seat !== seat) last.fresh = true;
  return list;
}

/**
 * @param {App} app
 * @param {TableView} session
 * @param {Ctx} ctx
 * @param {Line} line
 */
function drawn(app, session, ctx, { event, words, seat, since, more, fresh, undone: back }) {
  const own = seat === session.seat ? 'own' : '';
  const cls = [
    seat < 0 ? 'mark' : own,
    more ? 'more' : '',
    fresh ? 'fresh' : '',
    back ? 'undone' : '',
  ].join(' ');
  const face = seat < 0 || more ? undefined : ctx.players[seatKey(seat)]?.icon;
  return guard(
    [app.lang, words, cls, since, face],
    () => html`${since ? html`<li class="since"><span>${app.t('log.since')}</span></li>` : nothing}
      <li class=${cls} data-n=${event.number}>${face ? avatar(face) : nothing}
        <p>${back ? html`<s>${words}</s>` : words}</p></li>`,
  );
}

/**
 * @param {App} app
 * @param {TableView} session
 * @param {Ctx} ctx
 * @param {number} only
 * @param {boolean} more
 */
function filter(app, session, ctx, only, more) {
  const set = (/** @type {number} */ seat) => {
    session.ui.logSeat = seat;
    app.redraw();
  };
  return html`<div class="filter" role="group" aria-label=${app.t('log.filter')}>
    <button type="button" class="who" aria-pressed=${only < 0}
        @click=${() => set(-1)}>${app.t('log.all')}</button>
    ${Object.values(ctx.players).map(
      (p) => html`<button type="button" class="who" aria-pressed=${only === p.seat}
          aria-label=${ctx.chosenName(p.key)}
          title=${ctx.chosenName(p.key)}
          @click=${() => set(only === p.seat ? -1 : p.seat)}>${avatar(p.icon)}</button>`,
    )}
    ${
      more
        ? html`<button type="button" class="tool older" aria-busy=${session.paging}
            aria-label=${app.t('log.older')} title=${app.t('log.older')}
            @click=${() => older(app, session)}>${icon('up')}</button>`
        : nothing
    }</div>`;
}

/**
 * Shows more lines, and asks for those that are not known.
 *
 * @param {App} app
 * @param {TableView} session
 */
async function older(app, session) {
  const count = drawnLines(session.ui, session.state.events).count + read;
  session.ui.logCount = count;
  app.redraw();
  await storeRefusal(app, session.ui, 'logError', async () => {
    if (count > session.state.events.length) await session.older();
  });
}
