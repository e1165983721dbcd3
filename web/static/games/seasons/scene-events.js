// Converts the events of an update to scene events, which scenes.js animates.

import { must } from '../../core/must.js';
import { seatKey } from '../../core/seats.js';
import { energyIn } from './words.js';
import { energies, inPlay, noEnergy, seasonOf, total } from './facts.js';

/** @import { LogEvent } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Energies } from './facts.js' */

/**
 * The losses of a player to another player's card.
 *
 * @typedef {{seat: string, crystals: number, tokens: number, cards: number}} Victim
 */

/**
 * A card in play that acts, with its id and the seat of its owner.
 *
 * @typedef {{seat: string, id: number, card: number}} CardActor
 */

/**
 * The content of one scene.
 *
 * @typedef {object} SceneEvent
 * @property {string} kind
 * @property {string} seat key of the seat that acted, '' for none
 * @property {LogEvent} logEvent the first of the events that the scene represents
 * @property {number} [card] the number of the card
 * @property {number} [id] the id of the card in play
 * @property {Energies} [energy] the energies gained, paid or transmuted
 * @property {number} [crystals] the crystals gained, or paid as a negative number
 * @property {number} [n] the number of cards
 * @property {number[]} [cards] the numbers of the cards that the viewer can see
 * @property {number} [moved] the number of spaces that the season token moved
 * @property {Victim[]} [victims]
 * @property {boolean} [isToll] whether a card takes crystals without being played in the update
 * @property {SceneEvent[]} [attacks] the attacks of a scene that shows several
 * @property {CardActor} [by] the card that demands a sacrifice
 * @property {string} [to] key of the seat that receives a card
 * @property {number[]} [dice]
 * @property {string} [season]
 * @property {number} [year]
 */

/**
 * The duration of each scene in milliseconds, its weight, and its sound.
 *
 * @type {Record<string, {duration: number, weight: number, sound?: string}>}
 */
export const sceneKinds = {
  attack: { duration: 3400, weight: 7, sound: 'hit' },
  sacrifice: { duration: 1500, weight: 5, sound: 'hit' },
  given: { duration: 700, weight: 5, sound: 'take' },
  give: { duration: 600, weight: 1 },
  back: { duration: 700, weight: 2, sound: 'take' },
  year: { duration: 1200, weight: 6, sound: 'year' },
  last: { duration: 1000, weight: 6, sound: 'year' },
  season: { duration: 2650, weight: 5, sound: 'season' },
  summon: { duration: 1000, weight: 4, sound: 'summon' },
  transmute: { duration: 900, weight: 3, sound: 'pay' },
  activate: { duration: 700, weight: 3, sound: 'take' },
  roll: { duration: 1500, weight: 3, sound: 'roll' },
  take: { duration: 700, weight: 2, sound: 'take' },
  walk: { duration: 700, weight: 1 },
  gain: { duration: 700, weight: 1, sound: 'take' },
  pay: { duration: 600, weight: 1, sound: 'pay' },
  draw: { duration: 600, weight: 1, sound: 'take' },
};

/** The duration in milliseconds of an attack that only takes a toll. */
const tollMs = 1500;

/**
 * The duration of a scene in milliseconds.
 *
 * @param {SceneEvent} event
 */
export function durationOf({ kind, isToll, by }) {
  if (isToll) return tollMs;
  return must(sceneKinds[by ? 'attack' : kind]).duration;
}

/**
 * The attacks of a scene.
 *
 * @param {SceneEvent} event
 */
export const attacksOf = (event) => event.attacks ?? [event];

/**
 * @param {LogEvent} event
 * @param {string} name
 */
const fact = (event, name) => Number(event.public?.[name] ?? 0);
/**
 * The scene events of an update.
 *
 * @param {EventsContext} ctx the context after the update
 * @param {readonly LogEvent[]} events
 * @returns {SceneEvent[]}
 */
