// Renders power cards as a card (hand, draft, sheet), as a piece (in play of the shown seat) or as a
// chip (in play of other players). The price is at the left edge.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { crest, cssVar, energy, icon, thing, thingState, withRemark } from '../../ui/pieces.js';
import { openCard } from '../../ui/names.js';
import { cardOf, energies, tokenList, total } from './facts.js';
import { energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Cost } from './wire.js' */
/** @import { Card, CardInPlay, Effect } from './facts.js' */
/** @import { TemplateResult } from '../../vendor/lit-html/lit-html.js' */

/**
 * The current price to summon a card, from the private document.
 *
 * @typedef {Cost & {copies: number, toll: number, struck: number, why: string}} CurrentPrice
 */

/**
 * @typedef {object} FaceOptions
 * @property {CurrentPrice} [now] the current price
 * @property {number} [count] the number of copies
 * @property {TemplateResult | typeof nothing} [foot]
 * @property {boolean} [whole] whether to show the whole text, where there is room
 */

/**
 * The options of a card that can be pressed.
 *
 * @typedef {object} CardOptions
 * @property {string} [size] 'hand', 'tall', 'big' or 'small'
 * @property {string} [ref] by default `card:N`
 * @property {CurrentPrice} [now] the current price
 * @property {number} [count] the number of copies
 * @property {boolean} [ready] whether the card can be summoned, although no option refers to it
 * @property {string} [why] the reason why the card cannot be chosen
 * @property {string} [brief] a short form of `why` for a small card
 * @property {string} [chosen] the text of the foot when the card is chosen
 * @property {string} [note] the text of the foot in any state
 * @property {boolean} [whole] whether to show the whole text
 */

/**
 * The price of a card from top to bottom: energies, then crystals. With `now`, the column shows the
 * current price, including the energies that need not be paid and the tolls to opponents.
 *
 * @param {Card} card
 * @param {CurrentPrice} [now]
 */
function priceColumn(card, now) {
  const { energy: paid } = now ?? card.cost;
  const toll = now?.toll ?? 0;
  const crystals = (now ?? card.cost).crystals + toll;
  const struck = now?.struck ?? 0;
  const list = card.anyEnergies ? [] : tokenList(paid);
  const alike = new Set(list).size === 1 && list.length <= 4;
  const free = !card.anyEnergies && list.length === 0 && crystals === 0;
  return html`<span class="cost n${list.length}">
    ${
      list.length > 4
        ? energies.map((e) =>
            paid[e] ? html`<span class="grouped"><b>${paid[e]}</b>${energy(e)}</span>` : nothing,
          )
        : list.map((e, i) => energy(e, { cls: alike && i >= list.length - struck ? 'e off' : 'e' }))
    }${card.anyEnergies ? html`${energy('any')}<span class="range">1–4</span>` : nothing}${
      crystals
        ? html`<span
            class=${toll ? 'ccost toll' : 'ccost'}>${icon('crystal')}<b>${crystals}</b></span>`
        : nothing
    }${free ? html`<span class="free">0</span>` : nothing}${
      struck && !alike ? html`<span class="struck">−${struck}</span>` : nothing
    }</span>`;
}

/**
 * A cost in words.
 *
 * @param {Ctx} ctx
 * @param {Card} card
 * @param {CurrentPrice} [now]
 */
function costWords(ctx, card, now) {
  const { energy: paid, crystals } = now ?? card.cost;
  const list = [];
  if (card.anyEnergies) list.push(ctx.t('cost.choice'));
  if (total(paid) > 0) list.push(energyWords(ctx, paid));
  if (crystals > 0) list.push(ctx.t('crystals', { n: crystals }));
  let words = list.length ? ctx.t('cost.label', { list: list.join(', ') }) : ctx.t('cost.free');
  if (now?.struck) words += `, ${ctx.t('cost.struck', { n: now.struck })}`;
  if (now?.toll) words += `, ${ctx.t('cost.toll', { n: now.toll })}`;
  return words;
}

/**
 * The kind of effect that represents a card: an activation if it has one.
 *
 * @param {Card} card
 * @returns {Effect}
 */
