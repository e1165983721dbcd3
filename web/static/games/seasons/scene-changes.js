// What each scene of an update changes in the public document. The table shows the old values until
// the scene (scenes/held-values.js).

import { valueAt } from '../../scenes/held-values.js';
import { energies, noEnergy, numberIn } from './facts.js';
import { attacksOf } from './scene-events.js';

/** @import { ValueChange } from '../../scenes/held-values.js' */
/** @import { Ctx } from './types.js' */
/** @import { Public, ScoreView } from './wire.js' */
/** @import { Energies } from './facts.js' */
/** @import { SceneEvent } from './scene-events.js' */

/** The values that change with the season token, except those of single seats. */
const seasonPaths = ['year', 'season', 'rates'];

/**
 * The paths of values of a seat.
 *
 * @param {string} seat
 * @param {readonly string[]} names
 */
const ofSeat = (seat, ...names) => (seat ? names.map((name) => `seats.${seat}.${name}`) : []);

/**
 * The path of the card in play of a scene.
 *
 * @param {SceneEvent} event
 */
const cardPath = ({ seat, id }) => (id ? ofSeat(seat, `play.c${id}`) : []);

/** @param {SceneEvent} event */
const purse = ({ seat }) => ofSeat(seat, 'reserve', 'crystals', 'score');

/**
 * The paths of the values that a scene can change, by its kind.
 *
 * @type {Record<string, (event: SceneEvent, after: Public) => string[]>}
 */
const pathsByKind = {
  attack: (event) =>
    attacksOf(event).flatMap((one) => [
      ...ofSeat(one.seat, 'reserve'),
      ...cardPath(one),
      ...(one.victims ?? []).flatMap(({ seat }) =>
        ofSeat(seat, 'reserve', 'crystals', 'score', 'hand'),
      ),
    ]),
  sacrifice: (event) => [...cardPath(event), ...ofSeat(event.seat, 'score'), 'discard'],
  given: ({ seat, to = '' }) => [...ofSeat(seat, 'hand', 'score'), ...ofSeat(to, 'hand', 'score')],
  give: ({ seat, to = '' }) => [...ofSeat(seat, 'hand', 'score'), ...ofSeat(to, 'hand', 'score')],
  back: (event) => [...cardPath(event), ...ofSeat(event.seat, 'hand', 'score')],
  summon: (event) => [...purse(event), ...cardPath(event), ...ofSeat(event.seat, 'hand')],
  transmute: purse,
  activate: (event) => [...purse(event), ...cardPath(event)],
  gain: purse,
  pay: purse,
  take: () => ['dice'],
  roll: () => ['dice', 'diceSeason', 'first', 'round'],
  draw: ({ seat }) => ['draw', ...ofSeat(seat, 'hand', 'score')],
  walk: seasonChange,
  season: seasonChange,
  year: (event, after) => [
    ...seasonChange(event, after),
    ...Object.keys(after.seats).flatMap((seat) =>
      ofSeat(seat, 'hand', 'library2', 'library3', 'score'),
    ),
  ],
};

/**
 * @param {SceneEvent} _event
 * @param {Public} after
 */
function seasonChange(_event, after) {
  return [
    'space',
    ...seasonPaths,
    ...Object.keys(after.seats).map((seat) => `seats.${seat}.rates`),
  ];
}

/**
 * The value after a scene that is not the last one to change it. Values that cannot be computed from
 * the scene stay as they were until the last one.
 *
 * @param {string} path
 * @param {any} value
 * @param {SceneEvent} event
 * @param {Public} after
 */
function valueAfter(path, value, event, after) {
  if (path === 'dice') return diceAfter(value, event, after);
  if (path === 'diceSeason') return event.kind === 'roll' ? after.diceSeason : value;
  const [, seat = '', name] = path.split('.');
  const crystals = crystalsOf(event, seat);
  if (name === 'crystals') return Math.max(0, value + crystals);
  if (name === 'score' && crystals)
    return { .../** @type {ScoreView} */ (value), total: value.total + crystals };
  return name === 'reserve' && event.seat === seat ? reserveAfter(value, event) : value;
}

/**
 * The dice after a roll, of which none is taken, or after a player has taken one.
 *
 * @param {Public['dice']} dice
 * @param {SceneEvent} event
 * @param {Public} after
 */
