// Turns the events of an update into scene events: what was done, by whom, to whom. Nothing here
// draws; scenes.js does.

import { must } from '../../core/must.js';
import { seatKey } from '../../core/seats.js';
import { energyIn } from './words.js';
import { energies, inPlay, noEnergy, seasonOf, total } from './facts.js';

/** @import { LogEvent } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Energies } from './facts.js' */

/**
 * What somebody lost by another one's card.
 *
 * @typedef {{seat: string, crystals: number, tokens: number, cards: number}} Victim
 */

/**
 * Something that has happened, and is played as one scene.
 *
 * @typedef {object} SceneEvent
 * @property {string} kind
 * @property {string} seat key of who did it, '' for nobody
 * @property {LogEvent} logEvent the first of those that it stands for
 * @property {number} [card]
 * @property {number} [id] of the card in play
 * @property {Energies} [energy] gained, paid or transmuted
 * @property {number} [crystals] gained, or paid as a negative number
 * @property {number} [n] cards
 * @property {number[]} [cards] those of them that the viewer knows
 * @property {number} [moved] spaces that the season moved
 * @property {Victim[]} [victims]
 * @property {string} [to] key of who was given something
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
  attack: { duration: 1100, weight: 7, sound: 'hit' },
  sacrifice: { duration: 1000, weight: 5, sound: 'hit' },
  given: { duration: 700, weight: 5, sound: 'take' },
  give: { duration: 600, weight: 1 },
  back: { duration: 700, weight: 2, sound: 'take' },
  year: { duration: 1200, weight: 6, sound: 'year' },
  last: { duration: 1000, weight: 6, sound: 'year' },
  season: { duration: 1200, weight: 5, sound: 'season' },
  summon: { duration: 1000, weight: 4, sound: 'summon' },
  transmute: { duration: 900, weight: 3, sound: 'pay' },
  activate: { duration: 700, weight: 3, sound: 'take' },
  roll: { duration: 800, weight: 3, sound: 'roll' },
  take: { duration: 700, weight: 2, sound: 'take' },
  walk: { duration: 700, weight: 1 },
  gain: { duration: 700, weight: 1, sound: 'take' },
  pay: { duration: 600, weight: 1, sound: 'pay' },
  draw: { duration: 600, weight: 1, sound: 'take' },
};

/**
 * @param {LogEvent} event
 * @param {string} name
 */
const fact = (event, name) => Number(event.public?.[name] ?? 0);
/**
 * @param {Pick<Ctx, 'public' | 'follow'>} ctx after the update
 * @param {readonly LogEvent[]} events
 * @returns {SceneEvent[]}
 */
export function sceneEventsOf(ctx, events) {
  /** @type {SceneEvent[]} */
  const sceneEvents = [];
  for (let at = 0; at < events.length; at++) {
    const event = must(events[at]);
    const converted = converters[event.kind]?.({
      ctx,
      events,
      at,
      event,
      seat: seatKey(event.seat),
      sceneEvents,
    });
    if (!converted) continue;
    const { covers = 0, ...sceneEvent } = converted;
    sceneEvents.push({ seat: seatKey(event.seat), logEvent: event, ...sceneEvent });
    at += covers;
  }
  return sceneEvents;
}

/**
 * What a converter is given. It returns null if an earlier scene event has it already.
 *
 * @typedef {{
 *   ctx: Pick<Ctx, 'public' | 'follow'>;
 *   events: readonly LogEvent[];
 *   at: number;
 *   event: LogEvent;
 *   seat: string;
 *   sceneEvents: readonly SceneEvent[];
 * }} EventContext
 * @typedef {Partial<SceneEvent> & {kind: string, covers?: number} | null} Converted covers: how many of
 *   the next events belong to it
 */

/** @type {Record<string, (x: EventContext) => Converted>} */
const converters = {
  round: ({ events, at }) => {
    const dice = eventsFollowing(events, at, ({ kind }) => kind === 'roll');
    return { kind: 'roll', dice: dice.map((roll) => fact(roll, 'die')), covers: dice.length };
  },
  reroll: ({ event }) => ({ kind: 'roll', dice: [fact(event, 'die')] }),
  take: ({ event }) => ({ kind: 'take', dice: [fact(event, 'die')] }),
  last: () => ({ kind: 'last' }),
  split: () => ({ kind: 'year', year: 1 }),
  season: ({ ctx, events, at, event }) => {
    const [moved, space, year] = [fact(event, 'moved'), fact(event, 'space'), fact(event, 'year')];
    const season = String(event.public?.season);
    const way = { moved, season, year };
    if (year > 3) return { kind: 'walk', ...way };
    const from = ((((space - moved - 1) % 12) + 12) % 12) + 1;
    if (space - moved >= 1) return { kind: seasonOf(from) === season ? 'walk' : 'season', ...way };
    const libraries = eventsFollowing(events, at, ({ kind }) => kind === 'library');
    const own = libraries.find(({ seat }) => seatKey(seat) === ctx.follow);
    return { kind: 'year', ...way, covers: libraries.length, n: own ? fact(own, 'cards') : 0 };
  },
  summon: (x) => {
    const paid = x.event.public?.free ? [] : costs(x, 0);
    return {
      kind: 'summon',
      card: fact(x.event, 'card'),
      id: fact(x.event, 'id'),
      ...sums(paid),
      covers: paid.length,
    };
  },
  activate: (x) => {
    const card = fact(x.event, 'card');
    const paid = costs(x, card);
    return { kind: 'activate', card, id: fact(x.event, 'id'), ...sums(paid), covers: paid.length };
  },
  energy: gain,
  crystals: (x) => (fact(x.event, 'n') > 0 ? gain(x) : loss(x)),
  spend: (x) => {
    const [next, made] = x.events.slice(x.at + 1, x.at + 3);
    if (next?.kind !== 'transmute' || next.seat !== x.event.seat) return loss(x);
    const covers =
      made?.kind === 'crystals' && made.seat === next.seat && !fact(made, 'card') ? 2 : 1;
    return {
      kind: 'transmute',
      energy: energyIn(x.event.public ?? {}),
      crystals: fact(next, 'crystals'),
      covers,
    };
  },
  sacrifice: ({ event, seat, sceneEvents }) => {
    const id = fact(event, 'id');
    // A potion that is used goes by itself.
    const used = sceneEvents.some((one) => one.seat === seat && one.id === id);
    return used ? null : { kind: 'sacrifice', card: fact(event, 'card'), id };
  },
  discard: loss,
  take_back: ({ event }) => ({ kind: 'back', card: fact(event, 'back'), id: fact(event, 'id') }),
  give: ({ ctx, event }) => {
    const to = `s${fact(event, 'to')}`;
    const card = Number(event.private?.given ?? 0);
    return { kind: to === ctx.follow ? 'given' : 'give', to, n: 1, cards: card ? [card] : [] };
  },
  draw: ({ events, at, event }) => {
    const more = eventsFollowing(
      events,
      at,
      ({ kind, seat }) => kind === 'draw' && seat === event.seat,
    );
    return {
      kind: 'draw',
      n: 1 + more.length,
      cards: [event, ...more].flatMap((one) =>
        one.private?.drawn ? [Number(one.private.drawn)] : [],
      ),
      covers: more.length,
    };
  },
  draw_open: ({ event }) => ({ kind: 'draw', n: 1, cards: [fact(event, 'drawn')] }),
};

