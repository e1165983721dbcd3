// Which events share one line of the log: what was paid is shown with
// what it was paid for. Only events of one answer are put together.

/** @import { LogEvent } from '../../core/types.js' */
/** @import { Energies } from './facts.js' */
/** @import { Catalogue } from './wire.js' */
import { must } from '../../core/must.js';
import { energyIn } from './words.js';
import { energies, noEnergy, total } from './facts.js';

/**
 * What a line tells besides its own event.
 *
 * @typedef {object} Fold
 * @property {Energies} paid
 * @property {number} paidCrystals
 * @property {number[]} tolls seats that got a crystal each
 * @property {Energies} got
 * @property {number} gotCrystals
 * @property {number} gotGauge
 * @property {LogEvent[]} more further events of the same kind
 * @property {LogEvent[]} parts all events of this line
 */

/**
 * @type {WeakMap<
 *   readonly LogEvent[],
 *   { heads: Map<LogEvent, Fold>; told: Set<LogEvent>; length: number }
 * >}
 */
const known = new WeakMap();

/**
 * The lines of a list of events: what each head tells besides itself, and the events that another
 * line shows.
 *
 * @param {readonly LogEvent[]} events
 * @param {Catalogue} catalogue
 */
export function foldsOf(events, catalogue) {
  let folds = known.get(events);
  if (!folds || folds.length !== events.length)
    known.set(events, (folds = fold(events, catalogue)));
  return folds;
}

/**
 * @param {readonly LogEvent[]} events
 * @param {Catalogue} catalogue
 */
function fold(events, catalogue) {
  /** @type {Map<LogEvent, Fold>} */
  const heads = new Map();
  /** @type {Set<LogEvent>} */
  const told = new Set();
  for (let at = 0; at < events.length; at++) {
    const head = must(events[at]);
    const take = takers[head.kind];
    if (!take) continue;
    /** @type {Fold} */
    const into = {
      paid: noEnergy,
      paidCrystals: 0,
      tolls: [],
      got: noEnergy,
      gotCrystals: 0,
      gotGauge: 0,
      more: [],
      parts: [],
    };
    for (
      let next = events[at + 1];
      next && take(into, next, head, events[at + 2], catalogue);
      next = events[at + 1]
    ) {
      into.parts.push(next);
      told.add(next);
      at++;
    }
    heads.set(head, into);
  }
  return { heads, told, length: events.length };
}

/**
 * Takes the next event into a line, if it belongs there.
 *
 * @typedef {(
 *   into: Fold,
 *   next: LogEvent,
 *   head: LogEvent,
 *   after: LogEvent | undefined,
 *   catalogue: Catalogue,
 * ) => boolean} Taker
 */

/**
 * @param {LogEvent} event
 * @param {string} name
 */
const fact = (event, name) => Number(event.public?.[name] ?? 0);

/**
 * What was paid; tokens that are transmuted next are no payment.
 *
 * @param {Fold} into
 * @param {LogEvent} next
 * @param {LogEvent} head
 * @param {number} card
 * @param {LogEvent} [after]
 */
function cost(into, next, head, card, after) {
  if (
    next.seat !== head.seat ||
    fact(next, 'card') !== card ||
    (card === 0 && after?.kind === 'transmute')
  )
    return false;
  if (next.kind === 'spend') into.paid = sum(into.paid, energyIn(next.public ?? {}));
  else if (next.kind === 'crystals' && fact(next, 'n') < 0) into.paidCrystals -= fact(next, 'n');
  else return false;
  return true;
}

/**
 * @param {Fold} into
 * @param {LogEvent} next
 * @param {LogEvent} head
 * @param {number} card
 */
function gain(into, next, head, card) {
  if (next.seat !== head.seat || fact(next, 'card') !== card) return false;
  if (next.kind === 'energy') into.got = sum(into.got, energyIn(next.public ?? {}));
  else if (next.kind === 'crystals' && fact(next, 'n') > 0) into.gotCrystals += fact(next, 'n');
  else if (next.kind === 'gauge' && fact(next, 'n') > 0) into.gotGauge += fact(next, 'n');
  else return false;
  return true;
}

