// The hand of the shown seat in the dock. Each card has its current price, or the reason why it
// cannot be summoned. Cards that were drawn and wait for a choice come first.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { playerOf } from '../../core/seats.js';
import { memo } from '../../ui/memo.js';
import { avatar, cssVar, energy, icon, phone } from '../../ui/pieces.js';
import { cardShown, cardThing } from './cards.js';
import { energies, expandCounts, inPlay, numberIn, total } from './facts.js';
import { reserve } from './opponents.js';
import { groupActionText } from './prompts.js';
import { tray } from './tray.js';
import { seatOf, secretOf } from './types.js';

/** @import { Ctx } from './types.js' */
/** @import { DecisionText } from '../../core/types.js' */
/** @import { Private, SeatView } from './wire.js' */
/** @import { CurrentPrice } from './cards.js' */
/** @import { Energies } from './facts.js' */

/** Questions that leave room for the hand on a phone. */
const questionsBesideHand = ['die', 'reroll', 'turn', 'hand_card', 'familiar'];
/** Questions about cards that were drawn or looked at. */
const questionsAboutDrawn = ['pick_card', 'pick_summon', 'assign', 'keep_card', 'orb'];

/** @param {Ctx} ctx */
export function hand(ctx) {
  const { public: view } = ctx;
  const secret = secretOf(ctx, ctx.shownSeat);
  if (view.phase === 'draft' || view.phase === 'split' || !secret) return nothing;
  return html`${memo(ctx, handDetails, isUnfolded(ctx), !!ctx.ui.handFits)}`;
}

/**
 * @param {Ctx} ctx
 * @param {boolean | undefined} open
 * @param {boolean} fits whether the question leaves room for the hand on a phone
 */
function handDetails(ctx, open, fits) {
  const seat = seatOf(ctx, ctx.shownSeat);
  const cards = Object.entries(secretOf(ctx, ctx.shownSeat)?.hand ?? {}).map(([key, now]) => ({
    number: numberIn(key),
    now,
  }));
  // The order is fixed, so that no card moves away while the player presses it.
  const ranked = cards.toSorted((a, b) => a.number - b.number);
  const ready = canSummonNow(ctx) ? ranked.filter((c) => c.now.why === '').length : 0;
  const n = seat.hand;
  const columns = `c${Math.min(10, ranked.length)}`;
  const middle = (ranked.length - 1) / 2;
  return html`<details class="hand" ?data-fits=${fits} .open=${open}>
    <summary @click=${(/** @type {Event} */ e) => toggleHand(ctx, e)}>
      ${avatar(playerOf(ctx, ctx.shownSeat).icon)}
      <span class="mini">${icon('crystal')}<b>${seat.crystals}</b></span>
      <span class="mini">${icon('gauge')}<b>${inPlay(seat).length}</b>/${seat.gauge}</span>
      <span class="mini">${reserve(ctx, seat, 4)}${
        total(seat.reserve) ? nothing : energy('any')
      }<b>${total(seat.reserve)}</b>/${seat.limit}</span>
      <span class="hn mini"><span class="vh">${ctx.t('hand.ready', { n, ready })}</span><span
          aria-hidden="true">${icon('hand')}<b>${n}</b> ${icon('check')}<b>${ready}</b></span></span></summary>
    <h2 class="vh">${ctx.t('hand.title', { n })}</h2>
    ${
      n
        ? html`<ul class="cards card-row ${columns} ${ready ? 'some' : ''}">${ranked.map(
            (c, i) =>
              html`<li ${cssVar({ '--i': String(i - middle) })}>${handCard(
                ctx,
                c.number,
                c.now,
                drawnNumbers(ctx).length > 0,
              )}</li>`,
          )}</ul>`
        : html`<p class="none">${ctx.t('hand.empty')}</p>`
    }
  </details>`;
}

/**
 * Whether the hand is open. On phones the hand opens or closes when a question leaves more or less
 * room than the last question. The player can open or close it at any time. On other screens the
 * hand is always open.
 *
 * @param {Ctx} ctx
 */
function isUnfolded(ctx) {
  if (!phone.matches) return true;
  const open = !ctx.decision || questionsBesideHand.includes(ctx.decision.kind);
  if (ctx.ui.handFits !== open) {
    ctx.ui.handFits = open;
    ctx.ui.handOpen = open;
  }
  return ctx.ui.handOpen;
}

/**
 * Records that the player has opened or closed the hand.
 *
 * @param {Ctx} ctx
 * @param {Event} event
 */
function toggleHand(ctx, event) {
  const summary = /** @type {HTMLElement} */ (event.currentTarget);
  ctx.ui.handOpen = !(/** @type {HTMLDetailsElement} */ (summary.parentElement).open);
}

/**
 * @param {Ctx} ctx
 * @param {number} number
 * @param {CurrentPrice} now
 * @param {boolean} isIdle whether the question is about other cards
 */
function handCard(ctx, number, now, isIdle) {
  if (ctx.public.phase === 'over')
    return cardShown(ctx, number, { size: 'hand', count: now.copies });
  /** @type {Ctx} */
  const cardCtx = isIdle ? Object.create(ctx, { decision: { value: null } }) : ctx;
  const asked =
    ctx.decision && ctx.decision.kind !== 'turn' && ctx.picker.options(`card:${number}`).length > 0;
  const paying =
    !isIdle &&
    ctx.decision?.args?.card === number &&
    ctx.picker.option('back') !== undefined &&
    ctx.picker.options(`card:${number}`).length === 0;
  return cardThing(cardCtx, number, {
    size: paying ? 'hand paying' : 'hand',
    now,
    count: now.copies,
    ready: now.why === '' && !asked && canSummonNow(ctx),
    why: now.why === '' || asked ? undefined : shortage(ctx, now),
    brief: shortageNumber(ctx, now),
    note: paying ? ctx.t('state.paying') : undefined,
  });
}

