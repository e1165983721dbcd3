// Describes answers in phrases that begin with a verb, for the undo button, for hints and for the
// analysis of matches.
import { html } from '../../vendor/lit-html/lit-html.js';
import { idParts, must } from '../../core/must.js';
import { seatOf } from './types.js';
import { cardOf, energies, faceOf, holderOf, inPlay, noEnergy, numberIn, total } from './facts.js';
import { moveWords } from './prompts.js';
import { bonusPrice } from './standing.js';
import { cardName, energyWords, faceRow, isEnergy, join, nameOf } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Chosen, DecisionText, Renderable, Line } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** Option words with their own text. The text of other options depends on the question. */
const verbsWithText = ['back', 'bonus', 'draw', 'end', 'summon', 'activate', 'discard', 'return'];

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {readonly Chosen[]} picks
 * @returns {Renderable | string}
 */
export function answerText(ctx, d, picks) {
  const first = must(picks[0]).option.id;
  const [verb] = idParts(first);
  const list = (/** @type {string} */ group) =>
    join(
      ctx,
      picks.filter((pick) => !group || pick.group === group).map((pick) => pickName(ctx, d, pick)),
    );
  if (d.kind === 'keep_card')
    return ctx.t(`act.${verb}`, { list: cardName(ctx, Number(d.args?.drawn)) });
  if (d.kind === 'mode') return ctx.t(`opt.${first.replace(':', '.')}`);
  if (d.kind === 'split')
    return ctx.t(
      'act.split',
      Object.fromEntries(['hand', 'library2', 'library3'].map((group) => [group, list(group)])),
    );
  if (d.kind === 'die') return html`${richParts(ctx.t, 'act.die', { die: die(ctx, first) })}`;
  if (d.kind === 'reroll') return ctx.t(`act.reroll.${verb}`);
  if (d.kind === 'turn' && verb === 'transmute') return ctx.t('opt.transmute');
  return ctx.t(
    verbsWithText.includes(verb)
      ? `act.${verb}`
      : [`act.${d.kind}.${d.args?.card}`, `act.${d.kind}`],
    { list: list('') },
  );
}

/**
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Chosen} pick
 */
function pickName(ctx, d, { option, n, group }) {
  const [verb, arg] = idParts(option.id);
  if (!arg) return '';
  if (verb === 'seat') return nameOf(ctx, `s${arg}`);
  if (verb === 'bonus') return ctx.t(`bonus.${arg}.long`);
  if (verb === 'move') return moveWords(ctx, Number(arg));
  const [kind = '', cardId] = arg.split('@');
  if (isEnergy(kind)) {
    const amount = ctx.t(`tokens.${kind}`, { n });
    return cardId
      ? `${amount} (${ctx.t('opt.on', { card: cardName(ctx, cardNumber(ctx, Number(cardId))) })})`
      : amount;
  }
  const card = cardName(
    ctx,
    ['play', 'activate'].includes(verb) ? cardNumber(ctx, Number(arg)) : Number(arg),
  );
  if (d.kind === 'assign') return ctx.t('act.to', { card, name: nameOf(ctx, group) });
  return n > 1 ? `${n}\u00a0× ${card}` : card;
}

/**
 * The number of a card in play.
 *
 * @param {Ctx} ctx
 * @param {number} id
 */
function cardNumber(ctx, id) {
  const holder = holderOf(ctx.public, id);
  return (holder && inPlay(seatOf(ctx, holder)).find((c) => c.id === id)?.card) || 0;
}

/**
 * The face of the die that an option names.
 *
 * @param {Ctx} ctx
 * @param {string} option
 */
function chosenFace(ctx, option) {
  const [, number] = idParts(option);
  return faceOf(
    ctx,
    ctx.public.diceSeason,
    Number(number),
    must(ctx.public.dice[`d${number}`]).face,
  );
}

/**
 * @param {Ctx} ctx
 * @param {string} option
 */
const die = (ctx, option) =>
  html`<span class="act-die">${faceRow(ctx, chosenFace(ctx, option))}</span>`;

/**
 * The reason why an answer is better than the next best, or null if the table shows no obvious
 * reason.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Line} best
 * @param {Line} next
 * @returns {Renderable | null}
 */
