// The week of a viewer, and what proves that a deal is fair.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { localeOf } from '../appointments/when.js';
import { cssVar } from '../ui/pieces.js';
import { shareOf, weekOf, wordsOf } from './facts.js';

/** @import { App } from '../core/types.js' */
/** @import { DailyDocument } from '../core/wire-types.js' */

/** The number of digits of a commitment that the page shows at once. */
const shownDigits = 16;

/**
 * The results of this week at a deal.
 *
 * @param {App} app
 * @param {DailyDocument} doc
 * @param {string} deal
 */
export function week(app, doc, deal) {
  const t = wordsOf(app);
  return html`<section class="sheet dealweek"><h2>${t('daily.week')}</h2><ol>${weekOf(doc.day).map(
    (day) => dayOfWeek(app, doc, deal, day),
  )}</ol>${doc.streak ? html`<p>${t('daily.streak', { n: doc.streak })}</p>` : nothing}
    <p class="small">${t('daily.week.why')}</p></section>`;
}

/**
 * @param {App} app
 * @param {DailyDocument} doc
 * @param {string} deal
 * @param {string} day
 */
function dayOfWeek(app, doc, deal, day) {
  const result = doc.week
    .find((line) => line.day === day)
    ?.results.find((line) => line.deal === deal);
  const isToday = day === doc.day;
  const open = isToday ? wordsOf(app)('daily.open') : '·';
  const label = new Date(day).toLocaleDateString(localeOf(app), {
    weekday: 'short',
    timeZone: 'UTC',
  });
  const state = day > doc.day ? 'future' : '';
  return html`<li class=${isToday ? 'today' : state}>
    <span class="pillar"><i ${cssVar({ '--v': `${result ? shareOf(result) : 0}` })}></i></span>
    <b>${result ? (result.better ?? `${result.place}/${result.of}`) : open}</b>
    <small>${label}</small></li>`;
}

/**
 * How to check the deals of the day.
 *
 * @param {App} app
 * @param {DailyDocument} doc
 */
export function fairness(app, { commitment, tomorrow }) {
  const t = wordsOf(app);
  const line = (/** @type {string} */ title, /** @type {string} */ hash) =>
    html`<dt>${title}</dt><dd><code title=${hash}>${hash.slice(0, shownDigits)}…</code></dd>`;
  return html`<section class="sheet dealfair"><h2>${t('daily.fair')}</h2><p>${t('daily.fair.how')}</p>
    <dl>${line(t('daily.fair.tomorrow'), tomorrow)}${line(t('daily.fair.today'), commitment)}</dl>
    <p class="small">${t('daily.fair.accounts')}</p></section>`;
}
