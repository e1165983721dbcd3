// The page of the end of a match, with the winner, the sources of the points, and the next steps.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { gameOf } from '../core/games.js';
import { listFormat } from '../core/i18n.js';
import { durationText } from '../core/times.js';
import { storeRefusal } from '../question/bar.js';
import { must } from '../core/must.js';
import { avatar, cssVar, icon } from '../ui/pieces.js';
import { againWords, offerButton, offerLine, seriesLine } from './again.js';
import { invitedHere } from '../ui/invited-here.js';
import { symbol } from '../ui/sprite.js';
import { guidePlace } from '../table/guide-loader.js';
import { eventLink, eventRound } from '../waiting/event-table.js';
import { fromLine } from '../waiting/room-lines.js';
import { easierBot } from '../core/bot-levels.js';
import { openFrom, openRoom } from '../core/open-table.js';
import { ratingLines, requestMatchRatings } from '../table/ratings.js';
import { eligiblePlaces, hasEndedEarly, isOneTeam, winners } from '../core/results.js';
import { isBot } from '../core/store.js';

/** @import { App, Ctx, Renderable, PastModule, Result, EndScreen, Session, Timeline } from '../core/types.js' */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {EndScreen} game the game's module of the end
 * @param {Renderable} [again] replaces the buttons of the next steps if another player has already
 *   opened the table for the next match
 */
export function endPage(app, session, ctx, result, game, again) {
  const ending = endingOf(session, result);
  const showBoard = () => {
    session.ui.showBoard = true;
    app.redraw();
  };
  const offered = again ?? offerLine(app, session);
  return html`<main class="page ending" id="main" tabindex="-1">
    ${hero(app, session, ctx, result, game)}${guidePlace}
    ${invitedHere(app)}${decisionsSection(app, session, ctx, result)}${ratingLines(app, session, ctx, result)}
    ${result.outcome ? game.score(ctx) : nothing}
    ${ending?.draw(ctx, session.board) ?? nothing}
    ${session.frame?.from ? fromLine(app, session.frame.from) : nothing}
    ${seedLines(app, session, ctx, result)}
    <div class="askline again ${offered ? 'offered' : ''}">${
      offered ?? nextSteps(app, session, ctx, result, showBoard)
    }</div>
    ${
      session.ui.refusal
        ? html`<p class="refused" role="alert">
          ${icon('lock')}${app.errorText(session.ui.refusal)}</p>`
        : nothing
    }
  </main>`;
}

/**
 * The buttons of the next steps.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {() => void} showBoard shows the board instead of the result
 * @returns {Renderable}
 */
function nextSteps(app, session, ctx, result, showBoard) {
  const { t } = app;
  const { event } = session.frame ?? {};
  if (event)
    return html`<p>${icon('candle')}<span>${eventRound(app, event)}</span></p>
      <button type="button" class="btn quiet" @click=${showBoard}>${t('end.board')}</button>
      ${eventLink(app, event, 'btn main')}`;
  return html`<p>${icon('candle')}<span>${session.seat >= 0 ? againWords(app, session) : t('end.watched')}</span></p>
      <button type="button" class="btn quiet" @click=${showBoard}>${t('end.board')}</button>
      <a class="btn quiet" href="/">${t('app.home')}</a>
      ${
        hasEndedEarly(result) && hasWon(ctx, result)
          ? html`<button type="button" class="btn quiet"
              @click=${() => void playOn(app, session, result)}>${t('end.playOn')}</button>`
          : nothing
      }
      ${easierLine(app, session, result)}
      ${session.seat >= 0 ? offerButton(app, session) : nothing}`;
}

/**
 * @param {Ctx} ctx
 * @param {Result} result
 */
const hasWon = (ctx, result) => winners(result).some(({ seat }) => `s${seat}` === ctx.seat);

/**
 * The button that opens the same table with a weaker bot, after a clear defeat against bots only.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Result} result
 * @returns {Renderable}
 */
function easierLine(app, session, result) {
  const { settings, seats = [] } = session.frame ?? {};
  const game = app.games.find(({ id }) => id === settings?.game);
  const opponents = seats.filter((_, n) => n !== session.seat);
  const ownPlace = eligiblePlaces(result).find(({ seat }) => seat === session.seat);
  const [best] = winners(result);
  if (
    !game ||
    !settings ||
    !ownPlace ||
    !best ||
    hasEndedEarly(result) ||
    !opponents.length ||
    !opponents.every(isBot)
  )
    return nothing;
  const bot = easierBot(
    game,
    opponents.map((opponent) => opponent.bot),
    ownPlace.total,
    best.total,
  );
  if (!bot) return nothing;
  const open = () =>
    storeRefusal(app, session.ui, 'refusal', () =>
      openRoom(app, settings, { bot: bot.id, start: true }),
    );
  return html`<button type="button" class="btn" title=${bot.label[app.lang]}
      @click=${() => void open()}>${icon('bot')}${app.t('end.easier')}</button>`;
}

