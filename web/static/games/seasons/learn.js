// The hints of a first game of Seasons, with their conditions and the elements that they explain.
// The texts are in learn.en.json and learn.fr.json.
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
import { report } from './learn-report.js';
import { cardName, energyWords } from './words.js';

/** @import { Ctx } from './types.js' */
/** @import { Energies } from './facts.js' */
/** @import { Hint, Lesson } from '../../core/hints.js' */

/**
 * The viewer's seat.
 *
 * @param {Ctx} ctx
 */
const own = (ctx) => seatOf(ctx, ctx.seat);

/**
 * Whether the viewer has an unanswered decision of a kind.
 *
 * @param {Ctx} ctx
 * @param {string} kind
 */
const isAsked = ({ decision }, kind) => decision?.kind === kind && !decision.answered;

/**
 * The ref of the first option of a turn with a verb, undefined if there is none.
 *
 * @param {Ctx} ctx
 * @param {string} verb
 */
const offeredRef = (ctx, verb) =>
  isAsked(ctx, 'turn')
    ? ctx.decision?.options.find(({ id }) => idParts(id)[0] === verb)?.ref
    : undefined;

/** @param {Ctx} ctx */
const isLesson = ({ public: view }) => view.level === 'lesson';

/** @param {string | undefined} ref */
const refSelector = (ref) => `main [data-ref="${ref}"]`;

/** @param {Ctx} ctx */
const isRoundRunning = ({ public: view }) => view.phase === 'dice' || view.phase === 'turn';

/**
 * The number of free places on the viewer's gauge.
 *
 * @param {Ctx} ctx
 */
const freePlaces = (ctx) => own(ctx).gauge - inPlay(own(ctx)).length;

/**
 * The sum of a card's price in energy and crystals, as a rough measure.
 *
 * @param {Ctx} ctx
 * @param {number} number
 */
const costSum = (ctx, number) =>
  total(cardOf(ctx, number).cost.energy) + cardOf(ctx, number).cost.crystals;

/**
 * The name of the cheapest card with a permanent effect, or else of the cheapest card.
 *
 * @param {Ctx} ctx
 * @param {number[]} numbers
 */
function cheapest(ctx, numbers) {
  const isPermanent = (/** @type {number} */ n) => cardOf(ctx, n).effects.includes('permanent');
  const best = numbers.toSorted(
    (a, b) => Number(isPermanent(b)) - Number(isPermanent(a)) || costSum(ctx, a) - costSum(ctx, b),
  )[0];
  return best ? cardName(ctx, best) : '';
}

/**
 * The number of the first card of the suggested plan, or 0. It is the card that is most useful in
 * hand from the start.
 *
 * @param {Ctx} ctx
 */
function plannedCard({ decision }) {
  const [first] = decision?.suggested ?? [];
  return first ? numberIn(typeof first === 'string' ? first : first.option) : 0;
}

/**
 * The energies that each card in hand lacks, smallest lack first.
 *
 * @param {Ctx} ctx
 * @param {Energies} [more] energies in addition to the reserve
 * @returns {{number: number, lack: Energies}[]}
 */
function shortagesOf(ctx, more = noEnergy) {
  const { reserve } = own(ctx);
  return Object.entries(ctx.private.hand ?? {})
    .map(([key, price]) => {
      const lack = /** @type {Energies} */ (
        Object.fromEntries(
          energies.map((e) => [e, Math.max(0, price.energy[e] - reserve[e] - more[e])]),
        )
      );
      return { number: numberIn(key), lack };
    })
    .toSorted((a, b) => total(a.lack) - total(b.lack));
}

/**
 * The card in hand that lacks the least energy, apart from cards that lack none.
 *
 * @param {Ctx} ctx
 */
const nearestCard = (ctx) => shortagesOf(ctx).find(({ lack }) => total(lack) > 0);

/**
 * The card in hand that would lack the least energy after the viewer takes one of the offered dice,
 * with its current lack. Only cards for which a die gives energy count.
 *
 * @param {Ctx} ctx
 */
