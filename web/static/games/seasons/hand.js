// The followed player's hand in the dock: what it would cost to summon each
// card now, or why it cannot be. Cards drawn and not yet placed lie before it.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { playerOf } from '../../core/seats.js';
import { memo } from '../../ui/memo.js';
import { avatar, energy, icon, phone } from '../../ui/pieces.js';
import { cardShown, cardThing } from './cards.js';
import { energies, expandCounts, inPlay, numberIn, total } from './facts.js';
import { reserve } from './opponents.js';
import { seatOf, secretOf } from './types.js';

/** @import { Ctx } from './types.js' */
/** @import { Private, SeatView } from './wire.js' */
/** @import { Now } from './cards.js' */
/** @import { Energies } from './facts.js' */

/** Questions beside which a phone has room for the hand. */
const beside = ['die', 'reroll', 'turn', 'hand_card', 'familiar'];
/** Questions about cards that were drawn or looked at. */
const aboutDrawn = ['pick_card', 'pick_summon', 'assign', 'keep_card', 'orb'];

/** @param {Ctx} ctx */
export function hand(ctx) {
  const { public: view } = ctx;
  const secret = secretOf(ctx, ctx.follow);
  if (view.phase === 'draft' || view.phase === 'split' || !secret) return nothing;
  return html`${memo(ctx, cardsOf, unfolded(ctx), !!ctx.ui.handFits)}`;
}

/**
 * @param {Ctx} ctx
 * @param {boolean | undefined} open
 * @param {boolean} fits there is room for it on a phone
 */
function cardsOf(ctx, open, fits) {
  const seat = seatOf(ctx, ctx.follow);
  const cards = Object.entries(secretOf(ctx, ctx.follow)?.hand ?? {}).map(([key, now]) => ({
    number: numberIn(key),
    now,
  }));
  // Always in the same order, so that no card moves away under a finger.
  const ranked = cards.toSorted((a, b) => a.number - b.number);
  const ready = mayBeSummoned(ctx) ? ranked.filter((c) => c.now.why === '').length : 0;
  const n = seat.hand;
  const before = drawnCards(ctx);
  const brief = before !== nothing || !!ctx.decision?.groups?.length || !!ctx.decision?.ordered;
  const columns = `c${Math.min(10, ranked.length)}`;
  const crowded = n > 10 ? 'many' : '';
  const density = brief ? 'brief' : crowded;
  return html`${before}<details class="hand" ?data-fits=${fits} .open=${open}>
    <summary @click=${(/** @type {Event} */ e) => fold(ctx, e)}>
      ${avatar(playerOf(ctx, ctx.follow).icon)}
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
        ? html`<div class="cards ${columns} ${density} ${ready ? 'some' : ''}">${ranked.map((c) =>
            handCard(ctx, c.number, c.now, before !== nothing),
          )}</div>`
        : html`<p class="none">${ctx.t('hand.empty')}</p>`
    }
  </details>`;
}

/**
 * On phones the hand is open except for questions that need its room: it neither opens nor closes
 * within a turn. A player's own wish holds until it would. Elsewhere there is room for it.
 *
 * @param {Ctx} ctx
 */
function unfolded(ctx) {
  if (!phone.matches) return true;
  const open = !ctx.decision || beside.includes(ctx.decision.kind);
  if (ctx.ui.handFits !== open) {
    ctx.ui.handFits = open;
    ctx.ui.handOpen = open;
  }
  return ctx.ui.handOpen;
}

/**
 * The press that folds the hand, or opens it.
 *
 * @param {Ctx} ctx
 * @param {Event} event
 */
function fold(ctx, event) {
  const summary = /** @type {HTMLElement} */ (event.currentTarget);
  ctx.ui.handOpen = !(/** @type {HTMLDetailsElement} */ (summary.parentElement).open);
}

/**
 * @param {Ctx} ctx
 * @param {number} number
 * @param {Now} now
 * @param {boolean} idle the question is about other cards
 */
