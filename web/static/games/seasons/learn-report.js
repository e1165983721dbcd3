// What a bot has just done in Seasons, and why, in a sentence for somebody who learns the game. The
// reasons come from what everybody can see, and in a lesson from its cards, which all players know.

import { cardOf, energies, faceOf, inPlay, noEnergy, numberIn, total } from './facts.js';
import { seatOf } from './types.js';
import { cardName, energyIn, energyWords, faceWords, nameOf } from './words.js';

/** @import { LogEvent } from '../../core/types.js' */
/** @import { Report } from '../../core/hints.js' */
/** @import { Energies } from './facts.js' */
/** @import { Ctx } from './types.js' */
/** @import { Face } from './wire.js' */

/**
 * @typedef {object} Answer an answer of a bot
 * @property {Ctx} ctx
 * @property {string} seat
 * @property {readonly LogEvent[]} events the bot's events of the answer
 * @property {LogEvent} event the event to report
 */

/**
 * The number in a fact of an event, 0 if it has none.
 *
 * @param {LogEvent} event
 * @param {string} name
 */
const fact = (event, name) => Number(event.public?.[name] ?? 0);

/**
 * The cards that the bot can still summon, as far as the viewer knows them: in a lesson its cards
 * of the years that have begun.
 *
 * @param {Ctx} ctx
 * @param {string} seat
 * @returns {number[]}
 */
function knownCards(ctx, seat) {
  if (ctx.public.level !== 'lesson') return [];
  const entered = ctx.events
    .filter(({ kind, seat: s }) => kind === 'summon' && s === numberIn(seat))
    .map((event) => fact(event, 'card'));
  const gone = new Set([...entered, ...inPlay(seatOf(ctx, seat)).map(({ card }) => card)]);
  const years = ctx.catalogue.lesson[numberIn(seat)]?.slice(0, ctx.public.year) ?? [];
  return years.flat().filter((number) => !gone.has(number));
}

/**
 * The energies of the first amounts that are also in the second.
 *
 * @param {Energies} a
 * @param {Energies} b
 */
const common = (a, b) =>
  /** @type {Energies} */ (Object.fromEntries(energies.map((e) => [e, Math.min(a[e], b[e])])));

/**
 * The known card of the bot to whose cost a die gives most, compared with what is then lacking.
 *
 * @param {Answer} answer
 * @param {Face} face
 */
function neededBy({ ctx, seat, events }, face) {
  // What the answer itself has brought was not there before it.
  const gained = events.find(({ kind }) => kind === 'energy');
  const added = gained ? energyIn(gained.public ?? {}) : noEnergy;
  const { reserve } = seatOf(ctx, seat);
  const options = knownCards(ctx, seat).map((number) => {
    const cost = cardOf(ctx, number).cost.energy;
    const lack = /** @type {Energies} */ (
      Object.fromEntries(energies.map((e) => [e, Math.max(0, cost[e] - reserve[e] + added[e])]))
    );
    const given = common(lack, face.energy);
    return { number, given, remaining: total(lack) - total(given) };
  });
  return options
    .filter(({ given }) => total(given) > 0)
    .toSorted((a, b) => a.remaining - b.remaining)[0];
}

/**
 * Whether the bot's gauge had no place for a card before its answer.
 *
 * @param {Answer} answer
 */
function wasFull({ ctx, seat, events }) {
  const view = seatOf(ctx, seat);
  const raised = events
    .filter(({ kind }) => kind === 'gauge')
    .reduce((n, event) => n + fact(event, 'n'), 0);
  return view.hand > 0 && view.gauge - raised <= inPlay(view).length;
}

/** @param {Answer} answer */
function takeReport(answer) {
  const { ctx, seat, event } = answer;
  const die = fact(event, 'die');
  const face = faceOf(ctx, ctx.public.diceSeason, die, fact(event, 'face'));
  const needed = neededBy(answer, face);
  const star = face.star && wasFull(answer);
  const reasons = /** @type {const} */ ([
    ['bot.star_card', star && needed],
    ['bot.star', star],
    ['bot.card', needed],
    ['bot.crystals', face.crystals],
    ['bot.drawing', face.draw],
  ]);
  return {
    id: reasons.find(([, applies]) => applies)?.[0] ?? 'bot.sell',
    at: `.dieslot[data-die="${die}"]`,
    args: {
      name: nameOf(ctx, seat),
      face: faceWords(ctx, face),
      ...(needed && {
        card: cardName(ctx, needed.number),
        need: energyWords(ctx, needed.given),
      }),
    },
  };
}

/**
 * The reports by kind of event, the most important kind first.
 *
 * @type {[string, (answer: Answer) => Report][]}
 */
const reports = [
  [
    'activate',
    cardReport(({ events }) => (has(events, 'sacrifice') ? 'bot.sacrifice' : 'bot.use')),
  ],
  ['summon', cardReport(() => 'bot.summon')],
  ['transmute', plateReport('bot.transmute', (event) => ({ n: fact(event, 'crystals') }))],
  ['bonus', plateReport('bot.bonus')],
  ['take', takeReport],
  ['draw', plateReport('bot.draw')],
];

/**
 * @param {readonly LogEvent[]} events
 * @param {string} kind
 */
const has = (events, kind) => events.some((event) => event.kind === kind);

/**
 * A report beside a card of the bot, or beside its plate if the card has left.
 *
 * @param {(answer: Answer) => string} idOf
 * @returns {(answer: Answer) => Report}
 */
function cardReport(idOf) {
  return (answer) => {
    const { ctx, seat, event } = answer;
    const number = fact(event, 'card');
    return {
      id: idOf(answer),
      at: [`.opp [data-card="play:${fact(event, 'id')}"]`, plateOf(seat)],
      args: {
        name: nameOf(ctx, seat),
        card: cardName(ctx, number),
        prestige: cardOf(ctx, number).prestige,
      },
    };
  };
}

/** @param {string} seat */
const plateOf = (seat) => `.opp[data-seat="${seat}"] .plate`;

/**
 * A report beside the bot's plate.
 *
 * @param {string} id
 * @param {(event: LogEvent) => Record<string, unknown>} [argsOf]
 * @returns {(answer: Answer) => Report}
 */
function plateReport(id, argsOf = () => ({})) {
  return ({ ctx, seat, event }) => ({
    id,
    at: plateOf(seat),
    args: { name: nameOf(ctx, seat), ...argsOf(event) },
  });
}

/**
 * A report about an answer of a bot, null if there is nothing to explain.
 *
 * @param {Ctx} ctx
 * @param {string} seat
 * @param {readonly LogEvent[]} events the bot's events of the answer
 * @returns {Report | null}
 */
export function report(ctx, seat, events) {
  for (const [kind, reportOf] of reports) {
    const event = events.find((each) => each.kind === kind);
    if (event) return reportOf({ ctx, seat, events, event });
  }
  return null;
}