export function sceneEventsOf(ctx, events) {
  /** @type {SceneEvent[]} */
  const sceneEvents = [];
  for (let index = 0; index < events.length; index++) {
    const event = must(events[index]);
    const converted = converters[event.kind]?.({
      ctx,
      events,
      index,
      event,
      seat: seatKey(event.seat),
      sceneEvents,
    });
    if (!converted) continue;
    const { covers = 0, ...sceneEvent } = converted;
    sceneEvents.push({ seat: seatKey(event.seat), logEvent: event, ...sceneEvent });
    index += covers;
  }
  return withGroups(sceneEvents);
}

/**
 * Joins attacks that follow each other into one scene. Gains of their cards come after it.
 *
 * @param {readonly SceneEvent[]} sceneEvents
 */
function withGroups(sceneEvents) {
  /** @type {SceneEvent[]} */
  const grouped = [];
  for (const event of sceneEvents) {
    const index = grouped.findLastIndex(({ kind }) => kind === 'attack');
    const group = grouped[index];
    const isNext =
      group &&
      event.kind === 'attack' &&
      !!group.isToll === !!event.isToll &&
      grouped.slice(index + 1).every(({ kind, card }) => kind === 'gain' && card);
    if (isNext) grouped[index] = { ...group, attacks: [...attacksOf(group), event] };
    else grouped.push(event);
  }
  return grouped;
}

/**
 * The part of the context that is needed: `events` are the latest events of the match.
 *
 * @typedef {Pick<Ctx, 'public' | 'shownSeat'> & {events?: readonly LogEvent[]}} EventsContext
 */

/**
 * The argument of a converter. A converter returns null if an earlier scene event includes the
 * event. `covers` is the number of following events that the scene event includes.
 *
 * @typedef {{
 *   ctx: EventsContext;
 *   events: readonly LogEvent[];
 *   index: number;
 *   event: LogEvent;
 *   seat: string;
 *   sceneEvents: readonly SceneEvent[];
 * }} EventContext
 * @typedef {Partial<SceneEvent> & {kind: string, covers?: number} | null} Converted
 */

/** @type {Record<string, (context: EventContext) => Converted>} */
const converters = {
  round: ({ events, index }) => {
    const dice = eventsFollowing(events, index, ({ kind }) => kind === 'roll');
    return { kind: 'roll', dice: dice.map((roll) => fact(roll, 'die')), covers: dice.length };
  },
  reroll: ({ event }) => ({ kind: 'roll', dice: [fact(event, 'die')] }),
  take: ({ event }) => ({ kind: 'take', dice: [fact(event, 'die')] }),
  last: () => ({ kind: 'last' }),
  split: () => ({ kind: 'year', year: 1 }),
  season: ({ ctx, events, index, event }) => {
    const [moved, space, year] = [fact(event, 'moved'), fact(event, 'space'), fact(event, 'year')];
    const season = String(event.public?.season);
    const movement = { moved, season, year };
    if (year > 3) return { kind: 'walk', ...movement };
    const startSpace = ((((space - moved - 1) % 12) + 12) % 12) + 1;
    if (space - moved >= 1)
      return { kind: seasonOf(startSpace) === season ? 'walk' : 'season', ...movement };
    const libraries = eventsFollowing(events, index, ({ kind }) => kind === 'library');
    const ownLibrary = libraries.find(({ seat }) => seatKey(seat) === ctx.shownSeat);
    return {
      kind: 'year',
      ...movement,
      covers: libraries.length,
      n: ownLibrary ? fact(ownLibrary, 'cards') : 0,
    };
  },
  summon: (context) => {
    const paid = context.event.public?.free ? [] : paymentsFor(context, 0);
    return {
      kind: 'summon',
      card: fact(context.event, 'card'),
      id: fact(context.event, 'id'),
      ...sums(paid),
      covers: paid.length,
    };
  },
  activate: (context) => {
    const card = fact(context.event, 'card');
    const paid = paymentsFor(context, card);
    return {
      kind: 'activate',
      card,
      id: fact(context.event, 'id'),
      ...sums(paid),
      covers: paid.length,
    };
  },
  energy: gain,
  crystals: (context) => (fact(context.event, 'n') > 0 ? gain(context) : loss(context)),
  spend: (context) => {
    const [next, crystalsEvent] = context.events.slice(context.index + 1, context.index + 3);
    if (next?.kind !== 'transmute' || next.seat !== context.event.seat) return loss(context);
    const covers =
      crystalsEvent?.kind === 'crystals' &&
      crystalsEvent.seat === next.seat &&
      !fact(crystalsEvent, 'card')
        ? 2
        : 1;
    return {
      kind: 'transmute',
      energy: energyIn(context.event.public ?? {}),
      crystals: fact(next, 'crystals'),
      covers,
    };
  },
  sacrifice: ({ ctx, event, events, seat, sceneEvents }) => {
    const id = fact(event, 'id');
    // The sacrifice of a used potion has no scene of its own.
    const used = sceneEvents.some((each) => each.seat === seat && each.id === id);
    if (used) return null;
    const by = demanderOf(event, ctx.events ?? events);
    return { kind: 'sacrifice', card: fact(event, 'card'), id, ...(by && { by }) };
  },
  discard: loss,
  take_back: ({ event }) => ({ kind: 'back', card: fact(event, 'back'), id: fact(event, 'id') }),
  give: ({ ctx, event }) => {
    const to = `s${fact(event, 'to')}`;
    const card = Number(event.private?.given ?? 0);
    return { kind: to === ctx.shownSeat ? 'given' : 'give', to, n: 1, cards: card ? [card] : [] };
  },
  draw: ({ events, index, event }) => {
    const more = eventsFollowing(
      events,
      index,
      ({ kind, seat }) => kind === 'draw' && seat === event.seat,
    );
    return {
      kind: 'draw',
      n: 1 + more.length,
      cards: [event, ...more].flatMap((each) =>
        each.private?.drawn ? [Number(each.private.drawn)] : [],
      ),
      covers: more.length,
    };
  },
  draw_open: ({ event }) => ({ kind: 'draw', n: 1, cards: [fact(event, 'drawn')] }),
};