export function reasonText(ctx, d, best, next) {
  const [bestOption = '', nextOption = ''] = [best, next].map(({ answer: [pick] }) =>
    typeof pick === 'string' ? pick : (pick?.option ?? ''),
  );
  if (d.kind === 'die') return betterDie(ctx, bestOption, nextOption);
  if (d.kind === 'transmute') return crystalsMade(ctx, best.answer);
  if (d.kind !== 'turn') return null;
  const [verb, arg] = idParts(bestOption);
  if (verb === 'summon') return cardWorth(ctx, Number(arg));
  return verb === 'end' && nextOption.startsWith('bonus:')
    ? html`${ctx.t('because.seen.saves', {
        n: bonusPrice(ctx, seatOf(ctx, ctx.seat).bonuses),
      })}`
    : null;
}

/**
 * The reason that a die pays for a card in hand, or makes room for one, and the other die does not.
 * Null if that is not so.
 *
 * @param {Ctx} ctx
 * @param {string} bestOption
 * @param {string} nextOption
 */
function betterDie(ctx, bestOption, nextOption) {
  if (!bestOption || !nextOption) return null;
  const [bestFace, nextFace] = [chosenFace(ctx, bestOption), chosenFace(ctx, nextOption)];
  const seat = seatOf(ctx, ctx.seat);
  const room = seat.gauge - inPlay(seat).length;
  const hand = Object.keys(ctx.private.hand ?? {});
  const paid = hand.find(
    (card) =>
      shortfall(ctx, null, card).length &&
      !shortfall(ctx, bestFace, card).length &&
      shortfall(ctx, nextFace, card).length,
  );
  if (paid && room + (bestFace.star ? 1 : 0) > 0)
    return html`${richParts(ctx.t, 'because.seen.pays', {
      card: cardName(ctx, numberIn(paid)),
      die: die(ctx, nextOption),
      short: join(ctx, shortfall(ctx, nextFace, paid)),
    })}`;
  return room <= 0 && hand.length && bestFace.star && !nextFace.star
    ? html`${ctx.t('because.seen.room')}`
    : null;
}

/**
 * The reason that a card has prestige, and costs nothing if that is so. Null without prestige.
 *
 * @param {Ctx} ctx
 * @param {number} card
 */
function cardWorth(ctx, card) {
  const { prestige } = cardOf(ctx, card);
  if (prestige <= 0) return null;
  const price = ctx.private.hand?.[`h${card}`];
  const free = !!price && !total(price.energy) && price.crystals + price.toll === 0;
  return html`${ctx.t(`because.seen.${free ? 'free' : 'worth'}`, { n: prestige })}`;
}

/**
 * The reason that an answer makes crystals by transmuting energies. Null if it makes none.
 *
 * @param {Ctx} ctx
 * @param {Line['answer']} answer
 */
function crystalsMade(ctx, answer) {
  const { rates } = seatOf(ctx, ctx.seat);
  const n = answer.reduce((sum, pick) => {
    const { option, n: times = 1 } = typeof pick === 'string' ? { option: pick } : pick;
    const [kind = ''] = idParts(option)[1].split('@');
    return sum + times * (isEnergy(kind) ? rates[kind] : 0);
  }, 0);
  return n ? html`${ctx.t('because.seen.makes', { n })}` : null;
}

/**
 * The parts of the price of a card in hand that are still missing after a gain, in words.
 *
 * @param {Ctx} ctx
 * @param {ReturnType<typeof chosenFace> | null} gained the face of a die
 * @param {string} key
 */
function shortfall(ctx, gained, key) {
  const { reserve, crystals } = seatOf(ctx, ctx.seat);
  const price = ctx.private.hand?.[key];
  const energy = { ...noEnergy };
  for (const e of energies)
    energy[e] = Math.max(0, (price?.energy[e] ?? 0) - reserve[e] - (gained?.energy[e] ?? 0));
  const lackingCrystals =
    (price?.crystals ?? 0) + (price?.toll ?? 0) - crystals - (gained?.crystals ?? 0);
  return [
    ...(total(energy) ? [energyWords(ctx, energy)] : []),
    ...(lackingCrystals > 0 ? [ctx.t('crystals', { n: lackingCrystals })] : []),
  ];
}
