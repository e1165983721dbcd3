// Another match after one is over: the offer to play again, its answers, and the score of a series.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { openRoom } from '../core/open-table.js';
import { sendCommand, storeRefusal } from '../question/bar.js';
import { listOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Ctx, Renderable, RoomFrame, Session } from '../core/types.js' */

/**
 * The names of the players of seats, without the viewer's.
 *
 * @param {App} app
 * @param {Session} session
 * @param {readonly number[]} seats
 */
const namesOf = (app, { frame, seat }, seats) =>
  listOf(
    app,
    seats.filter((other) => other !== seat).map((other) => frame?.seats[other]?.name ?? ''),
  );

/**
 * The seats of the other people at the table.
 *
 * @param {Session} session
 */
const otherPeople = ({ frame, seat }) =>
  (frame?.seats ?? []).flatMap(({ player }, other) => (player && other !== seat ? [other] : []));

/**
 * What a player can do about another match: offer it, answer an offer, or take it back. Null if
 * nothing is offered, so that the page shows its other next steps.
 *
 * @param {App} app
 * @param {Session} session
 * @returns {Renderable | null}
 */
export function offerLine(app, session) {
  const { t } = app;
  const { frame, seat } = session;
  const offer = frame?.offer;
  if (!frame || !offer || seat < 0) return null;
  const { number, by, bestOf, in: accepted, out, waiting } = offer;
  const isOwn = by === seat;
  const answer = (/** @type {'accept' | 'decline'} */ type) => () =>
    void sendCommand(app, session, type, { offer: number });
  if (!waiting.length)
    return isOwn
      ? line(
          out.length
            ? t('end.offer.out', { n: out.length, names: namesOf(app, session, out) })
            : t('end.offer.gone'),
          html`<button type="button" class="btn quiet"
              @click=${answer('decline')}>${t('page.close')}</button>${toTable(app, session)}${newTable(app, session)}`,
        )
      : null;
  const name = frame.seats[by]?.name ?? '';
  const count =
    accepted.length + out.length + waiting.length > 2
      ? t('end.offer.count', {
          n: accepted.length,
          of: accepted.length + out.length + waiting.length,
        })
      : '';
  if (isOwn)
    return line(
      `${t('end.offer.asked', { n: waiting.length, names: namesOf(app, session, waiting) })} ${count}`,
      html`<button type="button" class="btn quiet"
          @click=${answer('decline')}>${t('end.offer.back')}</button>${toTable(app, session)}`,
    );
  const isIn = accepted.includes(seat);
  const isOut = out.includes(seat);
  const what = bestOf > 1 && !frame.series ? 'end.offer.series' : 'end.offer';
  const words = isIn
    ? t('end.offer.in', { names: namesOf(app, session, waiting), n: waiting.length })
    : t(what, { name });
  return line(
    `${words} ${count}`,
    html`${
      isOut
        ? nothing
        : html`<button type="button" class="btn quiet"
            @click=${answer('decline')}>${t('end.offer.no')}</button>`
    }${
      isIn
        ? nothing
        : html`<button type="button" class="btn main"
            @click=${answer('accept')}>${t('end.offer.yes')}</button>`
    }`,
  );
}

/**
 * @param {string} words
 * @param {Renderable} acts
 */
const line = (words, acts) =>
  html`<p role="status">${icon('candle')}<span>${words}</span></p>${acts}`;

/**
 * The host's button that opens the table without waiting for answers, to change it or to invite
 * others.
 *
 * @param {App} app
 * @param {Session} session
 * @returns {Renderable}
 */
function toTable(app, session) {
  if (session.frame?.host !== session.frame?.seats[session.seat]?.player) return nothing;
  return html`<button type="button" class="btn quiet"
      @click=${() => sendCommand(app, session, 'rematch', { open: true })}>${app.t('end.again.table')}</button>`;
}

/**
 * The button that opens another table with the same settings, for other opponents.
 *
 * @param {App} app
 * @param {Session} session
 * @returns {Renderable}
 */
function newTable(app, session) {
  const settings = session.frame?.settings;
  if (!settings || session.frame?.from) return nothing;
  const open = () => storeRefusal(app, session.ui, 'refusal', () => openRoom(app, settings));
  return html`<button type="button" class="btn" @click=${() => void open()}>${app.t('end.others')}</button>`;
}

/**
 * The question about another match, for players.
 *
 * @param {App} app
 * @param {Session} session
 */
export function againWords(app, session) {
  const others = otherPeople(session);
  return others.length
    ? app.t('end.next.people', { n: others.length, names: namesOf(app, session, others) })
    : app.t('end.next');
}

/**
 * The button that offers another match, with the switch for a series.
 *
 * @param {App} app
 * @param {Session} session
 * @returns {Renderable}
 */
export function offerButton(app, session) {
  const { t } = app;
  const { frame, ui } = session;
  const canBeSeries = (frame?.seats ?? []).length > 1 && !isRunning(frame);
  const bestOf = canBeSeries && ui.bestOfThree ? 3 : 1;
  return html`${
    canBeSeries
      ? html`<label class="switch"><input type="checkbox" name="series" .checked=${!!ui.bestOfThree}
          @change=${(/** @type {Event} */ event) => {
            ui.bestOfThree = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
            app.redraw();
          }}><span>${t('end.series')}</span></label>`
      : nothing
  }<button type="button" class="btn main"
      @click=${() => sendCommand(app, session, 'offer', { bestOf })}>${t('end.rematch')}</button>`;
}

/** @param {RoomFrame | null | undefined} frame */
const isRunning = (frame) => !!frame?.series && !frame.series.over;

/**
 * The score of the series that the match belongs to.
 *
 * @param {App} app
 * @param {Pick<Session, 'frame'>} session
 * @param {Ctx} ctx
 * @returns {Renderable}
 */
export function seriesLine({ t }, { frame }, ctx) {
  const series = frame?.series;
  if (!series) return nothing;
  const needed = Math.floor(series.bestOf / 2) + 1;
  return html`<p class="series"><b>${t(series.over ? 'end.series.over' : 'end.series')}</b>${series.wins.map(
    (wins, seat) =>
      html`<span>${ctx.displayName(`s${seat}`)} <span class="pips" role="img"
          aria-label=${String(wins)}>${Array.from(
            { length: needed },
            (_, n) => html`<i class=${n < wins ? 'won' : ''}></i>`,
          )}</span></span>`,
  )}</p>`;
}