/**
 * The events directly after an event, up to the first one that does not belong to it.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} index
 * @param {(event: LogEvent) => boolean} belongs
 */
function eventsFollowing(events, index, belongs) {
  const end = events.findIndex((event, i) => i > index && !belongs(event));
  return events.slice(index + 1, end < 0 ? undefined : end);
}

/**
 * The events with the payments for an action.
 *
 * @param {EventContext} context
 * @param {number} card
 */
function paymentsFor({ events, index, event }, card) {
  return eventsFollowing(events, index, (next) => {
    if (next.seat !== event.seat || fact(next, 'card') !== card) return false;
    if (next.kind === 'spend') return events[events.indexOf(next) + 1]?.kind !== 'transmute';
    return next.kind === 'crystals' && fact(next, 'n') < 0;
  });
}

/**
 * @param {readonly LogEvent[]} events
 * @returns {{energy: Energies, crystals: number}}
 */
function sums(events) {
  const energy = { ...noEnergy };
  for (const { kind, public: facts = {} } of events)
    if (kind === 'spend' || kind === 'energy')
      for (const e of energies) energy[e] += Number(facts[e] ?? 0);
  return {
    energy,
    crystals: events.reduce(
      (n, event) => n + (event.kind === 'crystals' ? fact(event, 'n') : 0),
      0,
    ),
  };
}

/**
 * A gain of a player, with the gains that directly follow it.
 *
 * @param {EventContext} context
 * @returns {Converted}
 */
function gain({ events, index, event, seat, sceneEvents }) {
  const card = fact(event, 'card');
  const more = eventsFollowing(
    events,
    index,
    (next) =>
      next.seat === event.seat &&
      fact(next, 'card') === card &&
      (next.kind === 'energy' || (next.kind === 'crystals' && fact(next, 'n') > 0)),
  );
  const got = sums([event, ...more]);
  const last = sceneEvents.at(-1);
  // The gains from a card that takes from several players form one scene.
  if (card && last?.kind === 'gain' && last.seat === seat && last.card === card) {
    last.crystals = (last.crystals ?? 0) + got.crystals;
    last.energy = { ...noEnergy, ...last.energy };
    for (const e of energies) last.energy[e] += got.energy[e];
    return null;
  }
  return { kind: 'gain', card, ...got, covers: more.length };
}

