// The end of a match: who won, where the points came from, what comes next.

import { html, nothing } from './vendor/lit-html/lit-html.js';
import { act } from './bar.js';
import { avatar, icon } from './pieces.js';

/** @import { App, Ctx, Drawn, Result, Session } from './types.js' */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 */
export function endPage(app, session, ctx, result) {
  const { t } = app;
  const look = () => {
    session.ui.showBoard = true;
    app.redraw();
  };
  return html`<main class="page ending" id="main" tabindex="-1">
    <section class="hero"><p class="eyebrow">${session.board?.status(ctx) ?? nothing}</p><h1>${headline(app, ctx, result)}</h1>${lostLines(app, ctx, result)}</section>
    ${result.outcome ? (session.board?.score(ctx) ?? nothing) : nothing}
    <details class="seed"><summary>${t('end.seed')}</summary><p><code>${result.seed}</code></p><p>${t('end.seedWhy')}</p></details>
    <div class="askline again"><p>${icon('candle')}<span>${session.seat >= 0 ? t('end.next') : t('end.watched')}</span></p>
      <button type="button" class="btn quiet" @click=${look}>${t('end.board')}</button>
      <a class="btn quiet" href="/">${t('app.home')}</a>
      ${session.seat >= 0 ? html`<button type="button" class="btn main" @click=${() => act(app, session, 'rematch')}>${t('end.rematch')}</button>` : nothing}</div>
    ${session.ui.refusal ? html`<p class="refused" role="alert">${icon('lock')}${app.errorText(session.ui.refusal)}</p>` : nothing}
  </main>`;
}

/**
 * Who won: those on the first rank who have not lost otherwise.
 * @param {Result} result
 */
export function winners(result) {
  const places = result.outcome?.places ?? [];
  const standing = places.filter((p) => p.seat < 0 || !result.lost[p.seat]);
  const best = Math.min(...standing.map((p) => p.rank));
  return standing.filter((p) => p.rank === best).map((p) => p.seat);
}

/** @param {App} app @param {Ctx} ctx @param {Result} result @returns {string} */
function headline(app, ctx, result) {
  const { t } = app;
  if (!result.outcome) return t('end.abandoned');
  const seats = winners(result);
  const solo = result.lost.length === 1;
  if (seats.length === 0) return t('end.nobody');
  if (seats.every((seat) => seat < 0)) return t('end.lostSolo');
  if (solo) return t(seats.includes(-1) ? 'end.tieSolo' : ctx.seat ? 'end.youWon' : 'end.won', { name: ctx.chosenName('s0') });
  const names = seats.map((seat) => ctx.players[`s${seat}`]?.name ?? '');
  if (seats.length > 1) return t('end.tie', { names: new Intl.ListFormat(app.lang).format(names) });
  return seats[0] === session(ctx) ? t('end.youWon') : t('end.won', { name: names[0] });
}

/** @param {Ctx} ctx */
const session = (ctx) => (ctx.seat ? Number(ctx.seat.slice(1)) : -1);

/** Who lost regardless of the score. @param {App} app @param {Ctx} ctx @param {Result} result @returns {Drawn} */
function lostLines(app, ctx, result) {
  const lost = result.lost.flatMap((why, seat) => (why ? [{ why, player: ctx.players[`s${seat}`] }] : []));
  if (!lost.length) return nothing;
  return html`<ul class="lost">${lost.map(({ why, player }) => html`<li>${avatar(player?.icon)}${app.t(`lost.${why}`, { name: player?.name ?? '' })}</li>`)}</ul>`;
}
