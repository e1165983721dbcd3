// The enlarged views in the sheet: a card with its full text, a player's board, a bonus or a die.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { idParts, must } from '../../core/must.js';
import { playerOf } from '../../core/seats.js';
import { avatar, crest, crystal, energy, icon, signed } from '../../ui/pieces.js';
import { effectIcon, picture } from './cards.js';
import {
  cardOf,
  energies,
  expandCounts,
  faceOf,
  holderOf,
  inPlay,
  romans,
  seasonTokenAfter,
  timeDie,
  tokenList,
  total,
} from './facts.js';
import { gauge } from './opponents.js';
import { bonusPrice, bonusWords, sumWords } from './standing.js';

import { seatOf, secretOf } from './types.js';
import { crystals, energyRow, energyWords, nameOf } from './words.js';

/** @import { Renderable } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Card } from './facts.js' */
/** @import { Cost } from './wire.js' */

/**
 * The enlarged view of a thing that has one.
 *
 * @param {Ctx} ctx
 * @param {string} ref card:N, play:ID, seat:N, libraries:N, bonus:ID, die:N
 * @returns {Renderable}
 */
export function large(ctx, ref) {
  const [kind, id] = idParts(ref);
  if (kind === 'card') return largeCard(ctx, cardOf(ctx, Number(id)), inHand(ctx, Number(id)));
  if (kind === 'play') return largePiece(ctx, Number(id));
  if (kind === 'seat') return board(ctx, `s${id}`);
  if (kind === 'libraries') return libraries(ctx, `s${id}`);
  if (kind === 'bonus') return largeBonus(ctx, id);
  return largeDie(ctx, Number(id));
}

/**
 * A bonus, with its effect and the cost of the bonuses.
 *
 * @param {Ctx} ctx
 * @param {string} id
 */
function largeBonus(ctx, id) {
  const bonusesUsed = ctx.public ? seatOf(ctx, ctx.shownSeat).bonuses : 0;
  const nextPrice = bonusPrice(ctx, bonusesUsed);
  return html`<article class="bigword">
    <h2>${icon(id === 'draw' ? 'b-draw2' : `b-${id}`)}${ctx.t(`bonus.${id}.long`)}</h2>
    <p>${ctx.t(`bonus.${id}.help`)}</p>${
      ctx.public
        ? html`<p class="loss">${bonusWords(ctx, bonusesUsed)}.${
            nextPrice && bonusesUsed ? html` ${ctx.t('bonus.more', { n: nextPrice })}` : nothing
          }</p>`
        : nothing
    }</article>`;
}

/**
 * A die of this round, with its gains, the player who took it, and the number of spaces by which it
 * moves the season token.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
function largeDie(ctx, number) {
  const { public: view } = ctx;
  const die = must(view.dice?.[`d${number}`]);
  const face = faceOf(ctx, view.diceSeason, number, die.face);
  const gains = energies
    .filter((e) => face.energy[e])
    .map(
      (e) =>
        html`<li>${Array.from({ length: face.energy[e] }, () => energy(e))}<span>${ctx.t(
          'die.gain',
          { what: ctx.t(`tokens.${e}`, { n: face.energy[e] }) },
        )}</span></li>`,
    );
  const line = (/** @type {unknown} */ symbol, /** @type {string} */ words) =>
    html`<li>${symbol}<span>${words}</span></li>`;
  const last = timeDie(view)?.[0] === `d${number}`;
  return html`<article class="bigword bigdie"><h2>${ctx.t(`die.of.${view.diceSeason}`)}</h2>
    <p class="whose">${
      die.taken
        ? html`${avatar(playerOf(ctx, die.taken).icon)}${ctx.t(
            die.taken === ctx.seat ? 'die.its.you' : 'die.its',
            { name: nameOf(ctx, die.taken) },
          )}`
        : ctx.t(last ? 'die.its.left' : 'die.its.free')
    }</p>
    <ul>${gains}${
      face.crystals
        ? line(
            icon('crystal'),
            ctx.t('die.gain', { what: ctx.t('crystals', { n: face.crystals }) }),
          )
        : nothing
    }${
      face.star ? line(icon('star'), ctx.t('die.star')) : nothing
    }${face.transmute ? line(icon('transmute'), ctx.t('die.transmute')) : nothing}${
      face.draw ? line(icon('draw'), ctx.t('die.draw')) : nothing
    }</ul>
    <p class="whereis"><span class="pips">${Array.from(
      { length: face.pips },
      () => html`<i></i>`,
    )}</span>${pipWords(ctx, face.pips, last)}</p></article>`;
}

