// Describes questions, their options and their groups in words.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { idParts, must } from '../../core/must.js';
import { seatKey } from '../../core/seats.js';
import { avatar, energy, icon } from '../../ui/pieces.js';
import { scene } from './cards.js';
import {
  cardOf,
  energies,
  faceOf,
  holderOf,
  inPlay,
  leftOf,
  numberIn,
  romans,
  seasonTokenAfter,
  total,
} from './facts.js';
import { bonusPrice } from './standing.js';
import { seatOf, secretOf } from './types.js';
import { cardName, faceSymbols, faceWords, isEnergy, join, nameOf } from './words.js';

/** @import { DecisionText, Renderable, GroupText, OptionText } from '../../core/types.js' */
/** @import { Energy } from './facts.js' */
/** @import { Ctx } from './types.js' */

/** @typedef {import('../../core/types.js').Question} Prompt */
/** @typedef {{ctx: Ctx, d: DecisionText, card: string, number: number}} PromptContext */

/**
 * The title of a question, and a line that explains it.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @returns {Prompt}
 */
export function prompt(ctx, decision) {
  const number = Number(decision.args?.card ?? 0);
  const card = number ? cardWithOwner(ctx, number) : '';
  const ask = prompts[decision.kind];
  return ask
    ? ask({ ctx, d: decision, card, number })
    : { title: ctx.t(`ask.${decision.kind}`), why: card };
}

