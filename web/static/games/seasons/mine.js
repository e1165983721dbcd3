// The side of the player at the shown seat: crystals, reserve, gauge, bonuses, libraries and the
// cards in play.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { playerOf } from '../../core/seats.js';
import { memo } from '../../ui/memo.js';
import { openCard } from '../../ui/names.js';
import { avatar, icon, thing } from '../../ui/pieces.js';
import { chipLink, piece } from './cards.js';
import { bonuses, expandCounts, inPlay, numberIn, tokensWithKeys, total } from './facts.js';
import { gauge, statusMarks } from './opponents.js';
import { bonusPrice, bonusWords, standing, sumLine } from './standing.js';
import { heldToken, tokensOnCard } from './tray.js';
import { seatOf, secretOf } from './types.js';
import { energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { SeatView } from './wire.js' */

/** @param {Ctx} ctx */
export const playerSide = (ctx) => html`${memo(ctx, playerBoard)}${memo(ctx, cardsInPlay)}`;

/**
 * The board of the shown seat.
 *
 * @param {Ctx} ctx
 */
function playerBoard(ctx) {
  const key = ctx.shownSeat;
  const seat = seatOf(ctx, key);
  const player = playerOf(ctx, key);
  const own = key === ctx.seat;
  const n = inPlay(seat).length;
  return html`<section class="mine walnut" data-own=${String(own)}
      aria-label=${own ? ctx.t('side.own') : ctx.t('side.of', { name: player.name })}
      data-seat=${key}>
    <header class="me">
      ${avatar(player.icon, { cls: 'big' })}
      <div class="who"><h2>${player.name}</h2><small>${
        own && !ctx.secrets ? html`<span>${ctx.t('you.small')}</span>` : nothing
      }${statusMarks(ctx, key)}</small></div>
      <div class="stat crystals" data-flow="crystals">${standing(ctx, seat)}</div>
      ${reserve(ctx, seat)}
      <div class="stat g">
        ${gauge(ctx, seat.gauge, n)}<span>${gaugeWords(ctx, seat.gauge, n)}</span>${librariesButton(
          ctx,
          seat,
        )}</div>
      ${bonusTrack(ctx, seat, own)}
      ${sumLine(ctx, seat)}
    </header>
    ${libraries(ctx, seat)}
  </section>`;
}

/** The number of cards in play from which a free place is not drawn. */
const crowdedFrom = 8;

/**
 * The cards in play of the shown seat, and a place for the next one.
 *
 * @param {Ctx} ctx
 */
function cardsInPlay(ctx) {
  const key = ctx.shownSeat;
  const seat = seatOf(ctx, key);
  const cards = inPlay(seat);
  const { length: n } = cards;
  const words =
    n === 0 && seat.gauge === 0
      ? ctx.t(key === ctx.seat ? 'play.empty' : 'play.empty.of')
      : ctx.t('gauge.free', { n: seat.gauge - n });
  const hasPlace = n === 0 || (n < crowdedFrom && n < seat.gauge);
  return html`<section class="play" aria-label=${ctx.t('play.count', { n })} data-seat=${key}>
    <ul class=${`pieces card-row ${crowdClass(n)}`}>${cards.map((it) => cardSlot(ctx, it))}${
      hasPlace
        ? html`<li class="free"><span class="place">${icon('star')}<span>${words}</span></span></li>`
        : nothing
    }</ul></section>`;
}

/**
 * The CSS class for the number of cards in play. Small screens show five in a row.
 *
 * @param {number} n
 */
function crowdClass(n) {
  if (n > 10) return 'many';
  return n > 5 ? 'two-rows' : '';
}

/**
 * @param {Ctx} ctx
 * @param {number} height
 * @param {number} cards
 */
function gaugeWords(ctx, height, cards) {
  if (cards > height) return ctx.t('gauge.over', { n: cards });
  if (height === 0) return ctx.t('gauge.none');
  return cards === height
    ? ctx.t('gauge.full', { n: cards })
    : ctx.t('gauge.room', { n: cards, room: height - cards });
}

/**
 * The reserve, as sockets with tokens.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
function reserve(ctx, seat) {
  const held = total(seat.reserve);
  const sockets = Math.max(seat.limit, held);
  return html`<div class="stat reserve">
    <ul class=${sockets > 7 ? 'ten' : ''}
        aria-label=${ctx.t('energy.label', {
          n: held,
          limit: seat.limit,
          list: energyWords(ctx, seat.reserve),
        })}>${repeat(
          tokensWithKeys(seat.reserve),
          ({ id }) => id,
          ({ e, i }) => html`<li class="sock">${heldToken(ctx, `energy:${e}`, e, i)}</li>`,
        )}${Array.from(
          { length: sockets - held },
          () => html`<li class="sock empty"></li>`,
        )}</ul><span>${ctx.t('energy.of', { n: held, limit: seat.limit })}</span></div>`;
}

/**
 * The bonus track, with the number of used bonuses.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {boolean} own
 */
function bonusTrack(ctx, seat, own) {
  const unavailable = own ? secretOf(ctx, ctx.shownSeat)?.unavailable : undefined;
  const price = bonusPrice(ctx, seat.bonuses);
  return html`<div class=${price ? 'stat bons' : 'stat bons spent'}><ul>${bonuses.map((bonus) => {
    const why = price ? unavailable?.[`bonus:${bonus}`] : 'bonuses';
    const long = ctx.t(`bonus.${bonus}.long`);
    return html`<li data-words=${ctx.t(`bonus.${bonus}`)}>${thing(
      ctx,
      `bonus:${bonus}`,
      html`${icon(bonus === 'draw' ? 'b-draw2' : `b-${bonus}`)}${
        price ? html`<small>−${price}</small>` : nothing
      }`,
      {
        label: price ? ctx.t('pair', { a: long, b: ctx.t('bonus.price', { n: price }) }) : long,
        why: why ? ctx.t(`why.${why}`) : undefined,
        cls: 'bonus',
      },
    )}</li>`;
  })}</ul><span class="used"><span class="marks" aria-hidden="true">${[1, 2, 3].map(
    (n) => html`<i class=${n <= seat.bonuses ? 'gone' : ''}></i>`,
  )}</span>${bonusWords(ctx, seat.bonuses)}</span></div>`;
}

/**
 * The libraries, with their cards if the viewer can see them, else with the number of cards.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
function libraries(ctx, seat) {
  const shelves = /** @type {const} */ (['library2', 'library3']).filter((key) => seat[key] > 0);
  if (!shelves.length) return nothing;
  const secret = secretOf(ctx, ctx.shownSeat);
  return html`<ul class="libs">${shelves.map((key) => {
    const visibleCards = expandCounts(secret?.[key]);
    return html`<li>${icon('library')}<span>${ctx.t(key)}</span>${
      visibleCards.length
        ? html`<span class="shelved">${visibleCards.map((number) => chipLink(ctx, number))}</span>`
        : html`<b>${seat[key]}</b>`
    }</li>`;
  })}</ul>`;
}

/**
 * A button that opens the libraries in the sheet, for phones, whose boards have no room for them.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
function librariesButton(ctx, seat) {
  const n = seat.library2 + seat.library3;
  if (!n) return nothing;
  return html`<button type="button" class="libs-count"
      data-card=${`libraries:${numberIn(ctx.shownSeat)}`}
      aria-label=${ctx.t('library.count', { n })} @click=${openCard}>${icon('library')}<b>${n}</b></button>`;
}

/**
 * A card in play, with its tokens beside the button.
 *
 * @param {Ctx} ctx
 * @param {ReturnType<typeof inPlay>[number]} it
 */
function cardSlot(ctx, it) {
  const own = ctx.shownSeat === ctx.seat;
  const why = own ? secretOf(ctx, ctx.shownSeat)?.unusable?.[`c${it.id}`] : undefined;
  return html`<li class=${total(it.tokens) > 0 ? 'charged' : ''}>
    ${piece(ctx, it, { why: why && why !== 'turned' ? ctx.t(`why.${why}`) : undefined })}${tokensOnCard(ctx, it)}</li>`;
}
