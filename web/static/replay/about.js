// The tab about the match: its origin, places, options, standings, check and file.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { progressOf } from '../ui/covers.js';
import { optionsFor } from '../ui/table-options.js';
import { checkSection } from './check.js';
import { fromLine } from '../waiting/room-lines.js';
import { avatar, icon, signed } from '../ui/pieces.js';
import { roundsOf } from './timeline-geometry.js';

/** @import { Settings } from '../core/types.js' */
/** @import { ReplayPageContext } from './view-types.js' */

/** @param {ReplayPageContext} view */
export function aboutPanel(view) {
  return html`<div class="about">
    ${originLines(view)}${placeList(view)}${options(view)}${standings(view)}${checkSection(view)}${recordLink(view)}</div>`;
}

/**
 * The origin of the match, if it comes from a file or another match.
 *
 * @param {ReplayPageContext} view
 */
function originLines({ app, replay, t }) {
  const { file, origin } = replay.info ?? {};
  const day = new Date(file?.until ?? 0).toLocaleDateString(app.lang, { dateStyle: 'long' });
  return html`${
    file
      ? html`<section class="fromfile"><h2>${t('about.file')}</h2>
        <p>${t('about.file.note', { day })}</p>${
          file.shown < file.items
            ? html`<p role="status">${t('about.file.part', { n: file.shown, of: file.items })}</p>`
            : nothing
        }</section>`
      : nothing
  }${origin ? fromLine(app, origin, !file) : nothing}`;
}

/**
 * The place and points of each player.
 *
 * @param {ReplayPageContext} view
 */
function placeList({ replay, ctx, t, app }) {
  const { info } = replay;
  const places = (info?.seats ?? [])
    .map((player, seat) => ({ ...player, seat }))
    .toSorted((a, b) => (a.rank || 9) - (b.rank || 9));
  return html`<section><h2>${t('replay.places')}</h2><ol class="placelist">${places.map(
    ({
      seat,
      rank,
      total,
      lost,
    }) => html`<li><b>${rank || '–'}</b>${avatar(ctx.players[`s${seat}`]?.icon)}
      <span>${ctx.players[`s${seat}`]?.plainName}${
        lost ? html` <small>${app.t(`end.lost.${lost}`)}</small>` : nothing
      }</span>${info?.outcome ? html`<strong>${signed(total)}</strong>` : nothing}</li>`,
  )}</ol></section>`;
}

/**
 * The options of the match, and the time at which it started.
 *
 * @param {ReplayPageContext} view
 */
function options({ replay, t, app }) {
  const { info } = replay;
  const game = app.games.find(({ id }) => id === info?.game);
  const settings = /** @type {Settings} */ ({
    game: info?.game,
    seats: info?.players.length,
    options: info?.options,
  });
  const list = (game ? optionsFor(game, settings) : []).flatMap((option) => {
    const value = option.values.find(({ id }) => id === info?.options[option.id]);
    return value ? [[option.label[app.lang], value.label[app.lang]]] : [];
  });
  const when = info
    ? new Date(info.started).toLocaleString(app.lang, { dateStyle: 'long', timeStyle: 'short' })
    : '';
  return html`<section><h2>${t('replay.options.title')}</h2><dl>${[
    ...list,
    [t('replay.started'), when],
  ].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

/**
 * The standing at the end of each round. `nothing` for a match without rounds.
 *
 * @param {ReplayPageContext} view
 */
function standings({ replay, player, ctx, t, app }) {
  const steps = replay.timeline?.steps ?? [];
  const rounds = roundsOf(steps);
  const rows = rounds
    .map((start, round) => ({
      start,
      last: (rounds[round + 1] ?? steps.length) - 1,
      name: progressOf(app, replay.info?.game ?? '', steps[start]),
    }))
    .filter(({ last, name }) => steps[last] && name);
  if (steps.length && !rows.length) return nothing;
  return html`<section>
    <details class="standings"><summary>${t('replay.standing.table')}</summary>
      <table><caption class="vh">${t('replay.standing')}</caption>
        <thead><tr><th scope="col">${t('replay.round')}</th>${Object.values(ctx.players).map(
          (p) => html`<th scope="col">${avatar(p.icon, { label: p.plainName })}</th>`,
        )}</tr></thead>
        <tbody>${rows.map(
          ({ start, last, name }) =>
            html`<tr><th scope="row">
              <button type="button" class="cardlink"
                  @click=${() => void player.go(start)}>${name}</button></th>${steps[
                    last
                  ]?.standing.map((n) => html`<td>${signed(n)}</td>`)}</tr>`,
        )}</tbody></table></details></section>`;
}

/**
 * The link that downloads the record of the match.
 *
 * @param {ReplayPageContext} view
 */
function recordLink({ replay, t }) {
  return html`<section class="files">
    <a class="btn quiet" href=${`/api/matches/${replay.id}/record`}
        download>${icon('down')}<span>${t('replay.record')}</span></a></section>`;
}
