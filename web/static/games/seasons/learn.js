// A first game of Seasons: what there is to decide, when, and beside what. The
// texts are in learn.en.json and learn.fr.json.
import { idParts, must } from '../../core/must.js';
import { seatOf } from './types.js';
import {
  cardOf,
  energies,
  expandCounts,
  faceOf,
  inPlay,
  noEnergy,
  numberIn,
  total,
} from './facts.js';
import { cardName, energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Energies } from './facts.js' */
/** @import { Hint, Lesson } from '../../core/hints.js' */

/**
 * The own seat.
 *
 * @param {Ctx} ctx
 */
const own = (ctx) => seatOf(ctx, ctx.seat);

/**
 * Whether the viewer is asked this, and has not answered.
 *
 * @param {Ctx} ctx
 * @param {string} kind
 */
const asks = ({ decision }, kind) => decision?.kind === kind && !decision.answered;

/**
 * What the first option with a verb refers to, where a turn offers one.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 */
const offered = (ctx, verb) =>
  asks(ctx, 'turn')
    ? ctx.decision?.options.find(({ id }) => idParts(id)[0] === verb)?.ref
    : undefined;

/** @param {string | undefined} ref */
const thing = (ref) => `main [data-ref="${ref}"]`;

/**
 * The round is being played.
 *
 * @param {Ctx} ctx
 */
const round = ({ public: view }) => view.phase === 'dice' || view.phase === 'turn';

/**
 * How many places of the own gauge are free.
 *
 * @param {Ctx} ctx
 */
const places = (ctx) => own(ctx).gauge - inPlay(own(ctx)).length;

/**
 * The price of a card in energy and crystals together, as a rough measure.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
const price = (ctx, number) =>
  total(cardOf(ctx, number).cost.energy) + cardOf(ctx, number).cost.crystals;

/**
 * The cheapest of some cards, one with a lasting effect before others.
 *
 * @param {Ctx} ctx
 * @param {number[]} numbers
 */
function cheapest(ctx, numbers) {
  const lasts = (/** @type {number} */ n) => cardOf(ctx, n).effects.includes('permanent');
  const best = numbers.toSorted(
    (a, b) => Number(lasts(b)) - Number(lasts(a)) || price(ctx, a) - price(ctx, b),
  )[0];
  return best ? cardName(ctx, best) : '';
}

/**
 * The first card of the plan that the game suggests, or 0: the one that gains most from being in
 * hand at the start.
 *
 * @param {Ctx} ctx
 */
function planned({ decision }) {
  const [first] = decision?.suggested ?? [];
  return first ? numberIn(typeof first === 'string' ? first : first.option) : 0;
}

/**
 * What the cards in hand lack, those that lack no energy left out; the nearest first.
 *
 * @param {Ctx} ctx
 * @param {Energies} [more] besides what is in the reserve
 * @returns {{number: number, lack: Energies}[]}
 */
function lackingOf(ctx, more = noEnergy) {
  const { reserve } = own(ctx);
  return Object.entries(ctx.private.hand ?? {})
    .map(([key, now]) => {
      const lack = /** @type {Energies} */ (
        Object.fromEntries(
          energies.map((e) => [e, Math.max(0, now.energy[e] - reserve[e] - more[e])]),
        )
      );
      return { number: numberIn(key), lack };
    })
    .toSorted((a, b) => total(a.lack) - total(b.lack));
}

/**
 * The card in hand that lacks the least energy, but some.
 *
 * @param {Ctx} ctx
 */
const nearest = (ctx) => lackingOf(ctx).find(({ lack }) => total(lack) > 0);

/**
 * The card in hand that a die brings nearest, and what it lacks now: one of those that a die of
 * this round gives energy for.
 *
 * @param {Ctx} ctx
 */
function reachable(ctx) {
  const before = lackingOf(ctx);
  const dice = asks(ctx, 'die') ? (ctx.decision?.options ?? []) : [];
  const ways = dice.flatMap(({ id }) => {
    const number = Number(idParts(id)[1]);
    const { energy } = faceOf(
      ctx,
      ctx.public.diceSeason,
      number,
      must(ctx.public.dice[`d${number}`]).face,
    );
    return lackingOf(ctx, energy).flatMap(({ number: card, lack }) => {
      const now = must(before.find((one) => one.number === card));
      return total(lack) < total(now.lack) ? { now, left: total(lack) } : [];
    });
  });
  return ways.toSorted((a, b) => a.left - b.left)[0]?.now;
}

/**
 * @param {Ctx} ctx
 * @param {ReturnType<typeof nearest>} card
 */
const lacking = (ctx, card) =>
  card ? { card: cardName(ctx, card.number), need: energyWords(ctx, card.lack) } : {};

/**
 * A card in the own hand, or what unfolds the hand.
 *
 * @param {number} [number]
 */
