// The other players: a plate with the face, the public numbers and the latest move, and the cards in
// play below it.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { playerOf } from '../../core/seats.js';
import { seatOf } from './types.js';
import { memo } from '../../ui/memo.js';
import { avatar, cssVar, energy, icon, thing } from '../../ui/pieces.js';
import { chip, chipLink } from './cards.js';
import { energies, inPlay, numberIn, seatsClockwiseFrom, tokensWithKeys, total } from './facts.js';
import { lastMove } from './log.js';
import { bonusWords, standing, sumLine } from './standing.js';
import { energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { SeatView } from './wire.js' */

/** @param {Ctx} ctx */
export function opponents(ctx) {
  const keys = ctx.isNeutral
    ? Object.keys(ctx.public.seats).toSorted()
    : seatsClockwiseFrom(ctx, ctx.shownSeat).slice(0, -1);
  return html`<section class=${`opps n${keys.length}`} aria-labelledby="opponents"><h2 class="vh"
      id="opponents">${ctx.t('opponents')}</h2>
    ${keys.map((key) => opponent(ctx, key))}</section>`;
}

/**
 * A player's plate, with the cards in play below it.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function opponent(ctx, key) {
  const classes = ['opp'];
  if (ctx.public.active === key) classes.push('active');
  if (openHandNumbers(ctx, key).length > 0) classes.push('shows');
  return html`<section class=${classes.join(' ')} aria-label=${playerOf(ctx, key).name}
      data-seat=${key}>
    <div class="plate walnut">${memo(ctx, head, key)}${lastMoveLine(ctx, key)}${memo(ctx, facts, key)}</div>
    ${memo(ctx, cardRow, key)}
  </section>`;
}

/**
 * The head of a plate, with the player, marks and points.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function head(ctx, key) {
  const { icon: face, name, present, bot } = playerOf(ctx, key);
  const away = !present && !bot;
  return html`<header>${thing(
    ctx,
    `seat:${numberIn(key)}`,
    html`${avatar(face, { cls: away ? 'away' : '' })}<h3>${name}</h3>`,
    {
      label: ctx.t('show.board', { name }) + (away ? `, ${ctx.t('gone')}` : ''),
      cls: 'name-plate',
    },
  )}<span class="marks">${statusMarks(ctx, key)}</span>${standing(ctx, seatOf(ctx, key))}</header>`;
}

/**
 * A player's public numbers.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function facts(ctx, key) {
  const seat = seatOf(ctx, key);
  const n = inPlay(seat).length;
  const label = ctx.t('gauge.label', { gauge: seat.gauge, n });
  return html`<div class="facts">${reserve(ctx, seat)}${counts(ctx, seat)}<span class="mini gnum"
      role="img" aria-label=${label}>${icon('gauge')}<b>${n}</b><small>/${seat.gauge}</small></span></div>
    ${sumLine(ctx, seat)}`;
}

/**
 * A player's cards in play, and the hand if all hands are open.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function cardRow(ctx, key) {
  const cards = inPlay(seatOf(ctx, key));
  return html`<ul class="chips card-row" ${cssVar({ '--n': cards.length })} aria-label=${ctx.t('play.count', { n: cards.length })}>
      ${cards.map((it) => chip(ctx, it))}</ul>${openHand(ctx, key)}`;
}

/**
 * The card numbers of a player's hand if all hands are open.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function openHandNumbers(ctx, key) {
  return Object.entries(ctx.secrets?.[key]?.hand ?? {}).flatMap(([cardKey, price]) =>
    Array.from({ length: price.copies }, () => numberIn(cardKey)),
  );
}

/**
 * A player's hand if all hands are open.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function openHand(ctx, key) {
  const cards = openHandNumbers(ctx, key);
  if (!cards.length) return nothing;
  return html`<div class="openhand">
    <span>${icon('hand')}<span
        class="vh">${ctx.t('hand.title', { n: cards.length })}</span></span>${cards.map((number) =>
          chipLink(ctx, number),
        )}</div>`;
}

/**
 * The marks beside a name, for a bot, the first player, an open question, an absence and a loss.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
export function statusMarks(ctx, key) {
  const seat = seatOf(ctx, key);
  const { lost, bot, awayText } = playerOf(ctx, key);
  return html`${bot ? icon('bot', { cls: 'i machine', label: ctx.t('bot') }) : nothing}${
    ctx.public.first === key && ctx.public.round > 0
      ? icon('first', { cls: 'i first', label: ctx.t('first') })
      : nothing
  }${
    seat.asked && !seat.answered && ctx.public.phase !== 'over'
      ? icon('candle', { cls: 'i asked', label: ctx.t(`doing.${seat.asked}`) })
      : nothing
  }${awayText ? html`<span class="gonemark">${awayText}</span>` : nothing}${
    lost ? html`<span class="lostmark">${ctx.t(`end.lost.${lost}`)}</span>` : nothing
  }`;
}

/**
 * The player's latest move in this round, or else the question or the player's place in the round.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function lastMoveLine(ctx, key) {
  const last = lastMove(ctx, key);
  if (last) return html`<p class=${last.fresh ? 'latest fresh' : 'latest'}>${last.line()}</p>`;
  return html`<p class="latest">${ctx.t(`doing.${seatOf(ctx, key).asked || roundPlace(ctx, key)}`)}</p>`;
}

/**
 * A player's place in the round, as the last part of a text key.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
export function roundPlace(ctx, key) {
  const { public: view } = ctx;
  if (!view.active) return 'later';
  const n = Object.keys(view.seats).length;
  const turnIndex = (/** @type {string} */ seatKey) =>
    (numberIn(seatKey) - numberIn(view.first) + n) % n;
  const ahead = turnIndex(key) - turnIndex(view.active);
  if (view.phase === 'dice') return ahead === 1 ? 'chooses' : 'later';
  if (ahead < 0) return 'done';
  return ahead === 1 ? 'next' : 'later';
}