/**
 * The events right after one that belong to it.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} at
 * @param {(event: LogEvent) => boolean} of
 */
function eventsFollowing(events, at, of) {
  const end = events.findIndex((event, i) => i > at && !of(event));
  return events.slice(at + 1, end < 0 ? undefined : end);
}

/**
 * What was paid for what was done.
 *
 * @param {EventContext} x
 * @param {number} card
 */
function costs({ events, at, event }, card) {
  return eventsFollowing(events, at, (next) => {
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
 * What a player gets at once.
 *
 * @param {EventContext} x
 * @returns {Converted}
 */
function gain({ events, at, event, seat, sceneEvents }) {
  const card = fact(event, 'card');
  const more = eventsFollowing(
    events,
    at,
    (next) =>
      next.seat === event.seat &&
      fact(next, 'card') === card &&
      (next.kind === 'energy' || (next.kind === 'crystals' && fact(next, 'n') > 0)),
  );
  const got = sums([event, ...more]);
  const last = sceneEvents.at(-1);
  // What a card takes from one after the other comes together.
  if (card && last?.kind === 'gain' && last.seat === seat && last.card === card) {
    last.crystals = (last.crystals ?? 0) + got.crystals;
    last.energy = { ...noEnergy, ...last.energy };
    for (const e of energies) last.energy[e] += got.energy[e];
    return null;
  }
  return { kind: 'gain', card, ...got, covers: more.length };
}

/**
 * What a player loses: by another one's card it is an attack, together with what the others lose by
 * it.
 *
 * @param {EventContext} x
 * @returns {Converted}
 */
function loss(x) {
  const { event, seat, sceneEvents } = x;
  const card = fact(event, 'card');
  const by = card ? actor(x, card) : { seat, id: 0 };
  if (by.seat && by.seat !== seat && seat) {
    const previous = sceneEvents.findLast(
      (one) => !(one.kind === 'gain' && one.card === card && one.seat === by.seat),
    );
    const same = previous?.card === card && previous.seat === by.seat ? previous : null;
    // A card that was turned for this attacks at once; one that has just been summoned is seen to
    // come first.
    if (same?.kind === 'activate' || same?.kind === 'attack') {
      same.kind = 'attack';
      suffer((same.victims ??= []), event);
      return null;
    }
    /** @type {Victim[]} */
    const victims = [];
    suffer(victims, event);
    return { kind: 'attack', seat: by.seat, card, id: by.id, victims };
  }
  if (event.kind === 'spend' || event.kind === 'crystals') return { kind: 'pay', ...sums([event]) };
  return null;
}

/**
 * @param {Victim[]} victims
 * @param {LogEvent} event
 */
function suffer(victims, event) {
  const key = seatKey(event.seat);
  let victim = victims.find(({ seat }) => seat === key);
  if (!victim) victims.push((victim = { seat: key, crystals: 0, tokens: 0, cards: 0 }));
  if (event.kind === 'crystals') victim.crystals -= fact(event, 'n');
  else if (event.kind === 'spend') victim.tokens += total(energyIn(event.public ?? {}));
  else victim.cards++;
}

/**
 * Whose card it is that does something: who has just played it, else who has it in play.
 *
 * @param {EventContext} x
 * @param {number} card
 */
function actor({ ctx, events, at, seat }, card) {
  for (let i = at - 1; i >= 0; i--) {
    const event = must(events[i]);
    if ((event.kind === 'summon' || event.kind === 'activate') && fact(event, 'card') === card)
      return { seat: seatKey(event.seat), id: fact(event, 'id') };
  }
  const holders = Object.entries(ctx.public.seats).flatMap(([key, view]) =>
    inPlay(view)
      .filter((it) => it.card === card)
      .map(({ id }) => ({ seat: key, id })),
  );
  return holders.find((it) => it.seat === seat) ?? holders[0] ?? { seat, id: 0 };
}
