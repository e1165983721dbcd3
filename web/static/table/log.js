// The log of a match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { guard } from '../vendor/lit-html/directives/guard.js';
import { ref } from '../vendor/lit-html/directives/ref.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { playerOf, seatKey } from '../core/seats.js';
import { storeRefusal } from '../question/bar.js';
import { facesVersion } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { rich } from '../ui/rich.js';

/** @import { App, Board, Ctx, Renderable, LogEvent, TableView } from '../core/types.js' */

/** The number of events that the log shows while the newest are in sight. */
const shownEvents = 40;
/**
 * A lower bound for the height of a line, in pixels. While the newest lines are in sight, the log
 * renders its height divided by this. These lines fill its pane and can be scrolled. More lines
 * would slow down each layout of the page.
 */
const minLineHeight = 16;
/** The minimum number of rendered lines. */
const minLines = 8;
/**
 * The number of events that the log shows while the viewer reads earlier lines or the lines of one
 * seat. Each press on "older" adds as many.
 */
const readEvents = 120;

/** Sends a `resized` event with the new height to each log whose size changes. */
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
  const { ui } = session;
  // Events whose scenes are still to be played are missing in the context.
  const state = { ...session.state, events: ctx.events };
  const { t } = app;
  // The mark after the viewer's last turn does not move while the viewer reads earlier lines.
  const mark = ui.logRead?.pane.isConnected ? ui.logRead.mark : state.ownTurnEnd;
  const onScroll = (/** @type {{currentTarget: HTMLElement}} */ { currentTarget: pane }) => {
    const isReading = pane.scrollTop <= -1;
    if (isReading === (ui.logRead?.pane === pane)) return;
    ui.logRead = isReading
      ? { pane, mark, first: state.events.at(-readEvents)?.number ?? 0 }
      : undefined;
    app.redraw();
  };
  // When the focus leaves the log, scroll back to the newest line.
  const onFocusOut = (
    /** @type {FocusEvent & {currentTarget: HTMLElement}} */ { currentTarget: pane, relatedTarget },
  ) => {
    if (relatedTarget instanceof Node && !pane.contains(relatedTarget)) pane.scrollTo({ top: 0 });
  };
  const onResized = (/** @type {CustomEvent<number>} */ { detail: height }) => {
    const { logRoom = Infinity } = ui;
    ui.logRoom = Math.max(minLines, Math.ceil(height / minLineHeight));
    if (ui.logRoom > logRoom) app.redraw();
  };
  const onlySeat = ui.logSeat ?? -1;
  const { count, room } = renderedLines(ui, state.events);
  const names = Object.values(ctx.players)
    .map((p) => p.name)
    .join();
  const more = count < state.events.length || (state.events[0]?.number ?? 0) > 0;
  return html`<div class="logbox">
    ${filterBar(app, session, ctx, onlySeat, more)}
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
        @scroll=${onScroll} @resized=${onResized} @focusout=${onFocusOut} ${ref(observe)}><ol class="log">${guard(
          [
            state.events,
            mark,
            state.firstNewEvent,
            app.lang,
            onlySeat,
            count,
            room,
            names,
            facesVersion,
            session.catalogue,
          ],
          () => {
            const { board, seat } = session;
            const list = linesOf({ board, state, seat }, ctx, onlySeat, count, mark).slice(-room);
            return list.length
              ? repeat(
                  list,
                  ({ event }) => event.number,
                  (line) => lineTemplate(app, session, ctx, line),
                )
              : html`<li class="mark">${t('log.empty')}</li>`;
          },
        )}</ol></div></div>`;
}

/**
 * The number of events that the log shows, and the maximum number of lines. While the viewer reads
 * earlier lines, no line is removed.
 *
 * @param {TableView['ui']} ui
 * @param {readonly LogEvent[]} events
 */
function renderedLines({ logCount, logRead, logRoom = Infinity, logSeat = -1 }, events) {
  const isReading = logRead?.pane.isConnected;
  const since = isReading
    ? events.length - events.findIndex(({ number }) => number >= logRead.first)
    : 0;
  const more = logCount ?? (logSeat >= 0 || isReading ? readEvents : 0);
  return { count: Math.max(since, more || shownEvents), room: more ? Infinity : logRoom };
}

/** The kinds of events that all games have. The key of their text is log.KIND. */
const commonKinds = [
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
  'timeup',
];

