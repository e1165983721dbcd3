// A deal of today after the own try: the own result, and those of others.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { isolated } from '../core/bidi.js';
import { profilePath } from '../core/paths.js';
import { faceOf } from '../ui/faces.js';
import { avatar, cssVar, icon } from '../ui/pieces.js';
import { pointsText, standingText, wordsOf } from './facts.js';
import { canShare } from './share.js';

/** @import { App, Renderable } from '../core/types.js' */
/** @import { DailyBin, DealLine, DealResults, DealResultLine } from '../core/wire-types.js' */

/**
 * @param {App} app
 * @param {DealLine} deal
 * @param {DealResults} results
 * @param {{share: () => void, isCopied: boolean}} sharing isCopied is true once the text was copied
 */
export function afterTry(app, deal, results, { share, isCopied }) {
  const t = wordsOf(app);
  const { mine } = deal;
  const points = mine?.points;
  return html`<section class="dealresult"><div class="dealgrade"><p>${ownWords(app, deal)}</p>
      <h2>${standingText(app, results)}</h2>
      <p class="small">${t('daily.of', { n: results.of })}${
        mine?.ranked ? nothing : html` ${t('daily.notRanked')}`
      }</p>
      <p class="acts">${
        canShare()
          ? html`<button type="button" class="btn" @click=${share}>${icon('share')}${t('daily.share')}</button>`
          : nothing
      }<a class="btn" href=${`/m/${mine?.room}`}>${icon('turned')}${t('daily.look')}</a>
        <span class="small" role="status">${isCopied ? t('daily.share.copied') : nothing}</span></p></div>
    ${histogram(app, results.bins, points)}</section>`;
}

/**
 * The own result in words.
 *
 * @param {App} app
 * @param {DealLine} deal
 */
function ownWords(app, { seats, mine }) {
  const t = wordsOf(app);
  if (mine?.points === undefined) return t('daily.gaveUp.own');
  const outcome = mine.place === 1 ? 'daily.won' : 'daily.lost';
  return t(seats === 1 ? 'daily.points' : outcome, { n: mine.points });
}

/**
 * The histogram of all results, with the viewer's face on the own bar.
 *
 * @param {App} app
 * @param {readonly DailyBin[]} bins
 * @param {number | undefined} points the viewer's
 * @returns {Renderable}
 */
function histogram(app, bins, points) {
  const [first] = bins;
  const last = bins.at(-1);
  if (!first || !last) return nothing;
  const t = wordsOf(app);
  const highest = Math.max(...bins.map(({ count }) => count));
  const isOwn = (/** @type {DailyBin} */ { from, to }) =>
    points !== undefined && from <= points && points <= to;
  return html`<figure class="dealbars"><div role="img" aria-label=${t('daily.histogram', {
    from: first.from,
    to: last.to,
  })}>${bins.map(
    (bin) =>
      html`<span class=${isOwn(bin) ? 'own' : ''} ${cssVar({ '--v': `${bin.count / highest}` })}>${
        isOwn(bin) ? html`<em>${avatar(faceOf(app.me.name))}${points}</em>` : nothing
      }</span>`,
  )}</div><figcaption><span>${first.from}</span><span>${t('daily.pointsUnit', { n: last.to })}</span></figcaption></figure>`;
}

/**
 * A list of results, left out if it has only the viewer.
 *
 * @param {App} app
 * @param {string} title
 * @param {readonly DealResultLine[]} lines
 * @returns {Renderable}
 */
export function resultList(app, title, lines) {
  if (lines.every(({ person }) => person === app.me.id)) return nothing;
  const t = wordsOf(app);
  const most = Math.max(1, ...lines.map(({ points = 0 }) => points));
  return html`<section class="sheet dealranks"><h2>${title}</h2><ol>${lines.map(
    ({
      person,
      name,
      points,
      match,
    }) => html`<li class=${person === app.me.id ? 'own' : ''}>${avatar(faceOf(name))}<a href=${profilePath(name)}>${person === app.me.id ? t('daily.you') : isolated(name)}</a>
      <span class="dealbar" ${cssVar({ '--v': `${Math.max(0, points ?? 0) / most}` })}></span>
      <b>${pointsText(app, points)}</b>
      <a class="small" href=${`/m/${match}`} aria-label=${t('daily.lookAt', { name })}>${icon('turned')}</a></li>`,
  )}</ol></section>`;
}