const mainEffect = (card) =>
  card.effects.includes('activate') ? 'activate' : (card.effects[0] ?? 'none');

/**
 * The symbol of a kind of effect.
 *
 * @param {Ctx} ctx
 * @param {Effect} effect
 */
export function effectIcon(ctx, effect) {
  if (effect === 'none') return nothing;
  return icon(`k-${effect}`, { label: ctx.t(`effect.${effect}`) });
}

/**
 * The description of a card for screen readers.
 *
 * @param {Ctx} ctx
 * @param {Card} card
 * @param {{now?: CurrentPrice, price?: boolean}} [opts]
 */
export function cardLabel(ctx, card, { now, price = true } = {}) {
  const cost = price ? `, ${costWords(ctx, card, now)}` : '';
  return `${card.name}, ${ctx.t(`type.${card.kind}`)}${cost}, ${ctx.t('prestige', { n: card.prestige })}. ${ctx.t(
    'pair',
    { a: ctx.t(`effect.${mainEffect(card)}`), b: ctx.t(card.shortTextKey) },
  )}`;
}

/**
 * The face of a card of any form except a piece.
 *
 * @param {Ctx} ctx
 * @param {Card} card
 * @param {FaceOptions} [opts]
 */
export function cardFace(ctx, card, { now, count = 1, foot = nothing, whole = false } = {}) {
  return html`${picture(card)}${priceColumn(card, now)}${crest(card.prestige)}${
    count > 1 ? html`<span class="copies">×${count}</span>` : nothing
  }<span class="face"><span class="name">${card.name}</span><span
      class="txt">${effectIcon(ctx, mainEffect(card))}${ctx.t(card.shortTextKey)}</span>${
        whole
          ? html`<span class="whole">${effectIcon(ctx, mainEffect(card))}${card.text}</span>`
          : nothing
      }</span>${foot === nothing ? nothing : html`<span class="foot">${foot}</span>`}`;
}

/**
 * The painted scene of a card. It is loaded when it is near the viewport.
 *
 * @param {Card} card
 */
export function scene({ number }) {
  return html`<img class="scene"
      src=${`/games/seasons/scenes/${String(number).padStart(2, '0')}.svg`} alt="" width="240"
      height="200" loading="lazy" decoding="async">`;
}

/**
 * The scene of a card in its frame. The frame shows the colours of the price until the scene is
 * loaded.
 *
 * @param {Card} card
 */
export const picture = (card) => html`<span class="art" ${tint(card)}>${scene(card)}</span>`;

/** @param {Card} card */
function tint({ tints: [left, right = left] }) {
  return cssVar({ '--c1': `var(--${left}-tint)`, '--c2': `var(--${right}-tint)` });
}

/**
 * A card that an option of a decision can refer to.
 *
 * @param {Ctx} ctx
 * @param {number} number
 * @param {CardOptions} [opts]
 */
export function cardThing(
  ctx,
  number,
  { size = 'big', ref = `card:${number}`, now, count, ready, why, brief, chosen, note, whole } = {},
) {
  const card = cardOf(ctx, number);
  const { state } = thingState(ctx, ref, { why, ready });
  const foot = note
    ? html`${icon('candle')}${note}`
    : cardFoot(ctx, state, { ready, why, brief, chosen });
  const remark = note || (ready && state !== 'blocked' ? ctx.t('state.ready') : '');
  return thing(ctx, ref, cardFace(ctx, card, { now, count, foot, whole }), {
    label: remark
      ? withRemark(cardLabel(ctx, card, { now }), remark)
      : cardLabel(ctx, card, { now }),
    why,
    ready,
    type: card.kind,
    cls: `card ${size}${foot === nothing ? '' : ' footed'}`,
    card: `card:${number}`,
    read: true,
  });
}

/**
 * @param {Ctx} ctx
 * @param {string} state
 * @param {{ready?: boolean, why?: string, brief?: string, chosen?: string}} opts
 */