/**
 * The name of the card that asks a question, with its owner if another player has played it.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
function cardWithOwner(ctx, number) {
  const card = cardName(ctx, number);
  const played = ctx.events.findLast(
    ({ kind, public: facts }) =>
      (kind === 'summon' || kind === 'activate') && facts?.card === number,
  );
  const key = `s${played?.seat ?? -1}`;
  if (!ctx.players[key] || key === `s${ctx.decision?.seat ?? -1}`) return card;
  return ctx.t('whose', { name: nameOf(ctx, key), card });
}

/** @type {Record<string, (context: PromptContext) => Prompt>} */
const prompts = {
  draft: ({ ctx, d }) => {
    if (d.answered) {
      const kept = ctx.picker.chosen[0]?.option ?? '';
      return {
        title: ctx.t('ask.draft.done', { card: kept ? cardName(ctx, numberIn(kept)) : '' }),
      };
    }
    const n = (ctx.public.seats[ctx.seat]?.packet ?? offeredCards(d)) - 1;
    return {
      title: ctx.t('ask.draft'),
      why: ctx.t(Object.keys(ctx.public.seats).length > 2 ? 'ask.draft.why' : 'ask.draft.why.two', {
        n,
        name: nameOf(ctx, leftOf(ctx, ctx.seat || ctx.shownSeat)),
      }),
    };
  },
  split: ({ ctx, d }) => ({
    title: ctx.t(d.answered && ctx.picker.isUnchanged ? 'ask.split.done' : 'ask.split'),
    why: ctx.t('ask.split.why'),
  }),
  die: ({ ctx, d }) => ({
    title: ctx.t('ask.die'),
    why: ctx.t(d.options.length === 2 ? 'ask.die.last' : 'ask.die.why'),
  }),
  reroll: ({ ctx, card }) => ({
    title: ctx.t('ask.reroll'),
    why: ctx.t('ask.reroll.why', { card }),
  }),
  turn: ({ ctx, d }) => ({ title: ctx.t('ask.turn'), why: turnWhy(ctx, d) }),
  order: ({ ctx }) => ({ title: ctx.t('ask.order'), why: ctx.t('ask.order.why') }),
  gain: ({ ctx, d, card }) => {
    const seat = seatOf(ctx, seatKey(d.seat));
    const room = seat.limit - total(seat.reserve);
    const from = card ? ctx.t('ask.gain.why', { card }) : ctx.t('ask.gain.exchange');
    return {
      title: ctx.t('ask.gain', { n: d.min }),
      why: room < d.min ? `${from} ${ctx.t('ask.gain.room', { n: Math.max(0, room) })}` : from,
    };
  },
  store: ({ ctx, d, card }) => ({
    title: ctx.t('ask.store', { n: d.min, card }),
    why: ctx.t('ask.store.why'),
  }),
  lose_energy: ({ ctx, d }) => ({
    title: ctx.t('ask.lose_energy', { n: d.min }),
    why: ctx.t('ask.lose_energy.why'),
  }),
  tokens: ({ ctx, d, card, number }) => {
    if (!number)
      return {
        title: ctx.t('ask.tokens.exchange', { n: d.min }),
        why: ctx.t('ask.tokens.exchange.why'),
      };
    const title = d.min === d.max ? ctx.t('ask.tokens', { n: d.min }) : ctx.t('ask.tokens.range');
    return { title, why: ctx.t([`ask.tokens.${number}.why`, 'ask.tokens.why'], { card }) };
  },
  transmute: ({ ctx, d }) => {
    const rates = seatOf(ctx, seatKey(d.seat)).rates;
    const sum = ctx.picker.chosen.reduce(
      (n, c) => n + c.n * (rates[/** @type {Energy} */ (energyOf(c.option))] ?? 0),
      0,
    );
    return {
      title: ctx.t('ask.transmute'),
      why: sum ? ctx.t('ask.transmute.sum', { n: sum }) : ctx.t('ask.transmute.why'),
    };
  },
  energy: ({ ctx, d, card }) => {
    const part = d.args?.part === 'to' ? 'to' : 'from';
    return { title: ctx.t(`ask.energy.${part}`), why: ctx.t(`ask.energy.${part}.why`, { card }) };
  },
  elements: ({ ctx, card }) => ({
    title: ctx.t('ask.elements'),
    why: ctx.t('ask.elements.why', { card }),
  }),
  waive: ({ ctx, d, card }) => ({
    title: ctx.t('ask.waive', { n: d.min }),
    why: ctx.t('ask.waive.why', { card }),
  }),
  payment: ({ ctx, d, card }) => ({
    title: ctx.t('ask.payment'),
    why: ctx.t('ask.payment.why', { card, list: dueWords(ctx, d) }),
  }),
  keep_card: ({ ctx, d }) => ({
    title: ctx.t('ask.keep_card', { card: cardName(ctx, Number(d.args?.drawn)) }),
    why: ctx.t('ask.keep_card.why'),
  }),
  pick_card: ({ ctx, card, number }) => ({
    title: ctx.t('ask.pick_card'),
    why: !number
      ? ctx.t('ask.pick_card.bonus')
      : ctx.t([`ask.pick_card.${number}.why`, 'ask.pick_card.why'], { card }),
  }),
  pick_summon: ({ ctx, card }) => ({
    title: ctx.t('ask.pick_summon'),
    why: ctx.t('ask.pick_summon.why', { card }),
  }),
  assign: ({ ctx, card }) => ({
    title: ctx.t('ask.assign'),
    why: ctx.t('ask.assign.why', { card }),
  }),
  hand_card: (context) => cardPrompt(context, 'ask.hand_card'),
  own_cards: (context) => cardPrompt(context, 'ask.own_cards'),
  familiar: ({ ctx, card }) => ({
    title: ctx.t('ask.familiar'),
    why: ctx.t('ask.familiar.why', { card }),
  }),
  opponent: ({ ctx, card }) => ({
    title: ctx.t('ask.opponent'),
    why: ctx.t('ask.opponent.why', { card }),
  }),
  mode: ({ ctx, card }) => ({ title: ctx.t('ask.mode'), why: ctx.t('ask.mode.why', { card }) }),
  orb: ({ ctx, d, card: askingCard }) => {
    const only = d.options.length === 1 ? '.only' : '';
    return {
      title: ctx.t(`ask.orb${only}`, { card: cardName(ctx, Number(d.args?.seen)) }),
      why: ctx.t(`ask.orb${only}.why`, { by: askingCard }),
    };
  },
  move: ({ ctx, card }) => ({ title: ctx.t('ask.move'), why: ctx.t('ask.move.why', { card }) }),
  element_first: ({ ctx, card }) => ({
    title: ctx.t('ask.element_first'),
    why: ctx.t('ask.element_first.why', { card }),
  }),
};

/**
 * A question that several cards can ask. Some cards have their own texts.
 *
 * @param {PromptContext} context
 * @param {string} key
 * @returns {Prompt}
 */
function cardPrompt({ ctx, card, number }, key) {
  return {
    title: ctx.t([`${key}.${number}`, key]),
    why: ctx.t([`${key}.${number}.why`, `${key}.why`], { card }),
  };
}

/** @param {DecisionText} d */
const offeredCards = (d) => d.options.reduce((n, o) => n + o.max, 0);

/**
 * A text about the actions of a turn that are chosen on the table. The bar shows the others.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 */
function turnWhy(ctx, d) {
  if (d.options.length === 1) return ctx.t('ask.turn.nothing');
  const actions = ['summon', 'activate'].filter((verb) =>
    d.options.some((o) => o.id.startsWith(`${verb}:`)),
  );
  return actions.length ? ctx.t(`ask.turn.${actions.join('.')}`) : undefined;
}

/**
 * The text of the button that sends a chosen option. For the end of a turn, it names the next
 * player.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {OptionText} option
 */
