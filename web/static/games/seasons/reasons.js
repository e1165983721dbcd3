// The reasons for an answer that are seen on the table: what it pays, brings, keeps or saves beside
// the next best one. Loaded with the first hint or explanation.
import { html } from '../../vendor/lit-html/lit-html.js';
import { translator } from '../../core/i18n.js';
import { idParts } from '../../core/must.js';
import { seatOf } from './types.js';
import { cardOf, energies, inPlay, noEnergy, numberIn, total } from './facts.js';
import { chosenFace, die } from './answer-words.js';
import { bonusPrice } from './standing.js';
import { cardName, energyWords, isEnergy, join } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { DecisionText, Renderable, Line, PickText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Face } from './wire.js' */

export const texts = '/games/seasons/reasons.*.json';

/** The reasons why a card in hand cannot be summoned that a die can change. */
const curable = ['', 'gauge', 'no_energy', 'no_crystals'];

/** The last year, its spaces, and the most spaces that the season token moves in a round. */
const [lastYear, spacesOfYear, maxPips] = [3, 12, 3];

/** The highest position of a gauge. */
const maxGauge = 15;

/**
 * The reason why an answer is better than the next best, or null if the table shows none.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Line} best
 * @param {Line} next
 * @returns {Renderable | null}
 */
export function reasonText(ctx, d, best, next) {
  const [bestOption, nextOption] = [firstOption(best), firstOption(next)];
  if (!bestOption || !nextOption) return null;
  if (d.kind === 'die')
    return betterDie(ctx, bestOption, nextOption) ?? dieBrings(ctx, bestOption, nextOption);
  if (d.kind === 'transmute') return crystalsMade(ctx, best.answer, next.answer);
  if (d.kind === 'draft') return betterCard(ctx, bestOption, nextOption);
  if (d.kind !== 'turn') return null;
  const [verb, arg] = idParts(bestOption);
  if (verb === 'summon') return cardWorth(ctx, Number(arg), nextOption);
  return verb === 'end' ? kept(ctx, nextOption) : null;
}

/** @param {Line} line */
function firstOption({ answer: [pick] }) {
  return typeof pick === 'string' ? pick : (pick?.option ?? '');
}

/**
 * @param {Ctx} ctx
 * @param {string} key
 * @param {Record<string, unknown>} [args]
 */
const phrase = (ctx, key, args = {}) =>
  html`${richParts(translator(ctx.lang, texts), `because.seen.${key}`, args)}`;

/**
 * The reason that a die pays for a card in hand, or makes room for one, and the other die does not.
 * Null if that is not so.
 *
 * @param {Ctx} ctx
 * @param {string} bestOption
 * @param {string} nextOption
 */
function betterDie(ctx, bestOption, nextOption) {
  const [bestFace, nextFace] = [chosenFace(ctx, bestOption), chosenFace(ctx, nextOption)];
  const seat = seatOf(ctx, ctx.seat);
  const room = seat.gauge - inPlay(seat).length;
  const hand = Object.keys(ctx.private.hand ?? {});
  const paid = hand.find(
    (card) =>
      curable.includes(ctx.private.hand?.[card]?.why ?? '') &&
      shortfall(ctx, null, card).length &&
      !shortfall(ctx, bestFace, card).length &&
      shortfall(ctx, nextFace, card).length,
  );
  if (paid && room + (bestFace.star ? 1 : 0) > 0)
    return phrase(ctx, 'pays', {
      card: cardName(ctx, numberIn(paid)),
      die: die(ctx, nextOption),
      short: join(ctx, shortfall(ctx, nextFace, paid)),
    });
  return room <= 0 && hand.length && bestFace.star && !nextFace.star ? phrase(ctx, 'room') : null;
}

/**
 * What a die brings and the other one does not: the first difference of crystals, drawing,
 * transmuting, room for cards and energies. Null if it brings nothing more. More energies are no
 * reason beside a die with more crystals.
 *
 * @param {Ctx} ctx
 * @param {string} bestOption
 * @param {string} nextOption
 */
