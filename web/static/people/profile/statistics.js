// The statistics on an account's page: feats, streaks, favourite cards and spells, and a calendar
// of the last year.

import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { numberFormat } from '../../core/i18n.js';
import { coverOf } from '../../ui/covers.js';
import { titleOf } from '../../ui/frame.js';
import { playerFace } from '../../ui/faces.js';
import { avatar, icon } from '../../ui/pieces.js';
import { dayText } from '../../core/times.js';
import { wordsOf } from '../people-common.js';

/** @import { App, DayAnswer, Renderable, AchievementAnswer, Profile } from '../../core/types.js' */

const weeks = 53;
const day = 86_400_000;
const cell = 13;

/**
 * The name of a card or spell by its number, '' until the catalogue is loaded.
 *
 * @param {unknown} catalogue
 * @param {number} piece
 * @param {string} lang
 */
export function pieceName(catalogue, piece, lang) {
  for (const list of Object.values(/** @type {Record<string, unknown>} */ (catalogue ?? {}))) {
    const found = Array.isArray(list) && list.find((entry) => entry.number === piece && entry.name);
    if (found) return String(found.name[lang]);
  }
  return '';
}

/**
 * The first word of a label such as "Apprentice: ready-made sets".
 *
 * @param {string} label
 */
const firstWord = (label) => /** @type {string} */ (label.split(/[\u00a0\s]*:/)[0]);

/**
 * The text of a feat.
 *
 * @param {App} app
 * @param {AchievementAnswer} feat
 */
function achievementText(app, { game: id, kind, what: achieved }) {
  const t = wordsOf(app);
  const game = app.games.find((candidate) => candidate.id === id);
  if (kind === 'level') {
    const level = game?.options[0]?.values.find((value) => value.id === achieved);
    return t('feat.level', { level: level ? firstWord(level.label[app.lang]) : achieved });
  }
  const bot = game?.bots.find((candidate) => candidate.id === achieved);
  return t('feat.bot', { bot: bot ? bot.label[app.lang] : achieved });
}

/**
 * @param {App} app
 * @param {readonly AchievementAnswer[]} list
 */
export function achievements(app, list) {
  const t = wordsOf(app);
  if (!list.length) return nothing;
  return html`<section class="slip feats"><h2>${icon('star')}${t('feats.title')}</h2><ul>${list
    .toSorted((a, b) => b.at - a.at)
    .map(
      (feat) => html`<li class=${`feat-${feat.kind}`} title=${dayText(app, feat.at)}>
        <span class="medal"
            aria-hidden="true">${
              feat.kind === 'bot'
                ? avatar(playerFace(app.games, feat.game, feat.what, ''))
                : icon(coverOf(feat.game).icon)
            }</span>
        <span><b>${achievementText(app, feat)}</b><span
            class="small">${titleOf(app, feat.game)} · ${dayText(app, feat.at)}</span></span></li>`,
    )}</ul></section>`;
}

/**
 * @param {App} app
 * @param {Profile} profile
 */
export function streaks(app, { streaks: list }) {
  const t = wordsOf(app);
  const shown = list.filter(({ best }) => best > 0);
  if (!shown.length) return nothing;
  return html`<section class="slip"><h2>${t('streaks.title')}</h2><ul class="figures">${shown.map(
    ({
      game,
      current,
      best,
    }) => html`<li>${icon(coverOf(game).icon)}<span><b>${t('streaks.best', { n: best })}</b>
      <span class="small">${titleOf(app, game)}${
        current > 1 ? html` · ${t('streaks.now', { n: current })}` : nothing
      }</span></span></li>`,
  )}</ul><p class="small">${t('streaks.why')}</p></section>`;
}

/**
 * @param {App} app
 * @param {Profile} profile
 * @param {Map<string, unknown>} catalogues the loaded catalogues by game
 */