/**
 * Opens a table that continues from the end of a match that was ended early, against bots.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Result} result
 */
function playOn(app, session, { match }) {
  const { settings, seats } = /** @type {NonNullable<typeof session.frame>} */ (session.frame);
  return storeRefusal(app, session.ui, 'refusal', async () => {
    const { steps } = await app.api.get(`/api/matches/${encodeURIComponent(match)}/timeline`);
    await openFrom(
      app,
      { match, step: steps.length - 1, luck: 'same', seat: session.seat },
      settings.game,
      seats.length,
      app.games.find(({ id }) => id === settings.game)?.bots?.[0]?.id ?? '',
    );
  });
}

/**
 * Requests the data of the page of the end: the analysis of the match and the changes of the
 * ratings. The page works without them.
 *
 * @param {App} app
 * @param {Pick<Session, 'frame' | 'seat' | 'ui'>} session
 * @param {Result} result
 * @param {Pick<PastModule, 'loadEnding'>} past
 */
export function requestEndData(app, session, result, past) {
  requestMatchRatings(app, session, result);
  const { ui } = session;
  const { match } = result;
  if (ui.ending?.match === match) return;
  ui.ending?.parts?.close();
  /** @type {NonNullable<typeof ui.ending>} */
  const ending = { match, parts: null, failed: false };
  ui.ending = ending;
  const viewer = { seat: session.seat, winners: winners(result).map(({ seat }) => seat) };
  past.loadEnding(app, match, viewer).then(
    (parts) => {
      ending.parts = parts;
      app.redraw();
    },
    () => {
      ending.failed = true;
      app.redraw();
    },
  );
}

/**
 * The decisions that mattered most. Their space is kept free from the first drawing on, so that the
 * page does not move when they come.
 *
 * @param {App} app
 * @param {Pick<Session, 'frame' | 'ui'>} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {Renderable}
 */
function decisionsSection(app, { frame, ui }, ctx, { match }) {
  const { hasAnalyst } = app.games.find(({ id }) => id === frame?.settings.game) ?? {};
  const hasPeople = Object.values(ctx.players).some(({ bot }) => !bot);
  if (!hasAnalyst || !hasPeople) return nothing;
  const ending = ui.ending?.match === match ? ui.ending : null;
  if (ending?.failed) return nothing;
  const decisions = ending?.parts ? ending.parts.decisions() : '';
  return decisions === nothing
    ? nothing
    : html`<section class="points decisive">${decisions}</section>`;
}

/**
 * The analysis of the match, or null until it is loaded.
 *
 * @param {Pick<Session, 'ui'>} session
 * @param {Result} result
 */
const endingOf = ({ ui }, { match }) => (ui.ending?.match === match ? ui.ending.parts : null);

const crown = html`<svg class="crown" viewBox="0 0 40 30"
    aria-hidden="true"><path d="M3 26L1 7l10 8 9-14 9 14 10-8-2 19z" fill="#ffcf5c" stroke="#6b4210"
        stroke-width="2"/><path d="M4 22h32" stroke="#b9791f" stroke-width="2"/><circle cx="20"
            cy="17" r="3.500" fill="#c2433a"/></svg>`;

/** The number of symbols that rain down for the winner. */
const leafCount = 14;

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {EndScreen} game
 * @returns {Renderable}
 */
function hero(app, session, ctx, result, game) {
  const winning = winners(result).filter(({ seat }) => seat >= 0);
  const you = hasWon(ctx, result);
  const signs = game.winnerSymbols ?? ['s-spring', 's-summer', 's-fall', 's-winter'];
  return html`<section class=${you ? 'hero you' : 'hero'}>${
    you
      ? html`<span class="leaves" aria-hidden="true">${Array.from(
          { length: leafCount },
          (_, i) =>
            html`<svg class="i"
                ${cssVar({
                  '--at': `${(i * 37 + 5) % 100}%`,
                  '--after': `${(i * 90) % 700}ms`,
                })}><use
                    href=${symbol(must(signs[i % signs.length]))}></use></svg>`,
        )}</span>`
      : nothing
  }
    ${
      winning.length
        ? html`<span class="rays" aria-hidden="true"></span><span class=${winning.length > 2 ? 'faces many' : 'faces'}
            data-mood="glad">${winning.map(
              ({ seat }) =>
                html`<span class="winner">${avatar(ctx.players[`s${seat}`]?.icon)}${crown}</span>`,
            )}</span>`
        : nothing
    }
    <div><p class="eyebrow">${eyebrow(app, session, ctx, result)}</p>
      <h1>${headline(app, ctx, result, session.frame?.settings.game ?? '')}</h1>
      ${closing(app, ctx, result, game)}${seriesLine(app, session, ctx)}${lostLines(app, ctx, result)}</div>${bestCards(app, ctx, result, game)}</section>`;
}

/**
 * The cards or spells with the most points for the winner.
 *
 * @param {App} app
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {EndScreen} game
 * @returns {Renderable}
 */
