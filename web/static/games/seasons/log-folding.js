// Decides which events share a line of the log. A payment, for example, is part of the line about
// the card that it pays for. Only events of one answer are merged.

/** @import { LogEvent } from '../../core/types.js' */
/** @import { Energies } from './facts.js' */
/** @import { Catalogue } from './wire.js' */
import { must } from '../../core/must.js';
import { energyIn } from './words.js';
import { energies, noEnergy, total } from './facts.js';

/**
 * The events that a line of the log shows in addition to its first event, the head.
 *
 * @typedef {object} Fold
 * @property {Energies} paid
 * @property {number} paidCrystals
 * @property {number[]} tolls the seats that got one crystal each
 * @property {Energies} got
 * @property {number} gotCrystals
 * @property {number} gotGauge
 * @property {LogEvent[]} more further events of the same kind
 * @property {LogEvent[]} parts all events of this line
 */

/**
 * @type {WeakMap<
 *   readonly LogEvent[],
 *   { heads: Map<LogEvent, Fold>; folded: Set<LogEvent>; length: number }
 * >}
 */
const foldCache = new WeakMap();

/**
 * Returns the folds of a list of events by their heads, and the set of events that are part of
 * another event's line. Results are cached by list.
 *
 * @param {readonly LogEvent[]} events
 * @param {Catalogue} catalogue
 */
export function foldsOf(events, catalogue) {
  let folds = foldCache.get(events);
  if (!folds || folds.length !== events.length)
    foldCache.set(events, (folds = fold(events, catalogue)));
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
  const folded = new Set();
  for (let index = 0; index < events.length; index++) {
    const head = must(events[index]);
    const merge = mergeByKind[head.kind];
    if (!merge) continue;
    /** @type {Fold} */
    const line = {
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
      let next = events[index + 1];
      next && merge(line, next, head, events[index + 2], catalogue);
      next = events[index + 1]
    ) {
      line.parts.push(next);
      folded.add(next);
      index++;
    }
    heads.set(head, line);
  }
  return { heads, folded, length: events.length };
}

/**
 * Merges the next event into a line. Returns false if the event does not belong to the line.
 *
 * @typedef {(
 *   into: Fold,
 *   next: LogEvent,
 *   head: LogEvent,
 *   after: LogEvent | undefined,
 *   catalogue: Catalogue,
 * ) => boolean} Merge
 */

/**
 * @param {LogEvent} event
 * @param {string} name
 */
const fact = (event, name) => Number(event.public?.[name] ?? 0);

/**
 * Merges a payment. Tokens that the event after it transmutes are not a payment.
 *
 * @param {Fold} line
 * @param {LogEvent} next
 * @param {LogEvent} head
 * @param {number} card
 * @param {LogEvent} [after]
 */
function mergeCost(line, next, head, card, after) {
  if (
    next.seat !== head.seat ||
    fact(next, 'card') !== card ||
    (card === 0 && after?.kind === 'transmute')
  )
    return false;
  if (next.kind === 'spend') line.paid = sum(line.paid, energyIn(next.public ?? {}));
  else if (next.kind === 'crystals' && fact(next, 'n') < 0) line.paidCrystals -= fact(next, 'n');
  else return false;
  return true;
}

/**
 * @param {Fold} line
 * @param {LogEvent} next
 * @param {LogEvent} head
 * @param {number} card
 */
function mergeGain(line, next, head, card) {
  if (next.seat !== head.seat || fact(next, 'card') !== card) return false;
  if (next.kind === 'energy') line.got = sum(line.got, energyIn(next.public ?? {}));
  else if (next.kind === 'crystals' && fact(next, 'n') > 0) line.gotCrystals += fact(next, 'n');
  else if (next.kind === 'gauge' && fact(next, 'n') > 0) line.gotGauge += fact(next, 'n');
  else return false;
  return true;
}

