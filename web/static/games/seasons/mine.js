// The followed player's own side: crystals, reserve, gauge, bonuses, libraries and the cards in
// play.
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
import { gauge, marks } from './opponents.js';
import { bonusPrice, bonusWords, standing, sumLine } from './standing.js';
import { seatOf, secretOf } from './types.js';
import { energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { SeatView } from './wire.js' */
/** @import { Energies, Energy } from './facts.js' */

/** @param {Ctx} ctx */
export const mine = (ctx) => memo(ctx, side);

/** @param {Ctx} ctx */
function side(ctx) {
  const key = ctx.follow;
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
      }${marks(ctx, key)}</small></div>
      <div class="stat crystals" data-flow="crystals">${standing(ctx, seat)}</div>
      ${reserve(ctx, seat)}
      <div class="stat g">
        ${gauge(ctx, seat.gauge, cards.length)}<span>${gaugeWords(ctx, seat.gauge, cards.length)}</span></div>
      ${track(ctx, seat, own)}
      ${sumLine(ctx, seat)}
    </header>
    ${libraries(ctx, seat)}
    ${
      cards.length
        ? html`<ul class="pieces ${crowd(cards.length)}">
          ${cards.map((it) => slot(ctx, it))}</ul>`
        : html`<p class="none"><span>${ctx.t(own ? 'play.empty' : 'play.empty.of')}</span></p>`
    }
  </section>`;
}

/**
 * How small the cards in play are drawn, as a class.
 *
 * @param {number} n cards in play
 */
function crowd(n) {
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
 * The sockets of the reserve, each with its token.
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
 * One token, which a decision may ask for. Equal tokens are one option; so many of them count as
 * chosen as the option is.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {Energy} kind
 * @param {number} at which of the equal ones
 */
function token(ctx, ref, kind, at) {
  const label = ctx.t(`energy.${kind}`);
  const { decision, pick } = ctx;
  const option = decision ? pick.options(ref)[0] : undefined;
  const asked = decision?.options.some((o) => o.ref?.startsWith('energy:'));
  if (!option) {
    if (!asked)
      return html`<span class="tok" role="img" aria-label=${label}>${energy(kind)}</span>`;
    return html`<button type="button" class="tok thing" data-ref=${ref} data-state="blocked"
        aria-disabled="true"
        aria-label=${`${label}. ${ctx.t('token.not')}`}>${energy(kind)}</button>`;
  }
  const selected = at < pick.count(option.id);
  const can = pick.sendsAtOnce || pick.canAdd(option.id);
  const unselected = can ? 'choosable' : 'blocked';
  const state = selected ? chosenState(pick) : unselected;
  const press = () => {
    if (pick.sendsAtOnce) void pick.choose(option.id);
    else if (selected) pick.remove(option.id);
    else pick.add(option.id);
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
 * The bonuses and how many are used.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {boolean} own
 */
function track(ctx, seat, own) {
  const cannot = own ? secretOf(ctx, ctx.follow)?.unavailable : undefined;
  const price = bonusPrice(ctx, seat.bonuses);
  return html`<div class=${price ? 'stat bons' : 'stat bons spent'}><ul>${bonuses.map((bonus) => {
    const why = price ? cannot?.[`bonus:${bonus}`] : 'bonuses';
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
 * What lies in the libraries: counts, and the own cards.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 */
function libraries(ctx, seat) {
  const shelves = /** @type {const} */ (['library2', 'library3']).filter((key) => seat[key] > 0);
  if (!shelves.length) return nothing;
  const secret = secretOf(ctx, ctx.follow);
  return html`<ul class="libs">${shelves.map((key) => {
    const known = expandCounts(secret?.[key]);
    return html`<li>${icon('library')}<span>${ctx.t(key)}</span>${
      known.length
        ? html`<span class="shelved">${known.map((number) => chipLink(ctx, number))}</span>`
        : html`<b>${seat[key]}</b>`
    }</li>`;
  })}</ul>`;
}

/**
 * A place of the row: the card, and its tokens beside the button.
 *
 * @param {Ctx} ctx
 * @param {ReturnType<typeof inPlay>[number]} it
 */
function slot(ctx, it) {
  const own = ctx.follow === ctx.seat;
  const why = own ? secretOf(ctx, ctx.follow)?.unusable?.[`c${it.id}`] : undefined;
  const held = total(it.tokens) > 0;
  const asked =
    held &&
    !!ctx.decision?.options.some(
      (o) => o.ref?.startsWith('energy:') && o.ref.endsWith(`@${it.id}`),
    );
  const charge = held ? 'charged' : '';
  return html`<li class=${asked ? 'charged asks' : charge}>
    ${piece(ctx, it, { why: why && why !== 'turned' ? ctx.t(`why.${why}`) : undefined })}${
      held ? onCard(ctx, it.id, it.tokens, asked) : nothing
    }</li>`;
}

/**
 * The tokens on a card; buttons where a decision asks for them.
 *
 * @param {Ctx} ctx
 * @param {number} id
 * @param {Energies} held
 * @param {boolean} asked
 */
function onCard(ctx, id, held, asked) {
  if (!asked)
    return html`<span class="tokens"
        aria-hidden="true">${tokenList(held).map((e) => energy(e))}</span>`;
  return html`<span
      class="tokens asked">${energies.map((e) =>
        Array.from({ length: held[e] }, (_, i) => token(ctx, `energy:${e}@${id}`, e, i)),
      )}</span>`;
}