const held = (number) => [`.hand [data-card="card:${number ?? 0}"]`, '.hand summary'];

const gauge = '.mine .g, .hand .mini:nth-child(3)';
const reserve = '.mine .reserve, .hand .mini:nth-child(4)';

/**
 * On phones the line above the hand shows reserve and gauge too.
 *
 * @type {Hint<Ctx>[]}
 */
const hints = [
  // When it is first needed.
  {
    id: 'spill',
    when: (ctx) => asks(ctx, 'lose_energy'),
    at: () => reserve,
    args: (ctx) => ({ limit: own(ctx).limit }),
  },
  {
    id: 'full',
    when: (ctx) => asks(ctx, 'turn') && total(own(ctx).reserve) >= own(ctx).limit,
    at: () => reserve,
    args: (ctx) => ({ limit: own(ctx).limit }),
  },
  {
    id: 'places',
    when: (ctx) => asks(ctx, 'turn') && own(ctx).gauge > 0 && places(ctx) <= 0 && own(ctx).hand > 0,
    at: () => gauge,
  },
  {
    id: 'bonuses',
    when: (ctx) =>
      ctx.public.round > 4 &&
      !!offered(ctx, 'bonus') &&
      Object.values(ctx.private.hand ?? {}).some(
        ({ why }) => why === 'gauge' || why === 'no_energy',
      ),
    at: () => '.mine .bons',
  },
  {
    id: 'last',
    when: (ctx) => asks(ctx, 'turn') && ctx.public.year === 3 && ctx.public.space > 6,
    at: () => '.hand summary, .hand .card',
  },
  { id: 'score', when: (ctx) => ctx.public.phase === 'over', at: () => '.ranks li' },
  // The first year.
  {
    id: 'aim',
    when: (ctx) => asks(ctx, 'split') || asks(ctx, 'draft'),
    at: () => '.prelude .crest',
  },
  { id: 'draft', when: (ctx) => asks(ctx, 'draft'), at: () => '.packet .card' },
  {
    id: 'split',
    when: (ctx) => asks(ctx, 'split') && planned(ctx) > 0,
    at: () => '.shelf header',
    args: (ctx) => ({ card: cardName(ctx, planned(ctx)) }),
  },
  { id: 'star', when: (ctx) => asks(ctx, 'die') && own(ctx).gauge === 0, at: () => gauge },
  {
    id: 'die',
    when: (ctx) => !!reachable(ctx),
    at: () => '.dice .row',
    args: (ctx) => lacking(ctx, reachable(ctx)),
  },
  {
    id: 'summon',
    when: (ctx) => !!offered(ctx, 'summon'),
    at: (ctx) => `.hand [data-ref="${offered(ctx, 'summon')}"]`,
    args: (ctx) => ({ card: cardName(ctx, numberIn(offered(ctx, 'summon') ?? '')) }),
  },
  {
    id: 'save',
    when: (ctx) => asks(ctx, 'turn') && !offered(ctx, 'summon') && !!nearest(ctx),
    at: (ctx) => held(nearest(ctx)?.number),
    args: (ctx) => lacking(ctx, nearest(ctx)),
  },
  { id: 'draw', when: (ctx) => !!offered(ctx, 'draw'), at: () => thing('draw') },
  { id: 'transmute', when: (ctx) => !!offered(ctx, 'transmute'), at: () => thing('rates') },
  {
    id: 'activate',
    when: (ctx) => !!offered(ctx, 'activate'),
    at: (ctx) => thing(offered(ctx, 'activate')),
  },
  { id: 'turn', when: (ctx) => asks(ctx, 'turn'), at: () => '.ask [data-option=end]' },
  { id: 'pips', when: (ctx) => asks(ctx, 'die') && ctx.public.round > 1, at: () => '.dice .row' },
  { id: 'rival', when: (ctx) => asks(ctx, 'die') && ctx.public.round > 2, at: () => '.opp' },
  {
    id: 'sell',
    when: (ctx) =>
      asks(ctx, 'turn') &&
      ctx.public.round > 2 &&
      !offered(ctx, 'transmute') &&
      total(own(ctx).reserve) > 1,
    at: () => '.chart tr.now',
  },
  {
    id: 'keep',
    when: (ctx) =>
      (asks(ctx, 'turn') || asks(ctx, 'die')) &&
      ctx.public.year === 1 &&
      ctx.public.space > 7 &&
      expandCounts(ctx.private.library2).length > 0,
    at: () => ['.libs', '.hand summary'],
    args: (ctx) => ({ card: cheapest(ctx, expandCounts(ctx.private.library2)) }),
  },
  { id: 'year', when: (ctx) => round(ctx) && ctx.public.year > 1, at: () => '.wheelbox' },
];

/** @type {Lesson<Ctx>} */
export default {
  options: { level: 'apprentice', first: 'seat0' },
  texts: '/games/seasons/learn.*.json',
  hints,
};