/**
 * A crystal to the owner of a card that takes tolls.
 *
 * @param {Fold} into
 * @param {LogEvent} next
 * @param {LogEvent} head
 * @param {Catalogue} catalogue
 */
function toll(into, next, head, { cards }) {
  if (next.kind !== 'crystals' || !cards[fact(next, 'card') - 1]?.tolls) return false;
  if (next.seat !== head.seat) into.tolls.push(next.seat);
  return true;
}

/**
 * What goes without saying: a potion is sacrificed, what it burns is transmuted.
 *
 * @param {LogEvent} next
 * @param {LogEvent} head
 */
function itself(next, head) {
  if (next.seat !== head.seat || fact(next, 'card') !== fact(head, 'card')) return false;
  return (
    next.kind === 'transmute' ||
    (next.kind === 'sacrifice' && fact(next, 'id') === fact(head, 'id'))
  );
}

/**
 * The same once more, as in drawing four cards.
 *
 * @param {Fold} into
 * @param {LogEvent} next
 * @param {LogEvent} head
 */
function again(into, next, head) {
  if (
    next.kind !== head.kind ||
    next.seat !== head.seat ||
    fact(next, 'card') !== fact(head, 'card')
  )
    return false;
  if (next.public?.discarded !== undefined) return false;
  into.more.push(next);
  return true;
}

/**
 * The picks of a draft, one after the other.
 *
 * @param {Fold} into
 * @param {LogEvent} next
 */
function picks(into, next) {
  if (next.kind === 'packets') into.more.push(next);
  return next.kind === 'packets' || next.kind === 'answered';
}

/**
 * What may follow in the line of each kind.
 *
 * @type {Record<string, Taker>}
 */
const takers = {
  packets: picks,
  round: (_into, next) => next.kind === 'roll',
  turn: (into, next, head) => gain(into, next, head, 0),
  reroll: (into, next, head) => gain(into, next, head, 0),
  summon: (into, next, head, after, catalogue) => {
    if (head.public?.free) return gain(into, next, head, fact(head, 'card'));
    return (
      toll(into, next, head, catalogue) ||
      cost(into, next, head, 0, after) ||
      gain(into, next, head, fact(head, 'card'))
    );
  },
  activate: (into, next, head) =>
    itself(next, head) ||
    cost(into, next, head, fact(head, 'card')) ||
    gain(into, next, head, fact(head, 'card')),
  crystals: (into, next, head, after) => {
    const card = fact(head, 'card');
    const same = (/** @type {LogEvent | undefined} */ event) =>
      event?.kind === 'crystals' && fact(event, 'card') === card;
    if (!card || !same(next)) return false;
    // Two players can have the same card: what the one's takes is another line.
    const owner = [head, ...into.more].find((event) => fact(event, 'n') > 0)?.seat;
    const gains = [next, after].find((event) => same(event) && fact(must(event), 'n') > 0);
    if (owner !== undefined && gains && gains.seat !== owner) return false;
    into.more.push(next);
    return true;
  },
  bonus: (into, next, head) =>
    (head.public?.bonus === 'exchange' && cost(into, next, head, 0)) ||
    (head.public?.bonus === 'gauge' && gain(into, next, head, 0)),
  spend: (into, next, head) => {
    const of = fact(head, 'card');
    if (next.kind === 'transmute' && next.seat === head.seat) return true;
    return into.parts.length > 0 && gain(into, next, head, of);
  },
  draw: again,
  discard: (into, next, head) => head.public?.discarded === undefined && again(into, next, head),
};

/**
 * @param {Energies} a
 * @param {Energies} b
 * @returns {Energies}
 */
function sum(a, b) {
  return {
    air: a.air + b.air,
    water: a.water + b.water,
    fire: a.fire + b.fire,
    earth: a.earth + b.earth,
  };
}

/**
 * Whether there is anything to say of energies.
 *
 * @param {Energies} e
 */
export const some = (e) => energies.some((kind) => e[kind] > 0) && total(e) > 0;