/**
 * The numbers of the events that an undo has taken back. Events of commonKinds are not taken back.
 *
 * @param {readonly LogEvent[]} events
 * @returns {Set<number>}
 */
export function undoneEvents(events) {
  const numbers = new Set();
  for (const { kind, number, public: facts } of events) {
    if (kind === 'undo')
      for (
        let undoneNumber = number - Number(facts?.events ?? 0);
        undoneNumber < number;
        undoneNumber++
      )
        numbers.add(undoneNumber);
  }
  for (const { kind, number } of events) if (commonKinds.includes(kind)) numbers.delete(number);
  return numbers;
}

/** Kinds of events with which a player loses. Then a bot takes the seat, or the match ends. */
const lossKinds = ['left', 'removed', 'conceded', 'timeout'];

/**
 * Whether the match ends with an event: one of the next three events is the end.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} index of the event
 */
const endsMatch = (events, index) =>
  events.slice(index + 1, index + 4).some(({ kind }) => kind === 'won' || kind === 'decided');

/** Kinds of events after which a bot plays for the player. */
const botStartKinds = ['left', 'removed', 'conceded', 'timeout', 'standin', 'replaced'];

/**
 * The events, each with a context in which the players have the names of that moment.
 *
 * @param {Ctx} ctx
 * @param {readonly LogEvent[]} events
 * @returns {{event: LogEvent, ctx: Ctx}[]}
 */
export function withNames(ctx, events) {
  let current = ctx;
  const rename = (
    /** @type {string} */ key,
    /** @type {string} */ plainName,
    /** @type {boolean} */ bot,
  ) => {
    const { players } = current;
    const next = {
      ...players,
      [key]: {
        ...playerOf(current, key),
        plainName,
        name: bot ? ctx.t('table.byBot', { name: plainName }) : plainName,
      },
    };
    current = {
      ...current,
      players: next,
      displayName: (k) => (k === ctx.seat ? ctx.t('you') : (next[k]?.name ?? '')),
    };
  };
  const list = [];
  for (const event of events.toReversed()) {
    const player = current.players[seatKey(event.seat)];
    if (player && botStartKinds.includes(event.kind)) rename(player.key, player.plainName, false);
    list.push({ event, ctx: current });
    if (player && event.kind === 'returned') rename(player.key, player.plainName, true);
    if (player && event.kind === 'taken')
      rename(player.key, String(event.public?.before ?? player.plainName), true);
  }
  return list.toReversed();
}

/**
 * The line of an event, or `nothing`.
 *
 * @param {Board | null} board
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {number} index of the event
 * @param {readonly LogEvent[]} events
 * @returns {Renderable}
 */
export function lineOf(board, ctx, event, index, events) {
  if (!commonKinds.includes(event.kind)) return board?.event(ctx, event, index, events) ?? nothing;
  const seat = `s${event.seat}`;
  const key =
    event.kind === 'removed' && !event.public?.by ? 'log.removed.host' : `log.${event.kind}`;
  const words = rich(ctx.t, seat === ctx.seat ? `${key}.you` : key, {
    ...event.public,
    who: html`<b>${ctx.displayName(seat)}</b>`,
  });
  const bot =
    lossKinds.includes(event.kind) && !endsMatch(events, index) ? ` ${ctx.t('log.bot')}` : '';
  return html`${words}${bot}`;
}

/**
 * A line of the log.
 *
 * @typedef {object} Line
 * @property {LogEvent} event
 * @property {Renderable} words
 * @property {number} seat the seat that acted, or -1 for a line that begins a section
 * @property {boolean} since whether the mark after the viewer's last turn is above the line
 * @property {boolean} more whether the line continues the turn of the previous line, so that it
 *   shows no avatar
 * @property {boolean} fresh whether the line is the latest move of another player
 * @property {boolean} undone whether the event was taken back
 * @property {string} named the result of namesIn for which the words were made
 */

/**
 * The words of lines that can no longer change, with the result of namesIn, and the number of the
 * first event that was loaded when the words were made.
 *
 * @type {WeakMap<LogEvent, {words: Renderable, named: string, first: number}>}
 */
const settledWords = new WeakMap();

/**
 * The language and the names on which the words of a line depend.
 *
 * @param {Ctx} ctx
 */
const namesIn = (ctx) =>
  `${ctx.lang} ${ctx.seat} ${Object.values(ctx.players)
    .map((p) => p.name)
    .join()}`;