/**
 * Merges a crystal that is paid to the owner of a card that takes tolls.
 *
 * @param {Fold} line
 * @param {LogEvent} next
 * @param {LogEvent} head
 * @param {Catalogue} catalogue
 */
function mergeToll(line, next, head, { cards }) {
  if (next.kind !== 'crystals' || !cards[fact(next, 'card') - 1]?.tolls) return false;
  if (next.seat !== head.seat) line.tolls.push(next.seat);
  return true;
}

/**
 * Whether the event always follows the head, so that the log need not show it. A used potion is
 * sacrificed, and the energy that it burns is transmuted.
 *
 * @param {LogEvent} next
 * @param {LogEvent} head
 */
function isImplied(next, head) {
  if (next.seat !== head.seat || fact(next, 'card') !== fact(head, 'card')) return false;
  return (
    next.kind === 'transmute' ||
    (next.kind === 'sacrifice' && fact(next, 'id') === fact(head, 'id'))
  );
}

/**
 * Merges an event of the same kind as the head, as when a player draws four cards.
 *
 * @param {Fold} line
 * @param {LogEvent} next
 * @param {LogEvent} head
 */
function mergeSame(line, next, head) {
  if (
    next.kind !== head.kind ||
    next.seat !== head.seat ||
    fact(next, 'card') !== fact(head, 'card')
  )
    return false;
  if (next.public?.discarded !== undefined) return false;
  line.more.push(next);
  return true;
}

/**
 * Merges the passed packets and the answers of a draft.
 *
 * @param {Fold} line
 * @param {LogEvent} next
 */
function mergePicks(line, next) {
  if (next.kind === 'packets') line.more.push(next);
  return next.kind === 'packets' || next.kind === 'answered';
}

/**
 * The function that merges events into a line, by the kind of the head.
 *
 * @type {Record<string, Merge>}
 */
const mergeByKind = {
  packets: mergePicks,
  round: (_into, next) => next.kind === 'roll',
  turn: (line, next, head) => mergeGain(line, next, head, 0),
  reroll: (line, next, head) => mergeGain(line, next, head, 0),
  summon: (line, next, head, after, catalogue) => {
    if (head.public?.free) return mergeGain(line, next, head, fact(head, 'card'));
    return (
      mergeToll(line, next, head, catalogue) ||
      mergeCost(line, next, head, 0, after) ||
      mergeGain(line, next, head, fact(head, 'card'))
    );
  },
  activate: (line, next, head) =>
    isImplied(next, head) ||
    mergeCost(line, next, head, fact(head, 'card')) ||
    mergeGain(line, next, head, fact(head, 'card')),
  crystals: (line, next, head, after) => {
    const card = fact(head, 'card');
    const same = (/** @type {LogEvent | undefined} */ event) =>
      event?.kind === 'crystals' && fact(event, 'card') === card;
    if (!card || !same(next)) return false;
    // Two players can have the same card in play. Each card has its own line.
    const owner = [head, ...line.more].find((event) => fact(event, 'n') > 0)?.seat;
    const gains = [next, after].find((event) => same(event) && fact(must(event), 'n') > 0);
    if (owner !== undefined && gains && gains.seat !== owner) return false;
    line.more.push(next);
    return true;
  },
  bonus: (line, next, head) =>
    (head.public?.bonus === 'exchange' && mergeCost(line, next, head, 0)) ||
    (head.public?.bonus === 'gauge' && mergeGain(line, next, head, 0)),
  spend: (line, next, head) => {
    const card = fact(head, 'card');
    if (next.kind === 'transmute' && next.seat === head.seat) return true;
    return line.parts.length > 0 && mergeGain(line, next, head, card);
  },
  draw: mergeSame,
  discard: (into, next, head) =>
    head.public?.discarded === undefined && mergeSame(into, next, head),
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

/** @param {Energies} e */
export const hasEnergy = (e) => energies.some((kind) => e[kind] > 0) && total(e) > 0;
