// The page of a running event: the viewer's table first, then all tables and the standings.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { progressOf } from '../ui/covers.js';
import { listOf } from '../ui/frame.js';
import { clock, icon, menu, signed } from '../ui/pieces.js';
import { actList } from './acts.js';
import {
  bot,
  forfeitTime,
  missingSeats,
  noPerson,
  personOf,
  roundCount,
  shownTables,
  tablesOf,
} from './facts.js';
import { organiserDuring, tableActs } from './organiser.js';
import { ownLine } from './own-line.js';
import { seatFace, seatName, wordsOf } from './parts.js';
import { standings } from './standings.js';

/** @import { Renderable } from '../core/types.js' */
/** @import { View } from './page.js' */
/** @import { NumberedTable } from './types.js' */

/** @param {View} view */
export function during(view) {
  return html`<div class="evpage">${strip(view)}${ownLine(view)}${
    view.isOfficer ? organiserDuring(view) : nothing
  }<div class="evcols"><div class="main">${tables(view)}</div>
    <div class="side">${standings(view)}</div></div>${actList(view)}</div>`;
}

/**
 * The title, the rounds, and how many tables are done.
 *
 * @param {View} view
 */
function strip(view) {
  const { app, event } = view;
  const t = wordsOf(app);
  const round = tablesOf(event.rounds?.[event.round]);
  const done = round.filter(({ status }) => status === 'over').length;
  return html`<header class="evstrip"><h1>${isolated(event.settings.title)}</h1>
    ${event.settings.kind === 'evening' ? nothing : roundDots(view)}
    <p>${round.length ? t('eve.tablesDone', { n: done, all: round.length }) : t('eve.notBegun')}</p></header>`;
}

/**
 * The rounds as buttons that show their tables.
 *
 * @param {View} view
 */
function roundDots({ app, event, shownRound, showRound }) {
  const t = wordsOf(app);
  const playing = Object.values(event.people).filter(({ perhaps }) => !perhaps).length;
  const count = Math.max(event.round, roundCount(event.settings, playing));
  return html`<ol class="rounddots" aria-label=${t('eve.roundList')}>${Array.from(
    { length: count },
    (_, index) => {
      const round = index + 1;
      const isCurrent = round === event.round;
      const label = t('eve.round', { round });
      return html`<li>${
        round <= event.round
          ? html`<button type="button" class=${isCurrent ? 'at' : 'past'} aria-label=${label}
              aria-pressed=${round === shownRound} aria-current=${isCurrent ? 'step' : nothing}
              @click=${() => showRound(round)}>${isCurrent ? label : round}</button>`
          : html`<span>${round}</span>`
      }</li>`;
    },
  )}</ol>`;
}

/**
 * The tables of the shown round, the viewer's first.
 *
 * @param {View} view
 */
function tables(view) {
  const { app, event, shownRound } = view;
  const t = wordsOf(app);
  const list =
    shownRound === event.round
      ? shownTables(event)
      : tablesOf(event.rounds?.[shownRound]).map((table) => ({ round: shownRound, table }));
  const own = personOf(event, app.me.id)?.number ?? noPerson;
  const isOwn = (/** @type {{table: NumberedTable}} */ { table }) =>
    Number(table.seats.includes(own));
  const byes = event.rounds?.[shownRound]?.byes ?? [];
  return html`<section class="evtables" aria-label=${t('eve.tableList')}>
    <h2>${shownRound ? t('eve.round', { round: shownRound }) : t('eve.notBegun')}</h2>
    <ul>${repeat(
      list.toSorted((a, b) => isOwn(b) - isOwn(a)),
      ({ round, table }) => `${round} ${table.number}`,
      ({ round, table }) => tableCard(view, round, table),
    )}</ul>
    ${
      byes.length
        ? html`<p class="byes">${t(event.settings.kind === 'evening' ? 'eve.waiting' : 'eve.free', {
            n: byes.length,
            names: listOf(
              app,
              byes.map((number) => seatName(app, event, number)),
            ),
          })}</p>`
        : nothing
    }</section>`;
}