function dieBrings(ctx, bestOption, nextOption) {
  const [best, next] = [chosenFace(ctx, bestOption), chosenFace(ctx, nextOption)];
  const seat = seatOf(ctx, ctx.seat);
  const other = { die: die(ctx, nextOption) };
  if (best.crystals > next.crystals)
    return phrase(ctx, 'die.crystals', { n: best.crystals - next.crystals, ...other });
  if (best.draw && !next.draw) return phrase(ctx, 'die.draw', other);
  if (best.transmute && !next.transmute) return phrase(ctx, 'die.transmute', other);
  const room = Math.max(0, seat.gauge - inPlay(seat).length);
  if (best.star && !next.star && room < seat.hand && seat.gauge < maxGauge)
    return phrase(ctx, 'die.star', { room });
  if (next.crystals > best.crystals) return null;
  const space = Math.max(0, seat.limit - total(seat.reserve));
  const gained = (/** @type {Face} */ face) => Math.min(space, total(face.energy));
  const n = gained(best) - gained(next);
  return n > 0 ? phrase(ctx, 'die.energies', { n, ...other }) : null;
}

/**
 * The reason that a card has prestige, and costs nothing if that is so. Null without prestige, and
 * if the next best answer is a card with as much.
 *
 * @param {Ctx} ctx
 * @param {number} card
 * @param {string} nextOption
 */
function cardWorth(ctx, card, nextOption) {
  const { prestige } = cardOf(ctx, card);
  const [verb, other] = idParts(nextOption);
  if (prestige <= 0 || (verb === 'summon' && cardOf(ctx, Number(other)).prestige >= prestige))
    return null;
  const price = ctx.private.hand?.[`h${card}`];
  const free = !!price && !total(price.energy) && price.crystals + price.toll === 0;
  return phrase(ctx, free ? 'free' : 'worth', { n: prestige });
}

/**
 * The reason that a card of the draft has more prestige than the next best. Null if it has not.
 *
 * @param {Ctx} ctx
 * @param {string} bestOption
 * @param {string} nextOption
 */
function betterCard(ctx, bestOption, nextOption) {
  const [best, next] = [bestOption, nextOption].map((id) => cardOf(ctx, numberIn(id)));
  if (!best || !next || best.prestige <= Math.max(0, next.prestige)) return null;
  return phrase(ctx, 'more', { n: best.prestige, card: next.name, m: next.prestige });
}

/**
 * Whether no round may follow this one: the season token can leave the last year.
 *
 * @param {Ctx} ctx
 */
const canBeLastRound = ({ public: { year, space } }) =>
  year >= lastYear && space + maxPips > spacesOfYear;

/**
 * What the end of the turn saves or keeps beside the next best answer. Null if that is neither a
 * bonus nor transmuting energies that a card in hand costs.
 *
 * @param {Ctx} ctx
 * @param {string} nextOption
 */
function kept(ctx, nextOption) {
  const { bonuses, reserve } = seatOf(ctx, ctx.seat);
  const [verb] = idParts(nextOption);
  if (verb === 'bonus') return phrase(ctx, 'saves', { n: bonusPrice(ctx, bonuses) });
  if (verb !== 'transmute' || canBeLastRound(ctx)) return null;
  const card = Object.keys(ctx.private.hand ?? {}).find((key) =>
    energies.some((e) => reserve[e] > 0 && (ctx.private.hand?.[key]?.energy[e] ?? 0) > 0),
  );
  return card ? phrase(ctx, 'keeps', { card: cardName(ctx, numberIn(card)) }) : null;
}

/**
 * The reason that an answer makes crystals by transmuting energies. Null if the next best answer
 * makes as many.
 *
 * @param {Ctx} ctx
 * @param {readonly PickText[]} answer
 * @param {readonly PickText[]} nextAnswer
 */
function crystalsMade(ctx, answer, nextAnswer) {
  const n = crystalsOf(ctx, answer);
  return n > crystalsOf(ctx, nextAnswer) ? phrase(ctx, 'makes', { n }) : null;
}

/**
 * The crystals that the energies of an answer make.
 *
 * @param {Ctx} ctx
 * @param {readonly PickText[]} answer
 */
function crystalsOf(ctx, answer) {
  const { rates } = seatOf(ctx, ctx.seat);
  return answer.reduce((sum, pick) => {
    const { option, n = 1 } = typeof pick === 'string' ? { option: pick } : pick;
    const [kind = ''] = idParts(option)[1].split('@');
    return sum + n * (isEnergy(kind) ? rates[kind] : 0);
  }, 0);
}

/**
 * The parts of the price of a card in hand that are still missing after a gain, in words.
 *
 * @param {Ctx} ctx
 * @param {Face | null} gained the face of a die
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
