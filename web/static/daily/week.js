// The week of a viewer, and what proves that a deal is fair.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { localeOf } from '../appointments/when.js';
import { cssVar } from '../ui/pieces.js';
import { shareOf, weekOf, wordsOf } from './facts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { DailyDocument } from '../core/wire-types.js' */

/** The number of digits of a commitment that the page shows at once. */
const shownDigits = 16;

/** The number of days that count in a month: those with the best results. */
const monthDays = 15;

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
    ${months(app, doc, deal)}<p class="small">${t('daily.week.why')}</p></section>`;
}

/**
 * The means of this month and of the one before at a deal.
 *
 * @param {App} app
 * @param {DailyDocument} doc
 * @param {string} deal
 * @returns {Renderable}
 */
function months(app, doc, deal) {
  const lines = doc.months.flatMap(({ month, deals }) =>
    deals.filter((line) => line.deal === deal).map((line) => ({ ...line, month })),
  );
  if (!lines.length) return nothing;
  const t = wordsOf(app);
  return html`<ul class="dealmonths">${lines.map(
    ({ month, days, better }) =>
      html`<li>${t('daily.month', {
        month: monthText(app, month),
        better,
        n: Math.min(days, monthDays),
      })}</li>`,
  )}</ul>`;
}

/**
 * @param {App} app
 * @param {string} month as in "2026-11"
 */
const monthText = (app, month) =>
  new Date(month).toLocaleDateString(localeOf(app), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

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
  const none = noResult(app, doc, day);
  const label = new Date(day).toLocaleDateString(localeOf(app), {
    weekday: 'short',
    timeZone: 'UTC',
  });
  const state = day > doc.day ? 'future' : '';
  return html`<li class=${isToday ? 'today' : state}>
    <span class="pillar"><i ${cssVar({ '--v': `${result ? shareOf(result) : 0}` })}></i></span>
    <b>${result ? (result.better ?? `${result.place}/${result.of}`) : none}</b>
    <small>${label}</small></li>`;
}

/**
 * What is said of a day without a result: that it can be played, that it was missed, or nothing yet.
 *
 * @param {App} app
 * @param {DailyDocument} doc
 * @param {string} day
 * @returns {Renderable}
 */
function noResult(app, doc, day) {
  const t = wordsOf(app);
  if (day === doc.day) return html`${t('daily.open')}`;
  if (day > doc.day) return html`<span aria-hidden="true">·</span>`;
  return html`<span aria-hidden="true">–</span><span class="vh">${t('daily.missed')}</span>`;
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