function handCard(ctx, number, now, idle) {
  if (ctx.public.phase === 'over')
    return cardShown(ctx, number, { size: 'hand', count: now.copies });
  /** @type {Ctx} */
  const at = idle ? Object.create(ctx, { decision: { value: null } }) : ctx;
  const asked =
    ctx.decision && ctx.decision.kind !== 'turn' && ctx.pick.options(`card:${number}`).length > 0;
  const paying =
    !idle &&
    ctx.decision?.args?.card === number &&
    ctx.pick.option('back') !== undefined &&
    ctx.pick.options(`card:${number}`).length === 0;
  return cardThing(at, number, {
    size: paying ? 'hand paying' : 'hand',
    now,
    count: now.copies,
    ready: now.why === '' && !asked && mayBeSummoned(ctx),
    why: now.why === '' || asked ? undefined : shortage(ctx, now),
    brief: lacks(ctx, now),
    note: paying ? ctx.t('state.paying') : undefined,
  });
}

/**
 * No question stands before the summoning of cards.
 *
 * @param {Ctx} ctx
 */
const mayBeSummoned = ({ decision }) => !decision || ['turn', 'die'].includes(decision.kind);

/**
 * Why a card cannot be summoned, in three words; with numbers where the table shows them.
 *
 * @param {Ctx} ctx
 * @param {Now} now
 */
function shortage(ctx, now) {
  const seat = seatOf(ctx, ctx.follow);
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
 * How much is short, for small cards, if the table shows of what.
 *
 * @param {Ctx} ctx
 * @param {Now} now
 */
function lacks(ctx, now) {
  const seat = seatOf(ctx, ctx.follow);
  let n = 0;
  if (now.why === 'no_energy') n = total(missing(ctx, seat, now.energy)) - now.struck;
  if (now.why === 'no_crystals' || now.why === 'toll') n = now.crystals + now.toll - seat.crystals;
  return n > 0 ? ctx.t('lack', { n }) : undefined;
}

/**
 * What of a price is neither in the reserve nor on cards that lend their tokens.
 *
 * @param {Ctx} ctx
 * @param {SeatView} seat
 * @param {Energies} price
 * @returns {Energies}
 */
function missing({ catalogue }, seat, price) {
  const lent = inPlay(seat).filter((c) => catalogue.cards[c.card - 1]?.lends);
  /** @type {Energies} */
  const out = { air: 0, water: 0, fire: 0, earth: 0 };
  for (const e of energies)
    out[e] = Math.max(0, price[e] - seat.reserve[e] - lent.reduce((n, c) => n + c.tokens[e], 0));
  return out;
}

/**
 * The numbers of the cards that were drawn or looked at, and wait for a choice.
 *
 * @param {Ctx} ctx
 */
export function drawn(ctx) {
  const { decision } = ctx;
  if (!decision || !aboutDrawn.includes(decision.kind) || ctx.follow !== ctx.seat) return [];
  const held = expandCounts(secretOf(ctx, ctx.seat)?.held);
  if (decision.kind === 'orb') return [Number(decision.args?.seen)];
  return held.length ? held : [Number(decision.args?.drawn)];
}

/** @param {Ctx} ctx */
function drawnCards(ctx) {
  const { decision } = ctx;
  const list = drawn(ctx);
  if (!decision || !list.length) return nothing;
  const asks = decision.kind.startsWith('pick') || decision.kind === 'assign';
  return html`<section class="drawn d${new Set(list).size}">
    <h2>${ctx.t(decision.kind === 'orb' ? 'drawn.seen' : 'drawn')}</h2><div class="cards">${[
      ...new Set(list),
    ].map((number) => {
      const count = list.filter((n) => n === number).length;
      return asks
        ? cardThing(ctx, number, { size: 'hand', count })
        : cardShown(ctx, number, { size: 'hand', count });
    })}</div></section>`;
}
