// The results of an account at the deals of past days, for its profile.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles, numberFormat } from '../core/i18n.js';
import { coverOf } from '../ui/covers.js';
import { icon } from '../ui/pieces.js';
import { dealTitle, texts, wordsOf } from './facts.js';

/** @import { App } from '../core/types.js' */
/** @import { DailyLadderLine } from '../core/wire-types.js' */

/**
 * Loads the results of an account. Returns the function that renders them.
 *
 * @param {App} app
 * @param {string} name
 */
export async function dailyLadder(app, name) {
  const ladder = await app.api.get(`/api/daily/ladder?name=${encodeURIComponent(name)}`);
  if (!ladder.deals.length) return () => nothing;
  await loadFiles(texts);
  return () => {
    const t = wordsOf(app);
    return html`<section class="slip"><h2>${t('daily.ladder')}</h2>
      <ul class="figures">${ladder.deals.map((line) => ladderLine(app, line))}</ul>
      ${ladder.streak > 1 ? html`<p>${t('daily.streak', { n: ladder.streak })}</p>` : nothing}
      <p class="small">${t('daily.ladder.why')}</p></section>`;
  };
}

/**
 * @param {App} app
 * @param {DailyLadderLine} line
 */
function ladderLine(app, { game, deal, days, points, most, better }) {
  const t = wordsOf(app);
  const average = numberFormat(app.lang, { maximumFractionDigits: 0 }).format(points);
  const seats = deal.endsWith('-solo') ? 1 : 2;
  return html`<li>${icon(coverOf(game).icon)}<span><b>${dealTitle(app, { game, seats })}</b>
    <span class="small">${better === undefined ? nothing : html`${t('daily.better', { n: better })} · `}${t(
      'daily.ladder.line',
      { n: days, average, most },
    )}</span></span></li>`;
}