function bestCards({ t }, ctx, result, game) {
  const [place, other] = winners(result);
  const list = place && !other && place.seat >= 0 ? (game.best?.(ctx, place) ?? []) : [];
  return list.length
    ? html`<ul class="bests" aria-label=${t('end.bests')}>
      ${list.map((card) => html`<li>${card}</li>`)}</ul>`
    : nothing;
}

/**
 * The game and the duration of the match.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {string}
 */
function eyebrow(app, { frame, board }, ctx, { match, ended }) {
  const game = app.games.find(({ id }) => id === frame?.settings.game)?.title[app.lang];
  if (!game || frame?.match?.id !== match) return board?.status(ctx) ?? '';
  return app.t('end.eyebrow', { game, time: durationText(app, ended - frame.match.started) });
}

/**
 * The points of the winner and of the viewer, and the factor that decided the match. If the viewer
 * has won or watched, the points of the second player replace the viewer's.
 *
 * @param {App} app
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {EndScreen} game
 * @returns {Renderable}
 */
function closing({ t }, ctx, result, game) {
  const places = eligiblePlaces(result);
  const [best] = winners(result);
  const otherPlaces = places.filter(
    (place) => place !== best && !(best && isOneTeam([place, best])),
  );
  const ownPlace = otherPlaces.find(({ seat }) => `s${seat}` === ctx.seat);
  const next = ownPlace ?? otherPlaces[0];
  if (!best || !next) return nothing;
  const totals = t(ownPlace ? 'end.totals.you' : 'end.totals', {
    best: best.total,
    next: next.total,
  });
  const why =
    best.rank < next.rank && !hasEndedEarly(result) ? game.decidingFactor(ctx, best, next) : '';
  return html`<p class="closing">
    ${t(why ? 'end.closing' : 'end.closing.short', { totals, why })}</p>`;
}

/**
 * The seed, with the secret and the shares from which it was made, so that players can check it.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {Renderable}
 */
function seedLines({ t }, { frame }, ctx, { match, seed, proof }) {
  if (!seed || !proof) return nothing;
  const commitment = frame?.match?.id === match ? frame.match.commitment : '';
  const lines = [
    [t('end.seed'), seed],
    ...(commitment ? [[t('end.commitment'), commitment]] : []),
    [t('end.secret'), proof.secret],
    ...proof.shares.map((share, seat) => [
      t('end.share', { name: ctx.displayName(`s${seat}`) }),
      share || t('end.noShare'),
    ]),
  ];
  return html`<details class="seed"><summary>${t('end.seed')}</summary><p>${t('end.seedWhy')}</p>
    <dl>${lines.map(
      ([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`,
    )}</dl></details>`;
}

/**
 * @param {App} app
 * @param {Ctx} ctx
 * @param {Result} result
 * @param {string} game id
 * @returns {string}
 */
export function headline(app, ctx, result, game) {
  const { t } = app;
  if (!result.outcome) return t('end.abandoned');
  const seats = winners(result).map((place) => place.seat);
  const solo = result.seats.length === 1;
  if (seats.length === 0) return t(solo ? 'end.lostSolo' : 'end.nobody');
  if (seats.every((seat) => seat < 0)) return t('end.lostSolo');
  if (solo) {
    if (seats.includes(-1)) return t('end.tieSolo');
    return wonText(app, game, ctx.seat ? null : ctx.displayName('s0'));
  }
  const names = seats.map((seat) => ctx.players[`s${seat}`]?.name ?? '');
  if (seats.length > 1) {
    if (!isOneTeam(winners(result)))
      return t('end.tie', { names: listFormat(app.lang).format(names) });
    return seats.includes(ownSeat(ctx))
      ? t('end.teamYou')
      : t('end.team', { names: listFormat(app.lang).format(names) });
  }
  return wonText(app, game, seats[0] === ownSeat(ctx) ? null : (names[0] ?? ''));
}

/**
 * The headline for a single winner. In the games of the generic board, players have only won.
 *
 * @param {App} app
 * @param {string} game id
 * @param {string | null} name of the winner, null for the viewer
 */
function wonText({ t }, game, name) {
  const suffix = gameOf(game)?.isGeneric ? '.plain' : '';
  return name === null ? t(`end.youWon${suffix}`) : t(`end.won${suffix}`, { name });
}

/** @param {Ctx} ctx */
const ownSeat = (ctx) => (ctx.seat ? Number(ctx.seat.slice(1)) : -1);

/**
 * The players who lost regardless of their points.
 *
 * @param {App} app
 * @param {Ctx} ctx
 * @param {Result} result
 * @returns {Renderable}
 */
function lostLines(app, ctx, result) {
  const lost = result.seats.flatMap(({ lost: why }, seat) =>
    why ? [{ why, player: ctx.players[`s${seat}`] }] : [],
  );
  if (!lost.length) return nothing;
  return html`<ul class="lost">${lost.map(
    ({ why, player }) =>
      html`<li>${avatar(player?.icon)}${app.t(`lost.${why}`, { name: player?.name ?? '' })}</li>`,
  )}</ul>`;
}