/**
 * @param {View} view
 * @param {number} round
 * @param {NumberedTable} table
 */
function tableCard(view, round, table) {
  const { app, event } = view;
  const own = personOf(event, app.me.id)?.number ?? noPerson;
  const isOwn = table.seats.includes(own);
  return html`<li class=${isOwn ? 'evtable own' : 'evtable'} data-status=${table.status}>
    <b class="tableno" aria-label=${wordsOf(app)('eve.table', { n: table.number + 1 })}>${table.number + 1}</b>
    ${view.boards.of(event, table, view.liveRooms)}
    <ol class="players">${table.seats.map((number, seat) => player(view, table, number, seat))}</ol>
    <p class="state">${state(view, round, table)}</p>
    <p class="cardacts">${link(view, table, isOwn)}${
      view.isOfficer
        ? menu({
            label: wordsOf(app)('eve.table.menu', { n: table.number + 1 }),
            face: icon('gear'),
            items: tableActs(view, round, table),
          })
        : nothing
    }</p></li>`;
}

/**
 * A person at a table, with the points in the match, or the place when it is over.
 *
 * @param {View} view
 * @param {NumberedTable} table
 * @param {number} number
 * @param {number} seat
 */
function player({ app, event }, table, number, seat) {
  const { status, places, progress, absent, totals } = table;
  const t = wordsOf(app);
  const isFirst = places?.[seat] === 1;
  const isAway = !!absent?.[seat] || (status === 'over' && places?.[seat] === 0);
  const isYou = number !== bot && event.people[number]?.id === app.me.id;
  const points = status === 'playing' ? progress?.standing?.[seat] : totals?.[seat];
  return html`<li class=${[isFirst ? 'first' : '', isAway ? 'away' : ''].join(' ')}>
    ${seatFace(event, number, isAway ? 'away' : '')}<span class="nm">${
      isYou ? t('eve.you') : isolated(seatName(app, event, number))
    }</span>${isFirst ? icon('host', { label: t('eve.first') }) : nothing}${
      points === undefined ? nothing : html`<b>${signed(points)}</b>`
    }</li>`;
}

/**
 * The state of a table in words.
 *
 * @param {View} view
 * @param {number} round
 * @param {NumberedTable} table
 * @returns {Renderable | string}
 */
function state({ app, event, now }, round, table) {
  const t = wordsOf(app);
  const { status, progress } = table;
  if (status === 'over') return t(`eve.state.${endOf(table)}`);
  if (status === 'playing')
    return progressOf(app, event.settings.game, progress) || t('eve.state.playing');
  const missing = missingSeats(table);
  if (!missing.length) return t('eve.state.starting');
  const names = missing.map((seat) => {
    const number = table.seats[seat] ?? bot;
    return event.people[number]?.id === app.me.id ? t('eve.you') : seatName(app, event, number);
  });
  const left = forfeitTime(table) - now;
  return html`<span class="absent">${t('eve.state.missing', { names: listOf(app, names) })}
    ${event.status === 'paused' ? nothing : html`<b>${clock(left, app.lang)}</b>`}</span>`;
}

/**
 * How a table has ended.
 *
 * @param {NumberedTable} table
 */
function endOf({ places = [] }) {
  if (places.includes(0)) return 'forfeit';
  return places.every((place) => place === 1) ? 'draw' : 'over';
}

/**
 * The link to the table while its match is played, or to the match once it is over. The way to the
 * viewer's own table is in the line above.
 *
 * @param {View} view
 * @param {NumberedTable} table
 * @param {boolean} isOwn
 * @returns {Renderable}
 */
function link({ app }, { status, room, match, number }, isOwn) {
  const t = wordsOf(app);
  if (status === 'waiting') return nothing;
  const href = status === 'over' ? match && `/m/${match}` : room && `/r/${room}`;
  if (!href) return nothing;
  const openWords = isOwn ? 'eve.toTable' : 'eve.watch';
  const words = t(status === 'over' ? 'eve.see' : openWords);
  return html`<a class="cardlink" href=${href}
      aria-label=${`${words}: ${t('eve.table', { n: number + 1 })}`}>${words}</a>`;
}
