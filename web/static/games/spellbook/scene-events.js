// Converts the events of an update to scene events, which scenes.js animates.

import { must } from '../../core/must.js';
import { seatKey } from '../../core/seats.js';

/** @import { LogEvent } from '../../core/types.js' */

/**
 * A place on the table, which belongs to a seat or is shared.
 *
 * @typedef {'altar' | 'bag' | 'box' | 'pool' | 'familiar' | 'track' | 'lower'} Spot
 */
/**
 * A Materia that has moved from one place to another. `seat` owns those of the two places that
 * belong to a seat.
 *
 * @typedef {{materia: string, from: Spot, to: Spot, seat: string}} Move
 */

/**
 * The content of one scene.
 *
 * @typedef {object} SceneEvent
 * @property {string} kind
 * @property {string} seat key of the seat that acted, '' for none
 * @property {LogEvent} logEvent the event whose log line describes the scene
 * @property {Move[]} [moves]
 * @property {number} [spell]
 * @property {string} [colour]
 * @property {string[]} [materia] the Materia paid for a spell
 * @property {{seat: string, moves: Move[], colours: string[]}[]} [victims] the losses of each
 *   victim: Materia that moved, and the colours of spells that were lowered
 * @property {number} [n]
 */

/**
 * The duration of each scene in milliseconds, its weight, and its sound.
 *
 * @type {Record<string, {duration: number, weight: number, sound?: string}>}
 */
export const sceneKinds = {
  attack: { duration: 1100, weight: 7, sound: 'hit' },
  ending: { duration: 1000, weight: 6, sound: 'year' },
  learn: { duration: 1200, weight: 4, sound: 'summon' },
  storm: { duration: 1000, weight: 5, sound: 'season' },
  raise: { duration: 800, weight: 4, sound: 'summon' },
  use: { duration: 700, weight: 3, sound: 'take' },
  store: { duration: 700, weight: 3, sound: 'pay' },
  take: { duration: 700, weight: 2, sound: 'take' },
  draw: { duration: 700, weight: 2, sound: 'take' },
  exchange: { duration: 700, weight: 2, sound: 'take' },
  sweep: { duration: 700, weight: 1, sound: 'pay' },
  day: { duration: 700, weight: 1, sound: 'season' },
};

/**
 * The places from which and to which Materia move, by the kind of event.
 *
 * @type {Record<string, (facts: Record<string, unknown>) => [Spot, Spot]>}
 */
const placesByKind = {
  took: ({ to }) => ['altar', to === 'familiar' ? 'familiar' : 'pool'],
  drew: ({ to }) => ['bag', /** @type {Spot} */ (to)],
  stored: ({ from }) => [from === 'pool' ? 'pool' : 'box', 'familiar'],
  discarded: ({ from }) => [/** @type {Spot} */ (from), 'box'],
  given: ({ to }) => ['altar', /** @type {Spot} */ (to)],
  spent: () => ['pool', 'box'],
};
/**
 * The kind of scene for each kind of event that only moves Materia.
 *
 * @type {Record<string, string>}
 */
const moveScenes = {
  took: 'take',
  drew: 'draw',
  stored: 'store',
  discarded: 'sweep',
  given: 'sweep',
  exchanged: 'exchange',
};

/**
 * @param {LogEvent} event
 * @returns {Move[]}
 */
function movesOf({ kind, seat: seatNumber, public: facts = {} }) {
  const seat = seatKey(seatNumber);
  if (kind === 'exchanged') {
    const other = /** @type {Spot} */ (facts.with);
    return [
      { materia: String(facts.taken), from: other, to: 'pool', seat },
      { materia: String(facts.put), from: 'pool', to: other, seat },
    ];
  }
  const [from, to] = must(placesByKind[kind])(facts);
  return Array.from({ length: Number(facts.n ?? 1) }, () => ({
    materia: String(facts.materia),
    from,
    to,
    seat,
  }));
}

/**
 * @param {readonly LogEvent[]} events
 * @returns {SceneEvent[]}
 */
export function sceneEventsOf(events) {
  /** @type {SceneEvent[]} */
  const sceneEvents = [];
  /** @type {string[]} */
  let paid = [];
  for (const event of events) {
    const { kind, public: facts = {} } = event;
    const seat = seatKey(event.seat);
    const last = sceneEvents.at(-1);
    const spell = { spell: Number(facts.spell), colour: String(facts.colour) };
    const isHarm =
      last &&
      (last.kind === 'use' || last.kind === 'attack') &&
      last.seat !== seat &&
      seat &&
      (kind === 'lowered' || (kind === 'discarded' && facts.from === 'pool'));
    if (isHarm) addVictim(last, event);
    else if (kind === 'spent') paid.push(...movesOf(event).map(({ materia }) => materia));
    else if (kind === 'learned') {
      sceneEvents.push({
        kind: 'learn',
        seat,
        logEvent: event,
        ...spell,
        materia: paid.length ? paid : [String(facts.materia)],
      });
      paid = [];
    } else if (kind === 'used') sceneEvents.push({ kind: 'use', seat, logEvent: event, ...spell });
    else if (kind === 'raised' || kind === 'lowered')
      sceneEvents.push({ kind: 'raise', seat, logEvent: event, ...spell });
    else if (kind === 'altar')
      sceneEvents.push({ kind: 'storm', seat, logEvent: event, n: Number(facts.n) });
    else if (kind === 'day' || kind === 'ending') sceneEvents.push({ kind, seat, logEvent: event });
    else if (moveScenes[kind]) {
      if (last?.kind === moveScenes[kind] && last.seat === seat)
        last.moves?.push(...movesOf(event));
      else
        sceneEvents.push({ kind: moveScenes[kind], seat, logEvent: event, moves: movesOf(event) });
    }
  }
  return sceneEvents;
}

/**
 * Converts the use of a spell to an attack, and adds the loss of a victim.
 *
 * @param {SceneEvent} attack
 * @param {LogEvent} event
 */
function addVictim(attack, event) {
  attack.kind = 'attack';
  attack.victims ??= [];
  const seat = seatKey(event.seat);
  let victim = attack.victims.find((each) => each.seat === seat);
  if (!victim) attack.victims.push((victim = { seat, moves: [], colours: [] }));
  if (event.kind === 'lowered') victim.colours.push(String(event.public?.colour));
  else victim.moves.push(...movesOf(event));
}
