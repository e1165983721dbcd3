// What the page of a match's end shows of its story: the picture, and what each
// card brought. It leads to the page of the match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { load, translator } from '../base/i18n.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/stylesheet.js';
import { broughtTable } from './brought.js';
import { decisive } from './decisive.js';
import { graph } from './graph.js';
import { texts } from './texts.js';

/** @import { Analysis, AnalysisInfo, App, Board, Ctx, Drawn, Timeline } from '../base/types.js' */

/**
 * What the end of a match shows of its story.
 *
 * @typedef {object} Ending
 * @property {(ctx: Ctx) => Drawn} way to the explanation
 * @property {(ctx: Ctx, board: Board | null) => Drawn} draw the rest
 */

/**
 * Loads the story of a match that is over. Fails with a Coded refusal.
 *
 * @param {App} app
 * @param {string} match
 * @returns {Promise<Ending>}
 */
export async function ending(app, match) {
  const at = `/api/matches/${encodeURIComponent(match)}`;
  const [timeline, info] = await Promise.all([
    app.api.get(`${at}/timeline`),
    app.api.get(`${at}/analysis`).catch(() => null),
    load(texts),
    styleSheet('/replay/replay.css'),
  ]);
  const { state, analysis } = /** @type {AnalysisInfo} */ (info ?? { state: 'failed' });
  const draw = (/** @type {Ctx} */ ctx, /** @type {Board | null} */ board) =>
    html`${decisions(
      app,
      match,
      state,
      /** @type {Analysis} */ (analysis),
      ctx,
    )}${story(app, match, /** @type {Timeline} */ (timeline), ctx, board)}`;
  return { way: (ctx) => wayToDecisions(app, match, state, ctx), draw };
}

/**
 * Where the viewer's best and costliest decision are found.
 *
 * @param {App} app
 * @param {string} match
 * @param {AnalysisInfo['state']} state
 * @param {Ctx} ctx
 */
export function wayToDecisions(app, match, state, ctx) {
  if (!ctx.seat || state === 'failed') return nothing;
  return html`<a class="btn"
      href=${`/m/${match}#t=explained`}>${icon('candle')}<span>${translator(
        app.lang,
        texts,
      )('decisive.find')}</span></a>`;
}

/**
 * The viewer's best and costliest decision, once they are known.
 *
 * @param {App} app
 * @param {string} match
 * @param {AnalysisInfo['state']} state
 * @param {Analysis} analysis
 * @param {Ctx} ctx
 */
export function decisions(app, match, state, analysis, ctx) {
  if (!ctx.seat || state !== 'done') return nothing;
  const t = translator(app.lang, texts);
  const percent = (/** @type {number} */ n) =>
    new Intl.NumberFormat(app.lang, { style: 'percent' }).format(n);
  const found = decisive(analysis, Number(ctx.seat.slice(1)));
  const line = (/** @type {'best' | 'costliest'} */ which) => {
    const one = found[which];
    return one
      ? html`<li data-decision=${which}>${icon(which === 'best' ? 'star' : 'wait')}
        <p><b>${t(`decisive.${which}`)}</b> ${t(`decisive.${which}.why`, {
          n: one.step,
          percent: percent(one.worth),
        })}</p>
        <a class="btn quiet"
            href=${`/m/${match}#s=${one.step}&t=explained`}>${t('explained.show')}</a></li>`
      : nothing;
  };
  return found.best || found.costliest
    ? html`<section class="points decisive"><h2>${t('decisive.title')}</h2>
      <ul>${line('best')}${line('costliest')}</ul></section>`
    : nothing;
}

/**
 * @param {App} app
 * @param {string} match
 * @param {Timeline} timeline
 * @param {Ctx} ctx
 * @param {Board | null} board
 */
function story(app, match, timeline, ctx, board) {
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
      words: t('replay.step', { n: last, of: last }),
      go,
    })}
    <p><a class="btn quiet"
        href=${`/m/${match}`}>${icon('play')}<span>${t('replay.again')}</span></a></p></section>
    ${
      timeline.pieces?.length
        ? html`<section class="points"><h2>${t('brought.title')}</h2>
          ${broughtTable(t, ctx, board, timeline.pieces, go)}</section>`
        : nothing
    }`;
}
