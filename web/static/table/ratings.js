// The ratings of those who sit at a table, and what a rated match has changed.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { isolated } from '../core/bidi.js';
import { avatar } from '../ui/pieces.js';

/** @import { App, Ctx, Drawn, Result, SeatRating, Session } from '../core/types.js' */

/** @typedef {{player: string, points: number, provisional: boolean}} Rating */
/** @typedef {{asked: string, known: Rating[]}} SeatRatings */
/**
 * @typedef {{match: string, rated: boolean, repeated: boolean, seats: SeatRating[]}} MatchRatings
 */

/**
 * After what times, in milliseconds, the ratings after a match are asked for again until they are
 * computed.
 */
const pauses = [400, 800, 1600, 3000, 6000, 12_000, 12_000, 12_000];

/**
 * The rating of somebody with a seat, in words, '' without one.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} player
 */
export function ratingFact(app, session, player) {
  const { frame, ui } = session;
  const players = (frame?.seats ?? [])
    .filter(({ kind }) => kind === 'account')
    .map((seat) => seat.player);
  if (!frame || !players.length) return '';
  const query = new URLSearchParams([
    ['game', frame.settings.game],
    ...players.map((id) => ['player', id]),
  ]);
  const asked = `${frame.matches} ${query}`;
  if (ui.ratings?.asked !== asked) {
    /** @type {SeatRatings} */
    const ratings = { asked, known: [] };
    ui.ratings = ratings;
    app.api.get(`/api/ratings?${query}`).then(
      (answer) => {
        ratings.known = answer.ratings;
        app.redraw();
      },
      () => {},
    );
  }
  const rating = ui.ratings.known.find((each) => each.player === player);
  return rating
    ? app.t(rating.provisional ? 'room.rating.provisional' : 'room.rating', {
        n: String(rating.points),
      })
    : '';
}

/**
 * What a match at a rated table has changed, once that is computed.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {Drawn}
 */
export function ratingLines(app, session, ctx, result) {
  const { frame, ui } = session;
  const { t } = app;
  if (!frame?.settings.rated || !result.outcome) return nothing;
  if (ui.rated?.match !== result.match) {
    ui.rated = { match: result.match, rated: true, repeated: false, seats: [] };
    void ask(app, ui, result.match);
  }
  const { rated, repeated, seats } = ui.rated;
  if (!rated) return nothing;
  return html`<section class="points ratings"><h2>${t('end.ratings')}</h2>
    ${seats.length ? nothing : html`<p class="vh" role="status">${t('end.ratings.wait')}</p>`}
    ${
      repeated
        ? html`<p>${t('end.ratings.repeated')}</p>`
        : html`<ul>${frame.seats.map(({ name }, n) => change(app, ctx, name, seats[n], n))}</ul>`
    }
    <p><a class="btn quiet"
        href=${`/leaderboard?game=${frame.settings.game}`}>${t('page.leaderboard')}</a></p>
  </section>`;
}

/**
 * @param {App} app
 * @param {Ctx} ctx
 * @param {string} name
 * @param {SeatRating | undefined} seat undefined until it has come
 * @param {number} n
 */
function change({ t }, ctx, name, seat, n) {
  const player = ctx.players[seatKey(n)];
  const gain = seat ? seat.points - seat.before : 0;
  return html`<li class=${`s${n}` === ctx.seat ? 'you' : nothing}>
    ${avatar(player?.icon)}<span class="nm"><b>${isolated(name)}</b>${
      seat?.provisional ? html` <small>${t('end.ratings.provisional')}</small>` : nothing
    }</span>
    ${
      seat
        ? html`<span class="was">${seat.before} <span aria-hidden="true">→</span><span
            class="vh">${t('end.ratings.now')}</span> <strong>${seat.points}</strong></span>
          <span class="gain">${
            seat.changed ? `${gain < 0 ? '−' : '+'}${Math.abs(gain)}` : t('end.ratings.same')
          }</span>`
        : html`<span aria-hidden="true">…</span>`
    }</li>`;
}

/**
 * Asks until the ratings are computed, or there will be none.
 *
 * @param {App} app
 * @param {Session['ui']} ui
 * @param {string} match
 */
async function ask(app, ui, match) {
  for (const pause of pauses) {
    const answer = await app.api
      .get(`/api/matches/${encodeURIComponent(match)}/ratings`)
      .catch(() => null);
    if (ui.rated?.match !== match) return;
    if (answer && (!answer.rated || answer.seats.length)) {
      ui.rated = { ...answer, match };
      app.redraw();
      return;
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}
