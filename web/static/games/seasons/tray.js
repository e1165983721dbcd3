// Energies as tokens: in the reserve, on cards, and in the tray above the question bar while a
// question asks which energies to pay, to lose or to sell.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { chosenState, energy, icon } from '../../ui/pieces.js';
import { energies, inPlay, total } from './facts.js';
import { seatOf } from './types.js';
import { cardName } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { OptionText } from '../../core/types.js' */
/** @import { CardInPlay, Energy } from './facts.js' */

/** Questions whose energies are sold, so that the tray adds up their prices. */
const sales = ['transmute'];

/**
 * The options of the viewer's question that are energies the viewer has.
 *
 * @param {Ctx} ctx
 * @returns {readonly OptionText[]}
 */
const askedEnergies = ({ decision, seat, shownSeat }) =>
  decision && seat === shownSeat
    ? decision.options.filter(({ ref }) => ref?.startsWith('energy:'))
    : [];

/**
 * Whether the tray has the energies of the question. A question with groups, such as a payment with
 * a choice, is answered on the reserve and in the bar.
 *
 * @param {Ctx} ctx
 */
export const hasTray = (ctx) => !ctx.decision?.groups?.length && askedEnergies(ctx).length > 0;

/**
 * The tray: every energy that the question asks about, large, with the crystals for which it would
 * be sold now.
 *
 * @param {Ctx} ctx
 */
export function tray(ctx) {
  if (!hasTray(ctx)) return nothing;
  const { decision, picker } = ctx;
  const seat = seatOf(ctx, ctx.seat);
  const asked = askedEnergies(ctx);
  const onCards = asked.filter(({ ref = '' }) => ref.includes('@'));
  const cardIds = [...new Set(onCards.map(({ ref = '' }) => ref.split('@')[1] ?? ''))];
  const own = asked.filter((option) => !onCards.includes(option));
  const isSale = sales.includes(decision?.kind ?? '');
  const sum = picker.chosen.reduce((n, c) => {
    const kind = kindOf(picker.option(c.option)?.ref ?? '');
    return n + c.n * (kind ? seat.rates[kind] : 0);
  }, 0);
  return html`<section class="tray walnut" aria-label=${ctx.t('tray.title')}>
    ${own.length ? tokenGroup(ctx, own) : nothing}${cardIds.map((id) => {
      const card = inPlay(seat).find((c) => c.id === Number(id));
      const words = ctx.t('opt.on', { card: card ? cardName(ctx, card.card) : '' });
      return html`<div class="lent"><h3>${words}</h3>${tokenGroup(
        ctx,
        onCards.filter(({ ref = '' }) => ref.endsWith(`@${id}`)),
      )}</div>`;
    })}${
      isSale
        ? html`<p class="sum"><span>${ctx.t('tray.sum')}</span><b>${icon('crystal')}${sum}</b><span>${
            seat.crystals
          } → ${seat.crystals + sum}</span></p>`
        : html`<p class="explains">${ctx.t('tray.price', {
            season: ctx.t(`season.${ctx.public.season}`).toLowerCase(),
          })}</p>`
    }</section>`;
}

/**
 * @param {Ctx} ctx
 * @param {readonly OptionText[]} options
 */
function tokenGroup(ctx, options) {
  const { rates } = seatOf(ctx, ctx.seat);
  return html`<ul>${options.flatMap(({ ref = '' }) => {
    const kind = kindOf(ref);
    if (!kind) return [];
    return Array.from(
      { length: countOf(ctx, ref, kind) },
      (_, i) =>
        html`<li>${token(ctx, ref, kind, i)}<span class="price">${rates[kind]}${icon('crystal')}</span></li>`,
    );
  })}</ul>`;
}

/**
 * The number of energies to which a ref points, in the reserve or on a card.
 *
 * @param {Ctx} ctx
 * @param {string} ref such as "energy:fire" or "energy:fire@7"
 * @param {Energy} kind
 */
function countOf(ctx, ref, kind) {
  const seat = seatOf(ctx, ctx.seat);
  const [, id] = ref.split('@');
  if (!id) return seat.reserve[kind];
  return inPlay(seat).find((c) => c.id === Number(id))?.tokens[kind] ?? 0;
}

/** @param {string} ref */
const kindOf = (ref) => energies.find((e) => ref.startsWith(`energy:${e}`));

/**
 * A token in the reserve or on a card. It is a button if it is part of the answer and not in the
 * tray.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {Energy} kind
 * @param {number} index index among equal tokens
 */
export function heldToken(ctx, ref, kind, index) {
  if (ctx.decision?.groups?.length && askedEnergies(ctx).length > 0)
    return token(ctx, ref, kind, index);
  const option = hasTray(ctx) ? ctx.picker.options(ref)[0] : undefined;
  const isChosen = option && index < ctx.picker.count(option.id);
  return html`<span class=${isChosen ? 'tok leaving' : 'tok'} role="img"
      aria-label=${ctx.t(`energy.${kind}`)}>${energy(kind)}</span>`;
}

/**
 * The tokens on a card in play.
 *
 * @param {Ctx} ctx
 * @param {CardInPlay} card
 */
export function tokensOnCard(ctx, { id, tokens }) {
  if (!total(tokens)) return nothing;
  const refs = energies.flatMap((e) =>
    Array.from({ length: tokens[e] }, (_, i) => ({ e, i, ref: `energy:${e}@${id}` })),
  );
  const isAsked =
    !!ctx.decision?.groups?.length && refs.some(({ ref }) => ctx.picker.options(ref).length > 0);
  return isAsked
    ? html`<span class="tokens asked">${refs.map(({ ref, e, i }) => token(ctx, ref, e, i))}</span>`
    : html`<span class="tokens" aria-hidden="true">${refs.map(({ e }) => energy(e))}</span>`;
}

/**
 * A token as a button. Equal tokens are one option with a count, and of these tokens the first ones
 * are shown as chosen.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {Energy} kind
 * @param {number} index index among equal tokens
 */
function token(ctx, ref, kind, index) {
  const label = ctx.t(`energy.${kind}`);
  const { picker } = ctx;
  const option = picker.options(ref)[0];
  if (!option)
    return html`<button type="button" class="tok thing" data-ref=${ref} data-state="blocked"
        aria-disabled="true"
        aria-label=${`${label}. ${ctx.t('token.not')}`}>${energy(kind)}</button>`;
  const isChosen = index < picker.count(option.id);
  const canAdd = picker.sendsAtOnce || picker.canAdd(option.id);
  const unchosen = canAdd ? 'choosable' : 'blocked';
  const state = isChosen ? chosenState(picker) : unchosen;
  const press = () => {
    if (picker.sendsAtOnce) void picker.choose(option.id);
    else if (isChosen) picker.remove(option.id);
    else picker.add(option.id);
  };
  return html`<button type="button" class="tok thing" data-ref=${ref} data-state=${state}
      aria-pressed=${isChosen ? 'true' : 'false'}
      aria-disabled=${state === 'blocked' ? 'true' : nothing}
      aria-busy=${state === 'busy' ? 'true' : nothing} aria-label=${label}
      @click=${press}>${energy(kind)}${
        isChosen ? html`<span class="tick" aria-hidden="true">${icon('check')}</span>` : nothing
      }</button>`;
}
