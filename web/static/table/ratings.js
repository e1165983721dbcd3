// The ratings of the players at a table, and their changes in a rated match.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { isolated } from '../core/bidi.js';
import { avatar } from '../ui/pieces.js';
import { ratingText, seenText } from '../ui/rating-words.js';

/** @import { App, Ctx, Renderable, Result, SeatRating, Session } from '../core/types.js' */

/** @typedef {{player: string, points: number, matches: number, provisional: boolean}} Rating */
/** @typedef {{key: string, list: Rating[]}} SeatRatings Ratings; key identifies the request. */
/**
 * @typedef {{match: string, rated: boolean, repeated: boolean, seats: SeatRating[]}} MatchRatings
 */

/** The pauses between requests for the ratings after a match, in milliseconds. */
const pollDelaysMs = [400, 800, 1600, 3000, 6000, 12_000, 12_000, 12_000];

/**
 * Requests the ratings of the accounts at a table, once for each match and set of accounts.
 *
 * @param {App} app
 * @param {Session} session
 */
export function requestSeatRatings(app, { frame, ui }) {
  const players = (frame?.seats ?? [])
    .filter(({ kind }) => kind === 'account')
    .map((seat) => seat.player);
  if (!frame || !players.length) return;
  const query = new URLSearchParams([
    ['game', frame.settings.game],
    ...players.map((id) => ['player', id]),
  ]);
  const key = `${frame.matches} ${query}`;
  if (ui.ratings?.key === key) return;
  /** @type {SeatRatings} */
  const ratings = { key, list: [] };
  ui.ratings = ratings;
  app.api.get(`/api/ratings?${query}`).then(
    (answer) => {
      ratings.list = answer.ratings;
      app.redraw();
    },
    () => {},
  );
}

/**
 * The rating of a player in words, or '' if it is not loaded.
 *
 * @param {App} app
 * @param {Session} session
 * @param {string} player
 */
export function ratingFact(app, { ui }, player) {
  const rating = player && ui.ratings?.list.find((each) => each.player === player);
  return rating ? app.t('room.strength', { words: ratingText(app, rating) }) : '';
}

/**
 * Requests the new ratings after a rated match, once for each match.
 *
 * @param {App} app
 * @param {Pick<Session, 'frame' | 'ui'>} session
 * @param {Result} result
 */
export function requestMatchRatings(app, { frame, ui }, result) {
  if (!frame?.settings.rated || !result.outcome || ui.rated?.match === result.match) return;
  ui.rated = { match: result.match, rated: true, repeated: false, seats: [] };
  void poll(app, ui, result.match);
}

/**
 * The section with the changes of the ratings after a rated match.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {Renderable}
 */
export function ratingLines(app, session, ctx, result) {
  const { frame, ui } = session;
  const { t } = app;
  if (!frame?.settings.rated || ui.rated?.match !== result.match || !ui.rated.rated) return nothing;
  const { repeated, seats } = ui.rated;
  return html`<section class="points ratings"><h2>${t('end.ratings')}</h2>
    ${seats.length ? nothing : html`<p class="vh" role="status">${t('end.ratings.wait')}</p>`}
    ${
      repeated
        ? html`<p>${t('end.ratings.repeated')}</p>`
        : html`<ul>${frame.seats.map(({ name }, n) => ratingRow(app, ctx, name, seats[n], n))}</ul>`
    }
    <p><a class="btn quiet"
        href=${`/leaderboard?game=${frame.settings.game}`}>${t('page.leaderboard')}</a></p>
  </section>`;
}

/**
 * @param {App} app
 * @param {Ctx} ctx
 * @param {string} name
 * @param {SeatRating | undefined} seat undefined until the server has computed it
 * @param {number} n
 */
function ratingRow(app, ctx, name, seat, n) {
  const { t } = app;
  const player = ctx.players[seatKey(n)];
  const gain = seat ? seat.points - seat.before : 0;
  return html`<li class=${`s${n}` === ctx.seat ? 'you' : nothing}>
    ${avatar(player?.icon)}<span class="nm"><b>${isolated(name)}</b>${
      seat?.provisional ? html` <small>${seenText(app, seat.matches)}</small>` : nothing
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
 * Repeats the request until the server has computed the ratings or answers that the match has none.
 * Gives up after the last pause.
 *
 * @param {App} app
 * @param {Session['ui']} ui
 * @param {string} match
 */
async function poll(app, ui, match) {
  for (const pause of pollDelaysMs) {
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