/**
 * The meaning of the pips of a die. Only the die that no player has taken moves the season token.
 *
 * @param {Ctx} ctx
 * @param {number} n
 * @param {boolean} last
 */
function pipWords(ctx, n, last) {
  if (ctx.public.year > 3) return ctx.t('die.pips.over');
  return ctx.t(last ? 'die.pips.left' : 'die.pips', {
    n,
    where: placeWords(ctx, seasonTokenAfter(ctx.public, n)),
  });
}

/**
 * The destination of the season token: a season, another year, or the end of the match.
 *
 * @param {Ctx} ctx
 * @param {ReturnType<typeof seasonTokenAfter>} to
 */
function placeWords(ctx, to) {
  if (to.year > 3) return ctx.t('die.to.end');
  if (to.year !== ctx.public.year) return ctx.t('die.to.year', { year: romans[to.year] });
  return ctx.t(`die.to.${to.season}`);
}

/**
 * The current price of a card in the hand of the shown seat. Undefined if the card is not there or
 * the viewer cannot see it.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
const inHand = (ctx, number) => secretOf(ctx, ctx.shownSeat)?.hand?.[`h${number}`];

/**
 * @param {Ctx} ctx
 * @param {number} id
 */
function largePiece(ctx, id) {
  const key = holderOf(ctx.public, id);
  const it = must(seatOf(ctx, key).play[`c${id}`]);
  const state = html`<p class="whereis">
    ${avatar(playerOf(ctx, key).icon)}<span>${
      key === ctx.seat
        ? ctx.t('sheet.where.you')
        : ctx.t('sheet.where', { name: playerOf(ctx, key).name })
    }${it.turned ? html` · ${icon('turned')} ${ctx.t('turned')}` : nothing}</span></p>${
      it.tokens
        ? html`<p class="whereis">
          <span>${ctx.t('sheet.tokens')}</span>${energyRow(ctx, it.tokens)}</p>`
        : nothing
    }`;
  return largeCard(ctx, cardOf(ctx, it.card), undefined, state);
}

/**
 * @param {Ctx} ctx
 * @param {Card} card
 * @param {import('./cards.js').CurrentPrice} [now]
 * @param {Renderable} [state]
 */
function largeCard(ctx, card, now, state = nothing) {
  const facts = [
    ctx.t(`type.${card.kind}`),
    ctx.t('prestige', { n: card.prestige }),
    ctx.t('sheet.number', { n: card.number }),
  ];
  return html`<article class="card large" data-type=${card.kind}>
    ${picture(card)}${crest(card.prestige)}
    <h2 class="name">${card.name}</h2>
    <p class="facts">${icon(card.kind)}${facts.join(' · ')}</p>
    <p class="price"><span>${ctx.t('sheet.cost')}</span>${price(ctx, card, card.cost)}</p>
    ${
      varies(card)
        ? html`<p class="price other"><span>${ctx.t('sheet.cost.players')}</span>${card.costs.map(
            (cost, i) => html`${i ? ' / ' : ''}${price(ctx, card, cost)}`,
          )}</p>`
        : nothing
    }
    ${
      now && (now.struck || now.toll)
        ? html`<p class="price"><span>${ctx.t('sheet.now')}</span>${[
            now.struck ? ctx.t('cost.struck', { n: now.struck }) : '',
            now.toll ? ctx.t('cost.toll', { n: now.toll }) : '',
          ]
            .filter(Boolean)
            .join(', ')}</p>`
        : nothing
    }
    ${card.effects.map((effect) =>
      effect === 'none'
        ? nothing
        : html`<p class="effect">${effectIcon(ctx, effect)}<b>${ctx.t(`effect.${effect}`)}</b></p>`,
    )}
    <p class="whole">${card.text}</p>${state}</article>`;
}

/**
 * @param {Ctx} ctx
 * @param {Card} card
 * @param {Cost} cost
 */