/** @param {Ctx} ctx */
const canSummonNow = ({ decision }) => !decision || ['turn', 'die'].includes(decision.kind);

/**
 * A short text about the reason why a card cannot be summoned, with the missing amount if the
 * public document shows it.
 *
 * @param {Ctx} ctx
 * @param {CurrentPrice} now
 */
function shortage(ctx, now) {
  const seat = seatOf(ctx, ctx.shownSeat);
  if (now.why === 'no_crystals' || now.why === 'toll') {
    const n = now.crystals + now.toll - seat.crystals;
    if (n > 0) return ctx.t('lack.crystals', { n });
  }
  if (now.why === 'no_energy') {
    const lacking = missing(ctx, seat, now.energy);
    const n = total(lacking) - now.struck;
    const kinds = energies.filter((e) => lacking[e] > 0);
    if (n > 0 && kinds.length === 1)
      return ctx.t('lack.energy', { n, energy: ctx.t(`energy.${kinds[0]}`).toLowerCase() });
    if (n > 0) return ctx.t('lack.energies', { n });
  }
  if (now.why === 'gauge' && seat.gauge === 0) return ctx.t('gauge.none');
  return ctx.t(`why.${now.why}`);
}

/**
 * The amount that is missing to summon a card, for the foot of small cards. Undefined if none is.
 *
 * @param {Ctx} ctx
 * @param {CurrentPrice} now
 */
function shortageNumber(ctx, now) {
  const seat = seatOf(ctx, ctx.shownSeat);
  let n = 0;
  if (now.why === 'no_energy') n = total(missing(ctx, seat, now.energy)) - now.struck;
  if (now.why === 'no_crystals' || now.why === 'toll') n = now.crystals + now.toll - seat.crystals;
  return n > 0 ? ctx.t('lack', { n }) : undefined;
}

/**
 * The part of a price that is neither in the reserve nor on cards that lend their tokens.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {Energies} price
 * @returns {Energies}
 */
function missing({ catalogue }, seat, price) {
  const lenders = inPlay(seat).filter((c) => catalogue.cards[c.card - 1]?.lends);
  /** @type {Energies} */
  const result = { air: 0, water: 0, fire: 0, earth: 0 };
  for (const e of energies)
    result[e] = Math.max(
      0,
      price[e] - seat.reserve[e] - lenders.reduce((n, c) => n + c.tokens[e], 0),
    );
  return result;
}

/**
 * The numbers of the cards that were drawn or looked at and wait for a choice.
 *
 * @param {Ctx} ctx
 */
export function drawnNumbers(ctx) {
  const { decision } = ctx;
  if (!decision || !questionsAboutDrawn.includes(decision.kind) || ctx.shownSeat !== ctx.seat)
    return [];
  const held = expandCounts(secretOf(ctx, ctx.seat)?.held);
  if (decision.kind === 'orb') return [Number(decision.args?.seen)];
  return held.length ? held : [Number(decision.args?.drawn)];
}

/**
 * What lies above the question bar while the viewer is asked: drawn cards, large, or the tray with
 * the energies to choose from.
 *
 * @param {Ctx} ctx
 */
export const stage = (ctx) => html`${drawnCards(ctx)}${tray(ctx)}`;

/** @param {Ctx} ctx */
function drawnCards(ctx) {
  const { decision } = ctx;
  const list = drawnNumbers(ctx);
  if (!decision || !list.length) return nothing;
  const isChoice = decision.kind.startsWith('pick') || decision.kind === 'assign';
  const numbers = [...new Set(list)];
  const size = numbers.length === 1 ? 'full alone' : 'full';
  return html`<section class="drawn d${numbers.length}">
    <h2 class="vh">${ctx.t(decision.kind === 'orb' ? 'drawn.seen' : 'drawn')}</h2><ul
        class="cards">${numbers.map((number) => {
          const count = list.filter((n) => n === number).length;
          return html`<li>${
            isChoice
              ? cardThing(ctx, number, { size, count, whole: true })
              : cardShown(ctx, number, { size, count, whole: true })
          }${recipients(ctx, decision, number)}</li>`;
        })}</ul></section>`;
}

/**
 * Buttons below a card that is to be given away, one for each player who can get it.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {number} number
 */
function recipients(ctx, decision, number) {
  const { picker } = ctx;
  const [option] = picker.options(`card:${number}`);
  if (!option || !decision.groups?.length || picker.busy) return nothing;
  return html`<p class="recipients">${decision.groups.flatMap((group, i) => {
    const isGiven = picker.canRemove(option.id, group.id);
    if (!isGiven && !picker.canAdd(option.id, group.id)) return [];
    const press = () =>
      isGiven ? picker.remove(option.id, group.id) : picker.add(option.id, group.id);
    return html`<button type="button" class=${isGiven ? 'recipient given' : 'recipient'}
        data-put=${i + 1} data-does=${`give ${option.id}`} aria-pressed=${isGiven} @click=${press}>${avatar(ctx.players[group.id]?.icon)}<span>${groupActionText(
          ctx,
          decision,
          group,
          isGiven,
        )}</span></button>`;
  })}</p>`;
}