function reachableCard(ctx) {
  const before = shortagesOf(ctx);
  const dice = isAsked(ctx, 'die') ? (ctx.decision?.options ?? []) : [];
  const improvements = dice.flatMap(({ id }) => {
    const number = Number(idParts(id)[1]);
    const { energy } = faceOf(
      ctx,
      ctx.public.diceSeason,
      number,
      must(ctx.public.dice[`d${number}`]).face,
    );
    return shortagesOf(ctx, energy).flatMap(({ number: card, lack }) => {
      const current = must(before.find((shortage) => shortage.number === card));
      return total(lack) < total(current.lack) ? { now: current, remaining: total(lack) } : [];
    });
  });
  return improvements.toSorted((a, b) => a.remaining - b.remaining)[0]?.now;
}

/**
 * @param {Ctx} ctx
 * @param {ReturnType<typeof nearestCard>} card
 */
const shortageArgs = (ctx, card) =>
  card ? { card: cardName(ctx, card.number), need: energyWords(ctx, card.lack) } : {};

/**
 * Selectors of a card in the viewer's hand, and of the button that unfolds the hand.
 *
 * @param {number} [number]
 */
const handSelectors = (number) => [`.hand [data-card="card:${number ?? 0}"]`, '.hand summary'];

/**
 * The name of the first card in play that the viewer can use now, or ''.
 *
 * @param {Ctx} ctx
 */
function activatedName(ctx) {
  const id = numberIn(offeredRef(ctx, 'activate') ?? '');
  const card = inPlay(own(ctx)).find((it) => it.id === id);
  return card ? cardName(ctx, card.card) : '';
}

const gaugeSelector = '.mine .g, .hand .mini:nth-child(3)';
const reserveSelector = '.mine .reserve, .hand .mini:nth-child(4)';

/**
 * The hints by priority. Some have a second element, because phones show the reserve and the gauge
 * in the line above the hand.
 *
 * @type {Hint<Ctx>[]}
 */