/**
 * The summoning gauge. Its notches show the cards in play, the free places, and the places that are
 * not yet reached.
 *
 * @param {Ctx} ctx
 * @param {number} height 0 to 15
 * @param {number} cards the number of cards in play
 */
export function gauge(ctx, height, cards) {
  const notch = (/** @type {number} */ i) => {
    if (i < Math.min(cards, height)) return 'full';
    if (i < cards) return 'over';
    return i < height ? 'open' : 'no';
  };
  return html`<span class="gauge" role="img"
      aria-label=${ctx.t('gauge.label', { gauge: height, n: cards })}>${Array.from(
        { length: ctx.catalogue.gauge },
        (_, i) => html`<i class=${notch(i)}></i>`,
      )}</span>`;
}

/**
 * The energies of a reserve as symbols, or as numbers if there are too many.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {number} [maxSymbols] the maximum number of single symbols
 */
export function reserve(ctx, seat, maxSymbols = 6) {
  const n = total(seat.reserve);
  const label = ctx.t('energy.label', {
    n,
    limit: seat.limit,
    list: energyWords(ctx, seat.reserve),
  });
  return html`<span class=${n ? 'res' : 'res zero'} role="img" aria-label=${label}>${
    n > maxSymbols
      ? energies.map((e) =>
          seat.reserve[e] ? html`<b>${seat.reserve[e]}</b>${energy(e)}` : nothing,
        )
      : repeat(
          tokensWithKeys(seat.reserve),
          ({ id }) => id,
          ({ e }) => energy(e),
        )
  }</span>`;
}

/**
 * The numbers of cards in hand and in libraries, and of used bonuses.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
function counts(ctx, seat) {
  const inLibraries = seat.library2 + seat.library3;
  return html`<span class="mini" role="img"
      aria-label=${ctx.t('hand.count', { n: seat.hand })}>${icon('hand')}<b>${seat.hand}</b></span>
    <span class="mini lib" role="img"
        aria-label=${ctx.t('library.count', { n: inLibraries })}>${icon('library')}<b>${inLibraries}</b></span>
    <span class="mini bon" role="img"
        aria-label=${bonusWords(ctx, seat.bonuses)}>${icon('b-exchange')}<b>${seat.bonuses}</b></span>`;
}
