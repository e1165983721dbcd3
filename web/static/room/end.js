// The end of a match: who won, where the points came from, what comes next.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { act } from '../ask/bar.js';
import { avatar, icon } from '../ui/pieces.js';
import { winners } from './results.js';

/** @import { App, Ctx, Drawn, Result, Session } from '../app/types.js' */

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
    ${seedLines(app, session, ctx, result)}
    <div class="askline again"><p>${icon('candle')}<span>${session.seat >= 0 ? t('end.next') : t('end.watched')}</span></p>
      <button type="button" class="btn quiet" @click=${look}>${t('end.board')}</button>
      <a class="btn quiet" href="/">${t('app.home')}</a>
      ${session.seat >= 0 ? html`<button type="button" class="btn main" @click=${() => act(app, session, 'rematch')}>${t('end.rematch')}</button>` : nothing}</div>
    ${session.ui.refusal ? html`<p class="refused" role="alert">${icon('lock')}${app.errorText(session.ui.refusal)}</p>` : nothing}
  </main>`;
}

/**
 * The seed and what it was made from, so that everybody can check it.
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {Drawn}
 */
function seedLines({ t }, { frame }, ctx, { match, seed, proof }) {
  if (!seed || !proof) return nothing;
  const commitment = frame?.match?.id === match ? frame.match.commitment : '';
  const lines = [
    [t('end.seed'), seed],
    ...(commitment ? [[t('end.commitment'), commitment]] : []),
    [t('end.secret'), proof.secret],
    ...proof.shares.map((share, seat) => [t('end.share', { name: ctx.chosenName(`s${seat}`) }), share || t('end.noShare')]),
  ];
  return html`<details class="seed"><summary>${t('end.seed')}</summary><p>${t('end.seedWhy')}</p>
    <dl>${lines.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl></details>`;
}

/** @param {App} app @param {Ctx} ctx @param {Result} result @returns {string} */
function headline(app, ctx, result) {
  const { t } = app;
  if (!result.outcome) return t('end.abandoned');
  const seats = winners(result).map((place) => place.seat);
  const solo = result.seats.length === 1;
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
  const lost = result.seats.flatMap(({ lost: why }, seat) => (why ? [{ why, player: ctx.players[`s${seat}`] }] : []));
  if (!lost.length) return nothing;
  return html`<ul class="lost">${lost.map(({ why, player }) => html`<li>${avatar(player?.icon)}${app.t(`lost.${why}`, { name: player?.name ?? '' })}</li>`)}</ul>`;
}
