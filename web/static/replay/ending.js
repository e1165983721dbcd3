// What the page of a match's end shows of its story: the picture, and what each
// card brought. It leads to the page of the match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { load, translator } from '../base/i18n.js';
import { icon } from '../ui/pieces.js';
import { styleSheet } from '../ui/stylesheet.js';
import { broughtTable } from './brought.js';
import { graph } from './graph.js';
import { texts } from './texts.js';

/** @import { App, Board, Ctx, Drawn, Timeline } from '../base/types.js' */

/**
 * Loads the story of a match that is over. Fails with a Coded refusal.
 * @param {App} app
 * @param {string} match
 * @returns {Promise<(ctx: Ctx, board: Board | null) => Drawn>}
 */
export async function ending(app, match) {
  const [timeline] = await Promise.all([app.api.get(`/api/matches/${encodeURIComponent(match)}/timeline`), load(texts), styleSheet('/replay/replay.css')]);
  return (ctx, board) => story(app, match, /** @type {Timeline} */ (timeline), ctx, board);
}

/** @param {App} app @param {string} match @param {Timeline} timeline @param {Ctx} ctx @param {Board | null} board */
function story(app, match, timeline, ctx, board) {
  const t = translator(app.lang, texts);
  const last = timeline.steps.length - 1;
  const go = (/** @type {number} */ step) => app.go(`/m/${match}#s=${step}`);
  return html`<section class="points storybox"><h2>${t('replay.story')}</h2>
    ${graph({ app, t, timeline, players: ctx.players, game: ctx.room.settings.game, step: last, words: t('replay.step', { n: last, of: last }), go })}
    <p><a class="btn quiet" href=${`/m/${match}`}>${icon('play')}<span>${t('replay.again')}</span></a></p></section>
    ${timeline.pieces?.length ? html`<section class="points"><h2>${t('brought.title')}</h2>${broughtTable(t, ctx, board, timeline.pieces, go)}</section>` : nothing}`;
}