function diceAfter(dice, { kind, seat, dice: numbers = [] }, after) {
  if (kind === 'roll')
    return Object.fromEntries(
      Object.entries(after.dice).map(([key, die]) => [key, { ...die, taken: '' }]),
    );
  return Object.fromEntries(
    Object.entries(dice).map(([key, die]) => [
      key,
      numbers.includes(numberIn(key)) ? { ...die, taken: seat } : die,
    ]),
  );
}

/**
 * @param {Energies} reserve
 * @param {SceneEvent} event
 */
function reserveAfter(reserve, { kind, energy = noEnergy }) {
  const sign = kind === 'gain' ? 1 : -1;
  return Object.fromEntries(energies.map((e) => [e, Math.max(0, reserve[e] + sign * energy[e])]));
}

/**
 * The crystals that a scene gives to a seat.
 *
 * @param {SceneEvent} event
 * @param {string} key
 */
export function crystalsOf(event, key) {
  if (event.kind !== 'attack') return event.seat === key ? (event.crystals ?? 0) : 0;
  return -attacksOf(event)
    .flatMap(({ victims = [] }) => victims)
    .filter((victim) => victim.seat === key)
    .reduce((sum, victim) => sum + victim.crystals, 0);
}

/**
 * Values that a scene shows at its start. An animation then covers them until it has ended.
 *
 * @param {string} path
 * @param {SceneEvent} event
 * @param {unknown} before
 */
function isAtStart(path, event, before) {
  if (['dice', 'diceSeason', 'first', 'round', 'space', 'draw'].includes(path))
    return event.kind !== 'take';
  // Energies that are paid leave the reserve before they fly.
  if (path.endsWith('.reserve')) return event.kind !== 'gain';
  if (path.endsWith('.hand')) return event.kind === 'summon';
  return path.includes('.play.') && before === undefined;
}

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null;

/**
 * @param {unknown} a
 * @param {unknown} b
 */
const areEqual = (a, b) =>
  Object.is(a, b) || (isObject(a) && isObject(b) && JSON.stringify(a) === JSON.stringify(b));

/**
 * What each scene changes, in the order of the scenes. The last scene that changes a value leads to
 * the value after the update.
 *
 * @param {Public | null | undefined} before the public document before the update
 * @param {Ctx} ctx the context after it
 * @param {readonly SceneEvent[]} events
 * @returns {ValueChange[][]}
 */
export function changesOf(before, { public: after, shownSeat }, events) {
  const paths = events.map((event) => [...new Set(pathsByKind[event.kind]?.(event, after))]);
  /** @type {Map<string, number>} */
  const lastScene = new Map();
  paths.forEach((list, i) => list.forEach((path) => lastScene.set(path, i)));
  /** @type {Map<string, unknown>} */
  const values = new Map();
  return events.map(
    (event, i) =>
      paths[i]?.flatMap((path) => {
        // A player's own new cards can be used at once.
        const isOwnCard = path.startsWith(`seats.${shownSeat}.play.`);
        const was = values.has(path) ? values.get(path) : valueAt(before, path);
        if (was === undefined && (isOwnCard || !path.includes('.play.'))) return [];
        const end = valueAt(after, path);
        const value = lastScene.get(path) === i ? end : valueAfter(path, was, event, after);
        values.set(path, value);
        if (areEqual(was, value)) return [];
        return {
          path,
          before: was,
          after: value,
          at: isAtStart(path, event, was)
            ? /** @type {const} */ ('start')
            : /** @type {const} */ ('end'),
          ...(/\.play\.|dice|\.reserve/.test(path) && { movesControls: true }),
        };
      }) ?? [],
  );
}

/**
 * Whether the viewer's question needs a value, so that the table never shows an old one.
 *
 * @param {Ctx} ctx
 * @param {string} path
 */
export function isNeededByAnswer({ decision, seat }, path) {
  if (!decision || decision.answered) return false;
  const asksFor = (/** @type {string} */ kind) =>
    decision.options.some(({ ref }) => ref?.startsWith(`${kind}:`));
  if (path.startsWith('dice')) return asksFor('die');
  if (path.includes('.play.'))
    return path.startsWith(`seats.${seat}.`) || (decision.kind !== 'turn' && asksFor('play'));
  if (path.endsWith('.reserve')) return path.startsWith(`seats.${seat}.`) && asksFor('energy');
  return ['space', 'year', 'season'].includes(path) && decision.kind === 'move';
}