const hints = [
  // Urgent hints.
  {
    id: 'spill',
    when: (ctx) => isAsked(ctx, 'lose_energy'),
    at: () => reserveSelector,
    args: (ctx) => ({ limit: own(ctx).limit }),
  },
  {
    id: 'full',
    when: (ctx) => isAsked(ctx, 'turn') && total(own(ctx).reserve) >= own(ctx).limit,
    at: () => reserveSelector,
    args: (ctx) => ({ limit: own(ctx).limit }),
  },
  {
    id: 'places',
    when: (ctx) =>
      isAsked(ctx, 'turn') && own(ctx).gauge > 0 && freePlaces(ctx) <= 0 && own(ctx).hand > 0,
    at: () => gaugeSelector,
  },
  {
    id: 'bonuses',
    when: (ctx) =>
      ctx.public.round > 4 &&
      !!offeredRef(ctx, 'bonus') &&
      Object.values(ctx.private.hand ?? {}).some(
        ({ why }) => why === 'gauge' || why === 'no_energy',
      ),
    at: () => '.mine .bons',
  },
  {
    id: 'last',
    when: (ctx) => isAsked(ctx, 'turn') && ctx.public.year === 3 && ctx.public.space > 6,
    at: () => '.hand summary, .hand .card',
  },
  { id: 'score', when: (ctx) => ctx.public.phase === 'over', at: () => '.ranks li' },
  // Hints in the order of a match.
  {
    id: 'aim',
    when: (ctx) =>
      isAsked(ctx, 'split') || isAsked(ctx, 'draft') || (isLesson(ctx) && ctx.public.round === 1),
    at: () => ['.prelude .crest', '.mine .pts', '.hand .mini:nth-child(2)'],
    first: true,
  },
  {
    id: 'deal',
    when: (ctx) => isLesson(ctx) && ctx.public.round === 1,
    at: (ctx) => handSelectors(numberIn(Object.keys(ctx.private.hand ?? {})[0] ?? '')),
    first: true,
  },
  { id: 'draft', when: (ctx) => isAsked(ctx, 'draft'), at: () => '.packet .card' },
  {
    id: 'split',
    when: (ctx) => isAsked(ctx, 'split') && plannedCard(ctx) > 0,
    at: () => '.shelf header',
    args: (ctx) => ({ card: cardName(ctx, plannedCard(ctx)) }),
  },
  { id: 'choose', when: (ctx) => isAsked(ctx, 'die'), at: () => '.dice .row' },
  {
    id: 'star',
    when: (ctx) => isAsked(ctx, 'die') && own(ctx).gauge === 0,
    at: () => gaugeSelector,
  },
  {
    id: 'die',
    when: (ctx) => ctx.public.round > (isLesson(ctx) ? 1 : 0) && !!reachableCard(ctx),
    at: () => '.dice .row',
    args: (ctx) => shortageArgs(ctx, reachableCard(ctx)),
  },
  {
    id: 'energy',
    when: (ctx) => isAsked(ctx, 'turn') && total(own(ctx).reserve) > 0,
    at: () => reserveSelector,
    args: (ctx) => ({ limit: own(ctx).limit }),
  },
  {
    id: 'summon',
    when: (ctx) => !!offeredRef(ctx, 'summon'),
    at: (ctx) => `.hand [data-ref="${offeredRef(ctx, 'summon')}"]`,
    args: (ctx) => ({ card: cardName(ctx, numberIn(offeredRef(ctx, 'summon') ?? '')) }),
  },
  {
    id: 'save',
    when: (ctx) => isAsked(ctx, 'turn') && !offeredRef(ctx, 'summon') && !!nearestCard(ctx),
    at: (ctx) => handSelectors(nearestCard(ctx)?.number),
    args: (ctx) => shortageArgs(ctx, nearestCard(ctx)),
  },
  { id: 'draw', when: (ctx) => !!offeredRef(ctx, 'draw'), at: () => refSelector('draw') },
  {
    id: 'transmute',
    when: (ctx) => !!offeredRef(ctx, 'transmute'),
    at: () => refSelector('rates'),
  },
  {
    id: 'activate',
    when: (ctx) => !!offeredRef(ctx, 'activate'),
    at: (ctx) => refSelector(offeredRef(ctx, 'activate')),
    args: (ctx) => ({ card: activatedName(ctx) }),
  },
  { id: 'turn', when: (ctx) => isAsked(ctx, 'turn'), at: () => '.ask [data-option=end]' },
  {
    id: 'pips',
    when: (ctx) => isAsked(ctx, 'die') && ctx.public.round > 1,
    at: () => '.dice .row',
  },
  {
    id: 'rival',
    when: (ctx) => isAsked(ctx, 'die') && ctx.public.round > 2,
    at: () => '.opp .plate',
  },
  {
    id: 'sell',
    when: (ctx) =>
      isAsked(ctx, 'turn') &&
      ctx.public.round > 2 &&
      !offeredRef(ctx, 'transmute') &&
      total(own(ctx).reserve) > 1,
    at: () => '.chart tr.now',
  },
  {
    id: 'keep',
    when: (ctx) =>
      (isAsked(ctx, 'turn') || isAsked(ctx, 'die')) &&
      ctx.public.year === 1 &&
      ctx.public.space > 7 &&
      expandCounts(ctx.private.library2).length > 0,
    at: () => ['.libs', '.hand summary'],
    args: (ctx) => ({ card: cheapest(ctx, expandCounts(ctx.private.library2)) }),
  },
  {
    id: 'libraries',
    when: (ctx) => isLesson(ctx) && isRoundRunning(ctx) && ctx.public.year > 1,
    at: (ctx) => handSelectors(numberIn(Object.keys(ctx.private.hand ?? {})[0] ?? '')),
  },
  {
    id: 'year',
    when: (ctx) => !isLesson(ctx) && isRoundRunning(ctx) && ctx.public.year > 1,
    at: () => '.wheelbox',
  },
];

/** @type {Lesson<Ctx>} */
export default {
  // The bot begins, so that the learner first chooses between two dice.
  options: { level: 'lesson', first: 'seat1' },
  texts: '/games/seasons/learn.*.json',
  hints,
  last: 'score',
  report,
};