function price(ctx, card, cost) {
  if (card.anyEnergies)
    return html`<span class="res">${energy('any', { label: ctx.t('cost.choice') })}1–4</span>`;
  if (!total(cost.energy) && !cost.crystals) return html`<span>${ctx.t('cost.free')}</span>`;
  return html`${
    total(cost.energy)
      ? html`<span class="res" role="img"
          aria-label=${energyWords(ctx, cost.energy)}>${tokenList(cost.energy).map((e) => energy(e))}</span>`
      : nothing
  }${
    cost.crystals
      ? crystal(cost.crystals, { label: ctx.t('crystals', { n: cost.crystals }) })
      : nothing
  }`;
}

/**
 * Whether the price depends on the number of players.
 *
 * @param {Card} card
 */
function varies({ costs }) {
  const [two, four] = [must(costs[0]), must(costs[2])];
  return two.crystals !== four.crystals || total(two.energy) !== total(four.energy);
}

/**
 * The libraries of a player, with their cards if the viewer can see them.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function libraries(ctx, key) {
  const seat = seatOf(ctx, key);
  const secret = secretOf(ctx, key);
  const shelves = /** @type {const} */ (['library2', 'library3']).filter((shelf) => seat[shelf]);
  return html`<article class="bigboard">${shelves.map((shelf) => {
    const cards = expandCounts(secret?.[shelf]).map((number) => cardOf(ctx, number));
    return html`<h2>${icon('library')}${ctx.t(shelf)}</h2>${
      cards.length
        ? html`<ul class="rows">${cards.map((card) => cardRow(ctx, card))}</ul>`
        : html`<p class="nums">${ctx.t('library.count', { n: seat[shelf] })}</p>`
    }`;
  })}</article>`;
}

/**
 * A card as a row: its picture, its name with its effect, and its prestige.
 *
 * @param {Ctx} ctx
 * @param {Card} card
 */
function cardRow(ctx, card) {
  return html`<li>${picture(card)}<span><b>${card.name}</b>
    <small>${ctx.t(card.shortTextKey)}</small></span><b class="pr">${card.prestige}</b></li>`;
}

/**
 * A player's whole board.
 *
 * @param {Ctx} ctx
 * @param {string} key
 */
function board(ctx, key) {
  const seat = ctx.public.seats[key];
  if (!seat) return nothing;
  const cards = inPlay(seat);
  return html`<article class=${cards.length > 8 ? 'bigboard long' : 'bigboard'}>
    <h2>${avatar(playerOf(ctx, key).icon)}${playerOf(ctx, key).name}${crystals(ctx, seat.crystals)}
    </h2>
    <p class="nums">
      ${gauge(ctx, seat.gauge, cards.length)} ${ctx.t('gauge.room', {
        n: cards.length,
        room: Math.max(0, seat.gauge - cards.length),
      })}</p>
    <p class="nums">
      <span>${ctx.t('energy.of', { n: total(seat.reserve), limit: seat.limit })}</span>${
        energies.some((e) => seat.reserve[e]) ? energyRow(ctx, seat.reserve) : nothing
      }</p>
    <p class="nums">
      ${ctx.t('hand.count', { n: seat.hand })} · ${ctx.t('library.count', {
        n: seat.library2 + seat.library3,
      })} · ${bonusWords(ctx, seat.bonuses)}</p>
    <p class="nums">
      <b>${signed(ctx.t('score.now', { n: seat.score.total }))}</b> ${sumWords(ctx, seat, true)}</p>
    ${
      cards.length
        ? html`<ul class="rows">${cards.map((it) => {
            const card = cardOf(ctx, it.card);
            return html`<li class=${it.turned ? 'turned' : ''}>
              ${picture(card)}<span><b>${card.name}</b> <small>${ctx.t(card.shortTextKey)}</small>${
                total(it.tokens) ? energyRow(ctx, it.tokens) : nothing
              }</span>${
                it.turned ? icon('turned', { label: ctx.t('turned') }) : nothing
              }<b class="pr">${card.prestige}</b></li>`;
          })}</ul>`
        : html`<p class="none">${ctx.t('play.empty.of')}</p>`
    }</article>`;
}
