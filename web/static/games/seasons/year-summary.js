// The best play and the hardest blow of a year, from the events that the viewer has.

import { seatKey } from '../../core/seats.js';
import { attacksOf, sceneEventsOf } from './scene-events.js';

/** @import { LogEvent } from '../../core/types.js' */
/** @import { EventsContext } from './scene-events.js' */

/**
 * What a card, or one transmutation, brought or took in a year. `card` is 0 for a transmutation.
 *
 * @typedef {{seat: string, card: number, crystals: number}} Deed
 */

/** The kinds of public events that count. Others can be hidden from some viewers. */
const countedKinds = ['activate', 'crystals', 'spend', 'summon', 'transmute'];

/**
 * The events of the year that has ended with the last event of a season.
 *
 * @param {readonly LogEvent[]} events
 */
function eventsOfLastYear(events) {
  const isYear = (/** @type {LogEvent} */ { kind, public: facts }) =>
    kind === 'split' ||
    (kind === 'season' && Number(facts?.space ?? 0) - Number(facts?.moved ?? 0) < 1);
  const end = events.findLastIndex(isYear);
  const start = events.findLastIndex((event, i) => i < end && isYear(event));
  return events.slice(start + 1, end < 0 ? undefined : end);
}

/**
 * @param {readonly Deed[]} deeds
 * @returns {Deed | null}
 */
const largest = (deeds) =>
  deeds.reduce(
    (best, deed) => (deed.crystals > (best?.crystals ?? 0) ? deed : best),
    /** @type {Deed | null} */ (null),
  );

/**
 * The best play: the card that brought most crystals to a player in the year, or one transmutation.
 * The hardest blow: the attack that took most crystals from all players together. Null if there was
 * none.
 *
 * @param {EventsContext} ctx
 * @returns {{best: Deed | null, blow: Deed | null}}
 */
export function yearSummary(ctx) {
  const events = eventsOfLastYear(ctx.events ?? []).filter(({ kind }) =>
    countedKinds.includes(kind),
  );
  /** @type {Map<string, Deed>} */
  const gains = new Map();
  for (const { kind, seat, public: facts } of events) {
    const [n, card] = [Number(facts?.n ?? 0), Number(facts?.card ?? 0)];
    if (kind !== 'crystals' || n <= 0 || !card) continue;
    const key = `${seat} ${card}`;
    const crystals = (gains.get(key)?.crystals ?? 0) + n;
    gains.set(key, { seat: seatKey(seat), card, crystals });
  }
  const transmutations = events
    .filter(({ kind }) => kind === 'transmute')
    .map(({ seat, public: facts }) => ({
      seat: seatKey(seat),
      card: 0,
      crystals: Number(facts?.crystals ?? 0),
    }));
  const blows = sceneEventsOf(ctx, events)
    .filter(({ kind }) => kind === 'attack')
    .flatMap(attacksOf)
    .map(({ seat, card = 0, victims = [] }) => ({
      seat,
      card,
      crystals: victims.reduce((sum, victim) => sum + victim.crystals, 0),
    }));
  return { best: largest([...gains.values(), ...transmutations]), blow: largest(blows) };
}
