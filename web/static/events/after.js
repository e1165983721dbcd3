// The page of an event that is over: the podium, the standings with tie-breaks, and the file.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { whenText } from '../appointments/when.js';
import { isolated } from '../core/bidi.js';
import { faceOf } from '../ui/faces.js';
import { avatar, icon, sigil, signed } from '../ui/pieces.js';
import { actList } from './acts.js';
import { bestMatch, bot, decidedBy, standingRows, tablesOf, usedTieBreaks } from './facts.js';
import { nameLink, pointsText, seatFace, seatName, wordsOf } from './parts.js';
import { canShare, shareEvent } from './share.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { Row } from './facts.js' */
/** @import { View } from './page.js' */

/** @param {View} view */
export function after(view) {
  const { app, event } = view;
  const t = wordsOf(app);
  const rows = standingRows(event, app.me.id);
  if (event.status === 'cancelled')
    return html`<div class="evpage"><section class="sheet evanswer"><h1>${isolated(event.settings.title)}</h1>
      <p>${t('eve.cancelled')} ${cancelReason(view)}</p>
      <p class="acts"><a class="btn" href="/evenings">${t('eve.all')}</a></p></section>${actList(view)}</div>`;
  return html`<div class="evpage">${podium(view, rows)}
    <div class="evcols"><div class="main">${finalTable(app, rows, event.settings.kind === 'knockout')}</div>
    <div class="side">${best(view)}${matches(view)}${view.proof.render(event)}</div></div>${actList(view)}</div>`;
}

/**
 * Why the event was cancelled.
 *
 * @param {View} view
 */
function cancelReason({ app, event }) {
  const { code, reason } = event.cancelled ?? {};
  if (!code) return reason ? isolated(reason) : '';
  return wordsOf(app)(code === 'few_people' ? 'eve.cancelled.few' : 'eve.cancelled.other');
}

/**
 * @param {View} view
 * @param {readonly Row[]} rows
 */
function podium({ app, event }, rows) {
  const t = wordsOf(app);
  const { settings } = event;
  const [first, second, third] = rows;
  const tables = Object.values(event.rounds ?? {}).flatMap(tablesOf).length;
  const words = [
    t('eve.after.people', { n: rows.length }),
    t('eve.rounds', { n: event.round }),
    t('eve.after.matches', { n: tables }),
  ].join(', ');
  return html`<section class="club evpicture evpodium"><div class="clubtext"><div>
      ${settings.begins ? html`<p>${whenText(app, settings.begins)}</p>` : nothing}
      <h1>${first ? t('eve.after.title', { name: first.name, title: settings.title }) : settings.title}</h1>
      <p>${words}</p>
      <p class="acts">${
        canShare()
          ? html`<button type="button" class="btn main"
              @click=${() => void shareEvent(app, event)}>${icon('link')}${t('eve.share')}</button>`
          : nothing
      }${
        app.me.kind === 'account'
          ? html`<a class=${canShare() ? 'btn' : 'btn main'}
              href=${`/evenings/plan?again=${encodeURIComponent(event.id)}`}>${t('eve.again')}</a>`
          : nothing
      }</p></div></div>
    <ol class="evsteps">${[second, first, third].map((row) => (row ? stepOf(app, row) : nothing))}</ol></section>`;
}

/**
 * @param {App} app
 * @param {Row} row
 */
function stepOf(app, { rank, name, points }) {
  const face = faceOf(name);
  return html`<li data-rank=${rank}><span class=${`figure tint-${face.tint}`} aria-hidden="true"
      data-mood=${rank === 1 ? 'glad' : nothing}>${rank === 1 ? icon('host', { cls: 'i crown' }) : nothing}${sigil(face)}</span>
    <span class="place"><b>${rank}</b> <span>${nameLink(app, name)}</span>
      <small>${pointsText(app, points)} ${wordsOf(app)('eve.points.word', { n: points })}</small></span></li>`;
}

/**
 * The standings with the tie-breaks that have decided.
 *
 * @param {App} app
 * @param {readonly Row[]} rows
 * @param {boolean} isKnockout
 */