function cardFoot(ctx, state, { ready, why, brief, chosen }) {
  switch (state) {
    case 'selected':
    case 'busy':
      return html`${icon('check')}${chosen ?? ctx.t('state.chosen')}`;
    case 'choosable':
      return ready ? html`${icon('check')}${ctx.t('state.ready')}` : nothing;
    case 'ready':
      return html`${icon('check')}${ctx.t('state.ready')}`;
    case 'blocked':
      return html`${icon('lock')}${
        brief
          ? html`<span class="whole-way">${why}</span><span class="short-way">${brief}</span>`
          : why
      }`;
    default:
      return nothing;
  }
}

/**
 * A card that cannot be chosen.
 *
 * @param {Ctx} ctx
 * @param {number} number
 * @param {{size?: string, count?: number, whole?: boolean}} [opts]
 */
export function cardShown(ctx, number, { size = 'small', count, whole } = {}) {
  const card = cardOf(ctx, number);
  return html`<div class="card ${size}" tabindex="0" role="img" data-type=${card.kind}
      data-card=${`card:${number}`} aria-label=${cardLabel(ctx, card)}
  >${cardFace(ctx, card, { count, whole })}</div>`;
}

/**
 * A card in play of the shown seat. Its tokens are outside of this button, because they can be
 * chosen one by one.
 *
 * @param {Ctx} ctx
 * @param {CardInPlay} it
 * @param {{why?: string}} [opts]
 */
export function piece(ctx, it, { why } = {}) {
  const card = cardOf(ctx, it.card);
  const ref = `play:${it.id}`;
  const words = [cardLabel(ctx, card, { price: false })];
  if (it.turned) words.push(ctx.t('turned'));
  if (total(it.tokens) > 0) words.push(ctx.t('on.card', { list: energyWords(ctx, it.tokens) }));
  const effect = mainEffect(card);
  const { state } = thingState(ctx, ref, { why });
  const remark = pieceFoot(ctx, it, state);
  return thing(
    ctx,
    ref,
    html`${picture(card)}<span
        class="kind">${icon(effect === 'none' ? card.kind : `k-${effect}`)}</span>${crest(card.prestige)}<span
        class="face"><span class="name">${card.name}</span><span
            class="txt">${ctx.t(card.shortTextKey)}</span></span>${
              remark === nothing ? nothing : html`<span class="foot">${remark}</span>`
            }`,
    {
      label: words.join('. '),
      why: it.turned ? undefined : why,
      type: card.kind,
      card: ref,
      read: true,
      cls: it.turned ? 'piece turned' : 'piece',
    },
  );
}

/**
 * The words on the upper edge of a card in play.
 *
 * @param {Ctx} ctx
 * @param {CardInPlay} it
 * @param {string} state
 */
function pieceFoot(ctx, it, state) {
  if (state === 'selected' || state === 'busy') return ctx.t('state.chosen');
  if (it.turned) return ctx.t('state.used');
  return state === 'choosable' && ctx.decision?.kind === 'turn' ? ctx.t('state.ready') : nothing;
}

/**
 * A card in play of another player.
 *
 * @param {Ctx} ctx
 * @param {CardInPlay} it
 */
export function chip(ctx, it) {
  const card = cardOf(ctx, it.card);
  const tokens = tokenList(it.tokens);
  const words = [card.name];
  if (it.turned) words.push(ctx.t('turned'));
  if (tokens.length) words.push(ctx.t('on.card', { list: energyWords(ctx, it.tokens) }));
  const label = words.join(', ');
  return html`<li>
    <span class=${it.turned ? 'chip turned' : 'chip'} role="img" aria-label=${label}
        data-type=${card.kind} data-card=${`play:${it.id}`} ${tint(card)}
    >${picture(card)}${crest(card.prestige)}${
      tokens[0]
        ? html`<span class="tokens">${energy(tokens[0])}<b>${tokens.length}</b></span>`
        : nothing
    }${it.turned ? html`<span class="flag">${ctx.t('state.used')}</span>` : nothing}<span
        class="name">${card.name}</span></span></li>`;
}

/**
 * A chip that opens the card in the sheet, for libraries and open hands.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
export function chipLink(ctx, number) {
  const card = cardOf(ctx, number);
  return html`<button type="button" class="chip" data-type=${card.kind}
      data-card=${`card:${number}`} aria-label=${cardLabel(ctx, card)} @click=${openCard}
      ${tint(card)}
  >${picture(card)}</button>`;
}