/**
 * @param {Pick<TableView, 'board' | 'state' | 'seat'>} session
 * @param {Ctx} ctx
 * @param {number} only the only seat whose lines are returned, or -1 for all
 * @param {number} count the number of latest events to use
 * @param {number} mark number of the first event after the viewer's last turn
 * @returns {Line[]}
 */
function linesOf({ board, state, seat }, ctx, only, count, mark) {
  const { events, firstNewEvent } = state;
  /** @type {Line[]} */
  const list = [];
  const entries = withNames(ctx, events);
  const first = events[0]?.number ?? 0;
  const undoneNumbers = undoneEvents(events);
  let momentCtx = ctx;
  let names = namesIn(ctx);
  const wordsOf = (/** @type {(typeof entries)[number]} */ entry, /** @type {number} */ index) => {
    if (entry.ctx !== momentCtx) names = namesIn((momentCtx = entry.ctx));
    const found = settledWords.get(entry.event);
    if (found?.named === names && found.first <= first) return found.words;
    return lineOf(board, momentCtx, entry.event, index, events);
  };
  let isMarked = mark <= 0;
  // The seat of the previous line.
  let turnSeat = -1;
  const from = Math.max(0, events.length - count);
  for (const [i, entry] of entries.slice(from).entries()) {
    const index = from + i;
    const { event } = entry;
    const actor = board?.sectionEvents?.includes(event.kind)
      ? -1
      : (board?.actor?.(events, index) ?? event.seat);
    if (only >= 0 && actor !== only && event.seat !== only) {
      if (wordsOf(entry, index) !== nothing) turnSeat = -1;
      continue;
    }
    const words = wordsOf(entry, index);
    if (words === nothing) continue;
    // Later events can extend a line until another line follows it, and during the latest update.
    const before = list.at(-1);
    if (event.number < firstNewEvent && before)
      settledWords.set(before.event, { words: before.words, named: before.named, first });
    const isTurnStart = board?.turnStartEvents?.includes(event.kind) ?? false;
    let since = !isMarked && event.number >= mark && list.length > 0;
    isMarked ||= event.number >= mark;
    if (
      since &&
      !isTurnStart &&
      before &&
      before.seat === actor &&
      before.seat !== seat &&
      board?.turnStartEvents?.includes(before.event.kind)
    ) {
      // The previous line begins the turn after the viewer's, so the mark goes above that line.
      before.since = list.length > 1;
      since = false;
    }
    list.push({
      event,
      words,
      seat: actor,
      since,
      more: actor >= 0 && actor === turnSeat && !since && !isTurnStart,
      fresh: false,
      undone: undoneNumbers.has(event.number),
      named: names,
    });
    turnSeat = actor;
  }
  // Only one line is fresh: the latest event of another player.
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
function lineTemplate(app, session, ctx, { event, words, seat, since, more, fresh, undone: back }) {
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
function filterBar(app, session, ctx, only, more) {
  const set = (/** @type {number} */ seat) => {
    session.ui.logSeat = seat;
    app.redraw();
  };
  return html`<div class="filter" role="group" aria-label=${app.t('log.filter')}>
    <button type="button" class="who" aria-pressed=${only < 0}
        @click=${() => set(-1)}>${app.t('log.all')}</button>
    ${Object.values(ctx.players).map(
      (p) => html`<button type="button" class="who" aria-pressed=${only === p.seat}
          aria-label=${ctx.displayName(p.key)}
          title=${ctx.displayName(p.key)}
          @click=${() => set(only === p.seat ? -1 : p.seat)}>${avatar(p.icon)}</button>`,
    )}
    ${
      more
        ? html`<button type="button" class="tool older" aria-busy=${session.paging}
            aria-label=${app.t('log.older')} title=${app.t('log.older')}
            @click=${() => showOlder(app, session)}>${icon('up')}</button>`
        : nothing
    }</div>`;
}

/**
 * Shows more lines. Requests the events for them if they are not loaded.
 *
 * @param {App} app
 * @param {TableView} session
 */
async function showOlder(app, session) {
  const count = renderedLines(session.ui, session.state.events).count + readEvents;
  session.ui.logCount = count;
  app.redraw();
  await storeRefusal(app, session.ui, 'logError', async () => {
    if (count > session.state.events.length) await session.loadOlder();
  });
}
