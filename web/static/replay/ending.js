// The analysis at the end of a match: the decisions that mattered most, the timeline, and the gains
// from each card, with links to the page of the match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles, translator } from '../core/i18n.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/style-sheet.js';
import { balanceLine } from './balance.js';
import { broughtTable } from './brought.js';
import { DecisiveSteps } from './decisive.js';
import { Explanation } from './explanation.js';
import { graph } from './timeline-graph.js';
import { texts } from './texts.js';

/** @import { App, Board, Ctx, Renderable, Timeline } from '../core/types.js' */
/** @import { EndViewer } from './decisive.js' */

/**
 * The parts of the analysis that the end of a match shows.
 *
 * @typedef {object} Ending
 * @property {() => Renderable} decisions the decisions that mattered most, or a line while they
 *   are looked for. `nothing` if there are none to come
 * @property {(ctx: Ctx, board: Board | null) => Renderable} draw the timeline and the gains from
 *   each card
 * @property {() => void} close stops polling the analysis
 */

/**
 * Loads the analysis of a finished match. Fails with Coded.
 *
 * @param {App} app
 * @param {string} match
 * @param {EndViewer} viewer
 * @returns {Promise<Ending>}
 */
export async function loadEnding(app, match, viewer) {
  const steps = new DecisiveSteps(app, match);
  const loadSteps = async () => {
    if (explanation.analysis) await steps.load(explanation.analysis, viewer);
  };
  let isFresh = false; // whether the analysis has become ready on this page
  const explanation = new Explanation(app, match, () => {
    isFresh = true;
    void loadSteps();
  });
  const [timeline] = await Promise.all([
    app.api.get(`/api/matches/${encodeURIComponent(match)}/timeline`),
    explanation.refresh(),
    loadFiles(texts),
    styleSheet('/replay/replay.css'),
  ]);
  void loadSteps();
  return {
    decisions: () => {
      const shown = decisions(app, explanation, steps, viewer);
      if (shown === nothing) return nothing;
      // A region of its own, so that it does not replace the announcement of the result.
      return html`<p class="vh" role="status">${isFresh ? titleOf(app, viewer) : nothing}</p>${shown}`;
    },
    draw: (ctx, board) => timelineSection(app, match, timeline, ctx, board),
    close: () => explanation.close(),
  };
}

/**
 * @param {App} app
 * @param {EndViewer} viewer
 */
const titleOf = (app, { seat }) =>
  translator(app.lang, texts)(seat >= 0 ? 'decisive.title' : 'decisive.title.all');

/**
 * The decisions that mattered most to the viewer, or a line while the server looks for them. If it
 * does not, a player gets a button that starts it. `nothing` if there is nothing to show.
 *
 * @param {App} app
 * @param {Pick<Explanation, 'info' | 'error' | 'analysis' | 'start'>} explanation
 * @param {Pick<DecisiveSteps, 'state' | 'list'>} steps
 * @param {EndViewer} viewer
 * @returns {Renderable}
 */
export function decisions(app, explanation, steps, viewer) {
  const t = translator(app.lang, texts);
  const { info, error, analysis } = explanation;
  const isPlayer = viewer.seat >= 0;
  const title = html`<h2 class="vh">${titleOf(app, viewer)}</h2>`;
  if (error)
    return isPlayer
      ? html`${title}<p class="finding" role="alert">${app.errorText(error)}</p>`
      : nothing;
  switch (info?.state) {
    case 'none':
      return isPlayer
        ? html`${title}<button type="button" class="btn quiet" data-does="explain"
            @click=${() => void explanation.start()}>${icon('candle')}<span>${t('decisive.find')}</span></button>`
        : nothing;
    case 'waiting':
    case 'running':
      return html`${title}<p class="finding" role="status">${t(
        isPlayer ? 'decisive.finding' : 'decisive.finding.all',
      )}</p>`;
    case 'done':
      break;
    default:
      return nothing;
  }
  if (!analysis?.decisive && !analysis?.decisions.length) return nothing;
  if (steps.state === 'new' || steps.state === 'loading') return title;
  if (steps.state === 'failed') return nothing;
  const list = steps.list(t, analysis, viewer);
  const balance = balanceLine(t, app.lang, analysis, viewer.seat);
  if (list !== nothing) return html`${title}${list}${balance}`;
  return isPlayer ? html`${title}<p class="finding">${t('decisive.none')}</p>${balance}` : nothing;
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
