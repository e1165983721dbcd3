// The side of the player at the shown seat: crystals, reserve, gauge, bonuses, libraries and the
// cards in play.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { playerOf } from '../../core/seats.js';
import { memo } from '../../ui/memo.js';
import { avatar, chosenState, energy, icon, thing } from '../../ui/pieces.js';
import { chipLink, piece } from './cards.js';
import {
  bonuses,
  energies,
  expandCounts,
  inPlay,
  tokenList,
  tokensWithKeys,
  total,
} from './facts.js';
import { gauge, statusMarks } from './opponents.js';
import { bonusPrice, bonusWords, standing, sumLine } from './standing.js';
import { seatOf, secretOf } from './types.js';
import { energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { SeatView } from './wire.js' */
/** @import { Energies, Energy } from './facts.js' */

/** @param {Ctx} ctx */
export const playerSide = (ctx) => memo(ctx, drawSide);

/** @param {Ctx} ctx */
function drawSide(ctx) {
  const key = ctx.shownSeat;
  const seat = seatOf(ctx, key);
  const player = playerOf(ctx, key);
  const own = key === ctx.seat;
  const cards = inPlay(seat);
  return html`<section class="mine cloth"
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
        ${gauge(ctx, seat.gauge, cards.length)}<span>${gaugeWords(ctx, seat.gauge, cards.length)}</span></div>
      ${bonusTrack(ctx, seat, own)}
      ${sumLine(ctx, seat)}
    </header>
    ${libraries(ctx, seat)}
    ${
      cards.length
        ? html`<ul class="pieces ${crowdClass(cards.length)}">
          ${cards.map((it) => cardSlot(ctx, it))}</ul>`
        : html`<p class="none"><span>${ctx.t(own ? 'play.empty' : 'play.empty.of')}</span></p>`
    }
  </section>`;
}

/**
 * The CSS class for the size of the cards in play.
 *
 * @param {number} n the number of cards in play
 */
function crowdClass(n) {
  if (n > 8) return 'many';
  return n > 4 ? 'some' : '';
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
          ({ e, i }) => html`<li class="sock">${token(ctx, `energy:${e}`, e, i)}</li>`,
        )}${Array.from(
          { length: sockets - held },
          () => html`<li class="sock empty"></li>`,
        )}</ul><span>${ctx.t('energy.of', { n: held, limit: seat.limit })}</span></div>`;
}

/**
 * A token. It is a button if a decision asks for tokens. Equal tokens are one option with a count,
 * and of these tokens the first ones are shown as chosen.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {Energy} kind
 * @param {number} index index among equal tokens
 */
function token(ctx, ref, kind, index) {
  const label = ctx.t(`energy.${kind}`);
  const { decision, picker } = ctx;
  const option = decision ? picker.options(ref)[0] : undefined;
  const asked = decision?.options.some((o) => o.ref?.startsWith('energy:'));
  if (!option) {
    if (!asked)
      return html`<span class="tok" role="img" aria-label=${label}>${energy(kind)}</span>`;
    return html`<button type="button" class="tok thing" data-ref=${ref} data-state="blocked"
        aria-disabled="true"
        aria-label=${`${label}. ${ctx.t('token.not')}`}>${energy(kind)}</button>`;
  }
  const selected = index < picker.count(option.id);
  const canAdd = picker.sendsAtOnce || picker.canAdd(option.id);
  const unselected = canAdd ? 'choosable' : 'blocked';
  const state = selected ? chosenState(picker) : unselected;
  const press = () => {
    if (picker.sendsAtOnce) void picker.choose(option.id);
    else if (selected) picker.remove(option.id);
    else picker.add(option.id);
  };
  return html`<button type="button" class="tok thing" data-ref=${ref} data-state=${state}
      aria-pressed=${selected ? 'true' : 'false'}
      aria-disabled=${state === 'blocked' ? 'true' : nothing}
      aria-busy=${state === 'busy' ? 'true' : nothing} aria-label=${label}
      @click=${press}>${energy(kind)}${
        selected ? html`<span class="tick" aria-hidden="true">${icon('check')}</span>` : nothing
      }</button>`;
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
 * A card in play, with its tokens beside the button.
 *
 * @param {Ctx} ctx
 * @param {ReturnType<typeof inPlay>[number]} it
 */
function cardSlot(ctx, it) {
  const own = ctx.shownSeat === ctx.seat;
  const why = own ? secretOf(ctx, ctx.shownSeat)?.unusable?.[`c${it.id}`] : undefined;
  const held = total(it.tokens) > 0;
  const asked =
    held &&
    !!ctx.decision?.options.some(
      (o) => o.ref?.startsWith('energy:') && o.ref.endsWith(`@${it.id}`),
    );
  const charge = held ? 'charged' : '';
  return html`<li class=${asked ? 'charged asks' : charge}>
    ${piece(ctx, it, { why: why && why !== 'turned' ? ctx.t(`why.${why}`) : undefined })}${
      held ? cardTokens(ctx, it.id, it.tokens, asked) : nothing
    }</li>`;
}

/**
 * The tokens on a card, as buttons if a decision asks for them.
 *
 * @param {Ctx} ctx
 * @param {number} cardId
 * @param {Energies} held
 * @param {boolean} asked
 */
function cardTokens(ctx, cardId, held, asked) {
  if (!asked)
    return html`<span class="tokens"
        aria-hidden="true">${tokenList(held).map((e) => energy(e))}</span>`;
  return html`<span
      class="tokens asked">${energies.map((e) =>
        Array.from({ length: held[e] }, (_, i) => token(ctx, `energy:${e}@${cardId}`, e, i)),
      )}</span>`;
}
