// A deal of today before the own try.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { leaf } from '../appointments/parts.js';
import { untilText } from '../appointments/when.js';
import { coverOf } from '../ui/covers.js';
import { icon } from '../ui/pieces.js';
import { dealTitle, wordsOf } from './facts.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { DailyDocument, DealLine } from '../core/wire-types.js' */

/** Half a day in milliseconds. At noon UTC, most places have the same date. */
const halfDay = 12 * 60 * 60 * 1000;

/**
 * @param {App} app
 * @param {DailyDocument} doc
 * @param {DealLine} deal
 * @param {{begin: () => void, busy: boolean, refusal: Renderable}} act
 */
export function beforeTry(app, doc, deal, { begin, busy, refusal }) {
  const t = wordsOf(app);
  const { picture } = coverOf(deal.game);
  const kind = deal.seats > 1 ? 'bot' : 'alone';
  return html`<section class="dealhero"><div class="dealpicture">${
    picture ? html`<img src=${picture} alt="">` : nothing
  }${leaf(app, doc.ends - halfDay)}</div>
    <div class="dealwords"><h2>${t(`daily.title.${kind}`, { deal: dealTitle(app, deal) })}</h2>
      <ul class="dealrules"><li>${t(`daily.rule.${kind}`)}</li><li>${t('daily.rule.try')}</li>
        <li>${t('daily.rule.after')}</li></ul>
      <p class="acts"><button type="button" class="btn main" aria-busy=${busy} @click=${begin}>${icon(
        'play',
      )}${t(deal.mine ? 'daily.goOn' : 'daily.play')}</button>
        <span class="small">${deal.played ? t('daily.played', { n: deal.played }) : nothing} ${t(
          'daily.next',
          {
            time: untilText(app, doc.ends),
          },
        )}</span></p>${refusal}
      ${doc.ranked ? nothing : html`<p class="small">${t('daily.guest')}</p>`}</div></section>`;
}