function finalTable(app, rows, isKnockout) {
  const t = wordsOf(app);
  const columns = usedTieBreaks(rows);
  const figure = (/** @type {number} */ n) => (n < 0 ? signed(n) : pointsText(app, n));
  return html`<section class="sheet evfinal"><h2 id="eve-final">${t('eve.standings')}</h2>
    <div class="scrolls"><table aria-labelledby="eve-final"><thead><tr><th scope="col">${t('eve.rank')}</th>
      <th scope="col">${t('eve.name')}</th>
      ${isKnockout ? html`<th scope="col">${t('eve.reached')}</th>` : nothing}
      <th scope="col">${t('eve.points')}</th>${columns.map(
        (name) => html`<th scope="col">${t(`eve.tie.${name}`)}</th>`,
      )}</tr></thead><tbody>${rows.map(
        (row) => html`<tr class=${row.isOwn ? 'you' : ''}><td>${row.rank}</td>
          <th scope="row"><span>${avatar(faceOf(row.name))}${row.isOwn ? t('eve.you') : nameLink(app, row.name)}</span></th>
          ${isKnockout ? html`<td>${row.reached ?? 0}</td>` : nothing}
          <td><b>${pointsText(app, row.points)}</b></td>${columns.map(
            (name) => html`<td>${figure(row[name])}</td>`,
          )}</tr>`,
      )}</tbody></table></div>
    ${ties(app, rows)}
    <p class="help">${t('eve.tie.note')} ${columns.map((name) => t(`eve.tie.${name}.about`)).join(' ')}</p></section>`;
}

/** The number of people on the podium. */
const podiumPlaces = 3;

/**
 * Why a person on the podium comes before the next one with as many points.
 *
 * @param {App} app
 * @param {readonly Row[]} rows
 * @returns {Renderable}
 */
function ties(app, rows) {
  const t = wordsOf(app);
  const pairs = rows.slice(0, podiumPlaces).flatMap((row, at) => {
    const next = rows[at + 1];
    const reason = next && decidedBy(row, next);
    return next && reason !== 'points' && reason !== 'reached' ? [{ row, next, reason }] : [];
  });
  if (!pairs.length) return nothing;
  return html`<ul class="evties">${pairs.map(
    ({ row, next, reason }) =>
      html`<li>${t(`eve.tie.${reason}.why`, {
        name: row.name || t('eve.deleted'),
        other: next.name || t('eve.deleted'),
      })}</li>`,
  )}</ul>`;
}

/**
 * The match of the event.
 *
 * @param {View} view
 * @returns {Renderable}
 */
function best({ app, event }) {
  const t = wordsOf(app);
  const found = bestMatch(event);
  if (!found) return nothing;
  const { round, table, first, second, margin } = found;
  const { seats, totals = [], match = '' } = table;
  const nameAt = (/** @type {number} */ seat) => {
    const number = seats[seat] ?? bot;
    return event.people[number]?.id === app.me.id ? t('eve.you') : seatName(app, event, number);
  };
  const side = (
    /** @type {number} */ seat,
  ) => html`<li>${seatFace(event, seats[seat] ?? bot, 'big')}
    <b>${isolated(nameAt(seat))}</b> <span>${signed(totals[seat] ?? 0)}</span></li>`;
  return html`<section class="sheet evbest"><h2>${t('eve.best')}</h2>
    <ul>${side(first)}${side(second)}</ul>
    <p>${t('eve.round', { round })} · ${t(margin ? 'eve.best.close' : 'eve.best.equal', { n: margin })}</p>
    <p class="acts"><a class="btn" href=${`/m/${match}`}>${icon('play')}${t('eve.best.see')}</a></p></section>`;
}

/**
 * The viewer's matches, by round.
 *
 * @param {View} view
 * @returns {Renderable}
 */
function matches({ app, event }) {
  const t = wordsOf(app);
  const own = Object.keys(event.people).find((number) => event.people[number]?.id === app.me.id);
  if (own === undefined) return nothing;
  const list = Object.keys(event.rounds ?? {}).flatMap((round) =>
    tablesOf(event.rounds?.[round]).flatMap((table) => {
      const seat = table.seats.indexOf(Number(own));
      return seat >= 0 && table.match
        ? [{ round: Number(round), match: table.match, place: table.places?.[seat] ?? 0 }]
        : [];
    }),
  );
  if (!list.length) return nothing;
  return html`<section class="sheet evmatches"><h2>${t('eve.ownMatches')}</h2>
    <ul>${list.map(
      ({
        round,
        match,
        place,
      }) => html`<li><a href=${`/m/${match}`}>${t('eve.round', { round })}</a>
        <span>${t(place ? 'eve.settle.place' : 'eve.state.forfeit', { place })}</span></li>`,
    )}</ul></section>`;
}
