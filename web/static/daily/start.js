// The line about the deals of the day on the start page. What it needs is small, because the page waits for it.
import { html } from '../vendor/lit-html/lit-html.js';
import { loadFiles, translator } from '../core/i18n.js';
import { titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/style-sheet.js';

/** @import { App, Translate } from '../core/types.js' */
/** @import { DailyDocument, DailyStanding, DealInfo } from '../core/wire-types.js' */

export const startTexts = '/daily/start.*.json';

/** @param {App} app */
export const startWords = (app) => translator(app.lang, startTexts);

/**
 * @param {App} app
 * @param {Translate} t
 * @param {Pick<DealInfo, 'game' | 'seats'>} deal
 */
export function dealName(app, t, { game, seats }) {
  const title = titleOf(app, game);
  return seats > 1 ? title : t('daily.solo', { game: title });
}

/**
 * @param {Translate} t
 * @param {DailyStanding} standing
 */
export const standingWords = (t, { better, place, of }) =>
  better === undefined ? t('daily.place', { n: place, of }) : t('daily.better', { n: better });

/**
 * The line: how many have played, or the own results.
 *
 * @param {App} app
 * @param {DailyDocument} doc
 */
export function startText(app, { deals }) {
  const t = startWords(app);
  const own = deals.flatMap((deal) =>
    deal.results
      ? t('daily.start.result', {
          deal: dealName(app, t, deal),
          words: standingWords(t, deal.results),
        })
      : [],
  );
  if (own.length) return own.join(' · ');
  const n = Math.max(0, ...deals.map(({ played }) => played));
  return n ? t('daily.start.played', { n }) : t('daily.start.nobody');
}

/**
 * Loads what the line says. Returns the function that renders it.
 *
 * @param {App} app
 */
export async function dailyLine(app) {
  const [doc] = await Promise.all([
    app.api.get('/api/daily'),
    loadFiles(startTexts),
    styleSheet('/daily/start.css'),
  ]);
  return () => {
    const t = startWords(app);
    return html`<a class="sheet dealline" href="/daily">${icon('sun')}<span><b>${t('daily.title')}</b>
      <span>${startText(app, doc)}</span></span>${
        doc.streak > 1 ? html`<small>${t('daily.streak', { n: doc.streak })}</small>` : ''
      }</a>`;
  };
}