/**
 * A loss of a player. Losses to another player's card form one attack.
 *
 * @param {EventContext} context
 * @returns {Converted}
 */
function loss(context) {
  const { event, seat, sceneEvents } = context;
  const card = fact(event, 'card');
  const attacker = card ? cardActor(context, card) : { seat, id: 0 };
  if (attacker.seat && attacker.seat !== seat && seat) {
    const previous = sceneEvents.findLast(
      (each) => !(each.kind === 'gain' && each.card === card && each.seat === attacker.seat),
    );
    const attack = previous?.card === card && previous.seat === attacker.seat ? previous : null;
    // The activation of a card becomes the attack. A summoned card has its own scene before the
    // attack.
    if (attack?.kind === 'activate' || attack?.kind === 'attack') {
      attack.kind = 'attack';
      addLoss((attack.victims ??= []), event);
      return null;
    }
    /** @type {Victim[]} */
    const victims = [];
    addLoss(victims, event);
    const isToll = !context.events
      .slice(0, context.index)
      .some((each) => ['summon', 'activate'].includes(each.kind) && fact(each, 'card') === card);
    return {
      kind: 'attack',
      seat: attacker.seat,
      card,
      id: attacker.id,
      victims,
      ...(isToll && { isToll }),
    };
  }
  if (event.kind === 'spend' || event.kind === 'crystals') return { kind: 'pay', ...sums([event]) };
  return null;
}

/**
 * @param {Victim[]} victims
 * @param {LogEvent} event
 */
function addLoss(victims, event) {
  const key = seatKey(event.seat);
  let victim = victims.find(({ seat }) => seat === key);
  if (!victim) victims.push((victim = { seat: key, crystals: 0, tokens: 0, cards: 0 }));
  if (event.kind === 'crystals') victim.crystals -= fact(event, 'n');
  else if (event.kind === 'spend') victim.tokens += total(energyIn(event.public ?? {}));
  else victim.cards++;
}

/**
 * The seat and the id of the card that acts: the latest card played with this number, or else a
 * card in play.
 *
 * @param {EventContext} context
 * @param {number} card
 */
function cardActor({ ctx, events, index, seat }, card) {
  for (let i = index - 1; i >= 0; i--) {
    const event = must(events[i]);
    if ((event.kind === 'summon' || event.kind === 'activate') && fact(event, 'card') === card)
      return { seat: seatKey(event.seat), id: fact(event, 'id') };
  }
  // A card that takes crystals gives them to its owner with the next event.
  const next = events[index + 1];
  const taker =
    next?.kind === 'crystals' && fact(next, 'card') === card && fact(next, 'n') > 0
      ? seatKey(next.seat)
      : '';
  const holders = Object.entries(ctx.public.seats).flatMap(([key, view]) =>
    inPlay(view)
      .filter((it) => it.card === card)
      .map(({ id }) => ({ seat: key, id })),
  );
  const holderIn = (/** @type {string} */ key) => holders.find((it) => it.seat === key);
  return holderIn(taker) ?? holderIn(seat) ?? holders[0] ?? { seat, id: 0 };
}

/**
 * The card that demands a sacrifice: the last one that another player has summoned in this turn. No
 * effect but that of a card just summoned takes a card from a player who is not on turn.
 *
 * @param {LogEvent} event
 * @param {readonly LogEvent[]} events
 * @returns {CardActor | null}
 */
function demanderOf(event, events) {
  for (const earlier of events.toReversed()) {
    if (earlier.number >= event.number) continue;
    if (earlier.kind === 'turn' || earlier.kind === 'round') return null;
    if (earlier.kind !== 'summon') continue;
    if (earlier.seat === event.seat) return null;
    return {
      seat: seatKey(earlier.seat),
      id: fact(earlier, 'id'),
      card: fact(earlier, 'card'),
    };
  }
  return null;
}