export function favourites(app, { favourites: list }, catalogues) {
  const t = wordsOf(app);
  const games = [...new Set(list.map(({ game }) => game))].filter((game) => catalogues.has(game));
  if (!games.length) return nothing;
  const share = numberFormat(app.lang, { style: 'percent', maximumFractionDigits: 0 });
  return html`<section class="slip favs"><h2>${icon('cards')}${t('favs.title')}</h2>${games.map(
    (game) =>
      html`<h3>${titleOf(app, game)}</h3><ol>${list
        .filter((favourite) => favourite.game === game)
        .map(
          ({ piece, played, won }) => html`<li>
            <span class="bar"
                .style=${`--w:${won / played}`}><b>${
                  pieceName(catalogues.get(game), piece, app.lang) || piece
                }</b><span class="small">${t('favs.in', { n: played })}</span></span><span
                    class="share">${share.format(won / played)}</span></li>`,
        )}</ol>`,
  )}
    <p class="small">${t('favs.why')}</p></section>`;
}

/**
 * The squares of a calendar of 53 weeks that ends today.
 *
 * @param {readonly DayAnswer[]} days
 * @param {number} now
 */
export function calendarOf(days, now) {
  const today = Math.floor(now / day);
  // Weeks start on Monday, and 1970 started on a Thursday.
  const weekday = (today + 3) % 7;
  const first = today - weekday - 7 * (weeks - 1);
  const byDay = new Map(days.map((entry) => [Math.floor(entry.day / day), entry]));
  return Array.from({ length: today - first + 1 }, (_, i) => ({
    x: Math.floor(i / 7),
    y: i % 7,
    at: (first + i) * day,
    played: byDay.get(first + i)?.played ?? 0,
    won: byDay.get(first + i)?.won ?? 0,
  }));
}

/**
 * The shade of a day with `n` matches, from 0 to 4.
 *
 * @param {number} n
 */
function shade(n) {
  if (n < 2) return n;
  if (n < 4) return 2;
  return n < 8 ? 3 : 4;
}

/**
 * @param {App} app
 * @param {readonly DayAnswer[]} days
 * @param {number} [now]
 * @returns {Renderable}
 */
export function calendar(app, days, now = Date.now()) {
  const t = wordsOf(app);
  const squares = calendarOf(days, now);
  const shown = squares.filter(({ played }) => played);
  if (!shown.length) return nothing;
  const played = shown.reduce((sum, square) => sum + square.played, 0);
  const won = shown.reduce((sum, square) => sum + square.won, 0);
  const format = new Intl.DateTimeFormat(app.lang, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(app.lang, { month: 'short', timeZone: 'UTC' });
  const months = squares.filter(({ y, at }) => y === 0 && new Date(at).getUTCDate() < 8);
  return html`<section class="slip lastyear"><h2>${t('year.title')}</h2>
    <p class="small">${t('year.sum', { n: played, won, days: shown.length })}${
      new Date(now).getTimezoneOffset() ? html` ${t('year.utc')}` : nothing
    }</p>
    <div class="wide" tabindex="0" role="region" aria-label=${t('year.title')}>
      <svg viewBox=${`0 0 ${weeks * cell} ${7 * cell + 14}`} width=${weeks * cell}
          height=${7 * cell + 14} role="img"
          aria-label=${t('year.sum', { n: played, won, days: shown.length })}>
        ${months.map(({ x, at }) => svg`<text x=${x * cell} y="10">${month.format(at)}</text>`)}
        ${squares.map(
          ({ x, y, at, played: count, won: wonCount }) =>
            svg`<rect class=${`d${shade(count)}`} x=${x * cell} y=${14 + y * cell} width=${cell - 2}
                height=${cell - 2} rx="2">${
                  count
                    ? svg`<title>${t('year.day', { date: format.format(at), n: count, won: wonCount })}</title>`
                    : nothing
                }</rect>`,
        )}</svg></div></section>`;
}
