// The analysis at the end of a match: the viewer's best and costliest decision, the timeline, and
// the gains from each card, with links to the page of the match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles, numberFormat, translator } from '../core/i18n.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/style-sheet.js';
import { broughtTable } from './brought.js';
import { decisive } from '../endgame/decisive.js';
import { Explanation, hasAnalyst } from './explanation.js';
import { graph } from './timeline-graph.js';
import { texts } from './texts.js';

/** @import { App, Board, Ctx, Renderable, Timeline } from '../core/types.js' */

/**
 * The parts of the analysis that the end of a match shows.
 *
 * @typedef {object} Ending
 * @property {(ctx: Ctx) => Renderable} findButton the button that finds the viewer's best and
 *   costliest decision
 * @property {(ctx: Ctx) => Renderable} decisions these two decisions, once they are found
 * @property {(ctx: Ctx, board: Board | null) => Renderable} draw the timeline and the gains from
 *   each card
 * @property {() => void} close stops polling the analysis
 */

/**
 * Loads the analysis of a finished match. Fails with Coded.
 *
 * @param {App} app
 * @param {string} match
 * @returns {Promise<Ending>}
 */
export async function loadEnding(app, match) {
  const explanation = new Explanation(app, match, () =>
    app.say(translator(app.lang, texts)('decisive.title')),
  );
  const [timeline] = await Promise.all([
    app.api.get(`/api/matches/${encodeURIComponent(match)}/timeline`),
    explanation.refresh(),
    loadFiles(texts),
    styleSheet('/replay/replay.css'),
  ]);
  return {
    findButton: (ctx) => findDecisionsButton(app, explanation, ctx),
    decisions: (ctx) => decisions(app, match, explanation, ctx),
    draw: (ctx, board) => timelineSection(app, match, timeline, ctx, board),
    close: () => explanation.close(),
  };
}

/**
 * The button that finds the viewer's best and costliest decision, or the progress of the analysis.
 * `nothing` once the analysis is complete or has failed, and for a game that cannot be analysed.
 *
 * @param {App} app
 * @param {Explanation} explanation
 * @param {Ctx} ctx
 */
export function findDecisionsButton(app, explanation, ctx) {
  const { info, error } = explanation;
  if (!hasAnalyst(app, ctx.room.settings.game)) return nothing;
  if (!ctx.seat || !info || info.state === 'done' || info.state === 'failed') return nothing;
  const t = translator(app.lang, texts);
  if (error) return html`<span role="alert">${app.errorText(error)}</span>`;
  if (info.state === 'none')
    return html`<button type="button" class="btn" data-does="explain"
        @click=${() => void explanation.start()}>${icon('candle')}<span>${t('decisive.find')}</span></button>`;
  const { done, of } = info;
  return html`<span class="finding" role="status"><span id="finding">${
    info.state === 'waiting' ? t('explained.waits') : t('explained.runs', { n: done, of })
  }</span>
    <progress aria-labelledby="finding" max=${of || 1} value=${done}></progress></span>`;
}

/**
 * The viewer's best and costliest decision, or `nothing` until the match is analysed.
 *
 * @param {App} app
 * @param {string} match
 * @param {Pick<Explanation, 'analysis'>} explanation
 * @param {Ctx} ctx
 */
export function decisions(app, match, { analysis }, ctx) {
  if (!ctx.seat || !analysis) return nothing;
  const t = translator(app.lang, texts);
  const percent = (/** @type {number} */ n) =>
    numberFormat(app.lang, { style: 'percent' }).format(n);
  const found = decisive(analysis, Number(ctx.seat.slice(1)));
  const line = (/** @type {'best' | 'costliest'} */ kind) => {
    const decision = found[kind];
    return decision
      ? html`<li data-decision=${kind}>${icon(kind === 'best' ? 'star' : 'wait')}
        <p><b>${t(`decisive.${kind}`)}</b> ${t(`decisive.${kind}.why`, {
          n: decision.step,
          percent: percent(decision.worth),
        })}</p>
        <a class="btn quiet"
            href=${`/m/${match}#s=${decision.step}&t=explained`}>${t('explained.show')}</a></li>`
      : nothing;
  };
  return html`<section class="points decisive"><h2>${t('decisive.title')}</h2>
    ${
      found.best || found.costliest
        ? html`<ul>${line('best')}${line('costliest')}</ul>`
        : html`<p>${t('decisive.none')}</p>`
    }
    <p><a class="btn quiet" href=${`/m/${match}#t=explained`}>${icon('candle')}<span>${t(
      'explained.title',
    )}</span></a></p></section>`;
}

/**
 * @param {App} app
 * @param {string} match
 * @param {Timeline} timeline
 * @param {Ctx} ctx
 * @param {Board | null} board
 */
function timelineSection(app, match, timeline, ctx, board) {
  const t = translator(app.lang, texts);
  const last = timeline.steps.length - 1;
  const go = (/** @type {number} */ step) => app.go(`/m/${match}#s=${step}`);
  return html`<section class="points storybox"><h2>${t('replay.story')}</h2>
    ${graph({
      app,
      t,
      timeline,
      players: ctx.players,
      game: ctx.room.settings.game,
      step: last,
      stepText: t('replay.step', { n: last, of: last }),
      go,
    })}
    <p><a class="btn quiet"
        href=${`/m/${match}`}>${icon('play')}<span>${t('replay.again')}</span></a></p></section>
    ${
      timeline.pieces?.length
        ? html`<section class="points"><h2>${t([`brought.title.${ctx.room.settings.game}`, 'brought.title'])}</h2>
          ${broughtTable(t, ctx, board, timeline.pieces, go)}</section>`
        : nothing
    }`;
}