export function buttonLabel(ctx, d, option) {
  const [verb, arg] = idParts(option.id);
  if (verb === 'end') {
    const next = leftOf(ctx, ctx.seat);
    return next === ctx.public.first
      ? ctx.t('send.round')
      : ctx.t('send.then', { name: nameOf(ctx, next) });
  }
  if (verb === 'summon') return ctx.t('send.summon', { card: cardName(ctx, Number(arg)) });
  if (verb === 'activate')
    return ctx.t('send.activate', { card: cardName(ctx, cardInPlay(ctx, Number(arg))) });
  if (d.kind === 'draft') return ctx.t('send.draft', { card: cardName(ctx, Number(arg)) });
  return '';
}

/**
 * The heading of the bonus options, which has the price. '' for other options.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} _d
 * @param {OptionText} option
 */
export function optionGroupLabel(ctx, _d, option) {
  return option.id.startsWith('bonus:')
    ? ctx.t('bonus.track', { points: bonusPrice(ctx, seatOf(ctx, ctx.shownSeat).bonuses) })
    : '';
}

/**
 * The amount of each energy that is due.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 */
function dueWords(ctx, d) {
  return join(
    ctx,
    (d.groups ?? []).filter((g) => g.max > 0).map((g) => ctx.t(`tokens.${g.id}`, { n: g.max })),
  );
}

/**
 * The energy that an option names, such as fire in "energy:fire@7".
 *
 * @param {string} id
 */
const energyOf = (id) => id.replace(/^\w+:/, '').replace(/@\d+$/, '');

/**
 * The name of a group of choices.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} _decision
 * @param {GroupText} group
 */
export const groupName = (ctx, _decision, { id }) =>
  ctx.players[id] ? nameOf(ctx, id) : ctx.t(`group.${id}`);

/**
 * The text of the button that puts a card into a group, if the group is a player.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} _decision
 * @param {GroupText} group
 * @param {boolean} takesBack
 */
export function groupActionText(ctx, _decision, { id }, takesBack) {
  if (!ctx.players[id]) return '';
  const action = id === ctx.seat ? 'keep' : 'give';
  return ctx.t(`put.${takesBack ? 'back' : action}`, { name: nameOf(ctx, id) });
}

/**
 * The face of a button: a symbol, words and a small line.
 *
 * @param {unknown} symbol
 * @param {string} words
 * @param {string} [sub]
 */
function button(symbol, words, sub) {
  return html`<span class="optface">${symbol}<span><b>${words}</b>${
    sub ? html`<small class="subline">${sub}</small>` : nothing
  }</span></span>`;
}

/**
 * @param {Ctx} ctx
 * @param {number} number
 * @param {string} [sub]
 * @param {string} [words]
 */
function cardButton(ctx, number, sub, words) {
  const card = cardOf(ctx, number);
  return button(
    html`<span class="mark-card" data-card=${`card:${number}`}>${scene(card)}</span>`,
    words ?? card.name,
    sub,
  );
}

/**
 * The content of the bar's button for an option.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} decision
 * @param {OptionText} option
 */
export function optionFace(ctx, decision, option) {
  const [verb, arg] = idParts(option.id);
  const draw = options[verb];
  return draw ? draw({ ctx, d: decision, arg }) : option.id;
}

/** @type {Record<string, (context: {ctx: Ctx, d: DecisionText, arg: string}) => Renderable | string>} */
const options = {
  back: ({ ctx }) => button(icon('undo'), ctx.t('opt.back')),
  card: ({ ctx, d, arg }) =>
    cardButton(ctx, Number(arg), d.kind === 'familiar' ? ctx.t('opt.hand') : undefined),
  play: ({ ctx, d, arg }) => {
    const number = cardInPlay(ctx, Number(arg));
    return number
      ? cardButton(ctx, number, d.kind === 'familiar' ? ctx.t('opt.play') : undefined)
      : arg;
  },
  die: ({ ctx, arg }) => {
    const die = must(ctx.public.dice[`d${arg}`]);
    const face = faceOf(ctx, ctx.public.diceSeason, Number(arg), die.face);
    return html`<span class="faceline" role="img"
        aria-label=${`${faceWords(ctx, face)}, ${ctx.t('face.pips', { n: face.pips })}`}>${faceSymbols(face)}<span
            class="pips">${Array.from({ length: face.pips }, () => html`<i></i>`)}</span></span>`;
  },
  energy: ({ ctx, d, arg }) => {
    const [kind = '', cardId] = arg.split('@');
    const seat = seatOf(ctx, seatKey(d.seat));
    const held = cardId ? inPlay(seat).find((c) => c.id === Number(cardId)) : null;
    const sub = cardId
      ? ctx.t('opt.on', { card: held ? cardName(ctx, held.card) : '' })
      : ctx.t('opt.have', { n: seat.reserve[/** @type {Energy} */ (kind)] });
    return energyButton(ctx, kind, sub);
  },
  gain: ({ ctx, arg }) => energyButton(ctx, arg),
  waive: ({ ctx, arg }) => energyButton(ctx, arg),
  kind: ({ ctx, arg }) => energyButton(ctx, arg),
  element: ({ ctx, d, arg }) => {
    if (d.kind === 'element_first')
      return energyButton(ctx, arg, ctx.t(`opt.element_first.${arg}`));
    return energyButton(
      ctx,
      arg,
      ctx.t([`element.${arg}.${ctx.public.edition}`, `element.${arg}`]),
    );
  },
  seat: ({ ctx, arg }) => {
    const key = `s${arg}`;
    const seat = seatOf(ctx, key);
    return button(
      avatar(ctx.players[key]?.icon),
      nameOf(ctx, key),
      energies
        .filter((e) => seat.reserve[e])
        .map((e) => ctx.t(`tokens.${e}`, { n: seat.reserve[e] }))
        .join(', ') || ctx.t('tokens.none'),
    );
  },
  mode: ({ ctx, arg }) =>
    button(icon(modeIcons[arg] ?? ''), ctx.t(`opt.mode.${arg}`), ctx.t(`opt.mode.${arg}.sub`)),
  move: ({ ctx, arg }) => {
    const to = seasonTokenAfter(ctx.public, Number(arg));
    const { year, space } = to;
    let sub = ctx.t('opt.move.sub', { space });
    if (year > 3) sub = ctx.t('opt.move.end');
    else if (year !== ctx.public.year) sub = ctx.t('opt.move.year', { year: romans[year], space });
    return button(
      icon(`s-${to.season}`, { cls: `i ${to.season}` }),
      moveWords(ctx, Number(arg)),
      sub,
    );
  },
  summon: ({ ctx, d, arg }) =>
    d.kind === 'orb'
      ? cardButton(ctx, Number(arg), ctx.t('opt.summon.orb.sub'), ctx.t('opt.summon.orb'))
      : cardButton(ctx, Number(arg), ctx.t('opt.summon.sub')),
  activate: ({ ctx, arg }) => {
    const number = cardInPlay(ctx, Number(arg));
    return number ? cardButton(ctx, number, ctx.t('opt.activate.sub')) : arg;
  },
  bonus: ({ ctx, arg }) => {
    const useless = secretOf(ctx, ctx.seat)?.useless?.[`bonus:${arg}`];
    return button(
      icon(arg === 'draw' ? 'b-draw2' : `b-${arg}`),
      ctx.t(`bonus.${arg}`),
      useless ? ctx.t(`why.${useless}`) : undefined,
    );
  },
  draw: ({ ctx }) => button(icon('draw'), ctx.t('opt.draw'), ctx.t('opt.draw.sub')),
  transmute: ({ ctx }) =>
    button(icon('transmute'), ctx.t('opt.transmute'), ctx.t('opt.transmute.sub')),
  end: ({ ctx }) => button(icon('check'), ctx.t('opt.end')),
  keep: ({ ctx, d }) =>
    button(
      icon(d.kind === 'reroll' ? 'check' : 'hand'),
      ctx.t(d.kind === 'reroll' ? 'opt.keep.die' : 'opt.keep'),
    ),
  discard: ({ ctx }) => button(icon('close'), ctx.t('opt.discard')),
  reroll: ({ ctx }) => button(icon('turned'), ctx.t('opt.reroll'), ctx.t('opt.reroll.sub')),
  return: ({ ctx }) => button(icon('b-draw2'), ctx.t('opt.return'), ctx.t('opt.return.sub')),
};

/**
 * The number of spaces that the season token moves, and the season that it reaches, in words.
 *
 * @param {Ctx} ctx
 * @param {number} spaces
 */
export function moveWords(ctx, spaces) {
  const { season } = seasonTokenAfter(ctx.public, spaces);
  const n = `${spaces > 0 ? '+' : '−'}${Math.abs(spaces)}`;
  return season === ctx.public.season
    ? ctx.t('opt.move.stay', { n, season: ctx.t(`season.${season}`) })
    : ctx.t('opt.move', { n, to: ctx.t(`to.${season}`) });
}

/** @type {Record<string, string>} */
const modeIcons = {
  look: 'eye',
  mill: 'close',
  gain: 'e-any',
  transmute: 'transmute',
  draw: 'draw',
  discard: 'close',
};

/**
 * @param {Ctx} ctx
 * @param {string} kind
 * @param {string} [sub]
 */
const energyButton = (ctx, kind, sub) =>
  button(energy(kind), isEnergy(kind) ? ctx.t(`energy.${kind}`) : kind, sub);

/**
 * The number of a card in play.
 *
 * @param {Ctx} ctx
 * @param {number} id
 */
function cardInPlay(ctx, id) {
  const holder = holderOf(ctx.public, id);
  return holder ? must(seatOf(ctx, holder).play[`c${id}`]).card : 0;
}
